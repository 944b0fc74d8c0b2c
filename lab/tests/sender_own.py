# SPDX-License-Identifier: GPL-2.0-only
"""Follows "Write your own sender" of lab/senders.md in a copy of lab/: adds the example, builds the
module, and runs the description there."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import sender_events

from lab import machine, senders

LAB = Path(__file__).resolve().parent.parent
OUT = machine.TOP / "build" / "lab-test" / "own"
MS = 10**6	# ns
FABRIC = """
duration = "20ms"
hosts = ["h[1-3]"]
switches = ["s1"]
port.prio-pfc = [3]
[[links]]
ends = ["h[1-3]", "s1"]
rate = "10gbit"
delay = "1us"
[[ports]]
at = "s1"
queue.3 = { ecn-kmin = "50K", ecn-kmax = "51K", ecn-pmax = "100%" }
"""
# Its rate is a multiple of that of the flow, or 0, without regard to the range of the rate
WILD = """// SPDX-License-Identifier: GPL-2.0-only
#include "sender.h"

struct wild {
	u64	factor;
};

static const struct lab_parameter parameters[] = {
	{ "factor", LAB_NUMBER, 0, 4, 1, offsetof(struct wild, factor) },
};

static void wild_ack(struct lab_sender *sender, const struct lab_ack *ack)
{
	const struct wild *own = (const void *)sender->own;

	sender->rate = sender->line * own->factor;
}

const struct lab_sender_ops lab_sender_wild = {
	.name = "wild", .uses = LAB_USES_ACK, .parameters = parameters,
	.n_parameters = ARRAY_SIZE(parameters), .own_size = sizeof(struct wild), .ack = wild_ack,
};
"""
WILD_FLOWS = "".join(f"""
[[flows]]
from = "h3"
to = "h{number}"
rate = "1gbit"
control = "wild"
wild = {{ factor = {factor} }}
""" for number, factor in ((1, 0), (2, 4)))
# Runs in the copy: lab there is the package that has the new sender
RUN = """
import json, sys
from pathlib import Path
from lab import fabric, machine, senders
machine.BUILD = Path(sys.argv[1])
out = machine.run(fabric.load(sys.argv[2]), sys.argv[3], kernel=sys.argv[4], timeout=120)
print(json.dumps([[out.rate(flow, 10 * 10**6) for flow in out.fabric.flows],
                  out.total("marked"), senders.as_json(out)]))
"""


def steps():
    """Return: the command and the description of the page"""
    page = (LAB / "senders.md").read_text(encoding="utf-8").split("## Write your own sender")[1]
    blocks = [re.sub("^    ", "", block, flags=re.M)
              for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", page, re.M)]
    command = next(block.strip() for block in blocks if block.strip().startswith("cp "))
    return command, next(block for block in blocks if "[[flows]]" in block)


def build(top, kernel):
    """Builds the traffic module of a copy.  Return: the directory that machine.BUILD names"""
    directory = OUT / "build"
    for name in ("lab-init", "bin", "pfc"):
        path = machine.BUILD / name
        (shutil.copytree if path.is_dir() else shutil.copy2)(path, directory / name)
    subprocess.run(["make", "-s", "-C", kernel.parent, "ARCH=um", f"M={top / 'lab' / 'kmod'}",
                    f"MO={directory / 'pfclab'}", "W=1", "KCFLAGS=-Werror", "modules"],
                   check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return directory


def example(_run, check, equal, between):
    """The example of the page works as the page says"""
    kernel, top = machine.build(), OUT / "copy"
    shutil.rmtree(OUT, ignore_errors=True)
    (OUT / "build" / "pfclab").mkdir(parents=True)
    shutil.copytree(LAB, top / "lab", ignore=shutil.ignore_patterns("*.o", ".*", "__pycache__"))
    shutil.copytree(machine.TOP / "uapi", top / "uapi")
    command, flows = steps()
    subprocess.run(command.split(), cwd=top, check=True)
    (top / "lab" / "kmod" / "senders" / "wild.c").write_text(WILD)
    (OUT / "own.toml").write_text(FABRIC + flows + WILD_FLOWS)
    before = subprocess.run([machine.TOP / "lab" / "pfclab", "run", OUT / "own.toml", "-o",
                             OUT / "none"], capture_output=True, text=True, check=False)
    check("own sender: the checkout does not have it",
          before.returncode and "'aimd' is not one of none, " in before.stderr, before.stderr)
    result = subprocess.run(
        [sys.executable, "-c", RUN, build(top, kernel), OUT / "own.toml", OUT / "run", kernel],
        cwd=top, env=os.environ | {"PYTHONPATH": str(top)}, capture_output=True,
        text=True, check=False)
    equal("own sender: the run ends without an error", [result.returncode, result.stderr], [0, ""])
    rates, marked, rows = json.loads(result.stdout)
    equal("own sender: a rate of 0 is 1 kbit/s, and one above that of the flow is this one",
          [row["rate"] for row in rows[2:]], [1000, 10**9])
    between("own sender: throughput of the second one, Gb/s", rates[3] / 1e9, 0.9, 1)
    rates, rows = rates[:2], rows[:2]
    between("own sender: Jain index of two flows", sum(rates) ** 2 / 2 /
            sum(rate ** 2 for rate in rates), 0.9, 1)
    between("own sender: two flows use the link, Gb/s", sum(rates) / 1e9, 6, 10.01)
    between("own sender: marks", marked, 10, 10**6)
    check("own sender: the results have its rate", all(0 < row["rate"] < 10**10 for row in rows),
          [row["rate"] for row in rows])


def events(check, directory):
    """The example in user space: an increase, a cut, and nothing until the interval has passed"""
    program = sender_events.build(directory, [LAB / "examples" / "aimd.c"])
    given = [("ack", 10**6 + 60000 * n, 9000, 1024, n + 1, n + 9, n == 2) for n in range(6)]
    control = senders.Control(LAB / "examples" / "aimd.c")
    got = sender_events.play(program, control, control.defaults | {"increase": 10**8},
                             (10**10, 1024, 1), given)
    check("the example increases and decreases its rate at most once in an interval",
          [rate for rate, _, _ in got] == [10**10, 10**10, 5 * 10**9, 5 * 10**9,
                                           51 * 10**8, 51 * 10**8], got)
