# SPDX-License-Identifier: GPL-2.0-only
"""Compares an answer of "pfcctl why" with the truth of the scenario."""

import typing

CLASSES = ("incast", "slow-receiver", "storm", "cycle", "neighbour", "setting")


class Root(typing.NamedTuple):
    """A root in the terms of the description: class, ports NODE:PEER, priority, names of flows"""

    kind: str
    ports: tuple
    prio: int
    flows: tuple


class Verdict(typing.NamedTuple):
    """The comparison: roots in the answer, the one with the true class and port or None, flows
    that matter, and an error or None"""

    roots: list
    hit: Root
    wanted: list
    error: str

    @property
    def first(self):
        """Class of the first root, which is the worst; "none" without roots"""
        if self.error:
            return "error"
        return self.roots[0].kind if self.roots else "none"


def _port(outcome, asked, end):
    """Return: name of the port with a namespace and a device, or a text that is no port's name"""
    node, dev = end.get("netns") or asked, end.get("dev")
    return next((name for name, port in outcome.fabric.ports.items()
                 if (port.node, port.dev) == (node, dev)), f"{node} {dev}")


def _flow(outcome, flow):
    """Return: name of the flow with the addresses and ports, or a text that is no flow's name"""
    for known in outcome.fabric.flows:
        address = outcome.fabric.address
        if (flow.get("src"), flow.get("dst"), flow.get("src_port")) == (
                address(known.source), address(known.target), known.index):
            return known.name
    return f"{flow.get('src')} to {flow.get('dst')}, port {flow.get('src_port')}"


def _root(outcome, asked, root):
    ends = root.get("ports") if root["class"] == "cycle" else [root]
    prio = ends[0].get("prio", root.get("prio"))
    return Root(root["class"], tuple(_port(outcome, asked, end) for end in ends), prio,
                tuple(dict.fromkeys(_flow(outcome, flow) for flow in root.get("flows", []))))


def turned(ports, wanted):
    """Whether a list of ports is another, beginning at any of its ports"""
    return any(list(ports) == wanted[i:] + wanted[:i] for i in range(len(wanted)))


def judge(scenario, outcome):
    """Return: the Verdict"""
    truth, answer = scenario.truth, outcome.answers()["why"]
    if "roots" not in answer:
        return Verdict([], None, truth.flows, answer.get("error", "no roots in the answer"))
    try:
        roots = [_root(outcome, scenario.asked, root) for root in answer["roots"]]
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        return Verdict([], None, truth.flows, f"unexpected answer: {error!r}")
    hit = next((root for root in roots if root.kind == truth.kind and root.prio == truth.prio
                and turned(root.ports, truth.ports)), None)
    return Verdict(roots, hit, truth.flows, None)
