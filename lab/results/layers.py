# SPDX-License-Identifier: GPL-2.0-only
"""Places the nodes of a fabric in layers: hosts at the bottom, then the switches by their distance
from the nearest host.  So the layers of a leaf-spine fabric and of a fat tree are its stages."""


def links(fabric):
    """Return: [(port, port)], each link once"""
    ports = fabric.ports
    return [(port, ports[f"{port.peer}:{port.node}"]) for port in ports.values()
            if port.mac < ports[f"{port.peer}:{port.node}"].mac]


def neighbours(fabric):
    """Return: {node: nodes}"""
    result = {node: [] for node in fabric.nodes}
    for port in fabric.ports.values():
        result[port.node].append(port.peer)
    return result


def _distances(fabric, linked):
    found, wave = dict.fromkeys(fabric.hosts, 0), list(fabric.hosts)
    while wave:
        following = []
        for node in wave:
            for peer in linked[node]:
                if peer not in found:
                    found[peer] = found[node] + 1
                    following.append(peer)
        wave = following
    return found


def _spread(layer):
    """Return: {node: x from 0 to 1}, at equal distances"""
    return {node: (i + 0.5) / len(layer) for i, node in enumerate(layer)}


def _together(fabric):
    """Return: the hosts, those of the same switch next to each other"""
    first = {}
    for i, host in enumerate(fabric.hosts):
        first.setdefault(fabric.host_port(host).peer, i)
    return sorted(fabric.hosts, key=lambda host: first[fabric.host_port(host).peer])


def arrange(fabric):
    """Return: [layers], the hosts first; each a list of nodes from left to right

    A node is above the middle of its neighbours in the layer below.  Nodes with the same middle,
    such as those of a pod, keep the order of the description.
    """
    linked = neighbours(fabric)
    distances = _distances(fabric, linked)
    unlinked = max(distances.values(), default=0) + 1	# switches without a path to a host
    layers = [_together(fabric)]
    for distance in range(1, unlinked + 1):
        below = _spread(layers[-1])
        def middle(node, below=below):
            known = [below[peer] for peer in linked[node] if peer in below]
            return round(sum(known) / len(known), 9) if known else 0.5
        layer = [node for node in fabric.switches if distances.get(node, unlinked) == distance]
        if layer:
            layers.append(sorted(layer, key=middle))
    return layers


def places(layers):
    """Return: {node: (x, y)}; x from 0 to 1, y the number of the layer"""
    return {node: (x, y) for y, layer in enumerate(layers)
            for node, x in _spread(layer).items()}
