# SPDX-License-Identifier: GPL-2.0-only
"""Tests of go-back-N and selective repeat without the simulator: over a link that loses and
reorders frames, each answer of lab/kmod/gbn.c and irn.c is that of a model with sets of frames."""

import heapq
import random
import subprocess

import sender_events

ACCEPTED, DUPLICATE, DISCARDED = range(3)
NONE, ACK, NAK = range(3)
DELAY = 20	# frame times of a link
STEPS = 6000
# selective, frames (0: no end), ack-every, retries, window, timeout, low-frames, timeout-low
SPECS = ((1, 0, 1, 1000, 64, 300, 3, 100), (1, 900, 1, 1000, 7, 300, 3, 100),
         (1, 700, 1, 2, 4096, 400, 3, 60), (0, 0, 16, 1000, 64, 300, 0, 0),
         (0, 900, 4, 1000, 0, 300, 0, 0))


class Selective:
    """IRN (SIGCOMM 2018, section 3): both ends, with sets of frames"""

    def __init__(self, spec):
        (_, self.count, _, self.retries, self.window, self.high, self.few, self.low) = spec
        self.sent, self.acked, self.sacked, self.tries = 0, 0, set(), 0
        self.recovery, self.repeated = None, set()	# end of the recovery, frames repeated in it
        self.forced = False	# the first frame is repeated in any case
        self.got = set()
        self.expected = 0

    def take(self):
        """Return: the next frame, or None"""
        if self.recovery is not None:
            lost = [self.acked] if self.forced else [
                n for n in range(self.acked, max(self.sacked, default=0))
                if n not in self.sacked and n not in self.repeated and n > self.floor]
            if lost:
                self.forced, self.floor = False, lost[0]
                self.repeated.add(lost[0])
                return lost[0]
        if self.count and self.sent >= self.count or self.sent - self.acked >= self.window:
            return None
        self.sent += 1
        return self.sent - 1

    def recover(self):
        """Starts a recovery"""
        if self.acked < self.sent:
            self.recovery, self.forced, self.repeated, self.floor = self.sent, True, set(), -1

    def ack(self, expected):
        """Return: whether the ACK acknowledges further frames"""
        if not self.acked < expected <= self.sent:
            return 0
        self.acked, self.tries, self.forced = expected, 0, False
        if self.recovery is not None and expected >= self.recovery:
            self.recovery = None
        return 1

    def nak(self, expected, arrived):
        """Return: whether a recovery starts"""
        self.ack(expected)
        if not self.acked <= arrived < self.sent:
            return 0
        self.sacked.add(arrived)
        if self.recovery is not None:
            return 0
        self.recover()
        return 1

    def beyond(self):
        """Return: how many frames behind a missing one are known to have arrived"""
        return sum(number >= self.acked for number in self.sacked)

    def timeout(self):
        """Return: whether the sender continues"""
        self.recovery = None
        self.recover()
        self.tries += 1
        return int(self.tries <= self.retries)

    def waits(self):
        """Return: whether the timer runs, and its period"""
        outstanding = self.sent - self.acked
        return int(outstanding > 0), self.low if outstanding < self.few else self.high

    def receive(self, number):
        """Return: verdict and answer"""
        if number < self.expected:
            return DUPLICATE, ACK
        answer = NAK if number > self.expected else ACK
        if number in self.got:
            return DUPLICATE, answer
        self.got.add(number)
        while self.expected in self.got:
            self.expected += 1
        return ACCEPTED, answer


