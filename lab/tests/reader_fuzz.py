# SPDX-License-Identifier: GPL-2.0-only
"""Mutates valid descriptions, traces and distributions of sizes: the reader accepts each result,
or refuses it with an error of one line that names the file.

Half of the mutations change the text.  The others change the values that it contains, so that the
result is always valid TOML: a value of another type, one key too many or too few.

    PYTHONPATH=. python3 lab/tests/reader_fuzz.py SEED NUMBER DIRECTORY
"""

import copy
import json
import random
import re
import signal
import sys
import tomllib
import traceback
from pathlib import Path

from lab import machine
from lab.fabric import load
from lab.units import Problem

SEED, MUTANTS = 1, 1000
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
# Values of mutated descriptions, in addition to those that appear in it
ODD = (0, -1, 3.5, 1e308, float("nan"), float("inf"), 10**30, 2**64, True, [], {}, [[]], [{}],
       {"": 1}, {"a": {}}, {"3": {}}, {"all": {}}, {"3": [3]}, [1, "a", [2, {"b": []}]], "", "x",
       "h[1-4096]", "h[²-3]", "1000s", "1ns", "1tbit", "1G", "9" * 5000, "${load}", "${a.b}",
       "${9**9**9}", "\0", "a\nb", "\u2028", "٣", "é", "*", ":", "s:", "bytes.csv", "folder.csv",
       "none.csv", "auto", "off", "none", "1/0", "{h1}", "{", "}}", "hosts", "gold", "tcp", "spray",
       "permutation", "all-to-all", "tree-allreduce")
INCLUDES = ("self.toml", "bytes.toml", "mutant.toml", "none.toml", "", ".", "\0", 5, {}, [["a"]],
            "folder.csv", True)
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


def _toml(value):
    """Return: the text of a value"""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(item)}"
                               for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return repr(value) if type(value) in (int, float) else json.dumps(value)


def _description(given):
    """Return: the text of a description, with headings only for lists of tables"""
    plain, tables = [], []
    for key, value in given.items():
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            for table in value:
                tables.append(f"[[{json.dumps(key)}]]")
                tables += [f"{json.dumps(name)} = {_toml(item)}" for name, item in table.items()]
        else:
            plain.append(f"{json.dumps(key)} = {_toml(value)}")
    return "\n".join(plain + tables) + "\n"


def _places(value, holder=None, key=None):
    """Yields (holder, key) of all values in a description"""
    if holder is not None:
        yield holder, key
    items = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for inner, item in items:
        yield from _places(item, value, inner)


def _mutate_value(draw, given):
    """Changes one value of a description"""
    places = list(_places(given))
    holder, key = draw.choice(places)
    other = copy.deepcopy(draw.choice(ODD))
    if draw.randrange(3) == 0:
        other = copy.deepcopy((lambda holder, key: holder[key])(*draw.choice(places)))
    kind = draw.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = [holder[key]]
    elif kind == 2 and isinstance(holder, dict):
        holder[draw.choice([key for _, key in places if isinstance(key, str)] + ["", "é"])] = other
    elif kind == 3 and isinstance(holder, list):
        holder.insert(key, other)
    else:
        holder[key] = other


def _changed(draw):
    """Return: the description with one to three changed values; sometimes it includes a file"""
    given = tomllib.loads(DESCRIPTION)
    if draw.randrange(10):	# the mean of a distribution takes most of the time
        given["workloads"] = [one for one in given["workloads"] if one["kind"] != "poisson"]
    for _ in range(draw.choice((1, 1, 2, 3))):
        _mutate_value(draw, given)
    if draw.randrange(20) == 0:
        given["include"] = draw.choice(INCLUDES)
    return _description(given)


def _expired(*_):
    raise TimeoutError(f"the reader takes longer than {LIMIT} s")


def _outcome(path):
    """Return: ACCEPTED, REFUSED, or the text of a defect"""
    signal.alarm(LIMIT)
    try:
        machine.orders_of(load(path))
    except Problem as problem:
        text = str(problem)
        named = text.startswith(str(path.parent)) and len(text.splitlines()) == 1
        return REFUSED if named else f"unclear error: {text}"
    except Exception:	# any of them would be a traceback for the user
        return traceback.format_exc()
    finally:
        signal.alarm(0)
    return ACCEPTED


