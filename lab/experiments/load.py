# SPDX-License-Identifier: GPL-2.0-only
"""Load: pauses as a function of alpha and of the load, with messages of published sizes."""

from ..picture import Chart, draw
from .alpha import value
from .report import Section

NAME = "load"
SHARED = 1000000	# bytes
FRAME = 1514	# bytes
ALPHAS = ("1/64", "1/16", "1/4", "1")
LOADS = (0.3, 0.5, 0.7)
SEEDS = (1, 2)
MORE_SEEDS = tuple(range(1, 7))
# Pause time with four times the alpha, at most this share of it; pause time with the next load, at
# least this multiple of it: both in the mean over the seeds
LESS, MORE = 0.98, 1.3


class Run:
    """A run: pause time of the hosts as a share of the time, largest charge of a PG, losses"""

    def __init__(self, bench, alpha, load, seed):
        given = bench.template(NAME) | {"seed": seed}
        given["ports"][0]["alpha"] = alpha
        given["workloads"][0]["load"] = load
        out = bench.run(NAME, given)
        ports = [f"s:{host}" for host in out.fabric.hosts]
        self.paused = sum(out.port(port, "prio", 3, "tx_pause_time") for port in ports) / (
            len(ports) * out.fabric.duration)
        self.peak = max(out.port(port, "pg", 3, "shared_peak") for port in ports)
        self.lost, self.unaccounted = out.lossless_drops(), out.unaccounted()


def most(alpha):
    """The bytes that a PG can hold if it is the only one: it takes a frame if the sum does not
    exceed alpha times the bytes that are free before"""
    a = value(alpha)
    return int(a * (SHARED + FRAME) / (1 + a)) // FRAME * FRAME


def judge(section, load, runs, mean):
    """Adds the rows of a load; runs: {(alpha, load): runs}, mean: {(alpha, load): pause time}"""
    for small, large in zip(ALPHAS, ALPHAS[1:]):
        section.between(f"load {load}: pause time with alpha {large}, as a share of that with "
                        f"{small}", LESS, mean[large, load] / mean[small, load], 0, LESS)
    section.exactly(f"load {load}: seeds and alphas at which a larger alpha gives longer pauses", 0,
                    sum(after.paused > before.paused
                        for small, large in zip(ALPHAS, ALPHAS[1:])
                        for before, after in zip(runs[small, load], runs[large, load])))
    for alpha in ALPHAS:
        peak = max(run.peak for run in runs[alpha, load])
        section.between(f"load {load}, alpha {alpha}: largest charge of a PG, shared bytes",
                        most(alpha), peak, most(alpha) if alpha == "1/64" else 0, most(alpha))
    everything = [run for alpha in ALPHAS for run in runs[alpha, load]]
    section.exactly(f"load {load}: frames lost", 0, sum(run.lost for run in everything))
    section.exactly(f"load {load}: frames unaccounted for", 0,
                    sum(run.unaccounted for run in everything))


def experiment(bench, loads=LOADS, seeds=SEEDS):
    """Runs the experiment"""
    seeds = MORE_SEEDS if bench.thorough else seeds
    section = Section(NAME, "Alpha under load", [
        "16 hosts at one switch, C = 1 Gb/s and 2 us on every link; messages with the sizes of "
        "WebSearch between random hosts, at random times, in frames of 1514 bytes, without "
        f"congestion control; {SHARED} bytes are shared; {len(seeds)} seeds, 120 ms",
        "pause time: mean share of the time for which the switch pauses a host; the same for all "
        "runs of a seed and a load: the messages",
        "a larger alpha gives shorter pauses (Guo et al., SIGCOMM 2016), a higher load longer ones "
        "(Li et al., HPCC, SIGCOMM 2019); the allowed values leave a margin",
        "a PG holds at most alpha × (B + F) / (1 + alpha) bytes, in whole frames F, and exactly "
        "this with alpha 1/64, which any collision of two long messages fills",
    ])
    runs = {(alpha, load): [Run(bench, alpha, load, seed) for seed in seeds]
            for load in loads for alpha in ALPHAS}
    mean = {key: sum(run.paused for run in of) / len(of) for key, of in runs.items()}
    for load in loads:
        judge(section, load, runs, mean)
    for low, high in zip(loads, loads[1:]):
        for alpha in ALPHAS:
            section.between(f"alpha {alpha}: pause time at load {high}, as a multiple of that at "
                            f"{low}", MORE, mean[alpha, high] / mean[alpha, low], MORE)
    section.picture = draw(section.title, [Chart("pause time (%)", [
        (f"load {load}", [value(alpha) for alpha in ALPHAS],
         [100 * mean[alpha, load] for alpha in ALPHAS]) for load in loads])], "alpha")
    return section


def fixed(given):
    """A fault: a fixed threshold instead of alpha"""
    given["ports"][0] |= {"alpha": "off", "xoff": 15140, "xon": 12112}
    del given["ports"][0]["xon-offset"]


FAULT = (fixed, LOADS[:1], SEEDS[:1])
