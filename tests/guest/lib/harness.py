# SPDX-License-Identifier: GPL-2.0-only
"""Functions for the host-side steps of guest tests: NAME.pre and NAME.post, or NAME.py for both."""

import json
import os
import subprocess
import sys

IN = os.environ.get("IN", ".")
OUT = os.environ.get("OUT", ".")


def path(name):
    return os.path.join(OUT, name)


def report(name):
    """Reads a JSON report of the guest."""
    with open(path(name + ".json"), encoding="ascii") as file:
        return json.load(file)


def check(text, condition, detail=""):
    """Prints one result, and the detail if it failed."""
    print(("ok" if condition else "not ok") + " - " + text)
    if not condition and detail != "":
        for line in str(detail).splitlines():
            print("#   " + line)
    sys.stdout.flush()
    return bool(condition)


def equal(text, got, wanted):
    return check(text, got == wanted, f"got:    {got!r}\nwanted: {wanted!r}")


def between(text, got, low, high):
    return check(text, low <= got <= high,
                 f"got:    {got!r}\nwanted: {low!r} to {high!r}")


def none(text, bad):
    """Checks that the list of violations is empty."""
    bad = list(bad)
    check(text, not bad, f"{len(bad)} violations; the first: " + "; ".join(map(str, bad[:3])))


def tshark(capture, fields, display_filter=None):
    """Decodes $OUT/CAPTURE.pcap: returns a dictionary {field: text} per packet.

    frame.time_epoch has nanoseconds.  An absent field is "".  The values of a
    field that occurs several times are separated by commas.
    """
    command = ["tshark", "-n", "-r", os.path.join(OUT, capture + ".pcap"),
               "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a"]
    for field in fields:
        command += ["-e", field]
    if display_filter:
        command += ["-Y", display_filter]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout
    return [dict(zip(fields, line.split("\t"))) for line in text.splitlines()]


def nanoseconds(epoch):
    """Converts the text of frame.time_epoch to nanoseconds."""
    seconds, _, fraction = epoch.partition(".")
    return int(seconds) * 10**9 + int((fraction + "0" * 9)[:9])


def write_frames(name, frames):
    """Writes $IN/NAME for rawsend: frames are pairs (offset in ns, bytes)."""
    with open(os.path.join(IN, name), "w", encoding="ascii") as file:
        for offset, data in frames:
            file.write(f"{offset} {bytes(data).hex()}\n")


def steps(pre, post):
    """Runs the step that the argument names: pre() before the guest, post() after it."""
    {"pre": pre, "post": post}[sys.argv[1]]()
