#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes one PFC frame with one pause.

Compares the sender's report, the receiver's report and the capture of one pause.
"""

from harness import between, check, equal, steps, write_frames
from macctl import (MS, capture, control_times, data_times, frame_ns, pause_ns, port_stats,
                    report, xoff)

SPEED = 100		# Mb/s
QUANTA = 40000
PAUSE = pause_ns(QUANTA, SPEED)
PRIO = 3
RATES = {0: 20, 26: 40, 46: 20}		# DSCP: Mb/s


def pre():
    write_frames("pause", [(0, xoff(QUANTA, (PRIO,)))])


def post():
    port = port_stats("port")
    got = report("got")
    sent = {dscp: report(f"sent-{dscp}") for dscp in RATES}
    flows = {dscp: got["flows"][str(dscp)] for dscp in RATES}
    frame = frame_ns(sent[26]["size"], SPEED)
    frames = capture("all")
    start, = control_times(frames)
    end = start + PAUSE
    data = data_times(frames, 26)
    seen = [time - start for time in data if start < time < end]
    check("the paused priority stops within one frame",
          len(seen) <= 1 and all(t <= frame for t in seen),
          f"frames at, in ns after the pause: {seen}")
    # The first frame after the pause waits for the frame on the wire, a frame of the higher
    # priority, and the CPU
    between("the priority resumes within 2 frames and 20 us (ns late)",
            round(min(t for t in data if t >= end) - end), 0, round(2 * frame) + 20000)
    equal("the port counts the pause time", port["prio"][PRIO]["rx_pause_time_ns"], PAUSE)
    # The socket blocks only after its send buffer is full
    between("the socket of the paused priority blocks (ns)", sent[26]["blocked_ns"],
            PAUSE - 5 * MS, PAUSE + MS)
    between("the socket blocks in 1 to 3 calls", sent[26]["blocked_calls"], 1, 3)
    for dscp in (0, 46):
        times = data_times(frames, dscp)
        interval = frame_ns(sent[dscp]["size"], RATES[dscp])
        wanted = PAUSE / interval
        equal(f"DSCP {dscp}: the socket does not block", sent[dscp]["blocked_calls"], 0)
        between(f"DSCP {dscp}: the flow keeps its rate (frames)",
                sum(start < t < end for t in times), int(wanted) - 1, int(wanted) + 2)
    for dscp, flow in flows.items():
        equal(f"DSCP {dscp}: all datagrams arrive in order",
              (flow["datagrams"], flow["out_of_order"]), (sent[dscp]["datagrams"], 0))
        equal(f"DSCP {dscp}: the sender has no errors", sent[dscp]["errors"], 0)
    for prio in (0, 3, 5):
        equal(f"queue {prio}: all packets are sent, none is dropped",
              (port["queue"][prio]["tx_packets"], port["queue"][prio]["drop_local"]),
              (flows[{0: 0, 3: 26, 5: 46}[prio]]["datagrams"], 0))


steps(pre, post)
