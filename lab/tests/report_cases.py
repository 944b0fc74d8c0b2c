# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the report, the plots and the drawing of the fabric."""

import html.parser
import io
import os
import re
import subprocess
import xml.etree.ElementTree
from pathlib import Path

import fat_tree
import result_cases
from lab import progress
from lab.fabric import Fabric
from lab.results import layers, style, topology, write
from scripts.report import figure

TOP = Path(__file__).resolve().parent.parent.parent
VOID = {"meta", "wbr"}	# HTML elements without an end tag
LOADS = {"script", "link", "img", "iframe", "object", "embed", "image", "audio", "video", "base"}


class Page(html.parser.HTMLParser):
    """Checks that elements nest, and collects ids, references and texts"""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.references, self.errors = [], [], [], []
        self.texts, self.tags = [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        self._attributes(attrs)

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)
        self._attributes(attrs)

    def _attributes(self, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "xlink:href", "data", "srcset"):
                self.references.append(value)
            self.references += re.findall(r"url\(([^)]*)\)", value or "")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.errors.append(f"</{tag}> in line {self.getpos()[0]}")

    def handle_data(self, data):
        self.texts.append(data)


def page(outcome, check, equal):
    """The report is one valid file without external resources"""
    text = (outcome.directory / "report.html").read_text(encoding="utf-8")
    found = Page()
    found.feed(text)
    found.close()
    equal("report: elements nest", [found.errors, found.open], [[], []])
    equal("report: ids are unique", len(found.ids), len(set(found.ids)))
    equal("report: no reference to another file, and each to an element",
          [one for one in found.references if one[:1] != "#" or one[1:] not in found.ids], [])
    equal("report: no element that loads a file or runs a script", found.tags & LOADS, set())
    check("report: no style loads a file", "@import" not in text and "url(" not in
          text[text.index("<style"):text.index("</style>")])
    check("report: the title is text", outcome.fabric.title in found.texts, outcome.fabric.title)
    for wanted in ("Fabric", "Throughput", "Pauses", "Occupancy of priority groups",
                   "Egress queues", "XOFF", "XON", "time (ms)"):
        check(f"report: contains {wanted}", wanted in found.texts)
    peak = outcome.port("s:a", "pg", 3, "peak") / 1024
    check("report: the maximum of a PG", f"s:a, PG 3: maximum {peak:.4g} KiB" in found.texts)


def plots(outcome, check, equal):
    """The separate plots are well-formed SVG with labelled axes"""
    paths = sorted((outcome.directory / "plots").iterdir())
    equal("plots", [path.stem for path in paths],
          ["occupancy-pg", "occupancy-queue", "pauses", "throughput", "topology"])
    for path in paths:
        root = xml.etree.ElementTree.parse(path).getroot()
        equal(f"{path.name}: SVG", root.tag, "{http://www.w3.org/2000/svg}svg")
        texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
        if path.stem != "topology":
            check(f"{path.name}: a time axis with its unit", "time (ms)" in texts, texts)


def repeats(outcome, run, check):
    """Two runs give equal files"""
    again = run("results2", result_cases.INCAST | {"pcap": ["s", "a:s"]})
    write.everything(again)
    volatile = {"result.json", "console.log"}	# with the real time of the run
    for path in sorted(outcome.directory.rglob("*")):
        name = path.relative_to(outcome.directory)
        if path.is_file() and path.name not in volatile:
            other = again.directory / name
            if not other.exists() or other.read_bytes() != path.read_bytes():
                check(f"two runs give the same {name}", False)
    check("two runs give equal reports, plots, tables and captures", True)


def drawing(check, equal):
    """The fabric is drawn in layers, and each link and node once"""
    fabric = Fabric(fat_tree.description(4, fat_tree.far))
    found = layers.arrange(fabric)
    equal("fat tree: hosts, edge, aggregation, core", [len(layer) for layer in found],
          [16, 8, 8, 4])
    equal("fat tree: the switches of a pod are neighbours",
          [[node[1:].split("-")[0] for node in layer] for layer in found[1:3]],
          [list("11223344")] * 2)
    leaf = Fabric({"duration": "1ms", "hosts": ["h[1-6]"], "switches": ["l[1-2]", "s[1-3]"],
                   "links": [{"ends": [["h1", "h3", "h5"], "l1"]},
                             {"ends": [["h2", "h4", "h6"], "l2"], "rate": "25gbit"},
                             {"ends": ["l[1-2]", "s[1-3]"], "rate": "100gbit", "delay": "2us"}]})
    equal("leaf-spine: hosts of a leaf are together", layers.arrange(leaf),
          [["h1", "h3", "h5", "h2", "h4", "h6"], ["l1", "l2"], ["s1", "s2", "s3"]])
    with style.context():
        svg = figure.svg(topology.draw(leaf))
    root = xml.etree.ElementTree.fromstring(svg)
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    equal("drawing: the name of each node once", sorted(set(texts) & set(leaf.nodes)),
          sorted(leaf.nodes))
    for wanted in ("6 links: 100 Gb/s, delay 2 µs", "3 links: 25 Gb/s, delay 500 ns",
                   "3 links: 1 Gb/s, delay 500 ns"):
        check(f"drawing: {wanted}", wanted in texts, texts)


