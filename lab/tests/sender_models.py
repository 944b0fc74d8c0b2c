# SPDX-License-Identifier: GPL-2.0-only
"""Models of senders with rate control, written from the equations of the papers in floating point,
independent of lab/kmod/senders/.

A model has a method for each event of sender_events.c.  values: the parameters by their keys, with
shares as numbers; line: bit/s; frame: bytes on the wire; hops: switches.  Times are in ns.
"""

from math import inf, sqrt

from lab import senders


def values_of(control, given):
    """Return: parameters of a sender, in their units, with the defaults"""
    return control.defaults | {key: control.fields[key](value) for key, value in given.items()}


def numbers(control, values):
    """Return: parameters for a model: shares are numbers"""
    return {key: value / senders.ONE if control.rows.get(key, [""])[0] == "SHARE" else value
            for key, value in values.items()}


class Model:
    """A sender that ignores all events"""

    def __init__(self, values, line, frame, hops):
        self.values, self.line, self.frame, self.hops = values, line, frame, hops
        self.rate, self.window, self.alpha = line, 0, 0

    def at(self, now):
        """The time has come"""

    def sent(self, now, size):
        """A frame has been sent"""

    def ack(self, now, rtt, size, acked, following, marked, *path):
        """An ACK has arrived"""

    def cnp(self, now):
        """A CNP has arrived"""

    def nak(self, now, following):
        """Frames are sent again after a NAK"""

    def timeout(self, now, following):
        """Frames are sent again after a timeout"""

    def limits(self, low, high):
        """Keeps the rate between two rates"""
        self.rate = min(max(self.rate, low), high)


class Dcqcn(Model):
    """SIGCOMM 2015, equations 1 to 4: timers are events in a list, in the order of their times"""

    def __init__(self, *given):
        super().__init__(*given)
        self.alpha, self.target, self.counts, self.sent_bytes = 1.0, self.line, [0, 0], 0
        self.window = self.values["initial-window"]
        self.due = {"alpha": inf, "rate": inf}
        self.arrived, self.hyper = [], 0

    def at(self, now):
        while True:
            first = min(self.due, key=self.due.get)
            cnp = self.arrived[0] if self.arrived else inf
            if min(cnp, self.due[first]) > now:
                return
            if self.due[first] <= cnp:
                self.expire(first)
            else:
                self.cut(self.arrived.pop(0))

    def expire(self, which):
        """A timer has expired"""
        self.due[which] += self.values[f"{which}-timer"]
        if which == "alpha":
            self.alpha *= 1 - self.values["g"]
        elif self.rate < self.line:
            self.increase(0)

    def cut(self, now):
        """Equation 1"""
        self.target = self.rate
        self.rate *= 1 - self.alpha / 2
        self.rate = max(self.rate, min(self.values["rate-min"], self.line))
        self.alpha = (1 - self.values["g"]) * self.alpha + self.values["g"]
        self.due = {name: now + self.values[f"{name}-timer"] for name in self.due}
        self.counts, self.sent_bytes = [0, 0], 0

    def increase(self, which):
        """Equations 3 and 4"""
        stages = self.values["fast-recovery"]
        if min(self.counts) > stages:
            self.target += self.values["rate-hai"]
            self.hyper += 1
        elif max(self.counts) >= stages:
            self.target += self.values["rate-ai"]
        self.target = min(self.target, self.line)
        self.rate = (self.rate + self.target) / 2
        if self.line - self.rate < 1:
            self.rate = self.line
        self.counts[which] += 1

    def sent(self, now, size):
        if self.due["rate"] == inf or self.rate >= self.line:
            return
        self.sent_bytes += size
        if self.sent_bytes >= self.values["byte-counter"]:
            self.sent_bytes -= self.values["byte-counter"]
            self.increase(1)

    def ack(self, *_):
        self.window = 0

    def cnp(self, now):
        if len(self.arrived) < 16:
            self.arrived.append(now + self.values["cnp-delay"])
        self.at(now)


