# SPDX-License-Identifier: GPL-2.0-only
"""Builds the description of a random fabric."""

import random

G = 10**9	# bit/s
MS = 10**6	# ns
KINDS_OF_NAMES = (("s", "h"), ("leaf", "node"), ("tor-", "gpu"), ("edge", "store"),
                  ("bridge", "vm."), ("x", "rack1-h"))
XOFF = (20000, 120000)	# bytes, smallest and largest threshold without other reasons
FRAMES = 4	# frames that each flow has in a PG at XOFF, on average
STARTS = MS // 2	# ns after "begin" in which all flows start
READINGS = 10 * MS	# ns between the two readings of "pfcctl why"
TAIL = 3 * MS	# ns from the second reading to the end of the run


class Net:
    """A description that grows; all random choices of a scenario come from its generator.

    prio: the priority of the anomaly; rate: rate of most links, bit/s
    """

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.rate = self.random.choice((G, G, 10 * G))
        self.prio = self.random.randint(1, 5)
        others = [prio for prio in range(7) if prio != self.prio]
        self.other = self.random.choice(others)
        self.lossless = [self.prio] + ([self.other] if self.random.random() < 0.5 else [])
        self.size = self.count(600 if self.rate == G else 1000, 1514)
        self.delay = self.random.choice((500, 1000, 2000, 4000))
        self.names = self.random.choice(KINDS_OF_NAMES)
        numbers = list(range(1, 40))
        self.random.shuffle(numbers)
        self.numbers = iter(numbers)
        self.hosts, self.switches, self.links, self.flows = [], [], [], []
        self.pauses, self.ports = [], []
        self.begin = self.random.randint(0, 3 * MS)	# start of the anomaly, ns

    def uniform(self, low, high):
        """A random number from low to high"""
        return self.random.uniform(low, high)

    def maybe(self, share):
        """Whether an event of this probability occurs"""
        return self.random.random() < share

    def count(self, low, high):
        """A random integer from low to high"""
        return self.random.randint(low, high)

    def switch(self, peer=None, rate=None):
        """Adds a switch, optionally linked to another"""
        name = f"{self.names[0]}{next(self.numbers)}"
        self.switches.append(name)
        if peer:
            self.link(name, peer, rate)
        return name

    def host(self, switch, rate=None):
        """Adds a host"""
        name = f"{self.names[1]}{next(self.numbers)}"
        self.hosts.append(name)
        self.link(name, switch, rate)
        return name

    def link(self, one, other, rate=None):
        """Adds a link; rate: bit/s, default: that of most links"""
        self.links.append({"ends": [one, other], "rate": round(rate or self.rate),
                           "delay": f"{self.delay}ns"})

    def rate_of(self, host):
        """Rate of a host's link"""
        return next(link["rate"] for link in self.links if host in link["ends"])

    def flow(self, source, target, rate, prio=None, **more):
        """Adds a flow; rate: bit/s; prio: default: the priority of the anomaly"""
        prio = self.prio if prio is None else prio
        frame = (self.size + 24) * 8 * 10**9 / self.rate	# ns
        start = self.begin + self.count(0, STARTS)
        self.flows.append({
            "from": source, "to": target, "dscp": 8 * prio + self.count(0, 7),
            "size": self.size, "rate": round(rate), "start": f"{start}ns",
            "jitter": f"{round(frame * self.uniform(1, 2))}ns"} | more)

    def split(self, total, parts, limit):
        """Splits a rate into random parts that do not exceed a limit; the smallest is at least
        three sevenths of the largest"""
        for _ in range(100):
            weights = [self.uniform(0.6, 1.4) for _ in range(parts)]
            result = [total * weight / sum(weights) for weight in weights]
            if max(result) <= limit:
                return result
        return [total / parts] * parts

    def pause(self, host, switch, quanta, start, **more):
        """Adds PFC frames that a host sends"""
        self.pauses.append({"at": f"{host}:{switch}", "prio": self.prio, "quanta": quanta,
                            "start": f"{round(start)}ns"} | more)

    def thresholds(self, switch, target):
        """Return: XOFF and XON, bytes; switch, target: of the root port

        Each flow through the root has at least FRAMES frames in a PG at XOFF, on average.
        """
        groups = {}	# rates of the flows, by ingress port of the root's switch
        for flow in self.flows:
            if flow["to"] == target and flow["dscp"] >> 3 == self.prio:
                source = flow["from"]
                local = any({source, switch} == set(link["ends"]) for link in self.links)
                groups.setdefault(source if local else "trunk", []).append(flow["rate"])
        share = min(min(rates) / sum(rates) for rates in groups.values())
        least = round(max(XOFF[0], FRAMES * self.size / share))
        most = max(least * 3 // 2, XOFF[1] if self.rate_of(target) > G else 0)
        xoff = self.count(least, most)
        return xoff, xoff - self.count(2 * self.size, xoff // 2)

    def question(self, xoff, *fills):
        """Return: a time of the question at which all PGs of the scenario are above XOFF, ns

        fills: (number of PGs, rate at which they fill together, bit/s) of each switch on the
        way from the root
        """
        settled = sum(8 * 10**9 * xoff * number / rate for number, rate in fills)
        return round(self.begin + STARTS + 1.3 * settled + self.uniform(2, 6) * MS)

    def settings(self):
        """Adds settings that change nothing: another PG for the priority, and a watchdog that does
        not act within the run"""
        settings = {}
        if self.maybe(0.25):
            group = self.random.choice([prio for prio in range(8) if prio not in self.lossless])
            settings["prio-pg"] = {str(self.prio): group, str(group): self.prio}
        if self.maybe(0.25) and not self.ports:
            self.ports.append({"at": "switches", "prio-watchdog": self.prio,
                               "detection-time": "200ms"})
        return settings

    def given(self, title, thresholds, time):
        """Return: the description; thresholds: XOFF and XON, bytes; time: of the question, ns"""
        self.random.shuffle(self.links)	# the order determines the names of devices
        self.random.shuffle(self.hosts)
        self.random.shuffle(self.flows)
        duration = time + READINGS + TAIL
        return {"title": title, "duration": f"{duration}ns", "sample": f"{MS // 4}ns",
                "seed": self.count(1, 10**6), "hosts": self.hosts, "switches": self.switches,
                "port": {"prio-pfc": self.lossless, "xoff": thresholds[0],
                         "xon": thresholds[1], "headroom": 100000} | self.settings(),
                "links": self.links, "ports": self.ports, "flows": self.flows,
                "pauses": self.pauses}
