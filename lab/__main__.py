# SPDX-License-Identifier: GPL-2.0-only
"""Simulates a fabric in virtual time and reports the results."""

import argparse
import signal
import sys
from collections import Counter

from . import capture, describe, fabric, fct, forecast, machine, senders, source, sweep, tcp
from .progress import Progress
from .results import write
from .units import Problem
from .why import command as why


def show_workloads(outcome):
    """Prints the FCT of the messages"""
    if not outcome.fabric.workloads:
        return
    print(f"\n{'workload':16} {'messages':>8} {'unfinished':>10} {'mean FCT us':>12} "
          f"{'slowdown: p50':>14} {'p95':>8} {'p99':>8} {'max':>8} {'last arrival ms':>16}")
    for row in fct.as_json(outcome):
        text = f"{row['workload']:16} {row['messages']:8} {row['unfinished']:10}"
        if done := row.get("finished"):
            text += (f" {done['fct_mean_ns'] / 1e3:12.2f} {done['slowdown_p50']:14.3f} "
                     f"{done['slowdown_p95']:8.3f} {done['slowdown_p99']:8.3f} "
                     f"{done['slowdown_max']:8.3f} {row['last_arrival_ns'] / 1e6:16.3f}")
        print(text)


def show(outcome):
    """Prints the summary"""
    out = outcome
    print(f"{'flow':24} {'sent':>9} {'received':>9} {'withheld':>9} "
          f"{'Mb/s':>9} {'delay us: min':>13} {'mean':>9} {'max':>9}")
    for flow in out.fabric.flows:
        if flow.workload or flow.tcp:
            continue
        got = out.flow(flow.name, "received")
        delays = [out.flow(flow.name, "delay_min"),
                  out.flow(flow.name, "delay_sum") / (got or 1),
                  out.flow(flow.name, "delay_max")]
        print(f"{flow.name:24} {out.flow(flow.name, 'sent'):9} {got:9} "
              f"{out.flow(flow.name, 'withheld'):9} {out.rate(flow) / 1e6:9.2f} "
              f"{delays[0] / 1e3:13.2f} {delays[1] / 1e3:9.2f} "
              f"{delays[2] / 1e3:9.2f}")
    show_workloads(out)
    senders.show(out)
    tcp.show(out)
    print()
    print(f"{'port':16} {'PG':>2} {'peak':>9} {'XOFF':>7} {'peer paused ms':>15} "
          f"{'drops':>8}")
    dropped, of_group = out.drops(), Counter()
    for (*group, _), count in dropped.items():
        of_group[tuple(group)] += count
    for name, port in out.fabric.ports.items():
        for group in range(8):
            peak = out.port(name, "pg", group, "peak")
            if not peak:
                continue
            paused = out.port(name, "prio", group, "tx_pause_time") / 1e6
            print(f"{name:16} {group:2} {peak:9} "
                  f"{out.port(name, 'pg', group, 'xoff'):7} {paused:15.3f} "
                  f"{of_group[name, 'pg', group]:8}"
                  f"{'  lossless' if group in port.lossless else ''}")
    print()
    for (port, kind, number, cause), count in dropped.items():
        print(f"{port} {kind} {number}: {cause} {count}")
    lost = "" if out.unaccounted() is None else f"{out.unaccounted()} unaccounted for, "
    print(f"{out.lossless_drops()} lossless drops, {lost}"
          f"{out.waiting()} waiting forever; hash {out.hash[:16]}")
    print(f"{out.fabric.duration / 1e6:g} ms, {out.arrivals} arrivals, "
          f"{out.forwarded()} frames forwarded, in {out.wall:.1f} s")


def main():
    """The command line"""
    parser = argparse.ArgumentParser(prog="pfclab", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run a description")
    run.add_argument("file", help="the description (TOML)")
    run.add_argument("-o", "--output", metavar="DIR", default="lab-out",
                     help="directory for the results (default: lab-out)")
    run.add_argument("--timeout", type=int, default=3600, metavar="SECONDS",
                     help="end the run after this time, seconds of real time (default: 3600)")
    run.add_argument("-p", "--parameter", metavar="NAME=VALUE", action="append", default=[],
                     help="set a parameter of the description; may be repeated")
    run.add_argument("--pcap", metavar="PORT", action="append", default=[],
                     help="capture the frames of a port, like s1:h5, in DIR/pcap; may be repeated")
    asked = commands.add_parser("why", help="compare the answers of pfcctl why with the truth of "
                                            "seeded scenarios")
    why.add_arguments(asked)
    many = commands.add_parser("sweep", help="run a description for several parameters and seeds")
    sweep.add_arguments(many)
    part = commands.add_parser("describe", help="print commands of pfcctl as a part of a "
                                                "description")
    describe.add_arguments(part)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, machine.end_all)
    if arguments.command == "describe":
        describe.main(arguments)
    if arguments.command == "sweep":
        sweep.main(many, arguments)
    if arguments.command == "why":
        why.main(asked, arguments)
    try:
        parameters = dict(map(source.parameter, arguments.parameter))
        described = fabric.load(arguments.file, parameters)
        capture.read(described, arguments.pcap, "--pcap")
        machine.orders_of(described)
        print(forecast.text(described), flush=True)
        kernel = machine.build()
        outcome = machine.run(described, arguments.output, kernel, timeout=arguments.timeout,
                              progress=Progress(described.duration))
        write.everything(outcome)
    except (Problem, machine.Failure, OSError) as error:
        sys.exit(f"pfclab: {error}")
    print()
    show(outcome)


if __name__ == "__main__":
    main()