class Dctcp(Model):
    """SIGCOMM 2010, equations 1 and 2; RFC 8257, section 3.3: alpha; RFC 5681, section 3.1: slow
    start, and the timeout; RFC 6582, section 3.2: one decrease in a window of data"""

    def __init__(self, *given):
        super().__init__(*given)
        self.alpha, self.threshold, self.end = 1.0, inf, 0
        self.una = 0	# first frame that is not acknowledged
        self.recover = 0	# next frame at the last congestion event
        self.recovery = False	# a decrease is not yet acknowledged
        self.backed_off = False	# the first frame has been sent again after a timeout
        self.bytes = {True: 0, False: 0}	# of the window, by mark
        self.set(self.values["initial-window"])

    def set(self, window):
        """Sets the window within its limits"""
        self.window = max(min(window, self.values["window-max"]), self.frame)

    def reduce(self, share, following):
        """Decreases the window"""
        self.set(self.window * (1 - share))
        self.threshold, self.recover, self.recovery = self.window, following, True

    def observe(self, following):
        """Ends an observation window, steps 5 to 8 of RFC 8257"""
        total = sum(self.bytes.values())
        share = self.bytes[True] / total if total else 0
        self.alpha = (1 - self.values["g"]) * self.alpha + self.values["g"] * share
        self.bytes, self.end = {True: 0, False: 0}, following

    def ack(self, now, rtt, size, acked, following, marked, *path):
        self.una, self.backed_off = acked, False
        self.recovery = self.recovery and acked < self.recover
        self.bytes[bool(marked)] += size
        if acked > self.end:
            self.observe(following)
        if marked:
            if acked > self.recover:
                self.reduce(self.alpha / 2, following)
        elif not self.recovery:
            slow_start = self.window < min(self.threshold, self.values["window-max"])
            self.set(self.window + (size if slow_start else size * self.frame / self.window))

    def nak(self, now, following):
        if self.una >= self.recover:
            self.reduce(0.5, following)

    def timeout(self, now, following):
        if not self.backed_off:
            self.threshold = max(self.window / 2, 2 * self.frame)
        self.set(self.frame)
        self.backed_off, self.recover, self.recovery = True, following, False


class Timely(Model):
    """SIGCOMM 2015, algorithm 1"""

    def __init__(self, *given):
        super().__init__(*given)
        self.before, self.difference, self.negative, self.sum = None, 0.0, 0, 0

    def ack(self, now, rtt, size, acked, following, marked, *path):
        self.sum += size
        if self.sum < self.values["segment"]:
            return
        self.sum, values = 0, self.values
        new = max(rtt - int(self.frame * 8e9 / self.line), 1)
        change = 0 if self.before is None else new - self.before
        self.before = new
        self.difference = (1 - values["ewma"]) * self.difference + values["ewma"] * change
        gradient = self.difference / values["min-rtt"]
        if new < values["t-low"]:
            self.rate += values["delta"]
        elif new > values["t-high"]:
            self.rate *= 1 - values["beta"] * (1 - values["t-high"] / new)
            self.negative = 0
        elif gradient <= 0:
            self.negative += 1
            times = values["hai-factor"] if self.negative >= values["hai-events"] else 1
            self.rate += times * values["delta"]
        else:
            self.rate *= 1 - min(values["beta"] * gradient, 1)
            self.negative = 0
        self.rate = min(max(self.rate, values["rate-min"]), self.line)


