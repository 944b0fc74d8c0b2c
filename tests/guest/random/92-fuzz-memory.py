#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the random requests.

Without memory, the kernel does not end a dump with large messages at once.

Checks that a request that lacks memory changes nothing, or has its whole effect.
"""

from collections import Counter

import fuzz
from harness import check, steps


def pre():
    for part in range(4):
        fuzz.write(f"requests{part}", fuzz.count(700) // 4, fuzz.SEED * 4 + part, devices=False,
                   without=("wait-get", "record-get"))


def post():
    seen = Counter()
    for part in range(4):
        seen += fuzz.judge(f"requests{part}").seen
    if fuzz.count(700) >= 700:
        for name in ("pool-new", "profile-new", "profile-set", "port-set"):
            check(f"some requests fail without memory: {name}",
                  sum(n for key, n in seen.items() if key[:2] == ("ENOMEM", name)))
        check("some requests that move PGs to a pool fail without memory",
              seen["ENOMEM", "port-set", True])


steps(pre, post)
