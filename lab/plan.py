# SPDX-License-Identifier: GPL-2.0-only
"""Translates a fabric to the plan, the orders that the simulator executes."""

from . import routing
from .forwarding import forward

MBIT = 10**6
FLAT = ("pause-time", "queue-limit", "default-prio")
WATCHDOG = ("detection-time", "restoration-time", "action")
GROUP = ("xoff", "xon", "headroom", "limit", "min", "alpha", "xon-offset")


def _words(settings, keys):
    return "".join(f" {key} {settings[key]}" for key in keys if key in settings)


def _map(values):
    return "".join(f" {key}:{value}" for key, value in values.items())


def _port(port):
    """Yields the pfcctl commands that configure a port"""
    settings = port.settings
    line = (f"port add dev {port.dev} rate {settings['rate']} "
            f"speed {settings['speed'] // MBIT}")
    if settings["delay"]:
        line += f" delay {settings['delay']}ns"
    yield line + _words(settings, FLAT)
    if "port-group" in settings:
        yield f"port set dev {port.dev} port-group {settings['port-group']}"
    for key in ("dscp-prio", "prio-pg", "bounce-prio", "bounce-dscp"):
        if settings.get(key):
            yield f"map set dev {port.dev} {key}{_map(settings[key])}"
    if "flood-lossless" in settings:
        yield f"map set dev {port.dev} flood-lossless {settings['flood-lossless']}"
    if settings.get("classes") == "strict":
        yield f"ets set dev {port.dev} tc-tsa all:strict tc-bw all:0"
    if any(key in settings for key in GROUP):
        yield f"pg set dev {port.dev} pg all{_words(settings, GROUP)}"
    for group, values in port.groups.items():
        yield f"pg set dev {port.dev} pg {group}{_words(values, GROUP)}"
    if settings.get("prio-pfc"):
        on = {prio: "on" for prio in settings["prio-pfc"]}
        yield f"pfc set dev {port.dev} prio-pfc{_map(on)}"
    if settings.get("prio-watchdog"):
        yield from _watchdog(port)


def _watchdog(port):
    settings = dict(port.settings)
    for key in ("detection-time", "restoration-time"):
        if isinstance(settings.get(key), int):
            settings[key] = f"{settings[key]}ns"
    on = {prio: "on" for prio in settings["prio-watchdog"]}
    yield (f"watchdog set dev {port.dev} prio-watchdog{_map(on)}" +
           _words(settings, WATCHDOG))


def _nodes(fabric):
    for node in fabric.nodes:
        yield f"node {node}"
        if fabric.pool is not None:
            yield f"pfcctl {node} pool set size {fabric.pool}"
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
        yield from (f"pfcctl {port.node} {line}" for line in _port(port))
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
    yield (f"flow {one.node} {one.dev} {other.node} {other.dev} "
           f"{one.mac} {mac} {fabric.address(one.node)} {address} {flow.size} "
           f"{flow.dscp << 2 | flow.ecn} {flow.rate} {flow.start} {flow.stop} "
           f"{flow.frames} {flow.period} {flow.jitter} {flow.seed} {flow.buffer}")
    if len(flow.trees) > 1:
        for tree in flow.trees:
            yield " ".join((f"path {flow.index}", *_address(fabric, flow, tree)))


def _programs(fabric):
    """Yields IP addresses and neighbour entries of all hosts, and the programs"""
    ports = [fabric.host_port(host) for host in fabric.hosts]
    for port in ports:
        yield f"address {port.node} {port.dev} {fabric.address(port.node)}"
        gateway = fabric.ports[f"{port.peer}:{port.node}"]
        for peer in ports:
            if peer != port:
                direct = not fabric.routed or peer is gateway
                yield (f"neighbour {port.node} {port.dev} {fabric.address(peer.node)} "
                       f"{(peer if direct else gateway).mac}")
    for number, (node, start, _) in enumerate(fabric.programs, 1):
        yield f"program {node} {start} program.{number}"


def orders(fabric):
    """Yields the lines of the plan"""
    forwarding = forward(fabric)
    yield from _nodes(fabric)
    yield from routing.tables(forwarding)
    for flow in fabric.flows:
        yield from _flow(fabric, flow)
    for port, pause in fabric.pauses:
        prios = sum(1 << prio for prio in set(pause["prio"]))
        yield (f"pause {port.node} {port.dev} {prios} {pause['quanta']} "
               f"{pause['start']} {pause['stop']} {pause['period']}")
    if fabric.programs:
        yield from _programs(fabric)
    for number, question in enumerate(fabric.questions, 1):
        yield f"program {question.node} {question.time} question.{number}"
    yield from routing.changes(forwarding)
    yield f"run {fabric.duration} {fabric.sample}"
