# SPDX-License-Identifier: GPL-2.0-only
"""Tests of settings: each setting of pfcctl has a key, the module gets the values of the
description, and errors name file and line."""

import re
from pathlib import Path

from lab import describe, fabric, lines, machine, settings, source
from lab.units import Problem

TOP = Path(__file__).resolve().parent.parent.parent
MAN = TOP / "Documentation" / "man"
EVERYTHING = """
duration = "10ms"
hosts = "h[1-3]"
switches = "s1"
[[nodes]]
at = "s*"
pools.default.size = "24M"
pools.gold = { size = "8M", oversubscribe-ratio = 2 }
profiles.storage = { alpha = "1/8", min = "10K", headroom = "auto", pool = "gold" }
[[links]]
ends = ["h[1-3]", "s1"]
[port]
prio-pfc = 3
dscp-preset = "zero"
dscp-prio = { 26 = 3, 46 = 6 }
[[ports]]
at = "s1:h?"
overhead = 20
batch = 8
latency = "10us"
cable-length = "300m"
peer-rate = "2gbit"
tx-queues = "one"
gso = "split"
trust = "dscp,pcp"
pcp-prio = { 1 = 2 }
ethtype-prio = { 0x8906 = 3 }
control-prio = "none"
flood-prio = { 3 = 0 }
flood-lossless = "drop"
prio-source = "skb"
app-rewrite = "on"
prio-dscp = { 3 = 26 }
prio-pcp = { 3 = 3 }
prio-tc = { 3 = 1 }
tc-tsa = { 0 = "ets", 1 = "ets", 2 = "strict", 3 = "strict", 4 = "strict", 5 = "strict" }
tc-bw = { 0 = 40, 1 = 60, 2 = 0, 3 = 0, 4 = 0, 5 = 0 }
tc-maxrate = { 7 = "100mbit" }
queue.all.alpha = "1/2"
queue.3 = { ecn-kmin = "5K", ecn-kmax = "200K", ecn-pmax = "1%" }
pg.0.limit = "1M"
pg.3.profile = "storage"
prio-watchdog = 3
detection-time = "200ms"
action = "alert"
escalate-count = 5
escalate-period = "60s"
xoff-timeout = "1s"
[[ports]]
at = ["h3", "s1:h3"]
prio-pfc = []
prio-watchdog = []
flow-control = "pause"
xoff-timeout = "off"
pg.3.profile = "none"
[[commands]]
at = "s1"
time = "5ms"
run = "pg set dev {s1:h1} pg 1 xoff 40000 xon 30000"
[[questions]]
name = "before"
at = ["s1", "h3"]
time = "4ms"
ask = "save"
[[questions]]
name = "after"
at = "s1"
time = "6ms"
ask = "save"
"""
COMMON = ["port add dev p1 rate 1gbit overhead 20 speed 1000 delay 500ns cable-delay 1500ns batch 8 "
          "latency 10us peer-rate 2gbit gso split tx-queues one",
          "map set dev p1 trust dscp,pcp control-prio none dscp-prio 1-25:0 27-45:0 46:6 47-63:0 "
          "pcp-prio 1:2 ethtype-prio 0x8906:3 flood-prio 3:0 flood-lossless drop prio-source skb "
          "app-rewrite on prio-dscp 3:26 prio-pcp 3:3",
          "queue set dev p1 queue 3 alpha 1/2 ecn-kmin 5K ecn-kmax 200K ecn-pmax 1%",
          "queue set dev p1 queue 7 alpha 1/2",
          "ets set dev p1 prio-tc 3:1 tc-tsa 2:strict 3:strict 4:strict 5:strict "
          "tc-bw 0:40 1:60 2:0 3:0 4:0 5:0 tc-maxrate 7:100mbit",
          "pg set dev p1 pg 0 limit 1M"]
WANTED = {"s1": ["pool set default size 24M", "pool add gold size 8M oversubscribe-ratio 2",
                 "profile add storage headroom auto min 10K alpha 1/8 pool gold", *COMMON,
                 "pg set dev p1 pg 3 profile storage",
                 "watchdog set dev p1 prio-watchdog 3:on detection-time 200ms action alert "
                 "escalate-count 5 escalate-period 60s xoff-timeout 1s",
                 "pfc set dev p1 prio-pfc 3:on", "pfc set dev p3 flow-control pause",
                 "watchdog set dev p3 detection-time 200ms action alert escalate-count 5 "
                 "escalate-period 60s"],
          "h3": ["port add dev eth0 rate 1gbit speed 1000 delay 500ns",
                 "map set dev eth0 dscp-prio 1-25:0 27-45:0 46:6 47-63:0",
                 "pfc set dev eth0 flow-control pause"]}
