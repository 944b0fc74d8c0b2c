# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the first minute: what a run prints before it starts, the first sentences of the report,
and the curves of the throughput."""

import contextlib
import io
import re
import sys
from types import SimpleNamespace

from lab import __main__ as pfclab
from lab import forecast, machine
from lab.fabric import Fabric
from lab.results import summary, throughput, write

LINE = {"duration": "20ms", "hosts": ["a", "b", "c"], "switches": ["s"],
        "port": {"prio-pfc": 3, "xoff": "60K", "xon": "30K"},
        "links": [{"ends": [["a", "b", "c"], "s"]}], "flows": [{"from": "a", "to": "b"}]}
TEXT = """duration = "20ms"
hosts = ["a", "b"]
switches = "s"
[[links]]
ends = [["a", "b"], "s"]
[[flows]]
from = "a"
to = "b"
rate = "819200kbit"
"""


def _sentences(outcome):
    """Return: the sentences, as in the report"""
    page = (outcome.directory / "report.html").read_text(encoding="utf-8")
    found = write.Results(outcome).sentences()
    listed = page[page.index("<ul>"):page.index("</ul>")].count("<li>")
    return found if listed == len(found) == 5 and page.index("<ul>") < page.index("<table") else []


def _run(run, name, change):
    outcome = run(f"summary-{name}", LINE | change)
    write.everything(outcome)
    return outcome, _sentences(outcome)


def paused(run, equal):
    """Pauses of half the time: their sentence, and that of the flow with half its rate"""
    outcome, found = _run(run, "paused", {"pauses": [
        {"at": "b:s", "prio": 3, "quanta": 1000, "period": "1ms"}]})
    equal("report: what ran", found[0],
          "3 hosts and 1 switch ran for 20 ms of virtual time with 1 flow.")
    equal("report: the frames are accounted for", found[1],
          f"{outcome.arrivals:,} frames arrived; each frame is accounted for.")
    equal("report: nothing is lost", found[2], "No frame was lost.")
    # 20 times 1000 quanta of 512 ns; s passes on less to a
    equal("report: the longest pause, and who sent it", found[3],
          "s was paused longest, by b: port s:b, priority 3, for 10.2 ms (51.2 % of the run).")


def lossy(run, equal):
    """Two flows share a link without PFC; one has the strict priority"""
    outcome, found = _run(run, "lossy", {
        "port": {"classes": "strict", "queue": {"all": {"limit": "20K"}}},
        "flows": [{"name": "low", "from": "a", "to": "c", "dscp": 0},
                  {"name": "high", "from": "b", "to": "c", "dscp": 40, "rate": "700mbit"}]})
    last = outcome.at_rest()
    lost = last["low", "sent"] - last["low", "received"]
    equal("report: losses, where and why", found[2],
          f"{lost:,} frames were lost, 0 of them lossless: {lost:,} at s:a (drop_egress).")
    equal("report: nothing is paused", found[3], "No port was paused.")
    share = 100 * last["low", "received"] / (outcome.flow("low", "sent") +
                                             outcome.flow("low", "withheld"))
    equal("report: the flow that suffered most", found[4],
          f"The flow that suffered most: {share:.3g} % of the frames that it offered arrived of "
          "low (a to c).")


def messages(run, equal):
    """Two messages to one host: each takes about twice as long; then one that cannot arrive"""
    incast = {"name": "in", "kind": "incast", "fan-in": 2, "to": "c", "size": 100000}
    outcome, found = _run(run, "messages", {"flows": [], "workloads": [incast]})
    equal("report: messages ran", found[0],
          "3 hosts and 1 switch ran for 20 ms of virtual time with 2 messages.")
    slowest = max(outcome.fabric.flows, key=lambda flow: outcome.flow(flow.name, "finished"))
    first = found[4].split()
    equal("report: the slowest message, about twice as long", [first[5], first[6:9], first[11]],
          [slowest.name, [f"({slowest.source}", "to", "c)"], "times"])
    equal("report: about twice", round(float(first[10])), 2)
    _, found = _run(run, "never", {"flows": [], "dead": ["c"], "workloads": [
        incast | {"hosts": ["a", "b"]}]})
    equal("report: a message that never arrives", re.sub(r"\([ab]", "(x", found[4]),
          "The flow that suffered most: in.1 (x to c) has not arrived, as 2 of 2 messages.")


def full_speed(run, equal):
    """A flow with its rate does not suffer; nothing suffers without flows"""
    _, found = _run(run, "full", {"flows": [{"from": "a", "to": "b", "rate": "500mbit"}]})
    equal("report: no flow suffers", found[4],
          "No flow suffered: at least 99 % of each arrived at full speed.")
    _, found = _run(run, "tcp", {"flows": [{"from": "a", "to": "b", "protocol": "tcp"}],
                                 "duration": "60ms"})
    equal("report: no flow over TCP suffers", found[4],
          "No flow suffered: at least 99 % of each arrived at full speed.")
    _, found = _run(run, "empty", {"flows": []})
    equal("report: no flow", [found[0][-14:], found[4]], ["with no flows.", "Nothing was sent."])


def accounting(equal):
    """Frames that are missing, wait, or are not counted"""
    for missing, waiting, dead, wanted in (
            (5, 0, [], "1,000 frames arrived; 5 are NOT accounted for."),
            (None, 0, [], "1,000 frames arrived; those of programs are not accounted for."),
            (-7, 0, ["a"], "1,000 frames arrived; frames to dead hosts are flooded, and the copies "
             "are not accounted for."),
            (0, 1, [], "1,000 frames arrived, 1 frame waits forever; each frame is accounted "
             "for.")):
        outcome = SimpleNamespace(unaccounted=lambda value=missing: value, arrivals=1000,
                                  waiting=lambda value=waiting: value,
                                  deleted_ports=[], fabric=SimpleNamespace(dead=dead, routed=False))
        equal(f"report: {wanted}", summary.accounting(outcome), wanted)


def curves(run, equal, between):
    """Bursts and single frames make no steps in the curves of the throughput"""
    flows = [{"name": "burst", "from": "a", "to": "b", "burst": "10K", "period": "400us",
              "size": 1000}, {"name": "steady", "from": "c", "to": "b", "rate": "300mbit"}]
    outcome = run("curves", LINE | {"sample": "20us", "flows": flows})
    drawn = throughput.Curves(outcome)
    equal("throughput: means over a period of the bursts", drawn.every * outcome.fabric.sample,
          680000 // 400000 * 400000 + 400000)
    for flow, rate in zip(outcome.fabric.flows, (11 * 8192 / 400e-6, 300e6)):
        # A mean over 800 us differs by a frame, 10 Mb/s, and at the ends of the run by the delay
        rates = drawn.rate(flow)[1:-1]
        between(f"throughput of {flow.name}: smallest mean", min(rates), rate - 11e6, rate)
        between(f"throughput of {flow.name}: largest mean", max(rates), rate, rate + 11e6)
    rare = [flows[0] | {"period": "5ms"}]
    outcome = run("curves-rare", LINE | {"sample": "20us", "flows": rare})
    equal("throughput: rare bursts are visible", sum(
        rate > 0 for rate in throughput.Curves(outcome).rate(outcome.fabric.flows[0])), 4)


def expected(run, equal, between):
    """The forecast of frames and hops is near to the result"""
    for name, change in (
            ("line", {}), ("slow", {"flows": [{"from": "a", "to": "b", "rate": "100mbit"}]}),
            ("incast", {"flows": [{"from": ["a", "b"], "to": "c"}]}),
            ("bursts", {"flows": [{"from": "a", "to": "b", "burst": "10K", "period": "1ms"}]}),
            ("acks", {"flows": [{"from": "a", "to": "b", "reliable": True,
                                 "go-back-n": {"ack-every": 1}}]}),
            ("messages", {"flows": [], "workloads": [
                {"kind": "all-to-all", "size": 100000}]})):
        outcome = run(f"forecast-{name}", LINE | change)
        arrived, hops = forecast.traffic(outcome.fabric)
        # Frames that wait at the end arrive until the fabric is at rest
        between(f"forecast of {name}: arrivals", outcome.arrivals, arrived * 0.9, arrived * 1.12)
        between(f"forecast of {name}: hops", outcome.forwarded(), hops * 0.9, hops * 1.12)
    fabric = Fabric(LINE)
    machine.orders_of(fabric)
    wanted = 1 + 2 * 20e6 / 8192 / 1e5 + 6 * (2e-3 + 200 * 30e-6)
    between("forecast: seconds of a line", forecast.duration(
        fabric, forecast.traffic(fabric)[1]), wanted - 0.01, wanted + 0.01)
    equal("forecast: nothing", forecast.traffic(Fabric(LINE | {"flows": []})), (0, 0))


def first(equal, directory):
    """A run prints what it will do before it builds the kernel"""
    file, out = directory / "first.toml", io.StringIO()
    directory.mkdir(parents=True, exist_ok=True)
    file.write_text(TEXT)

    def build():
        raise machine.Failure(f"printed {len(out.getvalue().splitlines())} lines")
    arguments, real = sys.argv, machine.build
    sys.argv, machine.build = ["pfclab", "run", str(file), "-o", str(directory / "first")], build
    try:
        with contextlib.redirect_stdout(out):
            pfclab.main()
        error = "no error"
    except SystemExit as end:
        error = str(end)
    finally:
        sys.argv, machine.build = arguments, real
    equal("a run prints a forecast before it builds", error, "pfclab: printed 4 lines")
    # 20 ms of 100,000 frames per second, in two hops
    equal("forecast: its lines", out.getvalue().splitlines(), [
        "2 hosts, 1 switch, 2 links; 1 flow, 0 messages",
        "20 ms of virtual time, 200 samples of 100 us",
        "about 2,000 frames arrive, sent 4,000 times by ports",
        "about 1 s, at 100,000 sent frames per second and 30 us for each sample of a port"])


def cases(run, equal, between, directory):
    """All tests of this file"""
    accounting(equal)
    first(equal, directory)
    for test in (paused, lossy, messages, full_speed):
        test(run, equal)
    curves(run, equal, between)
    expected(run, equal, between)
