# SPDX-License-Identifier: GPL-2.0-only
"""DSH: the burst that a switch takes without XOFF, with reserved and with shared headroom."""

from ..picture import Chart, draw
from .alpha import value
from .report import Section

NAME = "dsh"
PORTS, PRIOS = 5, 8	# of the switch
MEMORY = 1000000	# bytes
HEADROOM = 20000	# bytes: what a port receives after it has sent XOFF
FRAME = 1000	# bytes
LENGTH = "8ms"
ALPHAS = ("1/4", "1", "4")


class Reserved:
    """Each PG reserves its headroom (SIH: static and independent headroom)."""

    name = "reserved headroom"
    shared = MEMORY - PORTS * PRIOS * HEADROOM
    port, pool = {}, {}

    @classmethod
    def pauses(cls, alpha, frames):
        """Whether the last one of so many frames brings the PG into XOFF: it finds no room"""
        return frames * FRAME > alpha * (cls.shared - (frames - 1) * FRAME)


class Shared:
    """One headroom for each port.  XOFF comes a headroom ahead of the threshold."""

    name = "DSH"
    shared = MEMORY - PORTS * HEADROOM
    port, pool = {"xoff-ahead": HEADROOM}, {"shared-headroom": PORTS * HEADROOM}

    @classmethod
    def pauses(cls, alpha, frames):
        """Whether after the last of so many frames the headroom finds no room"""
        return frames * FRAME + HEADROOM > alpha * (cls.shared - frames * FRAME)


def describe(bench, scheme, alpha):
    """Return: the description of a switch with a scheme, without flows"""
    given = bench.template(NAME)
    given["ports"][0] |= scheme.port | {"alpha": alpha}
    given["nodes"][0]["pools"]["default"] |= scheme.pool
    return given


def burst(bench, scheme, alpha, frames):
    """A burst for a receiver that pauses the switch. Return: number of XOFF that s sends"""
    given = describe(bench, scheme, alpha)
    given["pauses"] = [{"at": "r:s", "prio": 3, "quanta": 65535, "period": "500us"}]
    given["flows"] = [{"from": "a1", "to": "r", "dscp": 3, "size": FRAME, "start": "100us",
                       "burst": frames * FRAME, "period": LENGTH}]
    outcome = bench.run(NAME, given)
    return outcome.port("s:a1", "pg", 3, "xoff"), outcome


def incast(bench, scheme, alpha):
    """All senders at full rate, in all priorities. Return: the Outcome"""
    given = describe(bench, scheme, alpha)
    given["flows"] = [{"from": "a[1-4]", "to": "r", "dscp": prio, "size": FRAME,
                       "rate": "125mbit", "jitter": "8us"} for prio in range(PRIOS)]
    return bench.run(NAME, given)


def experiment(bench, alphas=ALPHAS):
    """Runs the experiment"""
    section = Section(NAME, "DSH: headroom that is shared while no link needs it", [
        f"a switch with {PORTS} ports, {PRIOS} lossless priorities and {MEMORY} bytes; a port "
        f"needs {HEADROOM} bytes of headroom",
        "reserved headroom: each PG reserves it, and sends XOFF at its dynamic threshold",
        "DSH: each port has it once; a PG sends XOFF that many bytes ahead of its threshold, and "
        "uses the shared bytes up to the threshold; while it uses the headroom of the port, the "
        "port sends XOFF for all PGs",
        "burst: the receiver pauses the switch; the last frame of the burst is the first with "
        "XOFF",
        "incast: four senders, eight priorities, all at full rate: nothing may be lost",
    ])
    curves = []
    for scheme in (Reserved, Shared):
        levels = []
        for alpha in alphas:
            what = f"{scheme.name}, alpha {alpha}"
            frames = next(n for n in range(1, MEMORY)
                          if scheme.pauses(value(alpha), n))
            levels.append(frames * FRAME)
            for size, xoffs in ((frames - 1, 0), (frames, 1)):
                sent, outcome = burst(bench, scheme, alpha, size)
                section.exactly(f"{what}: XOFF of a burst of {size} frames", xoffs, sent)
                section.exactly(f"{what}, {size} frames: frames lost", 0,
                                outcome.lossless_drops())
            section.nothing_lost(f"{what}, incast", incast(bench, scheme, alpha))
        curves.append((scheme.name, [value(alpha) for alpha in alphas], levels))
    section.picture = draw(section.title, [Chart("bytes of a burst until XOFF", curves)], "alpha")
    return section


def late(given):
    """A fault: XOFF comes at the threshold"""
    given["ports"][0].pop("xoff-ahead", None)


FAULT = (late, ALPHAS[1:2])
