# SPDX-License-Identifier: GPL-2.0-only
"""Alpha: the share of the free buffer that a priority group may take."""

from ..picture import Chart, draw
from .report import Section

NAME = "alpha"
SENDERS = 4
POOL = 200000	# shared bytes
PERIOD = 10**6	# ns
BURSTS = 20
BURST = 30 * 226	# bytes: 30 frames, which take 60 us at 1 Gb/s
# alpha, expected number of bursts with a pause; None: reported, not checked
BURST_ALPHAS = (("1/64", BURSTS), ("1/32", None), ("1/16", 0), ("1/8", 0))
INCAST_ALPHAS = ("1/8", "1/2", "1", "4")
SETTLED = 10 * 10**6	# ns: start of the measured interval, when the occupancy is stable


def describe(bench, alpha, flow):
    """Return: the description of the fabric; flow: settings for all of its flows"""
    given = bench.template(NAME)
    given["ports"] = [{"at": "s", "alpha": alpha, "xon-offset": 226}]
    given["flows"][0] |= flow
    return given


def paused_bursts(outcome):
    """The number of periods in which the switch sent XOFF to any sender"""
    xoff_sent = [sum(at) for at in zip(*(
        outcome.port_over_time(f"s:a{number}", "prio", 3, "tx_xoff")
        for number in range(1, SENDERS + 1)))]
    ends = [max(i for i, time in enumerate(outcome.times) if time <= burst * PERIOD)
            for burst in range(BURSTS + 1)]
    return sum(xoff_sent[end] > xoff_sent[begin] for begin, end in zip(ends, ends[1:]))


def occupancy(outcome, group):
    """The mean shared occupancy of a PG over all ingress ports from SETTLED on, bytes"""
    begin = outcome.times.index(SETTLED)
    series = [outcome.port_over_time(f"s:a{number}", "pg", group, "shared")[begin:]
              for number in range(1, SENDERS + 1)]
    return sum(map(sum, series)) / sum(map(len, series))


def value(alpha):
    """Alpha as a number"""
    whole, _, of = alpha.partition("/")
    return int(whole) / int(of or 1)


def incast(bench, section):
    """Adds the rows of a sustained incast, lossy and lossless. Return: the measured curves"""
    curves = []
    for dscp, group, kind in ((0, 0, "lossy"), (26, 3, "lossless")):
        measured = []
        for alpha in INCAST_ALPHAS:
            a = value(alpha)
            wanted = a * POOL / (1 + SENDERS * a)
            outcome = bench.run(NAME, describe(bench, alpha, {
                "dscp": dscp, "jitter": "2us"}))
            measured.append(occupancy(outcome, group))
            section.within(f"{kind}, alpha {alpha}: shared bytes of each ingress port", wanted,
                           measured[-1], 0.03 * wanted)
            if kind == "lossless":
                section.exactly(f"{kind}, alpha {alpha}: frames lost", 0,
                                outcome.lossless_drops())
            section.exactly(f"{kind}, alpha {alpha}: frames unaccounted for", 0,
                            outcome.unaccounted())
        curves.append((kind, [value(alpha) for alpha in INCAST_ALPHAS], measured))
    return curves


def experiment(bench):
    """Runs the experiment"""
    section = Section(NAME, "Alpha", [
        f"four senders, one receiver, C = 1 Gb/s and 2 us on every link; {POOL} bytes are "
        "shared; frames of 226 bytes (250 on the wire)",
        f"bursts: 60 us at C from all four senders at once, {BURSTS} times, one per "
        "millisecond; the switch must send XOFF in each of them with alpha 1/64, and never "
        "with 1/16 and 1/8; with 1/32 the threshold is close to the occupancy that the "
        "bursts reach, so the result is reported and not checked",
        "sustained: all four senders at C; each ingress port must hold "
        "alpha × B / (1 + 4 × alpha) of the shared B bytes, mean from 10 to 20 ms; a random "
        "jitter below the frame time delays each frame",
    ])
    for alpha, wanted in BURST_ALPHAS:
        outcome = bench.run(NAME, describe(bench, alpha, {
            "burst": BURST, "period": f"{PERIOD}ns"}))
        bursts = paused_bursts(outcome)
        if wanted is None:
            section.between(f"bursts, alpha {alpha}: bursts with XOFF", bursts, bursts,
                            0, BURSTS)
        else:
            section.exactly(f"bursts, alpha {alpha}: bursts with XOFF", wanted, bursts)
        section.exactly(f"bursts, alpha {alpha}: frames lost", 0, outcome.lossless_drops())
    curves = incast(bench, section)
    alphas = [value(alpha) for alpha in INCAST_ALPHAS]
    curves.insert(0, ("expected", alphas,
                      [a * POOL / (1 + SENDERS * a) for a in alphas]))
    section.picture = draw(section.title, [Chart("shared bytes per ingress port", curves)],
                           "alpha")
    return section


def smaller(given):
    """A fault: the shared part of the pool is half as large"""
    given["pool"] = 200000


FAULT = (smaller,)
