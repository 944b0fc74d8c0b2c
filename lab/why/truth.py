# SPDX-License-Identifier: GPL-2.0-only
"""The truth of a scenario, computed from its description only.

Rules:

* The class and the root port are those for which the generator has drawn rates and pauses.  The
  generator keeps a margin from every limit, so that the class cannot be another one: see the
  comments of the generator's functions.
* A flow matters if its path contains the root port and its priority is that of the anomaly.  In a
  cycle, a flow matters if its path contains at least one port of the cycle.
* A scenario without an anomaly has no root and no flow that matters.
"""

import typing

from ..fabric import Fabric
from ..forwarding import forward


class Truth(typing.NamedTuple):
    """class: class of the root, "none" without anomaly; ports: the root port NODE:PEER, for a
    cycle all its ports in the order of waiting; prio: priority; flows: names of the flows that
    matter; time: of the question, ns"""

    kind: str
    ports: list
    prio: int
    flows: list
    time: int


class Scenario(typing.NamedTuple):
    """A description with its truth; asked: the node at which the question is asked; port: the
    port that the question names, or None"""

    name: str
    sort: str
    given: dict
    truth: Truth
    asked: str
    port: str


def priority(flow):
    """The priority of a flow with the module's default map of DSCPs"""
    return flow.dscp >> 3


def passes(flow, ports):
    """Whether a flow passes at least one of the ports"""
    steps = {f"{here}:{there}" for here, there in zip(flow.path, flow.path[1:])}
    return not steps.isdisjoint(ports)


def scenario(name, sort, net, given, kind, *, ports, time, asked, port=None):
    """Completes a scenario: adds the question to the description and computes the truth"""
    given["questions"] = [{"name": "why", "at": asked, "time": f"{time}ns", "ask":
                           f"why dev {{{port}}} prio {net.prio}" if port else "why"}]
    fabric = Fabric(given)
    forward(fabric)
    flows = [flow.name for flow in fabric.flows
             if passes(flow, ports) and priority(flow) == net.prio and flow.start < time]
    return Scenario(name, sort, given, Truth(kind, ports, net.prio, flows, time), asked, port)
