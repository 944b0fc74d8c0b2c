# SPDX-License-Identifier: GPL-2.0-only
"""Translates forwarding tables and their changes to orders of the plan: FDB entries of bridges, or
routes of routers."""

from . import changes as changes_of, tcp
from .settings import Command


def _gateway(port):
    """The address of a port that the routes of its peer name; no frame contains it"""
    number = int(port.mac[9:].replace(":", ""), 16)	# of the link, and 1 or 2 for the end
    return f"169.{254 - (number >> 16)}.{number >> 8 & 255}.{number & 255}"


def first_mac(fabric, flow):
    """The MAC address to which the source of a flow sends: its router, or the destination itself"""
    port = fabric.host_port(flow.source)
    return fabric.ports[f"{port.peer}:{port.node}"].mac


def _neighbour(fabric, port):
    """The order for the neighbour entry of a router's port"""
    peer = fabric.ports[f"{port.peer}:{port.node}"]
    return f"neighbour {port.node} {port.dev} {_gateway(peer)} {peer.mac}"


def _entry(fabric, target, tree, switch, following):
    """The order for one entry of a forwarding table"""
    port = fabric.ports[f"{switch}:{following}"]
    if not fabric.routed:
        return f"fdb {switch} {port.dev} {fabric.mac(target, tree)}"
    peer = fabric.ports[f"{following}:{switch}"]
    return f"route {switch} {port.dev} {fabric.address(target, tree)} {_gateway(peer)}"


def _entries(forwarding, number):
    """Yields (target, tree, switch, next node) of all entries in an epoch"""
    fabric = forwarding.fabric
    for target, trees in forwarding.trees.items():
        for i, tree in enumerate(trees):
            for switch, following in tree.epoch(number, fabric.switches).items():
                if following not in fabric.dead or fabric.routed:
                    # the switch next to a dead host has no FDB entry for that host
                    yield target, i, switch, following


def tables(forwarding):
    """Yields the orders for the tables at the start"""
    fabric = forwarding.fabric
    if fabric.routed:
        for switch in fabric.switches:
            for port in fabric.ports.values():
                if port.node == switch:
                    yield _neighbour(fabric, port)
    # By port: the simulator enters the network namespace of each switch only once, and finds the
    # index of each device only once
    number = {switch: i for i, switch in enumerate(fabric.switches)}
    for entry in sorted(_entries(forwarding, 0), key=lambda entry: (number[entry[2]], entry[3])):
        yield _entry(fabric, *entry)


def _restored(forwarding, port):
    """Yields the orders for what a router's port that comes up again needs at once: the entries
    that the kernel has deleted, except routes by way of another router"""
    fabric = forwarding.fabric
    yield _neighbour(fabric, port)
    for i in range(len(forwarding.trees.get(port.peer, []))):
        yield _entry(fabric, port.peer, i, port.node, port.peer)


def sockets(fabric):
    """Return: whether hosts use their IP stack"""
    return bool(fabric.programs) or tcp.used(fabric)


def host_neighbours(fabric, port):
    """Yields the orders for the neighbour entries of a host: all other hosts.  Bridges forward by MAC
    addresses, so there each tree has its own."""
    gateway, aliases = fabric.ports[f"{port.peer}:{port.node}"], tcp.aliases(fabric)
    for host in fabric.hosts:
        peer = fabric.host_port(host)
        if peer != port:
            for tree in (0, *aliases.get(host, ())):
                mac = gateway.mac if fabric.routed and peer is not gateway else fabric.mac(
                    host, 0 if fabric.routed else tree)
                yield f"neighbour {port.node} {port.dev} {fabric.address(host, tree)} {mac}"


def _links(forwarding):
    """Yields (time, order) of failures and recoveries"""
    fabric = forwarding.fabric
    for failure in fabric.failures:
        one, other = failure.ends
        ports = fabric.ports[f"{one}:{other}"], fabric.ports[f"{other}:{one}"]
        for time, what in ((failure.down, "down"), (failure.up, "up"), (failure.up, "settle")):
            for port in ports:
                yield time, f"{what} {port.node} {port.dev}"
        for port in ports:	# the kernel has deleted the entries of the port
            orders = ()
            if port.node in fabric.numbers:
                orders = host_neighbours(fabric, port) if sockets(fabric) else ()
            elif fabric.routed:
                orders = _restored(forwarding, port)
            yield from ((failure.up, order) for order in orders)


def _updates(forwarding):
    """Yields (time, order) of the entries that change in each epoch"""
    fabric = forwarding.fabric
    now = {entry[:3]: entry[3] for entry in _entries(forwarding, 0)}
    changed = {}	# switch: time of its last change
    for number, epoch in enumerate(forwarding.epochs[1:], 1):
        lost = set()	# ports whose entries the kernel has deleted since they went down
        for failure in fabric.failures if fabric.routed else []:
            if failure.used_again == epoch.start:
                lost |= {failure.ends, failure.ends[::-1]}
        for switch in fabric.switches:
            changed[switch] = max(changed.get(switch, 0), epoch.start + changes_of.own_delay(
                fabric, epoch.start, switch))
        for *where, following in _entries(forwarding, number):
            key = tuple(where)
            if now.get(key) != following or (key[2], following) in lost:
                yield changed[key[2]], _entry(fabric, *key, following)
            now[key] = following


def changes(forwarding):
    """Yields the orders for all changes during the run, in the order of their times"""
    fabric = forwarding.fabric
    timed = [*_links(forwarding), *_updates(forwarding),
             *(command for command in fabric.commands if command[0])]
    for time, order in sorted(timed, key=lambda change: change[0]):
        if time < fabric.duration:
            yield Command.at(getattr(order, "where", ""), f"at {time} {order}")
