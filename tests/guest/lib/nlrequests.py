# SPDX-License-Identifier: GPL-2.0-only
"""Random requests of the family "pfc" by its specification, for "nlraw watch"."""

import random
import struct

from nlspec import ACK, COMMANDS, DUMP, NESTED, NUMBERS, OPS, REQUEST, SETS, SPEC, TYPES, \
    attribute, is_map, limits, map_limits

DEVICES = ("p1", "p2", "d1")			# ports
LABELS = ("gold", "silver", "a", "B-2", "x_y.z", "7", "gol", "golden")
# How often a command is sent; 1: the others
OFTEN = {"port-set": 16, "pool-set": 3, "pool-new": 3, "profile-new": 2, "profile-set": 4,
         "impair-set": 4, "impair-del": 2, "watchdog-inject": 2}
ETHTYPES = (0x8906, 0x8914, 0x600, 0xffff, 0x88cc, 0x88f7, 0x8915, 0x8847, 0x800, 0x86dd, 0x806,
            0x8809, 0x8100, 0x8808, 0x5ff)
# Exit status 3: a headroom by default has taken the room of another port, see pfcctl-restore(8)
RESTART = "! pfcctl save > /tmp/saved && for d in p1 p2 d1; do pfcctl port del dev $d && " \
    "pfcctl port add dev $d; done && { pfcctl restore /tmp/saved > /tmp/restored 2>&1 || " \
    "{ cat /tmp/restored >&2; grep -q 'are free in pool' /tmp/restored && exit 3; false; }; }"


