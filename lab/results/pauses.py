# SPDX-License-Identifier: GPL-2.0-only
"""Pause time of each link and priority."""

from .table import Column, Table

COLUMNS = (
    Column("port", "", "paused port, NODE:PEER: it sends to the peer; HOST:memory: the receiver "
                       "of a host"),
    Column("priority", "", "paused priority"),
    Column("paused_ns", "ns", "time for which the priority was paused, from XOFF received to XON "
                              "received or the end of the pause time"),
    Column("paused_share", "", "paused_ns divided by the length of the run"),
    Column("xoff_received_frames", "frames", "XOFF received for the priority"),
    Column("xon_received_frames", "frames", "XON received for the priority"),
    Column("expired_pauses", "pauses", "pauses that ended without XON"),
    Column("paused_at_end", "", "1: paused at the end of the run"),
    Column("peer_xoff_ns", "ns", "time from XOFF sent to XON sent, at the peer"))


def table(outcome):
    """Return: a Table with the paused priorities, by falling pause time"""
    rows = []
    for name, port in outcome.fabric.every_port.items():
        peer = f"{port.peer}:{port.node}"
        for prio in range(8):
            def count(counter, where=name, prio=prio):
                return outcome.port(where, "prio", prio, counter)
            if count("rx_pause_time") or count("rx_xoff"):
                rows.append((name, prio, count("rx_pause_time"),
                             round(count("rx_pause_time") / outcome.fabric.duration, 6),
                             count("rx_xoff"), count("rx_xon"), count("rx_expired"),
                             count("rx_paused"), count("tx_pause_time", peer)))
    rows.sort(key=lambda row: -row[2])
    return Table("pauses", "Pause time of each link and priority", COLUMNS, rows)
