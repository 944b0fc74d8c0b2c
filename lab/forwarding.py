# SPDX-License-Identifier: GPL-2.0-only
"""Computes forwarding tables: shortest paths, or the configured path of a flow."""

from .units import Problem


def _distances(fabric, target):
    """Hops from every node to a host, through switches only"""
    distance, front = {target: 0}, [target]
    while front:
        node = front.pop(0)
        if node != target and node in fabric.hosts:
            continue
        for peer in fabric.neighbours[node]:
            if peer not in distance:
                distance[peer] = distance[node] + 1
                front.append(peer)
    return distance


def _shortest(fabric, target):
    """Return: {switch: next node} towards a host.

    The target's number selects one of several equally short paths, so that the paths
    to different targets are spread over the links.
    """
    distance = _distances(fabric, target)
    number = fabric.hosts.index(target)
    table = {}
    for switch in fabric.switches:
        best = [peer for peer in fabric.neighbours[switch]
                if distance.get(peer, -1) == distance.get(switch, 0) - 1]
        if best:
            table[switch] = best[number % len(best)]
    return table


def _follow_paths(fabric, tables):
    """Overrides the tables for flows with a configured path"""
    fixed = {}
    for flow in fabric.flows:
        if not flow.values["path"]:
            continue
        path = [flow.source, *flow.values["path"], flow.target]
        for node, following in zip(path, path[1:]):
            where = f"flow {flow.name}: path: {node}"
            if following not in fabric.neighbours[node]:
                raise Problem(f"{where} has no link to {following}")
            if node == flow.source:
                continue
            if fixed.setdefault((node, flow.target), following) != following:
                raise Problem(f"{where} has two next nodes for {flow.target}: {following} "
                              f"and, in the path of another flow, "
                              f"{fixed[node, flow.target]}")
            tables[flow.target][node] = following


def _walk(fabric, flow, table):
    path, node = [flow.source], fabric.neighbours[flow.source][0]
    while True:
        if node in path:
            raise Problem(f"flow {flow.name}: forwarding loop at {node}")
        path.append(node)
        if node == flow.target:
            return path
        if node not in table:
            raise Problem(f"flow {flow.name}: no path from {node} to {flow.target}")
        node = table[node]


def forward(fabric):
    """Sets the paths of all flows. Return: {target: {switch: next node}}"""
    fabric.neighbours = {node: [] for node in fabric.nodes}
    for port in fabric.ports.values():
        fabric.neighbours[port.node].append(port.peer)
    targets = (fabric.hosts if fabric.programs else
               dict.fromkeys(flow.target for flow in fabric.flows))
    tables = {target: _shortest(fabric, target) for target in targets}
    _follow_paths(fabric, tables)
    for flow in fabric.flows:
        flow.path = _walk(fabric, flow, tables[flow.target])
    return tables
