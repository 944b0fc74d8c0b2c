#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""machines.py [PROTOCOL]: checks the captures of a fabric over two machines (machines.bash).

Both machines capture at their device "wire".  So a PFC frame passes if it is in the capture of its
sender and in that of the other machine.
"""

import json
import os
import sys

from harness import OUT, check, equal, nanoseconds, tshark

TIME, SOURCE, DSCP = "frame.time_epoch", "eth.src", "ip.dsfield.dscp"
VECTOR, QUANTA = "macc.cbfc.enbv", "macc.cbfc.pause_time.c3"
SPEED = 100_000_000  # of the device "wire", bits per second
PER_PAUSE = 16  # frames that may leave after XOFF, on average: one CPU sends, another obeys


def port(machine, dev, file="sw"):
    path = os.path.join(OUT, machine, file + ".ports")
    with open(path, encoding="ascii") as text:
        return next(port for port in json.load(text) if port["dev"] == dev)


def lossless(frame):
    return frame[DSCP].split(",")[-1] == "26"


def pause_frames(frames, source):
    """The PFC frames of one sender, in order: (vector, quanta of priority 3)"""
    return [(int(frame[VECTOR], 0), int(frame[QUANTA], 0)) for frame in frames
            if frame[VECTOR] and frame[SOURCE].split(",")[-1] == source]


def check_direction(captures, macs, sender, receiver):
    """PFC frames pass from one machine to the other, and counters of both agree"""
    sent, arrived = (pause_frames(captures[m], macs[sender]) for m in (sender, receiver))
    xoff = sum(quanta > 0 for _, quanta in sent)
    check(f"{sender}: sends XOFF and XON", 0 < xoff < len(sent), sent)
    equal(f"{sender}: PFC frames name priority 3 only", {vector for vector, _ in sent}, {8})
    equal(f"{receiver}: receives the PFC frames that {sender} has sent, in order", arrived, sent)
    tx, rx = (port(m, "wire")["prio"][3] for m in (sender, receiver))
    equal(f"{sender} to {receiver}: the counters of both ports equal the captures",
          [tx["tx_xoff"], tx["tx_xon"], rx["rx_xoff"], rx["rx_xon"]],
          [xoff, len(sent) - xoff] * 2)


def check_paused(frames, mac):
    """Machine a stops while b pauses it"""
    pauses, late, until = 0, 0, 0
    data = 0
    for frame in frames:
        now = nanoseconds(frame[TIME])
        if frame[VECTOR] and frame[SOURCE].split(",")[-1] == mac:
            quanta = int(frame[QUANTA], 0)
            pauses += bool(quanta) and now >= until
            until = now + quanta * 512 * 10**9 // SPEED if quanta else 0
        elif frame["ip.dst"].split(",")[-1] == "10.0.0.22" and lossless(frame):
            data += 1
            late += now < until
    check(f"a: the wire carries data, and {late} of {data} frames leave in {pauses} pauses",
          pauses and data > late and late <= pauses * PER_PAUSE)


def check_all(outer=None):
    """Checks all captures; "outer" is the protocol of a tunnel in the captures of the NICs"""
    macs = {m: "02:00:00:00:" + ("78" if outer else "ff") + ":0" + m for m in "ab"}
    fields = [TIME, SOURCE, "ip.dst", DSCP, VECTOR, QUANTA]
    captures = {m: tshark(m + "/wire", fields) for m in "ab"}
    check_direction(captures, macs, "b", "a")
    check_direction(captures, macs, "a", "b")
    check_paused(captures["a"], macs["b"])
    check("a: the paused wire pauses a1 in turn",
          port("a", "eth0", "host")["prio"][3]["rx_xoff"] > 0)
    if outer:
        for machine in "ab":
            frames = tshark(machine + "/under", fields, outer)
            for sender in "ab":
                equal(f"{machine}: the NIC carries the PFC frames of {sender} in the tunnel",
                      pause_frames(frames, macs[sender]),
                      pause_frames(captures[machine], macs[sender]))
            equal(f"{machine}: no fragments", len(tshark(
                machine + "/under", [TIME], "ip.flags.mf == 1 || ip.frag_offset > 0")), 0)


check_all(*sys.argv[1:])
