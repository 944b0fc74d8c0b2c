# SPDX-License-Identifier: GPL-2.0-only
"""The description of a fat tree, for tests of paths."""


def description(k, pairs, **more):
    """Return: a fat tree of switches with k ports; pairs: (source, target) of each flow

    Hosts hP-E-N, edge switches eP-E and aggregation switches aP-A of pod P, cores cA-N.
    """
    half = range(1, k // 2 + 1)
    pods = range(1, k + 1)
    hosts = [f"h{p}-{e}-{n}" for p in pods for e in half for n in half]
    links = [{"ends": [[f"h{p}-{e}-{n}" for n in half], f"e{p}-{e}"]} for p in pods for e in half]
    links += [{"ends": [[f"e{p}-{e}" for e in half], [f"a{p}-{a}" for a in half]]} for p in pods]
    links += [{"ends": [f"a{p}-{a}", [f"c{a}-{n}" for n in half]]} for p in pods for a in half]
    switches = [f"{kind}{p}-{x}" for kind in "ea" for p in pods for x in half]
    switches += [f"c{a}-{n}" for a in half for n in half]
    return {"duration": "5ms", "hosts": hosts, "switches": switches, "links": links,
            "flows": [{"from": one, "to": other} for one, other in pairs(hosts)]} | more


def far(hosts):
    """Pairs of each host with all hosts of the pod half way round"""
    size = len(hosts)
    pod = round((4 * size) ** (2 / 3)) // 4	# hosts: k^3 / 4, of a pod: k^2 / 4
    for i, host in enumerate(hosts):
        start = (i // pod * pod + size // 2) % size
        for other in hosts[start:start + pod]:
            yield host, other