class Terminal(io.StringIO):
    """A terminal"""

    def isatty(self):
        return True


def shows_progress(check, equal, directory):
    """Progress: the virtual time of the samples, and the remaining time"""
    directory.mkdir(parents=True, exist_ok=True)
    samples = directory / "samples"
    samples.unlink(missing_ok=True)
    equal("progress: before the first sample", progress.simulated(samples), None)
    samples.write_text("t 0\nf 0 1 2\n" * 20000 + "t 5000000\np s p1 0 1 2\nt 600")
    equal("progress: the last complete line", progress.simulated(samples), 5000000)
    estimate = progress.Estimate()
    equal("progress: no estimate from one value", estimate.add(0, 0), None)
    equal("progress: a tenth in 2 s leaves 18 s", round(estimate.add(2, 0.1), 6), 18)
    equal("progress: only the last 20 s count", round(estimate.add(22, 0.3), 6), 70)
    equal("progress: nothing happens", progress.Estimate().add(1, 0.5), None)
    equal("texts of times", [progress.seconds(value) for value in (5.4, 119, 3600, 7260)],
          ["5 s", "2 min", "60 min", "2 h 1 min"])
    out = Terminal()
    shown = progress.Progress(10**7, out)
    equal("progress: half of the run", shown.text(1, 5 * 10**6), "5 of 10 ms simulated (50 %)")
    equal("progress: an estimate", shown.text(2, 6 * 10**6),
          "6 of 10 ms simulated (60 %), about 4 s left")
    equal("progress: at the end", shown.text(3, 10**7), "waiting until the fabric is at rest")
    shown.shown -= 1
    shown.update(directory)
    shown.end()
    check("progress: one line of the terminal, removed at the end", out.getvalue().startswith(
        "\rpfclab: 5 of 10 ms") and out.getvalue().endswith("\r") and "\n" not in out.getvalue(),
        repr(out.getvalue()))


BUILD = """. scripts/common.sh
. scripts/kernel/kconfig.sh
{
	printf '  CC      a.o\\nCC x.o\\n  LD [M]  b.ko\\n  CC [M]  c.o\\n  AR      d.a\\n  HOSTCC  e'
	sleep 2.2	# a line that is not complete
	printf '.o\\n  AS      f.o\\n  GEN     g.c\\n'
	sleep 2.2
} | BUILD_LOG_STEP=1 build_log "$0" 16
built_files "$0" "$0.none"
built_files "$0.none"
printf 'all:\\n\\t: shown\\n' | make -f - > "$0.make"
"""


def builds(check, equal, directory):
    """The build of the kernel shows its progress and the remaining time"""
    log = directory / "build.log"
    done = subprocess.run(["bash", "-c", BUILD, log], cwd=TOP, capture_output=True, text=True,
                          check=True, env=os.environ | {"MAKEFLAGS": "s", "MAKELEVEL": "1"})
    found = re.findall(r"(\d) of about 16 files compiled in (\d+) s, about (\d+) s left\n",
                       done.stderr)
    equal("build: each compiled file counts, and no other line",
          [int(files) for files, *_ in (*found[:1], *found[-1:])], [2, 4])
    check("build: progress also while nothing is printed", len(found) > 2, done.stderr)
    equal("build: remaining time", [int(left) for *_, left in found],
          [int(passed) * (16 - int(files)) // int(files) for files, passed, _ in found])
    equal("build: files in the log of an earlier build", done.stdout.split(), ["4", "0"])
    equal("build: the log is complete", log.read_text(),
          "  CC      a.o\nCC x.o\n  LD [M]  b.ko\n  CC [M]  c.o\n  AR      d.a\n  HOSTCC  e.o\n"
          "  AS      f.o\n  GEN     g.c\n")
    equal("build: make prints what it builds, also below make -s",
          (directory / "build.log.make").read_text(), ": shown\n")


def checks_build(check, equal, directory):
    """A run that finds the build up to date does not call make; a changed source is built"""
    tools, log, source = directory / "tools", directory / "make.log", TOP / "lab/init/words.c"
    tools.mkdir(parents=True, exist_ok=True)
    (tools / "make").write_text(f"#!/bin/sh\necho >> {log}\nexec /usr/bin/make \"$@\"\n")
    (tools / "make").chmod(0o755)

    def build():
        log.write_text("")
        begin = sum(os.times()[2:4])
        subprocess.run([TOP / "scripts" / "kernel" / "lab-build"], check=True, capture_output=True,
                       env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"})
        return len(log.read_text()), sum(os.times()[2:4]) - begin
    build()
    calls, fast = build()
    equal("the build is up to date: calls of make", calls, 0)
    program, times = TOP / "build/lab/lab-init", source.stat()
    before = program.stat().st_mtime_ns
    source.touch()
    calls, slow = build()
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))
    check("a changed source is built", calls and program.stat().st_mtime_ns > before, calls)
    check("the check of the build takes a fifth of the CPU time of make", fast * 5 < slow,
          (fast, slow))


def cases(outcome, run, check, equal, directory):
    """All tests of this file; outcome: that of result_cases"""
    page(outcome, check, equal)
    plots(outcome, check, equal)
    repeats(outcome, run, check)
    drawing(check, equal)
    shows_progress(check, equal, directory)
    builds(check, equal, directory)
    checks_build(check, equal, directory)
