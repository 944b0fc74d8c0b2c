# SPDX-License-Identifier: GPL-2.0-only
"""Checks for the host-side step of a guest test, in the format of the guest."""

import json
import os

OUT = os.environ.get("OUT", "")


def path(name):
    return os.path.join(OUT, name)


def report(name):
    """Reads a JSON report of the guest."""
    with open(path(name + ".json"), encoding="ascii") as file:
        return json.load(file)


def ok(text, passed, note=""):
    print(f"ok - {text}" if passed else f"not ok - {text}")
    if not passed and note:
        print("#   " + str(note).replace("\n", "\n#   "))


def equal(text, got, wanted):
    ok(text, got == wanted, f"got:    {got}\nwanted: {wanted}")


def within(text, got, low, high):
    ok(text, low <= got <= high, f"got:    {got}\nwanted: {low} to {high}")


def none(text, bad):
    """Checks that the list of violations is empty."""
    bad = list(bad)
    ok(text, not bad, f"{len(bad)} violations; the first: " +
       "; ".join(map(str, bad[:3])))
