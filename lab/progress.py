# SPDX-License-Identifier: GPL-2.0-only
"""Shows the progress of a run, with an estimate of the remaining time."""

import re
import sys
import time

TERMINAL, FILE = 0.5, 30	# seconds between two lines on a terminal, in a file
WINDOW = 20	# seconds: the estimate uses the progress of this time
TAIL = 1 << 16	# bytes at the end of the samples that are searched for a time


def seconds(time_left):
    """Return: a text for a number of seconds"""
    if time_left < 100:
        return f"{time_left:.0f} s"
    minutes = round(time_left / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def simulated(samples):
    """Return: the virtual time of the last sample in a file, ns; None before the first one"""
    try:
        with open(samples, "rb") as file:
            file.seek(max(file.seek(0, 2) - TAIL, 0))
            found = re.findall(rb"^t (\d+)\n", file.read(), re.M)
    except OSError:
        return None
    return int(found[-1]) if found else None


class Estimate:
    """Estimates the remaining time from the progress of the last seconds."""

    def __init__(self):
        self.known = []	# (time, share that is done)

    def add(self, now, share):
        """Adds a measurement. Return: the remaining seconds, or None if not known yet"""
        self.known = [entry for entry in self.known if entry[0] >= now - WINDOW] + [(now, share)]
        (begin, before), (end, after) = self.known[0], self.known[-1]
        if after <= before:
            return None
        return (1 - after) * (end - begin) / (after - before)


class Progress:
    """Shows the progress of one run on stderr; nothing if the run is short."""

    def __init__(self, duration, out=None):
        self.duration, self.out = duration, out or sys.stderr
        self.terminal = self.out.isatty()
        self.estimate, self.shown = Estimate(), time.monotonic()
        self.width = 0	# of the line on the terminal

    def update(self, directory):
        """Called often during the run; directory: that of the run"""
        now = time.monotonic()
        if now - self.shown < (TERMINAL if self.terminal else FILE):
            return
        self.shown = now
        self._show(self.text(now, simulated(directory / "samples")))

    def text(self, now, done):
        """Return: the line; now: real time in seconds, done: virtual time in ns, or None"""
        if done is None:
            return "building the fabric"
        if done >= self.duration:
            return "waiting until the fabric is at rest"
        left = self.estimate.add(now, done / self.duration)
        return (f"{done / 1e6:.6g} of {self.duration / 1e6:.6g} ms simulated "
                f"({100 * done // self.duration} %)" +
                (f", about {seconds(left)} left" if left is not None else ""))

    def _show(self, text):
        text = f"pfclab: {text}"
        if self.terminal:
            self.out.write(f"\r{text:{self.width}}")
            self.width = len(text)
        else:
            self.out.write(f"{text}\n")
        self.out.flush()

    def end(self):
        """Removes the line from the terminal"""
        if self.width:
            self.out.write(f"\r{'':{self.width}}\r")
            self.out.flush()
