# SPDX-License-Identifier: GPL-2.0-only
"""Translates a fabric to the plan, the orders that the simulator executes."""

from . import capture, flows, messages, receivers, routing, senders, tcp
from .forwarding import forward
from .settings import Command

REST_MIN = 50 * 10**6	# ns; longer than a frame needs to cross a link


def _pfcctl(node, commands):
    return (Command.at(command.where, f"pfcctl {node} {command}") for command in commands)


def _nodes(fabric):
    for node in fabric.nodes:
        yield f"node {node}"
        if fabric.pool is not None:
            yield f"pfcctl {node} pool set size {fabric.pool}"
        yield from _pfcctl(node, fabric.node_commands.get(node, []))
    for name, port in fabric.ports.items():
        peer = fabric.ports[f"{port.peer}:{port.node}"]
        if port.mac < peer.mac:
            yield (f"veth {port.node} {port.dev} {port.mac} "
                   f"{peer.node} {peer.dev} {peer.mac} {fabric.mtu}")
    for switch in fabric.switches:
        yield f"{'router' if fabric.routed else 'bridge'} {switch}"
    switches, flooding = set(fabric.switches), {fabric.host_port(host).peer
                                                for host in fabric.dead}
    for port in fabric.ports.values():
        if port.node in switches and not fabric.routed:
            yield f"member {port.node} {port.dev} {port.node in flooding:d}"
        yield from _pfcctl(port.node, port.config.commands(port.dev))
    yield from receivers.orders(fabric)
    for host in fabric.dead:
        yield f"down {host} {fabric.host_port(host).dev}"


def _address(fabric, flow, tree):
    """Return: MAC and IP address of a flow's frames in one of the destination's trees"""
    if fabric.routed:
        return routing.first_mac(fabric, flow), fabric.address(flow.target, tree)
    return fabric.mac(flow.target, tree), fabric.address(flow.target)


def _flow(fabric, flow):
    one, other = fabric.host_port(flow.source), fabric.host_port(flow.target)
    mac, address = _address(fabric, flow, flow.trees[0])
    link = one.settings
    window = messages.QUEUED * flow.size + link["rate"] * link["delay"] // (8 * 10**9)
    stop, count = (flow.start, 0) if flow.tcp else (flow.stop, flow.values.get("count", 0))
    yield (f"flow {one.node} {one.dev} {other.node} "
           f"{receivers.device(fabric, other.node)} "
           f"{one.mac} {mac} {fabric.address(one.node)} {address} {flow.size} "
           f"{flow.dscp << 2 | flow.ecn} {flow.rate} {flow.start} {stop} "
           f"{flow.frames} {flow.period} {flow.jitter} {flow.seed} {flow.buffer}"
           f" {count} {window} {flow.values.get('gap', 0)}"
           f" {flow.values.get('last', 0)} {flow.values.get('ttl', flows.TTL)}"
           f" {flow.values.get('lost-after', 0)}")
    yield from senders.orders(fabric, flow)
    for other in () if flow.tcp else flow.after:
        yield f"after {flow.index} {other.index}"
    if len(flow.trees) > 1:
        for tree in flow.trees:
            yield " ".join((f"path {flow.index}", *_address(fabric, flow, tree)))


def _addresses(fabric):
    """Yields IP addresses and neighbour entries of all hosts, for sockets"""
    aliases = tcp.aliases(fabric)
    for host in fabric.hosts:
        port = fabric.host_port(host)
        for tree in (0, *aliases.get(host, ())):
            yield f"address {host} {port.dev} {fabric.address(host, tree)}"
        yield from routing.host_neighbours(fabric, port)


def _programs(fabric):
    for number, (node, start, _) in enumerate(fabric.programs, 1):
        yield f"program {node} {start} program.{number}"


def _rest(fabric):
    """Return: time without an arrival after which no frame will move, ns: longer than a pause"""
    speed = min(port.settings["speed"] for port in fabric.every_port.values())
    return max(REST_MIN, receivers.pause_time(speed) + REST_MIN // 10)


def _thawed(fabric):
    """Return: time at which no receiver is frozen, ns, not before the end of the run"""
    return max([fabric.duration, *(end for inner in fabric.inner.values()
                                   for _, end in inner.freeze)])


def orders(fabric):
    """Yields the lines of the plan.  A TCP flow is also a flow of UDP datagrams that ends when it
    starts: so flows have the same numbers everywhere."""
    forwarding = forward(fabric)
    yield f"seed {flows.seed(fabric, 'marking')}"
    yield from _nodes(fabric)
    yield from (order for time, order in fabric.commands if not time)
    yield from routing.tables(forwarding)
    yield from senders.telemetry(fabric)
    for flow in fabric.flows:
        yield from _flow(fabric, flow)
    for port, pause in fabric.pauses:
        prios = sum(1 << prio for prio in set(pause["prio"]))
        yield (f"pause {port.node} {port.dev} {prios} {pause['quanta']} "
               f"{pause['start']} {pause['stop']} {pause['period']}")
    yield from receivers.pauses(fabric)
    if routing.sockets(fabric):
        yield from _addresses(fabric)
    yield from _programs(fabric)
    yield from tcp.orders(fabric)
    for number, question in enumerate(fabric.questions, 1):
        yield f"program {question.node} {question.time} question.{number}"
    yield from capture.orders(fabric)
    yield from routing.changes(forwarding)
    patience = max((work.values.get("lost-after", 0) for work in fabric.workloads), default=0)
    yield f"run {fabric.duration} {fabric.sample} {patience} {_rest(fabric)} {_thawed(fabric)}"
