# SPDX-License-Identifier: GPL-2.0-only
"""Shortest paths in a graph, and the choice between equal ones by a hash.

A graph is a dictionary {node: [neighbours]}.  Paths lead through switches only: a host is the
first or the last node of a path.
"""

import hashlib
from collections import Counter, deque

ALL_PATHS = 64	# most paths of a sprayed flow


def _distances(graph, hosts, target):
    """Return: {node: hops to the target}, of the nodes that have a path to it"""
    distance, front = {target: 0}, deque([target])
    while front:
        node = front.popleft()
        if node != target and node in hosts:
            continue
        for peer in graph[node]:
            if peer not in distance:
                distance[peer] = distance[node] + 1
                front.append(peer)
    return distance


class Hops:
    """The next nodes on shortest paths to a target, and those that routes {node: next} name.

    A large fabric asks for the next hops of a few of its nodes only, so they are computed when
    they are asked for.
    """

    def __init__(self, graph, hosts, target, routes):
        self.graph, self.hosts, self.target = graph, hosts, target
        self.distance = _distances(graph, hosts, target)
        self.known = {node: [following] for node, following in routes.items()}

    def get(self, node, default=None):
        """Return: [neighbours that are one hop nearer to the target], or the default without a
        path"""
        if node not in self.known:
            if not self.distance.get(node):
                return default
            near = self.distance[node] - 1
            self.known[node] = [peer for peer in self.graph[node]
                                if self.distance.get(peer) == near and
                                (peer == self.target or peer not in self.hosts)]
        return self.known[node]


def pick(candidates, *key):
    """Chooses one of the candidates by a hash of the key.

    The candidate with the highest hash wins.  So if one of them disappears, only the keys that
    had chosen it choose another.  The hash contains the names of the candidate and of the switch
    that chooses (in the key), so the choices of two switches do not depend on each other.
    Otherwise a switch behind another would use only some of its links.
    """
    if len(candidates) == 1:
        return candidates[0]
    text = "/".join(map(str, key))
    return max(candidates, key=lambda name: hashlib.blake2b(
        f"{text}/{name}".encode(), digest_size=8).digest())


def walk(source, target, hops, *key):
    """Return: the nodes of one path, chosen by the key, or None without a path; hops: Hops.  If the
    routes go in a circle, the path ends with the first node that it reaches for the second time."""
    path = [source]
    while path[-1] != target:
        candidates = hops.get(path[-1])
        if not candidates:
            return None
        path.append(pick(candidates, *key, path[-1]))
        if path[-1] in path[:-1]:
            break
    return path


def count(source, target, hops):
    """Return: the number of shortest paths"""
    front = {source: 1}	# nodes at the same distance, and the number of paths to each
    while front and target not in front:
        following = Counter()
        for node, number in front.items():
            for peer in hops.get(node, []):
                following[peer] += number
        front = following
    return front.get(target, 0)


def every(source, target, hops, *key):
    """Return: all shortest paths; if they are more than ALL_PATHS, as many of them, chosen by the
    key"""
    if count(source, target, hops) > ALL_PATHS:
        paths = (tuple(walk(source, target, hops, *key, number))
                 for number in range(ALL_PATHS))
        return [list(path) for path in dict.fromkeys(paths)]
    paths = [[source]]
    while paths and paths[0][-1] != target:
        paths = [path + [peer] for path in paths for peer in hops.get(path[-1], [])]
    return paths