# File, where the error is, and its message.  LINE marks the line that the message must name.
LINK = '[[links]]\nends = [["a", "b"], "s"]\n'
WRONG = [
    ('x = 1 # LINE\n', r"unknown setting x"),
    ('[[flows]]\nfrom = "a"\nto = "b"\n[[flows]]\n# size\nfrom = "a"\nto = "b"\nsize = 5 # LINE\n',
     r"flows 2: size: 5 is not"),
    ('[[flows]] # LINE\nfrom = "a"\n', r"flows 1: to is missing"),
    ('[port]\nxoff = 3\nxofff = 3 # LINE\n', r"port: unknown setting xofff"),
    ('[port.pg.3]\nxon = 3\nxoff = "3X" # LINE\n', r"port: pg\.3: xoff: '3X' is not a size"),
    ('[[ports]]\nat = "s"\nqueue = { 3 = { ecn-pmax = "200%" } } # LINE\n',
     r"ports 1: queue\.3: ecn-pmax: '200%' is not a percentage from 0 to 100"),
    ('[[ports]]\nat = "s"\nqueue.3.ecn-pmax = 0.2 # LINE\n',
     r"ecn-pmax: 0.2 is not a percentage from 0 to 100 with its sign, like .1%"),
    ('[[typo]] # LINE\nx = 1\n', r"description: unknown setting typo"),
    ('[port]\ndscp-prio = { "²" = 3 } # LINE\n', r"port: dscp-prio: '²' is not a number"),
    ('[[flows]]\nfrom = "a"\nto = "b"\nrate = "${9 ** 9 ** 9}" # LINE\n',
     r"flows 1: rate: .* is not a valid expression"),
    ('[[ports]]\nat = "s"\ntc-bw = { 8 = 100 } # LINE\n', r"ports 1: tc-bw: 8 is not a number from 0"),
    ('[[ports]]\nat = "x*" # LINE\n', r"ports 1: at: no node matches x\*"),
    ('[[nodes]]\nat = "s"\npools.gold.size = 3 # LINE\n', r"nodes 1: pools\.gold: size: 3 is not"),
    ('title = """\n[port]\n"""\n[link]\nrate = "1" # LINE\n', r"link: rate: '1' is not a rate"),
    ('[[flows]]\nfrom = "a"\nto = "b"\nrate = "${rate}" # LINE\n',
     r"flows 1: rate: unknown parameter rate; known parameters: n$"),
    ('[[flows]]\nfrom = "a"\nto = "b"\nrate = "${n.x}" # LINE\n', r"only numbers, parameters"),
]


def keys(check, equal):
    """Each setting of pfcctl has a key"""
    known = set(settings.PORT) | set(settings.QUEUE) | set(settings.POOL) | {"NAME"}
    for page in ("port", "map", "ets", "queue", "pg", "pool", "pfc", "watchdog"):
        text = re.sub(r"\\f.|\n", lambda match: " " if match[0] == "\n" else "",
                      (MAN / f"pfcctl-{page}.8").read_text()).replace("\\-", "-")
        found = re.search(r"SETTING := (.*?)(?:\.ad| \.br| PRESET :=)", text)
        words = ([part.split()[0] for part in re.split(r" \| ", found[1])] if found else
                 re.findall(r"\[([a-z][a-z-]+) ", re.search(r" (?:add|set) .*?SH DESC", text)[0]))
        words = [word for word in words if word != "SETTING" and word.upper() != word]
        check(f"pfcctl-{page}: the page names its settings", len(words) > 0, text[:300])
        equal(f"pfcctl-{page}: settings without a key", sorted(set(words) - known), [])


def errors(_check, equal, directory):
    """An error names the file and the line"""
    directory.mkdir(parents=True, exist_ok=True)
    common = directory / "common.toml"
    common.write_text('duration = "5ms"\nhosts = ["a", "b"]\nswitches = "s"\n' + LINK +
                      '[parameters]\nn = 2\n[[flows]]\nfrom = "a"\nto = "b"\n')
    for number, (text, message) in enumerate(WRONG):
        path = directory / f"wrong{number}.toml"
        path.write_text('include = "common.toml"\n' + text)
        wanted = next(n for n, line in enumerate(path.read_text().splitlines(), 1)
                      if "LINE" in line)
        message = re.sub(r"flows (\d)", lambda match: f"flows {int(match[1]) + 1}", message)
        try:
            fabric.load(path)
            got = "accepted"
        except Problem as problem:
            got = str(problem)
        pattern = rf"{re.escape(str(path))}:{wanted}: .*{message}"
        equal(f"error in line {wanted}: {message}", bool(re.search(pattern, got)) or got, True)


