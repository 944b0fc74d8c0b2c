# SPDX-License-Identifier: GPL-2.0-only
"""Tests of paths and forwarding tables, without a kernel."""

import time
from collections import Counter
from pathlib import Path

import fat_tree
from lab import plan
from lab.fabric import Fabric, load
from lab.forwarding import forward

TOP = Path(__file__).resolve().parent.parent.parent


def forwarded(given):
    """Return: the fabric and its Forwarding"""
    fabric = Fabric(given)
    return fabric, forward(fabric)


def follow(fabric, forwarding, flow, tree, number=0):
    """Return: the nodes that a frame passes, by the tables of the switches only"""
    table = forwarding.trees[flow.target][tree].epoch(number, fabric.switches)
    path = [flow.source, fabric.host_port(flow.source).peer]
    while path[-1] != flow.target and path[-1] in table and len(path) < 20:
        path.append(table[path[-1]])
    return path


def spread(check, equal):
    """The hash uses all equal paths about equally, at each stage"""
    fabric, _ = forwarded(fat_tree.description(8, fat_tree.far))
    cores = Counter(flow.path[3] for flow in fabric.flows)
    equal("fat tree, k = 8: flows between pods use all cores", len(cores), 16)
    mean = len(fabric.flows) / 16	# 128; the standard deviation is below 12
    check("each core carries about the same number of flows",
          all(abs(count - mean) < 4 * mean ** 0.5 for count in cores.values()), cores)
    stages = Counter(flow.path[1:3][1] for flow in fabric.flows if flow.path[1] == "e1-1")
    equal("an edge switch uses all its links", len(stages), 4)
    for hop in range(1, 5):
        chosen = Counter(tuple(flow.path[hop:hop + 2]) for flow in fabric.flows)
        numbers = [count for count in chosen.values()]
        check(f"no link of stage {hop} has more than twice its share",
              max(numbers) < 2 * sum(numbers) / len(numbers), chosen.most_common(2))
    other, _ = forwarded(fat_tree.description(8, fat_tree.far, seed=2))
    check("another seed gives other paths", [flow.path for flow in fabric.flows] !=
          [flow.path for flow in other.flows])
    one, _ = forwarded(fat_tree.description(4, fat_tree.far, paths="destination"))
    targets = {}
    for flow in one.flows:
        targets.setdefault((flow.target, flow.path[1]), set()).add(tuple(flow.path[1:]))
    check("paths = destination: flows to one host share the path from a switch",
          all(len(ways) == 1 for ways in targets.values()))


def tables(check, equal):
    """Each flow's frames take its path by the tables of its destination's address"""
    fabric, forwarding = forwarded(fat_tree.description(8, fat_tree.far))
    equal("the tables lead each flow along its path",
          [flow.name for flow in fabric.flows
           if follow(fabric, forwarding, flow, flow.trees[0]) != flow.path], [])
    ring = {"duration": "5ms", "hosts": ["a", "b"], "switches": ["s", "x", "y", "t"],
            "links": [{"ends": ["a", "s"]}, {"ends": ["b", "t"]},
                      {"ends": [["s", "t"], ["x", "y"]]}]}
    fabric, forwarding = forwarded(ring | {"flows": [
        {"from": "a", "to": "b", "path": ["s", way, "t"]} for way in "xyx"]})
    equal("two flows to one host may have paths that diverge",
          [follow(fabric, forwarding, flow, flow.trees[0])[2] for flow in fabric.flows],
          ["x", "y", "x"])
    equal("flows with the same path share an address", [flow.trees for flow in fabric.flows],
          [[0], [1], [0]])
    fabric, forwarding = forwarded(ring | {"flows": [
        {"from": "a", "to": "b", "paths": "spray"}, {"from": "a", "to": "b", "via": "y"}]})
    equal("a sprayed flow has all paths", sorted(follow(
        fabric, forwarding, fabric.flows[0], tree)[2] for tree in fabric.flows[0].trees),
          ["x", "y"])
    equal("via selects a path", fabric.flows[1].path, ["a", "s", "y", "t", "b"])
    fabric, _ = forwarded(fat_tree.description(8, lambda hosts: [(hosts[0], hosts[-1])],
                                               paths="spray"))
    equal("fat tree, k = 8: a sprayed flow has 16 paths",
          len({tuple(path) for path in fabric.flows[0].paths_used}), 16)


