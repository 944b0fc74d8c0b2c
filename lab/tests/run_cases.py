# SPDX-License-Identifier: GPL-2.0-only
"""Tests of runs: the directory of the results, seeds, samples, turns and frame times."""

import shutil

from lab import fct, machine
from lab.fabric import Fabric
from lab.results import write

LINE = {"duration": "20ms", "hosts": ["a", "b"], "switches": ["s"], "port": {"prio-pfc": 3},
        "links": [{"ends": [["a", "b"], "s"]}], "flows": [{"from": "a", "to": "b"}]}


def _failure(directory):
    """Return: the error of a run with a kernel that ends at once"""
    try:
        machine.run(Fabric(LINE), directory, kernel="/bin/false")
    except machine.Failure as failure:
        return str(failure)
    return "accepted"


def directories(check, equal, directory):
    """A run replaces only the results of an earlier run"""
    shutil.rmtree(directory, ignore_errors=True)
    foreign, earlier = directory / "foreign", directory / "earlier"
    for folder, names in ((foreign, ("fabric.toml", "samples")), (earlier, ("fct.csv", "samples"))):
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            (folder / name).write_text("x")
    refused = "contains files that no run has written"
    check("-o: a directory with another file is refused", refused in _failure(foreign))
    (foreign / "plan").write_text("node a\nrun 1 1\n")
    check("-o: another file in the directory of a run is refused", refused in _failure(foreign))
    equal("-o: no file is deleted", sorted(path.name for path in foreign.iterdir()),
          ["fabric.toml", "plan", "samples"])
    check("-o: a file is refused", "is not a directory" in _failure(foreign / "fabric.toml"))
    check("-o: results without a plan are refused", refused in _failure(earlier))
    (earlier / "plan").write_text("node a\nrun 1 1\n")
    check("-o: a run replaces an earlier one", "without a result" in _failure(earlier))
    equal("-o: the files of the earlier run are deleted",
          sorted(path.name for path in earlier.iterdir()), ["console.log", "plan"])


def short_pause(run, check):
    """The plot shows a pause that takes less than 1 % of the first sample interval"""
    outcome = run("short-pause", LINE | {"sample": "5ms", "pauses": [
        {"at": "b:s", "prio": 3, "quanta": 40, "start": "1ms"}]})
    write.everything(outcome)
    check("a short pause at the start is plotted",
          (outcome.directory / "plots" / "pauses.svg").exists())


# Three senders on a link: marks at random
MARKED = {"duration": "5ms", "hosts": "h[1-4]", "switches": "s", "port": {"prio-pfc": 3},
          "links": [{"ends": ["h[1-4]", "s"], "rate": "10gbit"}],
          "ports": [{"at": "s", "queue": {"3": {"ecn-kmin": "5K", "ecn-kmax": "200K",
                                                "ecn-pmax": "20%"}}}],
          "flows": [{"from": f"h{n}", "to": "h4", "start": f"{n}us", "control": "dcqcn"}
                    for n in (1, 2, 3)]}


def seeds(run, check, equal):
    """Each seed marks other frames, and the same ones in each run"""
    digests = [run(f"seed-{seed}-{n}", MARKED | {"seed": seed}).digest
               for n, seed in enumerate((1, 2, 3, 1))]
    equal("three seeds have three hashes", len(set(digests[:3])), 3)
    equal("a seed has the same hash again", digests[3], digests[0])
    check("frames are marked", run("seed-1-0", MARKED).total("marked") > 10)


def samples(run, equal):
    """Samples do not change the traffic"""
    for name, given in (("marked", MARKED), ("incast", {
            "duration": "5ms", "hosts": "h[1-5]", "switches": ["s", "t"],
            "port": {"prio-pfc": 3}, "links": [{"ends": ["h[1-4]", "s"]}, {"ends": [
                "h5", "t"], "rate": "400mbit"}, {"ends": ["s", "t"], "rate": "2.5gbit"}],
            "flows": [{"from": "h[1-3]", "to": "h5", "jitter": "3us"}],
            "workloads": [{"kind": "poisson", "hosts": ["h4", "h5"], "load": 0.5,
                           "sizes": "AliStorage2019", "reliable": True}]})):
        digests = {run(f"sample-{name}-{time}", given | {"sample": time}).digest
                   for time in ("5ms", "7us", "1001ns")}
        equal(f"{name}: the same arrivals with three sample intervals", len(digests), 1)


def turns(run, between):
    """A message of one frame waits for one frame of each other message of its host"""
    payload, frame = 1514 - 42, 1538 * 8	# bytes, ns at 1 Gb/s
    star = {"duration": "100ms", "hosts": "h[1-12]", "switches": "s", "port": {"prio-pfc": 3},
            "links": [{"ends": ["h[1-12]", "s"], "rate": "1gbit", "delay": "100us"}]}
    outcome = run("turns", star | {"workloads": [
        {"kind": "incast", "name": f"long{n}", "hosts": "h1", "fan-in": 1, "to": f"h{n}",
         "size": 200 * payload} for n in range(2, 12)] + [
             {"kind": "incast", "name": "short", "hosts": "h1", "fan-in": 1, "to": "h12",
              "size": payload, "start": "10ms"}]})
    short = next(one for one in fct.records(outcome) if one.workload == "short")
    # Its turn comes after one frame of each, and then two frames wait in the queue of the port
    between("a short message: time that it waits, frames",
            (short.fct - short.ideal) / frame, 8, 14)
    for n in range(2, 12):
        long = next(one for one in fct.records(outcome) if one.workload == f"long{n}")
        between(f"long message {n}: its share of the link", long.fct / (2000 * frame), 0.97, 1.03)


def frame_times(run, between):
    """The mean rate of frames on fast links is exact, although a frame takes a few nanoseconds"""
    for rate in (400, 800, 1600):
        given = LINE | {"duration": "100us", "sample": "100us", "flows": [], "links": [
            {"ends": [["a", "b"], "s"], "rate": f"{rate}gbit", "delay": "100ns"}]}
        size = 2000 * (1000 - 42)
        outcome = run(f"rate-{rate}", given | {"workloads": [
            {"kind": "permutation", "hosts": ["a", "b"], "sizes": size, "frame": 1000}]})
        wanted = (2000 + 1) * 1024 * 8 / rate + 200
        for record in fct.records(outcome):
            between(f"{rate} Gb/s: time of 2000 frames, ns", record.fct, wanted - 3, wanted + 4)
            between(f"{rate} Gb/s: computed time, ns", record.ideal, wanted - 1, wanted + 1)


def runs(run, check, equal, between, directory):
    """All tests of this file"""
    directories(check, equal, directory)
    short_pause(run, check)
    seeds(run, check, equal)
    samples(run, equal)
    turns(run, between)
    frame_times(run, between)