class GoBackN:
    """Go-back-N: both ends"""

    def __init__(self, spec):
        (_, self.count, self.every, self.retries, self.window, self.period, _, _) = spec
        self.following = self.acked = self.top = self.tries = self.expected = 0
        self.asked = None	# frame for which a NAK has been sent

    def take(self):
        """Return: the next frame, or None"""
        if self.count and self.following >= self.count or \
                self.window and self.following - self.acked >= self.window:
            return None
        self.following += 1
        self.top = max(self.top, self.following)
        return self.following - 1

    def ack(self, expected):
        """Return: whether the ACK acknowledges further frames"""
        if not self.acked < expected <= self.top:
            return 0
        self.acked, self.tries = expected, 0
        self.following = max(self.following, expected)
        return 1

    def nak(self, expected, _arrived):
        """Return: whether the sender goes back"""
        self.ack(expected)
        if not self.acked <= expected < self.following:
            return 0
        self.following = expected
        return 1

    def beyond(self):
        """Return: 0, since the receiver discards frames behind a missing one"""
        return 0

    def timeout(self):
        """Return: whether the sender continues"""
        self.following = self.acked
        self.tries += 1
        return int(self.tries <= self.retries)

    def waits(self):
        """Return: whether the timer runs, and its period"""
        asking = any((n + 1) % self.every == 0 or n + 1 == self.count
                     for n in range(self.acked, self.following))
        return int(asking), self.period

    def receive(self, number):
        """Return: verdict and answer"""
        asks = (number + 1) % self.every == 0 or number + 1 == self.count
        if number < self.expected:
            return DUPLICATE, ACK if asks else NONE
        if number > self.expected:
            answer = NONE if self.asked == self.expected else NAK
            self.asked = self.expected
            return DISCARDED, answer
        self.expected += 1
        return ACCEPTED, ACK if asks else NONE


def play(spec, seed, loss):
    """Sends frames over a link.  Return: the events and the answers of the model"""
    model = (Selective if spec[0] else GoBackN)(spec)
    draw, flight, events, answers, counts = random.Random(seed), [], [], [], {}
    quiet = 0	# since when the timer runs

    def add(text, *answer):
        events.append(text)
        answers.append(answer)
        counts[text.split()[0]] = counts.get(text.split()[0], 0) + 1

    for now in range(STEPS):
        while flight and flight[0][0] <= now:
            _, _, kind, *words = heapq.heappop(flight)
            if kind == "frame":
                verdict, answer = model.receive(words[0])
                add(f"receive {words[0]}", verdict, answer, model.expected)
                if answer != NONE and draw.random() >= loss:
                    heapq.heappush(flight, (now + DELAY, len(events), "ack" if answer == ACK else
                                            "nak", model.expected, words[0]))
                continue
            before = model.acked
            result = model.ack(words[0]) if kind == "ack" else model.nak(*words)
            if model.acked > before or kind == "nak" and not spec[0]:
                quiet = now
            add(" ".join(map(str, (kind, *words[:2 if kind == "nak" else 1]))), result,
                model.acked, model.beyond(), *model.waits())
        runs, period = model.waits()
        quiet = quiet if runs else now
        if runs and now - quiet >= period:
            add("timeout", model.timeout(), model.acked, model.beyond(), *model.waits())
            quiet = now
        number = model.take()
        add("take", -1 if number is None else number)
        if number is not None and draw.random() >= loss:
            late = 5 if draw.random() < 0.02 else 0
            heapq.heappush(flight, (now + DELAY + late, len(events), "frame", number))
    return events, answers, counts, model


def cases(check, directory):
    """All tests of this file"""
    kmod = sender_events.KMOD
    program = sender_events.compiled(directory / "reliable", "sender_reliable_events",
                                    [kmod / "gbn.c", kmod / "irn.c"])
    for number, spec in enumerate(SPECS):
        for loss in (0, 0.02, 0.3):
            events, answers, counts, model = play(spec, number, loss)
            output = subprocess.run(
                [program], input="\n".join([" ".join(map(str, ("new", *spec))), *events]),
                text=True, check=True, stdout=subprocess.PIPE).stdout
            got = [tuple(map(int, line.split())) for line in output.splitlines()]
            wrong = [(n, events[n], one, two) for n, (one, two) in enumerate(zip(got, answers))
                     if one != two]
            what = f"{'selective repeat' if spec[0] else 'go-back-N'} {spec[1:]}, loss {loss}"
            check(f"{what}: {len(answers)} answers are those of the model",
                  len(got) == len(answers) and not wrong, (len(wrong), wrong[:2]))
            busy = spec[1] == 0
            check(f"{what}: frames arrive, and losses cause NAK and timeouts",
                  model.expected > 30 * busy and (not loss or counts.get("nak", 0) and
                                                   (loss < 0.1 or counts.get("timeout", 0))),
                  (model.expected, counts))
