# SPDX-License-Identifier: GPL-2.0-only
"""XON: the threshold at which the peer must resume."""

from ..flows import WIRE
from ..picture import Chart, draw
from .report import Section

NAME = "xon"
RATE = 500 * 10**6	# bit/s, at which R drains
DELAY = 100 * 10**3	# ns
ROUND = 2 * RATE * DELAY // 10**9 // 8	# bytes that S sends to R until XON has an effect
OFFSET = 2000	# XOFF - XON, bytes
FRAME = 1000	# bytes
BEGIN, END = 50 * 10**6, 200 * 10**6	# ns: measured interval
# XON in units of ROUND, expected utilisation of R's link
CASES = ((0.1, 0.72), (0.5, 0.85), (1, 0.98), (1.25, 1.00))


def xon(k):
    """XON in bytes: k x ROUND minus one frame, since a port releases the buffer of a frame
    when the transmission of the frame begins"""
    return int(k * ROUND) - FRAME


def describe(bench, cases):
    """The fabric with all cases"""
    given = bench.template(NAME)
    given["ports"] = [
        {"at": f"s:a{number}", "xon": xon(k), "xoff": xon(k) + OFFSET}
        for number, (k, _) in enumerate(cases, 1)]
    return given


def used(outcome, name):
    """Utilisation of R's link by the frames of a flow that arrived"""
    received = outcome.flow_over_time(name, "received")
    begin, end = (outcome.times.index(time) for time in (BEGIN, END))
    wire = (received[end] - received[begin]) * (FRAME + WIRE) * 8
    return wire / RATE / ((END - BEGIN) / 10**9)


def experiment(bench):
    """Runs the experiment"""
    section = Section(NAME, "XON and starvation", [
        "A → S → R, C = 1 Gb/s, R drains at Rd = C / 2, delay D = 100 us of both links; "
        "frames of 1000 bytes (1024 on the wire) at C from 0 on",
        f"XON = k × 2 × Rd × D, with 2 × Rd × D = {ROUND} bytes, minus one frame, since a "
        "port releases a frame when its transmission begins; XOFF − XON "
        f"{OFFSET} bytes; the headroom is what the link needs (pfcctl headroom)",
        "after S has drained to XON, the next frame arrives 2 × D later; if S holds less than "
        "2 × D of traffic, R's link becomes idle",
        "utilisation: frames that arrived at R from 50 to 200 ms, as a share of Rd",
    ])
    outcome = bench.run(NAME, describe(bench, CASES))
    measured = []
    for number, (k, wanted) in enumerate(CASES, 1):
        measured.append(used(outcome, f"a{number}>r{number}"))
        section.within(f"k = {k}: utilisation", wanted, measured[-1], 0.03 * wanted)
    section.exactly("frames lost", 0, outcome.lossless_drops())
    section.exactly("frames unaccounted for", 0, outcome.unaccounted())
    section.picture = draw(section.title, [Chart("utilisation (% of Rd)", [
        ("expected", [k for k, _ in CASES], [100 * share for _, share in CASES]),
        ("measured", [k for k, _ in CASES], [100 * share for share in measured])])],
        "XON / (2 Rd D)")
    return section


def nearer(given):
    """A fault: the links have half the delay"""
    given["link"]["delay"] = "50us"


FAULT = (nearer,)