def parameters(check, equal):
    """Parameters: expressions, types, and values of the command line"""
    for text, wanted in (("${load}", 0.5), ("${load * 1000}mbit", "500mbit"), ("${n}", 3),
                         ("${(n + 1) * 2}", 8), ("${n / 2}", 1.5), ("${name}-x", "abc-x"),
                         ("${{HOME}}", "${{HOME}}"), ("${load / 4}", 0.125)):
        equal(f"the value of {text}", source.substitute(text, {
            "load": 0.5, "n": 3, "name": "abc"}), wanted)
    equal("values of the command line have types", [source.parameter(text) for text in (
        "a=3", "b=0.5", "c=true", "d=x y")], [("a", 3), ("b", 0.5), ("c", True), ("d", "x y")])
    for text in ("__import__('os')", "n.x", "[1]", "n if n else n"):
        try:
            source.substitute("${" + text + "}", {"n": 1})
            check(f"refused: {text}", False)
        except Problem:
            check(f"refused: {text}", True)
    found = lines.locate('a = [\n1,\n]\n[t] # x\nb.c = """\n[no]\nd = 1\n"""\n[[l]]\n[[l]]\ne = {f = 1}\n'
                         '[l.g]\nh = "]"\ni = 2\n')
    equal("lines of keys", found, {("a",): 1, ("t",): 4, ("t", "b", "c"): 5, ("l", 1): 9,
                                   ("l", 2): 10, ("l", 2, "e"): 11, ("l", 2, "g"): 12,
                                   ("l", 2, "g", "h"): 13, ("l", 2, "g", "i"): 14})


def overridden(equal):
    """A later setting of all PGs overrides earlier ones of single PGs"""
    for later in ({"pg": {"all": {"xoff": 100}}}, {"xoff": 100}):
        found = settings.Settings({"rate": 10**9, "speed": 10**9, "delay": 0})
        for given in ({"pg": {"3": {"xoff": 200, "xon": 50}}}, later, {"pg": {"4": {"xoff": 300}}}):
            found.apply(settings.read(given, "ports 1"), "ports 1")
        equal("later settings override earlier ones",
              [line for line in found.commands("p1") if line.startswith("pg ")],
              ["pg set dev p1 pg all xoff 100", "pg set dev p1 pg 3 xon 50",
               "pg set dev p1 pg 4 xoff 300"])


def everything(run_file, check, equal):
    """pfcctl save on a node prints the settings of the description"""
    outcome = run_file("everything", EVERYTHING)
    answers = outcome.answers()
    for node, wanted in WANTED.items():
        saved = answers[f"before {node}"].get("commands", answers)
        equal(f"{node}: settings that the module has not got",
              [line for line in wanted if line not in saved], [])
    changed = "pg set dev p1 pg 1 xoff 40000 xon 30000"
    equal("a command takes effect at its time", [changed in answers[name]["commands"]
                                                 for name in ("before s1", "after")],
          [False, True])
    equal("with PAUSE, PG 0 is lossless", outcome.fabric.ports["s1:h3"].lossless, {0})
    try:
        run_file("refused-setting", EVERYTHING.replace('pg.0.limit = "1M"', 'pg.2.xon = "1M"'))
        message = "accepted"
    except machine.Failure as failure:
        message = str(failure)
    wanted = EVERYTHING.splitlines().index('at = "s1:h?"')	# from 0: the line above, [[ports]]
    check("an error of the kernel names the line of the table",
          re.search(rf"\.toml:{wanted}: ports 1: .*xon", message), message)


SWITCH = """
duration = "1ms"
hosts = "h[1-3]"
switches = "s1"
[[links]]
ends = ["h[1-3]", "s1"]
rate = "40gbit"
[[flows]]
from = "h[1-2]"
to = "h3"
dscp = 3
[[questions]]
at = "s1"
name = "s1"
ask = "save"
time = "0.9ms"
"""


def described(run_file, check, equal):
    """Commands of pfcctl sonic import, as a part of a description, give a switch the settings"""
    part, lines_of = describe.Part(), TOP / "userspace" / "tests" / "sonic" / "wanted"
    commands = [line for line in lines_of.read_text().splitlines() if line[0] != "#"]
    for line in commands:
        part.add(line)
    outcome = run_file("described", SWITCH + part.text())
    saved = outcome.answers()["s1"]["commands"]
    pool = " ".join(line for line in saved if line.startswith("pool set default"))
    check("describe: the pool of the switch",
          all(words in pool for words in ("size 3772288", "cell 208", "shared-headroom 1048528")),
          pool)
    equal("describe: the lossless PGs follow the profile",
          len([line for line in saved if "pg 3 profile pg_lossless_40000_300m_profile" in line]), 3)
    check("describe: the switch sends XOFF", outcome.port("s1:h1", "pg", 3, "xoff") > 0)
    equal("describe: nothing is lost", outcome.lossless_drops(), 0)
    fcoe = describe.Part()
    fcoe.add("map set dev p1 ethtype-prio 0x8906:3")
    check("describe: an EtherType", "ethtype-prio = { 0x8906 = 3 }" in fcoe.text(), fcoe.text())
    for line, wanted in (("stats clear", "not a command"), ("roce add dev p1", "no such object"),
                         ("port set dev p1 mtu 9000", "no such setting"),
                         ("map set dev p1 prio-pg x:1", "not a number")):
        try:
            part.add(line)
            message = "accepted"
        except Problem as problem:
            message = str(problem)
        check(f"describe refuses {line}", wanted in message, message)


def cases(check, equal, directory):
    """All tests without a run"""
    keys(check, equal)
    overridden(equal)
    parameters(check, equal)
    errors(check, equal, directory)
