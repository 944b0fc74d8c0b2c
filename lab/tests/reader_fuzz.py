# SPDX-License-Identifier: GPL-2.0-only
"""Mutates valid descriptions, traces and distributions of sizes: the reader accepts each result,
or refuses it with an error of one line that names the file."""

import random
import re
import signal
import traceback

from lab import plan
from lab.fabric import load
from lab.units import Problem

SEED, MUTANTS = 1, 800
ACCEPTED, REFUSED = "accepted", "refused"
LIMIT = 20	# seconds that a mutant may take
DESCRIPTION = """title = "base" # comment
duration = "2ms"
sample = "100us"
seed = 7
hosts = ["h[1-4]", "x"]
switches = ["s", "t"]
dead = "x"
pcap = ["s:h1"]
dcqcn = { g = "1/256", rate-ai = "40mbit" }
parameters = { load = 0.2, kmin = 5 }
port = { prio-pfc = [3], xoff = "40K", xon = 10000, dscp-prio = { 26 = 3 } }
[link]
delay = "1us"
[[links]]
ends = [["h[1-2]", "x"], "s"]
rate = "10gbit"
[[links]]
ends = ["h[3-4]", "t"]
[[links]]
ends = ["s", "t"]
rate = "40gbit"
[[nodes]]
at = "s*"
pools.gold = { size = "8M", oversubscribe-ratio = 2 }
profiles.fast = { alpha = "1/8", pool = "gold" }
[[ports]]
at = ["s", "t:h?"]
queue.3 = { ecn-kmin = "${kmin}K", ecn-kmax = "200K", ecn-pmax = "1%" }
pg.0.limit = "1M"
tc-bw = { 0 = 40, 1 = 60 }
[[flows]]
name = "burst"
from = "h[1-2]"
to = "h3"
burst = "10K"
period = "200us"
jitter = "1us"
[[flows]]
from = "h1"
to = "h4"
control = "dcqcn"
reliable = true
go-back-n = { window = "64K", ack-every = 4, timeout = "1ms" }
path = ["s", "t"]
[[flows]]
from = "h2"
to = "h1"
protocol = "tcp"
congestion-control = "dctcp"
[[receivers]]
at = "h4"
rate = "400mbit"
freeze = [["1ms", "1.5ms"]]
[[workloads]]
kind = "trace"
file = "trace.csv"
[[workloads]]
kind = "poisson"
hosts = "h[1-3]"
load = "${load}"
sizes = "sizes.csv"
[[workloads]]
kind = "incast"
fan-in = 2
to = "h1"
size = "20K"
period = "1ms"
[[workloads]]
kind = "ring-allreduce"
size = 100000
iterations = 2
gap = "10us"
[[failures]]
ends = ["s", "t"]
down = "1ms"
up = "1.2ms"
[[routes]]
at = "s"
to = "h2"
next = "h2"
start = "1ms"
[[pauses]]
at = "h1:s"
prio = 3
quanta = 100
period = "50us"
[[commands]]
at = "s"
time = "1ms"
run = "pg set dev {s:h1} pg 1 xoff 40000 xon 30000"
[[programs]]
at = "h1"
run = "ping {h2} # {{"
[[questions]]
at = "s"
time = "1ms"
ask = "stats show dev {s:h1}"
"""
FILES = {"base.toml": DESCRIPTION,
         "trace.csv": "time,source,destination,size\n# comment\n1us,h1,h2,1000\n"
                      "2.5us,h2,h3,64K\n3us,h3,h1,1\n",
         "sizes.csv": "bytes,percent\n0,0\n1000,50\n20000,100\n"}
VALUES = ("", "0", "-1", "1", "3.5", "1e3", "1e999", "-1e999", "nan", "inf", "9" * 20, "true", "[]",
          "{}", "[[]]", "[{}]", '""', '" "', '"x"', '"h1"', '"s"', '"h[1-2]"', '"-1us"', '"1ns"',
          '"${load}"', '"${1 // 0}"', '"${9**9**9}"', '"${"', '"1/0"', '"\\u0000"', "x", "²", "0x10",
          "1979-05-27", "*", '"*"', ",", "=", "[", "]", '"', "#", ".", "\n", "\t", "\0", "\udcff")
TOKEN = re.compile(r'"[^"\n]*"|[\w.-]+|[^\w\s]')


def _mutate(draw, text):
    """Return: the text with one change: of a line, a word or a character"""
    lines = text.splitlines()
    at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    kind = draw.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        lines[at] = lines[at][:draw.randrange(len(lines[at]) + 1)]
    elif kind == 3:
        place = draw.randrange(len(text))
        return text[:place] + draw.choice(VALUES) + text[place + draw.randrange(3):]
    else:
        word = draw.choice(list(TOKEN.finditer(text)))
        words = VALUES if draw.randrange(3) else TOKEN.findall(text)
        return text[:word.start()] + draw.choice(words) + text[word.end():]
    return "\n".join(lines) + "\n"


def _expired(*_):
    raise TimeoutError(f"the reader takes longer than {LIMIT} s")


def _outcome(path):
    """Return: ACCEPTED, REFUSED, or the text of a defect"""
    signal.alarm(LIMIT)
    try:
        list(plan.orders(load(path)))
    except Problem as problem:
        text = str(problem)
        named = text.startswith(str(path.parent)) and len(text.splitlines()) == 1
        return REFUSED if named else f"unclear error: {text}"
    except Exception:	# any of them would be a traceback for the user
        return traceback.format_exc()
    finally:
        signal.alarm(0)
    return ACCEPTED


def cases(check, directory):
    """Mutants of each file, with a fixed seed"""
    directory.mkdir(parents=True, exist_ok=True)
    draw, defects, accepted = random.Random(SEED), [], 0
    signal.signal(signal.SIGALRM, _expired)
    for name, text in FILES.items():
        (directory / name).write_text(text)
    check("the reader accepts the description that is mutated",
          _outcome(directory / "base.toml") == ACCEPTED)
    for number in range(MUTANTS):
        name = draw.choice(["base.toml", *FILES])
        text = _mutate(draw, _mutate(draw, FILES[name]) if draw.randrange(2) else FILES[name])
        (directory / name).write_bytes(text.encode(errors="surrogateescape"))
        problem = _outcome(directory / "base.toml")
        (directory / name).write_text(FILES[name])
        accepted += problem == ACCEPTED
        if problem not in (ACCEPTED, REFUSED):
            defects.append(f"mutant {number} of {name}: {problem}")
    check(f"the reader accepts each of {MUTANTS} mutants, or refuses it with an error of one line "
          "that names the file", not defects, "\n".join(defects[:3]))
    check("some mutants are accepted, others refused", 50 < accepted < MUTANTS - 50, accepted)
