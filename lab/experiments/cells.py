# SPDX-License-Identifier: GPL-2.0-only
"""Cells: frames until XOFF and until the first drop, as in switches."""

import typing

from .report import Section

NAME = "cells"
LENGTH = "2ms"


class Switch(typing.NamedTuple):
    """A memory of a switch with alpha 1, in cells, but cell: bytes; and the number of small frames,
    of one cell each, at which SONiC's tests of the switch expect XOFF and the first drop"""

    name: str
    cell: int
    shared: int
    common: int
    guarantee: int
    headroom: int
    offset: int
    xoff: int
    drop: int


# See tests/kunit/cells_test.c for where the sizes come from
SWITCHES = (
    Switch("Tomahawk, 40 Gb/s, 300 m", 208, 13071, 5041, 6, 520, 11, 6542, 7063),
    Switch("Tomahawk 5, 800 Gb/s, 5 m", 254, 284501, 35360, 34, 2853, 14, 142285, 145139),
)


def filled(bench, switch, frames):
    """Sends so many frames at once. Return: XOFF that s sends, frames that it drops"""
    given = bench.template(NAME)
    given["nodes"][0]["pools"]["default"] = {
        "size": (switch.shared + switch.common + switch.guarantee) * switch.cell,
        "shared-headroom": switch.common * switch.cell, "cell": switch.cell}
    given["ports"][1] |= {"pg": {"3": {
        "min": switch.guarantee * switch.cell, "headroom": switch.headroom * switch.cell,
        "xon-offset": switch.offset * switch.cell}}}
    given["flows"][0] |= {"burst": frames * given["flows"][0]["size"], "period": LENGTH}
    outcome = bench.run(NAME, given)
    return [outcome.port("s:a", "pg", 3, counter) for counter in ("xoff", "drop_headroom")]


def experiment(bench, switches=SWITCHES):
    """Runs the experiment"""
    section = Section(NAME, "Cells: XOFF and the first drop of switches", [
        "small frames of one cell each; the receiver pauses the switch, the sender ignores XOFF",
        "expected: what SONiC's tests expect of the switch (sonic-mgmt, qos_params.*.yaml)",
    ])
    for switch in switches:
        for frames, wanted in ((switch.xoff - 1, [0, 0]), (switch.xoff, [1, 0]),
                               (switch.drop - 1, [1, 0]), (switch.drop, [1, 1])):
            for what, number, got in zip(("XOFF", "frames dropped"), wanted,
                                         filled(bench, switch, frames)):
                section.exactly(f"{switch.name}, {frames} frames: {what}", number, got)
    return section


def whole(given):
    """A fault: the cells have one byte more"""
    given["nodes"][0]["pools"]["default"]["cell"] += 1


FAULT = (whole, SWITCHES[:1])