class Swift(Model):
    """SIGCOMM 2020, algorithm 1 and section 3.1; alpha and beta of the flow scaling as there"""

    def __init__(self, *given):
        super().__init__(*given)
        self.rtt, self.decreased, self.retransmits = 0, None, 0
        low, high = self.values["fs-min-cwnd"], self.values["fs-max-cwnd"]
        self.scale = self.values["fs-range"] / (1 / sqrt(low) - 1 / sqrt(high))
        self.offset = -self.scale / sqrt(high)
        self.set(self.values["initial-cwnd"])

    def set(self, cwnd):
        """Sets the window within its limits, and the pacing of a window below one frame"""
        self.cwnd = min(max(cwnd, self.values["min-cwnd"]), self.values["max-cwnd"])
        self.rate, self.window = self.line, self.cwnd * self.frame
        if self.cwnd < 1 and self.rtt:
            delay = self.rtt / self.cwnd	# pacing_delay of the paper
            self.rate = min(max(self.frame * 8e9 / delay, 1000), self.line)

    def decrease(self, now, factor):
        """Multiplies the window if the last decrease is an RTT ago"""
        if self.decreased is not None and now - self.decreased < self.rtt:
            factor = 1
        else:
            self.decreased = now
        self.set(self.cwnd * factor)

    def target(self):
        """The target delay"""
        scaled = min(self.scale / sqrt(self.cwnd) + self.offset, self.values["fs-range"])
        return (self.values["base-target"] + self.hops * self.values["hop-target"] +
                max(0, scaled))

    def ack(self, now, rtt, size, acked, following, marked, *path):
        values, frames = self.values, size / self.frame
        self.retransmits, self.rtt = 0, rtt
        target = self.target()
        if rtt < target:
            self.set(self.cwnd + values["ai"] * frames / max(self.cwnd, 1))
        else:
            self.decrease(now, max(1 - values["beta"] * (rtt - target) / rtt,
                                   1 - values["max-mdf"]))

    def nak(self, now, following):
        self.retransmits = 0
        self.decrease(now, 1 - self.values["max-mdf"])

    def timeout(self, now, following):
        self.retransmits += 1
        if self.retransmits >= self.values["retx-reset"]:
            self.decreased = now
            self.set(self.values["min-cwnd"])
        else:
            self.decrease(now, 1 - self.values["max-mdf"])


class Hpcc(Model):
    """SIGCOMM 2019, algorithm 1; times of reports in s"""

    def __init__(self, *given):
        super().__init__(*given)
        self.base = self.values["base-rtt"] / 1e9
        self.flight, self.stage, self.update, self.links = 0.0, 0, 0, []
        self.set(self.line / 8 * self.base)
        self.reference = self.window

    def set(self, window):
        """Sets W, at most that of the line rate, and R"""
        self.window = max(min(window, self.line / 8 * self.base), 1)
        self.rate = max(min(self.window * 8 / self.base, self.line), 1000)

    def measure(self, links):
        """MeasureInflight"""
        estimates = []
        for (_, time, sent, queue, rate), (_, time0, sent0, queue0, _) in zip(links, self.links):
            passed = (time - time0) % 2**32 / 1e9
            estimates.append((min(queue, queue0) * 8 / (rate * self.base) +
                              (sent - sent0) * 8 / passed / rate, passed))
        most, tau = max(estimates, key=lambda estimate: estimate[0])
        weight = min(tau, self.base) / self.base
        self.flight = (1 - weight) * self.flight + weight * most

    def compute(self, update):
        """ComputeWind"""
        multiply = self.flight >= self.values["eta"] or self.stage >= self.values["max-stage"]
        window = self.reference / (self.flight / self.values["eta"]) if multiply else \
            self.reference
        self.set(window + self.values["wai"])
        if update:
            self.reference, self.stage = self.window, 0 if multiply else self.stage + 1

    def ack(self, now, rtt, size, acked, following, marked, *path):
        links = [path[n:n + 5] for n in range(1, len(path), 5)]
        known = [link[0] for link in links] == [link[0] for link in self.links] and all(
            0 < (link[1] - before[1]) % 2**32 < 2**31 and link[2] >= before[2]
            for link, before in zip(links, self.links))
        if links and known:
            self.measure(links)
            self.compute(acked > self.update)
            if acked > self.update:
                self.update = following
        self.links = links or self.links


MODELS = {"dcqcn": Dcqcn, "dctcp": Dctcp, "timely": Timely, "swift": Swift, "hpcc": Hpcc}
