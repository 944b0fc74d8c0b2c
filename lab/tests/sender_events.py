# SPDX-License-Identifier: GPL-2.0-only
"""Calls the senders of lab/kmod/senders/ with events, in user space: see sender_events.c."""

import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
KMOD = HERE.parent / "kmod"
SHIMMED = ("bitops", "math", "math64", "minmax", "string")	# headers of the kernel
FLAGS = ("-std=gnu11 -O1 -g -Wall -Wextra -Werror -Wno-unused-parameter -Wno-sign-compare "
         "-fsanitize=undefined -fno-sanitize-recover").split()


def compiled(directory, name, files, *flags):
    """Builds NAME.c with files of lab/kmod/ in user space.  Return: the path of the program"""
    (directory / "linux").mkdir(parents=True, exist_ok=True)
    for header in SHIMMED:
        (directory / "linux" / f"{header}.h").write_text("")
    program = directory / name
    subprocess.run(["cc", *FLAGS, *flags, f"-I{directory}", f"-I{KMOD}", "-include",
                    HERE / "sender_kernel.h", "-o", program, HERE / f"{name}.c", *files],
                   check=True)
    return program


def build(directory, files=None):
    """Builds the program that calls the senders in these files.  Return: its path"""
    files = files or sorted((KMOD / "senders").glob("*.c"))
    names = [f"lab_sender_{path.stem}" for path in files]
    return compiled(directory, "sender_events", files, f"-DLAB_SENDERS={','.join(names)}",
                   f"-DLAB_SENDER_TABLE={','.join('&' + name for name in names)}")


def play(program, control, values, flow, events):
    """Calls a sender.  flow: its line rate, bytes of a frame on the wire, hops; events: tuples of
    an event and its numbers.  Return: [(rate, window, alpha)] after each event"""
    first = ("new", control.name, *flow, *(values[key] for key in control.rows))
    lines = "\n".join(" ".join(str(int(word) if isinstance(word, bool) else word)
                               for word in event) for event in (first, *events))
    output = subprocess.run([program], input=lines, text=True, check=True,
                            stdout=subprocess.PIPE).stdout
    return [tuple(map(int, line.split())) for line in output.splitlines()][1:]
