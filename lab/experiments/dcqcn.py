# SPDX-License-Identifier: GPL-2.0-only
"""DCQCN: shares, marking ratio and queue of flows that share a link, and how a victim recovers."""

import bisect

from ..picture import Chart, draw
from .report import Section

NAME = "dcqcn"
C = 1e10	# bits per second
MS = 10**6	# ns
FLOWS = (2, 3, 4)
BEGIN = 40 * MS	# start of the measured interval: the flows have converged
RECOVERED = 180 * MS
KMIN, KMAX, PMAX = 5 * 1024, 200 * 1024, 0.2	# of the description
NEARLY = 0.25	# allowed relative deviation from the fixed point
B, R_AI, TAU = 10e6, 10e6, 55e-6	# bytes, bits per second, s: byte counter, increase, timers


def fixed_point(flows, frame):
    """The marking ratio at which the rates of DCQCN stay the same (Zhu et al., CoNEXT 2016); frame:
    bytes on the wire"""
    capacity = C / 8 / frame	# frames per second
    events = 1 / (B / frame) + flows / (TAU * capacity)
    return (R_AI / 8 / frame * flows ** 2 / (TAU * capacity ** 2) * events ** 2) ** (1 / 3)


def describe(bench, flows):
    """The fabric with this number of flows"""
    given = bench.template(NAME)
    hosts = f"h[1-{flows}]"
    given["hosts"][0] = given["links"][0]["ends"][0][0] = given["flows"][0]["from"] = hosts
    return given


def increase(outcome, name, counter, begin=BEGIN):
    """Difference of a counter of a flow from a time to the end"""
    values = outcome.flow_over_time(name, counter)
    return values[-1] - values[bisect.bisect(outcome.times, begin) - 1]


def share(section, bench, flows):
    """Adds the rows of flows that share a link. Return: the curves of their rates"""
    out = bench.run(NAME, describe(bench, flows))
    names = [flow.name for flow in out.fabric.flows]
    rates = [out.rate(flow, BEGIN) / C for flow in out.fabric.flows]
    marked = sum(increase(out, name, "marked") for name in names)
    ratio = marked / sum(increase(out, name, "received") for name in names)
    backlog = out.port_over_time("s:r", "queue", 3, "backlog_bytes")
    backlog = backlog[bisect.bisect(out.times, BEGIN):]
    wanted = fixed_point(flows, out.fabric.flows[0].wire_bits / 8)
    length = KMIN + wanted / PMAX * (KMAX - KMIN)
    what = f"{flows} flows"
    section.between(f"{what}: Jain's index of their throughput", 1,
                    sum(rates) ** 2 / flows / sum(rate ** 2 for rate in rates), 0.98, 1)
    section.between(f"{what}: throughput of all", 1, sum(rates), 0.95, 1)
    section.within(f"{what}: marking ratio", wanted, ratio, NEARLY * wanted)
    section.within(f"{what}: bytes in the queue, mean", length, sum(backlog) / len(backlog),
                   NEARLY * length)
    section.exactly(f"{what}: XOFF sent", 0, sum(out.port(f"s:{host}", "pg", 3, "xoff")
                                                 for host in out.fabric.hosts if host != "r"))
    section.nothing_lost(what, out)
    return [(f"{what}: {name}", [time / MS for time in out.times[::10]],
             [100 * rate / C for rate in out.flow_over_time(name, "rate")[::10]])
            for name in names[:2]]


def recover(section, bench, control):
    """Adds the rows of the dumbbell. Return: the curve of the victim"""
    given = bench.template("recover")
    for flow in given["flows"]:
        flow["control"] = control
    out = bench.run(f"recover-{control}", given)
    rates = {flow.name: out.rate(flow, RECOVERED) / C for flow in out.fabric.flows}
    victim = rates.pop("victim")
    with_control = control == "dcqcn"
    what = "with DCQCN" if with_control else "without DCQCN"
    xoff = out.port_over_time("s2:s1", "pg", 3, "xoff")
    late = xoff[-1] - xoff[bisect.bisect(out.times, RECOVERED) - 1]
    if with_control:
        section.within(f"victim {what}", 0.5, victim, 0.02)
        section.exactly(f"victim {what}: XOFF to the trunk from 180 ms on", 0, late)
        section.between(f"victim {what}: all flows to the slow receiver", 0.25,
                        sum(rates.values()), 0.15, 0.255)
    else:
        section.within(f"victim {what}", 0.0625, victim, 0.002)
        section.between(f"victim {what}: XOFF to the trunk from 180 ms on", 100, late, 100)
        section.within(f"victim {what}: all flows to the slow receiver", 0.25,
                       sum(rates.values()), 0.0075)
    section.nothing_lost(f"victim {what}", out)
    times, got = out.times, out.flow_over_time("victim", "received")
    bits = out.fabric.flows[-1].wire_bits
    step = 10
    pairs = list(zip(times[::step], times[step::step], got[::step], got[step::step]))
    return (what, [(a + b) / 2 / MS for a, b, _, _ in pairs],
            [100 * (y - x) * bits * 1e9 / C / (b - a) for a, b, x, y in pairs])


def experiment(bench, flows=FLOWS, victim=True):
    """Runs the experiment"""
    section = Section(NAME, "DCQCN", [
        "n senders with DCQCN → one receiver; C = 10 Gb/s and 1 us on every link; frames of "
        "4154 bytes (4178 on the wire); kmin 5 KiB, kmax 200 KiB, pmax 20 %; rate-ai 10 Mb/s, "
        "rate-hai 100 Mb/s; all other parameters are the published ones; all flows begin at 0; "
        "measured from 40 to 120 ms",
        "the flows get equal shares; the marking ratio is the fixed point of the fluid model, "
        "p³ = R_AI × n² / (τ × C²) × (1 / B + n / (T × C))², in frames and seconds (Zhu et al., "
        f"ECN or Delay, CoNEXT 2016), within {100 * NEARLY:g} %; the queue is where the marking "
        "curve has this ratio",
        "victim: 4 senders → slow receiver, which drains at 0.25 C, and one victim, which offers "
        "0.5 C → idle receiver, over one trunk (recover.toml); without DCQCN the victim gets "
        "0.25 C / 4, as in the experiment victim; with DCQCN for all flows the pauses of the "
        "trunk end, and it gets what it offers (Zhu et al., SIGCOMM 2015); measured from 180 to "
        "250 ms",
    ])
    curves = [curve for number in flows for curve in share(section, bench, number)]
    charts = [Chart("rate of two of the flows (% of C)", curves)]
    if victim:
        charts.append(Chart("throughput of the victim (% of C)", [
            recover(section, bench, control) for control in ("dcqcn", "none")]))
    section.picture = draw(section.title, charts, "time (ms)")
    return section


def coarser(given):
    """A fault: the rate increases four times as fast"""
    given["dcqcn"]["rate-ai"] = "40mbit"


FAULT = (coarser, FLOWS[:1], False)