class Requests:
    """A stream of requests; the seed determines it.  without: commands that it does not send"""

    def __init__(self, seed, without=()):
        self.random = random.Random(seed)
        self.commands = [name for name in OPS if name not in (*without, "event")]

    def one_in(self, number):
        return self.random.randrange(number) == 0

    def pick(self, values):
        return self.random.choice(list(values))

    # ---- values -----------------------------------------------------------------------------

    def spread(self, least, most):
        """A number of any magnitude"""
        if self.one_in(4):
            return self.random.randint(least, most)
        return least + self.random.getrandbits(self.random.randint(0, (most - least).bit_length())) \
            % (most - least + 1)

    def number(self, least, most, also):
        if self.one_in(30):
            return self.pick((least - 1, least, most, most + 1))
        if self.one_in(60):
            return self.random.getrandbits(self.random.randint(1, 64))
        return self.pick(also) if also and self.one_in(3) else self.spread(least, most)

    def text(self, set_name, name, old):
        if self.one_in(30):
            letters = "abcdefghij _.-/%\n\xc3"
            return "".join(self.pick(letters) for _ in range(self.random.randrange(36)))
        if name == "ifname":
            return self.pick(DEVICES) if not self.one_in(30) else self.pick(("d2", "none", "lo"))
        if name == "profile" and self.one_in(2):
            return ""
        if old and set_name == "pg" and name == "pool" and self.one_in(2):
            return "default"
        return self.pick(LABELS[:3] if old or self.one_in(2) else LABELS)

    def value(self, set_name, name, old):
        """The contents of an attribute"""
        attr = SPEC.attr(set_name, name)
        if is_map(name):
            key, keys, values = map_limits(name)
            count = self.random.randrange(20 if self.one_in(6) else 4)
            return b"".join(self.nest("map-entry", self.entry(key, keys, values))
                            for _ in range(count))
        if attr["type"] == "nest":
            return self.part(attr["nested-attributes"])
        if attr["type"] == "string":
            return self.text(set_name, name, old).encode("latin-1") + b"\0"
        value = self.number(*limits(set_name, name))
        if name == "ifindex" and not self.one_in(20):
            value = self.random.randint(2, 5)
        if name in ("pool-size", "xoff-duty") and self.one_in(2):
            value = 1 << 25 if name == "pool-size" else 0
        return self.pack(attr["type"], value)

    def pack(self, kind, value):
        size = struct.calcsize(NUMBERS[kind])
        return (value % (1 << 8 * size)).to_bytes(size, "little")

    def entry(self, key, keys, values):
        number = self.pick(ETHTYPES) if key == "key16" else self.number(*keys)
        kind = "u16" if key == "key16" else "u8"
        return [attribute(TYPES["map-entry"][key], self.pack(kind, number)),
                attribute(TYPES["map-entry"]["value"], self.pack("u8", self.number(*values)))]

    # ---- parts of requests ------------------------------------------------------------------

    def nest(self, name, parts):
        flag = 0 if self.one_in(200) else NESTED
        return attribute(TYPES["pfc"][name] | flag, b"".join(parts))

    def part(self, set_name, numbered=True):
        """A priority group, queue, class or priority: its number, and few settings"""
        names = [n for n in TYPES[set_name] if SPEC.attr(set_name, n)["type"] not in
                 ("unused", "pad") and n not in {"id", *SPEC.extra["reject"].get(set_name, {})}]
        if set_name == "pg":
            names = self.pick((["profile"], ["pool", "profile"], ["headroom-auto"],
                               ["min", "alpha"], ["xon", "xoff"], names))
        chosen = self.random.sample(names, min(len(names), self.random.randint(1, 3)))
        parts = [self.attr(set_name, "id")] if numbered and not self.one_in(40) else []
        return b"".join(parts + [self.attr(set_name, n) for n in chosen])

    def attr(self, set_name, name, old=True):
        """An attribute, rarely with a wrong type, flag or contents, missing or twice"""
        number = TYPES[set_name][name]
        flag = NESTED if SPEC.attr(set_name, name)["type"] == "nest" else 0
        if self.one_in(150):
            number = self.random.randrange(2 * len(SETS[set_name]))
        if self.one_in(150):
            flag ^= self.pick((NESTED, 0x4000))
        data = self.value(set_name, name, old)
        if self.one_in(200):
            data = self.random.randbytes(self.random.randrange(12))
        return attribute(number | flag, data) * (self.random.randrange(3) if self.one_in(80) else 1)

    def map_of(self, name, values):
        """A map with these values for the keys from 0 on"""
        kind = {"key": "u8", "value": "u8"}
        return self.nest(name, [attribute(NESTED | TYPES["pfc"]["map-entry"], b"".join(
            attribute(TYPES["map-entry"][n], self.pack(kind[n], v))
            for n, v in (("key", key), ("value", value)))) for key, value in enumerate(values)])

    def set_of(self, name, **settings):
        """A nest with these numbers"""
        return self.nest(name, [attribute(TYPES[name][n.replace("_", "-")], self.pack(
            SPEC.attr(name, n.replace("_", "-"))["type"], v)) for n, v in settings.items()])

    def numbers(self, **settings):
        return b"".join(attribute(TYPES["pfc"][n.replace("_", "-")], self.pack(
            SPEC.attr("pfc", n.replace("_", "-"))["type"], v)) for n, v in settings.items())

    # ---- settings that are valid only together ----------------------------------------------

    def reset(self):
        """Settings that most other requests are valid with"""
        return self.numbers(speed=0, rate=0, delay=0, flow_control=2) + \
            self.map_of("flood-prio", [255] * 8) + self.map_of("prio-pg", range(8)) + \
            self.map_of("prio-pfc", [0, 1] * 4) + b"".join(
                self.set_of("pg", id=i, xoff=102400, xon=51200, min=0) for i in range(8))

    def classes(self):
        """Classes whose shares sum to 100; rarely to another number"""
        ets = self.random.randint(0, 8)
        cuts = sorted(self.random.sample(range(1, 100), max(ets - 1, 0)))
        shares = [b - a for a, b in zip([0, *cuts], [*cuts, 100])] if ets else []
        if shares and self.one_in(6):
            shares[0] += self.pick((-1, 1))
        return self.map_of("prio-tc", range(8)) + b"".join(
            self.set_of("tc", id=i, tsa=int(i < ets), bw=shares[i] if i < ets else 0)
            for i in range(8))

    def flow(self):
        flow = self.random.randrange(3)
        return self.numbers(flow_control=flow) + self.map_of("flood-prio", [255] * 8) + \
            self.map_of("prio-pfc", [int(flow == 2), 0] * 4)

    def watch(self):
        return self.map_of("prio-watchdog", [1] * 8) + self.map_of("prio-pfc-rx", [1] * 8) + \
            self.numbers(detection_time=1000000, flow_control=2)

    # ---- whole requests ---------------------------------------------------------------------

    def name_port(self):
        return self.attr("pfc", "ifindex" if self.one_in(4) else "ifname")

    def settings(self, names):
        if self.one_in(40):
            return b""
        whole = (self.reset, self.reset, self.classes, self.flow, self.watch)
        if self.one_in(4):
            return self.name_port() + self.pick(whole)()
        count = self.random.choice((1, 1, 1, 2, 2, 3, 5))
        names = [n for n in names if not n.startswith("if")]
        return self.name_port() + b"".join(
            self.attr("pfc", "pg" if self.one_in(4) else self.pick(names)) for _ in range(count))

    def attributes(self, name, names):
        if name in ("port-set", "impair-set"):
            return self.settings(names)
        if "ifname" in names:
            rest = [n for n in names if not n.startswith("if") and not self.one_in(3)]
            if name == "watermark-clear":
                rest = [self.pick(rest)] if rest and self.one_in(2) else []
            parts = [self.nest(n, [self.attr(n, "id")]) if n in ("pg", "queue") else
                     self.attr("pfc", n) for n in rest]
            return (b"" if self.one_in(4) else self.name_port()) + b"".join(parts)
        new = name in ("pool-new", "profile-new")
        parts = []
        for attr in names:
            if attr == "pg" and not self.one_in(5):
                parts.append(self.nest("pg", [self.part("pg", self.one_in(30))]))
            elif attr != "pg" and not self.one_in(30):
                parts.append(self.attr("pfc", attr, not new))
        return b"".join(parts)

    def changed(self, data):
        """Some bytes of a request are different, missing or repeated"""
        while data and self.one_in(15):
            at = self.random.randrange(len(data))
            data = self.pick((data[:at], data[:at] + self.random.randbytes(1) + data[at + 1:],
                              data[:at & ~3] + self.random.randbytes(2) + data[(at & ~3) + 2:],
                              data + data[at & ~3:]))
        return data

    def request(self):
        """Returns (flags, bytes from the header of generic netlink on)."""
        name = self.random.choices(self.commands, [OFTEN.get(n, 1) for n in self.commands])[0]
        op, flags = OPS[name], REQUEST | ACK
        if "dump" in op and ("do" not in op or self.one_in(2)):
            flags |= DUMP
        elif self.one_in(100):
            flags |= 1 << self.random.randrange(16) & ~2
        dump = flags & DUMP == DUMP
        names = op["do"]["request"]["attributes"] if "do" in op and not dump else []
        if dump and self.one_in(8):
            names = ["ifindex", "ifname"]
        cmd = self.random.randrange(30, 256) if self.one_in(100) else COMMANDS[name]
        return flags, self.changed(struct.pack("=BBH", cmd, 1, 0) + self.attributes(name, names))

    def lines(self, count, devices=True):
        """The input of "nlraw watch"; with changes of the devices, and restarts of all ports"""
        for number in range(count):
            if devices and number % 400 == 399:
                yield RESTART
            elif devices and self.one_in(60):
                yield f"! ip link set {self.pick(DEVICES)} mtu {self.random.randint(68, 9000)}"
            flags, data = self.request()
            yield f"{flags} {data.hex()}"
