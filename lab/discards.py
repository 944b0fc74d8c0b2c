# SPDX-License-Identifier: GPL-2.0-only
"""Frames that nodes discard because the link of the egress port is down.

Neither a bridge nor a host counts these frames, nor does a router the frames to a dead host.  So
their number is that of the frames which reach the node, minus those that it sends, drops with a
counter, or still holds.
"""

from . import senders

IN_FLIGHT = "tx_drop_delay"	# sent, and lost on the link because the port went down


def _by_port(outcome):
    """Return: {port: [frames that left its queues, lost in flight, dropped or waiting]}"""
    result = {name: [0, 0, 0] for name in outcome.fabric.every_port}
    for key, count in outcome.at_rest().items():
        if len(key) != 4:
            continue
        port, kind, _, name = key
        if kind == "queue" and name == "tx_packets":
            result[port][0] += count
        elif name == IN_FLIGHT:
            result[port][1] += count
        elif name == "backlog_packets" or outcome.is_drop(key):
            result[port][2] += count
    return result


def by_node(outcome):
    """Return: {node: frames discarded} of the nodes with a link that fails, and of the routers
    next to dead hosts"""
    fabric, ports = outcome.fabric, _by_port(outcome)
    nodes = {node for failure in fabric.failures for node in failure.ends
             if node in fabric.numbers or not fabric.routed}
    if fabric.routed:
        nodes |= {fabric.host_port(host).peer for host in fabric.dead}
    result = {node: -outcome.router_drops(node) for node in nodes}
    for flow in fabric.flows:
        replies, arrived = senders.control_frames(outcome, flow)
        if flow.source in nodes:
            result[flow.source] += outcome.flow_at_rest(flow.name, "sent") - arrived
        if flow.target in nodes:
            result[flow.target] -= outcome.flow_at_rest(flow.name, "received") - replies
    for name, (left, lost, held) in ports.items():
        node, peer = name.split(":")
        if name in fabric.inner:	# what left the NIC has been received
            left = lost = 0
        if node in nodes:
            result[node] -= left + held
        if peer in nodes:
            result[peer] += left - lost
    return {node: count for node, count in result.items() if count}
