# SPDX-License-Identifier: GPL-2.0-only
"""Computes the path of each flow, and the forwarding tables of the switches.

Switches forward by destination.  So that two flows to one host can take different paths, a host
has several addresses, and each address has a forwarding table of its own: its tree.  A flow uses
the first tree of its destination that does not contradict its path.  A sprayed flow uses one tree
for each of its paths.

The tables change when the fabric has converged after the failure or recovery of a link, and when
a configured route begins.  An epoch is the time between two such changes.
"""

import typing

from . import paths
from .units import Problem


class Epoch(typing.NamedTuple):
    """Time in which no table changes; start: ns; graph: without the links that the switches avoid;
    routes: {target: {switch: next node}}"""

    start: int
    graph: dict
    routes: dict


def _graph(fabric, start):
    """Return: {node: neighbours} as the switches know it at this time"""
    gone = {frozenset(failure.ends) for failure in fabric.failures
            if failure.avoided <= start < failure.used_again}
    graph = {node: [] for node in fabric.nodes}
    for port in fabric.ports.values():
        if frozenset((port.node, port.peer)) not in gone:
            graph[port.node].append(port.peer)
    return graph


def _epochs(fabric):
    starts = {0} | {route.start for route in fabric.routes}
    for failure in fabric.failures:
        starts |= {failure.avoided, failure.used_again}
    result = []
    for start in sorted(starts):
        if start and start >= fabric.duration:
            break
        routes = {}
        for route in fabric.routes:	# in the order of their start
            if route.start <= start:
                routes.setdefault(route.target, {})[route.node] = route.following
        result.append(Epoch(start, _graph(fabric, start), routes))
    return result


class Tree:
    """The forwarding table of one address of a host: {(number of the epoch, switch): next}"""

    def __init__(self):
        self.following = {}

    def fits(self, wanted):
        """Whether a table can be added without a contradiction"""
        return all(self.following.get(key, node) == node for key, node in wanted.items())

    def epoch(self, number, switches):
        """Return: {switch: next node} in one epoch, in the order of the switches"""
        return {switch: self.following[number, switch] for switch in switches
                if (number, switch) in self.following}


class Forwarding:
    """The forwarding tables of a fabric: epochs, and {target: [Tree]}"""

    def __init__(self, fabric):
        self.fabric, self.epochs = fabric, _epochs(fabric)
        self.hosts = set(fabric.hosts)
        self.hops = {}	# (number of the epoch, target): next hops
        targets = (fabric.hosts if fabric.programs else
                   dict.fromkeys([flow.target for flow in fabric.flows] +
                                 [flow.source for flow in fabric.flows if flow.sender or flow.tcp]))
        self.trees = {target: [] for target in targets}
        # TCP flows first, so that they need few addresses beside the first one of a host
        for flow in sorted(fabric.flows, key=lambda flow: not flow.tcp):
            self._place(flow)
        # Tables of all switches for all hosts are much larger than those that the flows use.
        # Replies to a sender go to the first address of its host.
        if (fabric.programs or fabric.questions or fabric.commands or fabric.dead or
                len(self.epochs) > 1 or
                any(flow.sender or flow.tcp for flow in fabric.flows)):
            for target, trees in self.trees.items():
                self._fill(target, trees)

    def _next_hops(self, number, target):
        """Return: the next hops in an epoch, with the configured routes"""
        if (number, target) not in self.hops:
            epoch = self.epochs[number]
            self.hops[number, target] = paths.Hops(epoch.graph, self.hosts, target,
                                                   epoch.routes.get(target, {}))
        return self.hops[number, target]

    def _key(self, flow):
        """What the hash of a flow's path depends on, in addition to the switch"""
        if flow.paths == "destination":
            return (self.fabric.seed, flow.target)
        return (self.fabric.seed, flow.source, flow.target, flow.index)

    def _fixed(self, flow):
        """Return: the configured path of a flow"""
        path = [flow.source, *flow.values["path"], flow.target]
        graph = self.epochs[0].graph
        for node, following in zip(path, path[1:]):
            if following not in graph[node]:
                raise Problem(f"{flow.where}: {flow.name}: path: {node} has no link to {following}")
        self._check_loop(flow, path)
        return path

    def _via(self, flow, number):
        """Return: a shortest path by way of the switches in "via", or None"""
        path, stops = [flow.source], [*flow.values["via"], flow.target]
        for stop in stops:
            part = paths.walk(path[-1], stop, self._next_hops(number, stop), *self._key(flow))
            if not part:
                return None
            path += part[1:]
        self._check_loop(flow, path)
        return path

    def _check_loop(self, flow, path):
        again = next((node for i, node in enumerate(path) if node in path[:i]), None)
        if again and not self.fabric.routed:
            raise Problem(f"{flow.where}: {flow.name}: forwarding loop at {again}; only a fabric with "
                          "routed = true may have loops")

    def _paths(self, flow, number):
        """Return: all paths that a flow uses in an epoch; empty without a path"""
        if flow.values["path"]:
            return [self._fixed(flow)]
        path = self._via(flow, number) if flow.values["via"] else None
        if path:
            return [path]
        if flow.values["via"] and not number:
            raise Problem(f"{flow.where}: {flow.name}: no path by way of "
                          f"{', '.join(flow.values['via'])}")
        hops = self._next_hops(number, flow.target)
        if flow.paths == "spray" and not self.epochs[number].routes.get(flow.target):
            return paths.every(flow.source, flow.target, hops, *self._key(flow))
        path = paths.walk(flow.source, flow.target, hops, *self._key(flow))
        if path:
            self._check_loop(flow, path)
        return [path] if path else []

    def _place(self, flow):
        """Sets the paths and trees of a flow"""
        used = [self._paths(flow, number) for number in range(len(self.epochs))]
        if not used[0]:
            raise Problem(f"{flow.where}: {flow.name}: no path from {flow.source} to {flow.target}: "
                          "they are not connected")
        flow.paths_used = used[0]
        flow.trees = []
        for slot in range(max(map(len, used))):
            first, wanted = used[0][slot % len(used[0])], {}
            for number, usable in enumerate(used):
                # A path that still exists stays in use
                path = first if first in usable else usable and usable[slot % len(usable)]
                for node, following in zip((path or [])[1:], (path or [])[2:]):
                    wanted[number, node] = following
            flow.trees.append(self._tree(flow.target, wanted))
        flow.trees = list(dict.fromkeys(flow.trees))

    def _tree(self, target, wanted):
        """Adds a table to the first tree that it does not contradict. Return: number of the tree"""
        trees = self.trees[target]
        number = next((i for i, tree in enumerate(trees) if tree.fits(wanted)), len(trees))
        if number == len(trees):
            trees.append(Tree())
        trees[number].following.update(wanted)
        return number

    def _fill(self, target, trees):
        """Completes the first tree of a host, which its own address uses.  Programs use it, and so
        do the copies of frames to a dead host, which need an entry in each tree.  Frames that are
        in flight when the paths change also meet switches which are not on their path, and pfcctl
        reads the tables."""
        if not trees:
            trees.append(Tree())
        for tree in trees if target in self.fabric.dead else trees[:1]:
            for number in range(len(self.epochs)):
                hops = self._next_hops(number, target)
                for switch in self.fabric.switches:
                    if candidates := hops.get(switch):
                        tree.following.setdefault((number, switch), paths.pick(
                            candidates, self.fabric.seed, target, switch))


def forward(fabric):
    """Sets the paths of all flows. Return: the Forwarding"""
    return Forwarding(fabric)
