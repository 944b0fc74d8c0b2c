#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the random requests.

Checks the properties of the answers and of the state after each request.
"""

import fuzz
from harness import check, equal, steps
from nlprops import never_seen


def pre():
    fuzz.write("requests", fuzz.count(8000))


def post():
    run = fuzz.judge("requests")
    accepted = run.verdicts["ok"]
    check("more than a fifth of the requests is accepted",
          accepted > sum(run.verdicts.values()) / 5, run.verdicts)
    check("most saved configurations can be restored",
          run.seen["restarted", "0"] > 3 * run.seen["restarted", "768"], run.seen)
    if fuzz.count(8000) >= 8000:
        equal("the run has had each command accepted and each setting changed",
              never_seen(run.seen), [])


steps(pre, post)