def _mutant(draw, directory):
    """Reads one mutant. Return: its name, its text and the result of _outcome()"""
    if draw.randrange(2):
        name, text = "mutant.toml", _changed(draw)
    else:
        name = draw.choice(["base.toml", *FILES])
        text = _mutate(draw, _mutate(draw, FILES[name]) if draw.randrange(2) else FILES[name])
    (directory / name).write_bytes(text.encode(errors="surrogateescape"))
    result = _outcome(directory / (name if name == "mutant.toml" else "base.toml"))
    if name in FILES:
        (directory / name).write_text(FILES[name])
    return name, text, result


def _prepare(directory):
    """Writes the files that mutants use"""
    (directory / "folder.csv").mkdir(parents=True, exist_ok=True)
    for name, text in (FILES | {"self.toml": 'include = "self.toml"\n'}).items():
        (directory / name).write_text(text)
    for name in ("bytes.csv", "bytes.toml"):
        (directory / name).write_bytes(bytes(range(256)))
    signal.signal(signal.SIGALRM, _expired)


def large(check, directory):
    """Descriptions and texts that are too large or too deep, or nearly"""
    head = 'duration = "1ms"\nhosts = ["a", "b"]\n'
    chain = "".join(f'[[links]]\nends = ["s{i}", "s{i + 1}"]\n' for i in range(1, 1200))
    for name, wanted, text in (
            ("a chain of switches", ACCEPTED, f'{head}switches = ["s[1-1200]"]\npaths = "spray"\n'
             f'{chain}[[links]]\nends = ["a", "s1"]\n[[links]]\nends = ["b", "s1200"]\n'
             '[[flows]]\nfrom = "a"\nto = "b"\n'),
            ("16 million links", REFUSED, f'{head}switches = ["s[1-4096]", "t[1-4096]"]\n'
             '[[links]]\nends = ["s[1-4096]", "t[1-4096]"]\n'),
            ("nested lists", REFUSED, f"x = {'[' * 10000}{']' * 10000}\n"),
            ("nested tables", REFUSED, f"{'.'.join(['a'] * 3000)} = 1\n"),
            ("a number of 5000 digits", REFUSED, f"seed = {'9' * 5000}\n"),
            ("nested parentheses", REFUSED,
             f'title = "${{{"(" * 10000}1{")" * 10000}}}"\n')):
        (directory / "large.toml").write_text(text)
        result = _outcome(directory / "large.toml")
        check(f"reader: {name}: {wanted}", result == wanted, result)


def _defects(seed, number, directory):
    """Reads mutants. Return: the number that was accepted, and the texts of all defects"""
    draw, defects, accepted = random.Random(seed), [], 0
    for i in range(number):
        name, text, result = _mutant(draw, directory)
        accepted += result == ACCEPTED
        if result not in (ACCEPTED, REFUSED):
            defects.append(f"mutant {i} of {name}: {result}\n{text}")
    return accepted, defects


def cases(check, directory):
    """Mutants of each file, with a fixed seed"""
    _prepare(directory)
    check("the reader accepts the description that is mutated",
          _outcome(directory / "base.toml") == ACCEPTED)
    accepted, defects = _defects(SEED, MUTANTS, directory)
    check(f"the reader accepts each of {MUTANTS} mutants, or refuses it with an error of one line "
          "that names the file", not defects, "\n".join(defects[:3]))
    check("some mutants are accepted, others refused", 50 < accepted < MUTANTS - 50, accepted)
    large(check, directory)


def main():
    """Any number of mutants, with any seed; prints defects after each hundred"""
    seed, number, directory = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    total = 0
    _prepare(directory)
    for part in range(0, number, 100):
        accepted, defects = _defects(f"{seed}/{part}", 100, directory)
        total += len(defects)
        print("\n".join([*defects, f"{part + 100} mutants: {accepted} of the last 100 accepted, "
                         f"{total} defects"]), flush=True)
    sys.exit(bool(total))


if __name__ == "__main__":
    main()
