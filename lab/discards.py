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


def _with_discards(fabric):
    """Return: the nodes that may discard frames without a counter"""
    nodes = {node for failure in fabric.failures for node in failure.ends
             if node in fabric.numbers or not fabric.routed}
    if fabric.routed:
        nodes |= {fabric.host_port(host).peer for host in fabric.dead}
    return nodes


def _balance(outcome, nodes):
    """Return: {node: frames that reached it, minus those that its ports have sent, dropped with a
    counter, or hold}"""
    fabric, result = outcome.fabric, {node: -outcome.router_drops(node) for node in nodes}
    for name, (left, lost, held) in _by_port(outcome).items():
        node, peer = name.split(":")
        if name in fabric.inner:	# what left the NIC has been received
            left = lost = 0
        if node in nodes:
            result[node] -= left + held
        if peer in nodes:
            result[peer] += left - lost
    return result


def by_node(outcome):
    """Return: {node: frames discarded} of the nodes with a link that fails, and of the routers
    next to dead hosts"""
    nodes = _with_discards(outcome.fabric)
    result = _balance(outcome, nodes)
    for flow in outcome.fabric.flows if nodes else ():
        replies, arrived = senders.control_frames(outcome, flow)
        if flow.source in nodes:
            result[flow.source] += outcome.flow_at_rest(flow.name, "sent") - arrived
        if flow.target in nodes:
            result[flow.target] -= outcome.flow_at_rest(flow.name, "received") - replies
    return {node: count for node, count in result.items() if count}


def in_switches(outcome):
    """Return: the frames that have reached switches and neither left them, nor were dropped or
    wait: for TCP, whose hosts count no frames"""
    nodes = set(outcome.fabric.switches) - _with_discards(outcome.fabric)
    return sum(_balance(outcome, nodes).values())