def failures(check, equal):
    """After a failure all flows avoid the link, and only flows that used it change their path"""
    given = fat_tree.description(4, fat_tree.far, failures=[
        {"ends": ["a1-1", "c1-1"], "down": "1ms", "up": "3ms", "reconverge": "500us"}])
    fabric, forwarding = forwarded(given)
    equal("times of the changes", [epoch.start for epoch in forwarding.epochs],
          [0, 1500000, 3500000])
    before, during, after = ([follow(fabric, forwarding, flow, flow.trees[0], number)
                              for flow in fabric.flows] for number in range(3))
    broken = [i for i, path in enumerate(before)
              if {"a1-1", "c1-1"} in map(set, zip(path, path[1:]))]
    check("some flows use the link", len(broken) > 3, len(broken))
    equal("all flows reach their destination during the failure",
          [path for path, flow in zip(during, fabric.flows) if path[-1] != flow.target], [])
    check("no flow uses the link during the failure", not any(
        {"a1-1", "c1-1"} in map(set, zip(path, path[1:])) for path in during))
    equal("only flows over the link change their path",
          [i for i, path in enumerate(during) if path != before[i]], broken)
    equal("after the recovery all flows take their first path", after, before)
    timed = [order.split()[:3] for order in plan.orders(fabric) if order.startswith("at ")]
    equal("the link goes down and up at both ends at its times",
          [words[1] for words in timed if words[2] in ("down", "up")],
          ["1000000"] * 2 + ["3000000"] * 2)
    check("entries change when the fabric has converged",
          {words[1] for words in timed if words[2] == "fdb"} == {"1500000", "3500000"})


def speed(check, _equal):
    """The time to check a description is linear in its number of flows"""
    given = {"duration": "5ms", "hosts": ["h[1-64]"], "switches": ["leaf[1-8]", "spine[1-4]"],
             "links": [{"ends": [f"h[{8 * n + 1}-{8 * n + 8}]", f"leaf{n + 1}"]}
                       for n in range(8)] + [{"ends": ["leaf[1-8]", "spine[1-4]"]}],
             "flows": [{"from": "h[1-64]", "to": "h[1-64]"}]}
    begin = time.process_time()
    orders = sum(order.startswith("flow") for order in plan.orders(Fabric(given)))
    spent = time.process_time() - begin
    check("4032 flows are checked and translated within 4 s", orders == 4032 and spent < 4,
          f"{orders} flows, {spent:.2f} s")


def names(_check, equal):
    """Ranges of names"""
    for text, wanted in (("h[1-4]", ["h1", "h2", "h3", "h4"]),
                         ("h[01-04]", ["h01", "h02", "h03", "h04"]),
                         ("h[08-11]-x", ["h08-x", "h09-x", "h10-x", "h11-x"]),
                         ("h[0-2]", ["h0", "h1", "h2"])):
        fabric = Fabric({"duration": "5ms", "hosts": text, "switches": ["s"],
                         "links": [{"ends": [text, "s"]}]})
        equal(f"{text} stands for", fabric.hosts, wanted)
    fabric = Fabric({"duration": "5ms", "hosts": ["a", "b"], "switches": ["s"],
                     "links": [{"ends": [["a", "b"], "s"]}], "flows": [
                         {"from": "a", "to": "b", "name": name} for name in
                         ("x", "x#2", "x", "x")]})
    equal("equal names of flows get a number", [flow.name for flow in fabric.flows],
          ["x", "x#2", "x#3", "x#4"])


def seeds(_check, equal):
    """Flows of a table with a seed have different ones, and the same in each run"""
    given = {"duration": "5ms", "hosts": ["a", "b", "c"], "switches": ["s"],
             "links": [{"ends": [["a", "b", "c"], "s"]}],
             "flows": [{"from": hosts, "to": "c", "seed": 5} for hosts in (["a", "b"], "a")]}
    found = [[flow.seed for flow in Fabric(given).flows] for _ in range(2)]
    equal("seeds of flows", [len(set(found[0])), found[0][2], found[0]], [3, 5, found[1]])


def examples(_check, equal):
    """All descriptions in the repository are valid"""
    found = sorted((TOP / "lab").glob("e*/*.toml"))
    equal("descriptions of examples and experiments that have no plan", [
        str(path) for path in found if not list(plan.orders(load(path)))], [])
    equal("number of examples", len([path for path in found if path.parent.name == "examples"]), 8)


def cases(check, equal):
    """All tests of this file"""
    for test in (names, seeds, spread, tables, failures, speed, examples):
        test(check, equal)
