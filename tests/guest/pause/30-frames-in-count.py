#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the PFC frames of 30-frames-in-count; a pause lasts 3.4 s at 10 Mb/s.

Compares counters with the injected frames, and pauses with the captures.
"""

from harness import equal, steps, write_frames
from macctl import (MAC_CONTROL, PRIOS, capture, control_times, data_times, pfc, port_stats,
                    spaced, stranger, types, xoff, xon)

ZERO = "00:00:00:00:00:00"
EIGHT = len(PRIOS)
INVALID = ("rx_bad_address", "rx_bad_length", "rx_bad_opcode", "rx_bad_tagged",
           "rx_reserved", "rx_pause")


def each(stats, group, counter):
    return [entry[counter] for entry in stats[group]]


def counted(what, name, frames, xoff, xon):
    stats = port_stats(name)
    equal(f"{what}: each PFC frame is counted", stats["port"]["rx_pfc"], frames)
    equal(f"{what}: no frame is counted as invalid", [stats["port"][key] for key in INVALID],
          [0] * len(INVALID))
    equal(f"{what}: XOFF is counted per priority", each(stats, "prio", "rx_xoff"), xoff)
    equal(f"{what}: XON is counted per priority", each(stats, "prio", "rx_xon"), xon)


def held(what, name, obeys):
    """During the pause only priorities that the port does not obey send 20 frames."""
    frames = capture(name)
    control = control_times(frames)
    equal(f"{what}: one XOFF and one XON are injected", len(control), 2)
    data = [data_times(frames, prio * 8) for prio in PRIOS]
    equal(f"{what}: only obeyed priorities stop during the pause",
          [sum(control[0] < t < control[1] for t in times) for times in data],
          [0 if prio in obeys else 20 for prio in PRIOS])
    equal(f"{what}: all 20 frames of each priority arrive",
          [len(times) for times in data], [20] * EIGHT)


def paused(name):
    stats = port_stats(name)
    return [prio for prio in PRIOS if stats["prio"][prio]["rx_paused"]]


def pre():
    ten = []
    for prio in PRIOS:
        ten += [xoff(65535, (prio,))] * 10 + [xon((prio,))] * 10
    write_frames("ten", spaced(ten))
    write_frames("zero-source", spaced([xoff(65535, src=ZERO), xon(src=ZERO)]))
    others = [prio for prio in PRIOS if prio != 3]
    write_frames("unset", [(0, pfc({prio: 65535 for prio in others}, unset={3: 65535}))])
    write_frames("xoff", [(0, xoff(65535))])
    write_frames("xon", [(0, xon())])
    write_frames("stranger", [(0, stranger())])


def post():
    counted("10 XOFF and 10 XON per priority", "ten", 160, [10] * EIGHT, [10] * EIGHT)
    for counter in ("rx_packets", "rx_bytes"):
        equal(f"PFC frames are not charged to a PG: {counter}",
              each(port_stats("ten"), "pg", counter), [0] * EIGHT)
    counted("source address 0", "zero-source", 2, [1] * EIGHT, [1] * EIGHT)
    equal("source address 0: each priority is paused",
          [time > 0 for time in each(port_stats("zero-source"), "prio", "rx_pause_time_ns")],
          [True] * EIGHT)
    but_three = [prio for prio in PRIOS if prio != 3]
    counted("enable bit unset", "unset", 1, [int(prio != 3) for prio in PRIOS], [0] * EIGHT)
    equal("enable bit unset: only enabled priorities are paused", paused("unset"), but_three)
    held("enable bit unset", "unset-h3", but_three)
    counted("PFC off", "off", 1, [1] * EIGHT, [0] * EIGHT)
    equal("PFC off: only priority 5 is paused", paused("off"), [5])
    held("PFC off", "off-h2", [5])
    for place in ("h1", "h2", "br0"):
        seen = types(f"{place}-forwarded")
        equal(f"only the experimental frame is forwarded to {place}",
              [seen.count(MAC_CONTROL), seen.count(0x88b5)], [0, 1])


steps(pre, post)
