# SPDX-License-Identifier: GPL-2.0-only
"""Properties of the answers to random requests, and of all that the family shows.

A request that the specification does not allow is refused.  A refused request gives a reason and
changes nothing.  After an accepted request each setting has its value in the request, or else
its old value.  The state is consistent: no setting contradicts another one, and the reservations
of pools are the sums of those of the priority groups.
"""

from collections import Counter

from nlspec import NAMES, SPEC, Bad, attributes, is_map, read_request

KINDS = {"port-get": "port", "stats-get": "stats", "watchdog-get": "watchdog",
         "impair-get": "impair", "pool-get": "pool", "profile-get": "profile"}
NONE, PAUSE, PFC = range(3)		# flow-control
NO_PRIO = 255
# State of a port, not settings
STATE = {"port-id", "ifindex", "ifname", "speed", "speed-source", "ring", "memory-used",
         "memory-port", "tx-queues-used", "foreign-devices", "dcb", "dcb-announced", "prio-pfc",
         "lossless", "headroom-needed"}
# Settings of a port that the kernel refuses because of others; all others are accepted alone
TIED = {"rate", "speed", "delay", "cable-delay", "peer-rate", "latency", "batch", "pause-time",
        "overhead", "tx-queues", "flow-control", "prio-pg", "prio-pfc", "prio-pfc-tx",
        "prio-pfc-rx", "prio-tc", "flood-prio", "ethtype-prio", "pg", "tc", "queue"}
REASONS = {"EINVAL", "ERANGE", "ENOENT", "EEXIST", "EBUSY", "ENOSPC", "ENODEV", "EOPNOTSUPP"}
NO_ROOM = 3				# exit status of a restart
FAULTS = 10				# printed


def flat(attrs):
    """Returns {path: value}: a path has the number of a part or the key of an entry."""
    result = {}
    for name, value in attrs.items():
        for part in value if isinstance(value, list) else [value]:
            if not isinstance(part, dict):
                result[name,] = part
            elif "value" in part:
                result[name, part.get("key", part.get("key16"))] = part["value"]
            else:
                number = (part["id"],) if "id" in part else ()
                result |= {(name, *number, sub): v for sub, v in part.items() if sub != "id"}
    return result


def settings_of(kind, attrs):
    """Returns {path: value} of the settings of an object, and of the times of clears."""
    paths = {path: v for path, v in flat(attrs).items() if not STATE & set(path[:1] + path[-1:])}
    if kind == "port":
        paths["speed",] = 0 if attrs["speed-source"] else attrs["speed"]
        for pg in attrs["pg"]:
            paths.setdefault(("pg", pg["id"], "profile"), "")
            if pg["headroom-auto"]:
                del paths["pg", pg["id"], "headroom"]
    elif kind == "stats":
        paths = {path: v for path, v in paths.items() if str(path[-1]).endswith("cleared")}
    elif kind == "watchdog":
        paths = {("watchdog", w["id"], word): word in w for w in attrs["watchdog"]
                 for word in ("manual", "injected")}
    elif kind == "impair":
        paths = {path: v for path, v in paths.items() if path[0] in
                 ("impair", "impair-seed")}
    elif kind == "pool":
        paths = {path: v for path, v in paths.items() if path[0] in
                 ("pool-size", "pool-oversubscribe-ratio", "pool-shared-headroom", "pool-cell",
                  "pool-cell-overhead", "pool-cleared")}
    elif kind == "profile":
        del paths["profile-pgs",]
        if attrs["pg"][0]["headroom-auto"]:
            del paths["pg", "headroom"]
    return paths


def name_of(attrs):
    return attrs.get("ifname") or attrs.get("pool-name") or attrs["profile-name"]


class State:
    """What the family shows: objects[kind][name] has the attributes of an object"""

    def __init__(self, messages):
        self.objects, self.settings = {kind: {} for kind in KINDS.values()}, {}
        for cmd, kind in KINDS.items():
            for attrs, settings in messages[cmd]:
                self.objects[kind][name_of(attrs)] = attrs
                self.settings |= settings
        self.counters = {name: {k: v for k, v in attrs.items() if k != "stats-prio"}
                         for name, attrs in self.objects["stats"].items()}

    def port_named(self, attrs):
        """The ports that a request names, or all of them"""
        if not {"ifname", "ifindex"} & set(attrs):
            return list(self.objects["port"])
        return [name for name, port in self.objects["port"].items() if
                attrs.get("ifname", name) == name and
                attrs.get("ifindex", port["ifindex"]) == port["ifindex"]]

    def disturbed(self):
        """Impairments change counters at any time"""
        return any(p["xoff-duty"] for i in self.objects["impair"].values()
                   for p in i.get("impair", []))


# ---- effects of accepted requests -----------------------------------------------------------


class Later:
    """The time of a clear after the request"""

    def __init__(self, old):
        self.old = old

    def __eq__(self, new):
        return new > self.old


class Effects:
    """Applies a request to the settings before it: self.want"""

    def __init__(self, before, after):
        self.want, self.before, self.new = dict(before.settings), before, after.settings

    def apply(self, name, attrs):
        """attrs: list of (name, value)"""
        last = dict(attrs)
        getattr(self, name.replace("-", "_"), lambda *_: None)(attrs, last)
        return self.want

    def adopt(self, *prefix):
        """Settings that the request does not determine"""
        for path in [p for p in self.want if p[:len(prefix)] == prefix and p not in self.new]:
            del self.want[path]
        self.want |= {p: v for p, v in self.new.items() if p[:len(prefix)] == prefix}

    def drop(self, *prefix):
        self.want = {p: v for p, v in self.want.items() if p[:len(prefix)] != prefix}

    def limits(self, group, part):
        """Sets thresholds of a PG or profile; a size ends the mode of the headroom"""
        for sub, value in part.items():
            if sub not in ("id", "profile"):
                self.want[*group, sub] = value
        if "headroom" in part:
            self.want[*group, "headroom-auto"] = 0
        if self.want.get((*group, "headroom-auto")):
            self.want.pop((*group, "headroom"), None)
        elif (*group, "headroom") not in self.want and (*group, "headroom") in self.new:
            self.want[*group, "headroom"] = self.new[*group, "headroom"]

    def follow(self, group, profile):
        """A PG has the limits of its profile"""
        prefix = ("profile", profile, "pg")
        self.want[*group, "profile"] = profile
        self.limits(group, {p[-1]: v for p, v in self.want.items() if p[:3] == prefix and
                            not (p[-1] == "headroom" and self.want[*prefix, "headroom-auto"])})

    def port_set(self, attrs, last):
        for port in self.before.port_named(last):
            both = last.get("prio-pfc", [])
            for name, value in [("prio-pfc-tx", both), ("prio-pfc-rx", both), *last.items()]:
                if is_map(name) and name != "prio-pfc":
                    self.want |= {("port", port, name, key): v for key, v in value}
                elif not isinstance(value, (dict, list)) and not name.startswith("if"):
                    self.want["port", port, name] = value
            for path in [p for p, v in self.want.items() if p[2:3] == ("ethtype-prio",) and
                         v == NO_PRIO]:
                del self.want[path]
            for name, part in attrs:
                group = ("port", port, name, part["id"] if isinstance(part, dict) else 0)
                if name in ("queue", "tc"):
                    self.want |= {(*group, sub): v for sub, v in part.items() if sub != "id"}
                elif name == "pg":
                    if part.get("profile"):
                        self.follow(group, part["profile"])
                    elif "profile" in part:
                        self.want[*group, "profile"] = ""
                    self.limits(group, part)
            self.adopt("watchdog", port)

    def pool_set(self, _, last):
        pool = last.pop("pool-name", "default")
        self.want |= {("pool", pool, name): v for name, v in last.items()}

    def pool_new(self, _, last):
        self.adopt("pool", last["pool-name"])
        self.pool_set(_, last)

    def pool_del(self, _, last):
        self.drop("pool", last["pool-name"])

    def profile_set(self, _, last):
        profile = last["profile-name"]
        self.limits(("profile", profile, "pg"), last.get("pg", {}))
        for path in [p for p, v in self.want.items() if p[-1] == "profile" and v == profile]:
            self.follow(path[:-1], profile)

    def profile_new(self, _, last):
        self.adopt("profile", last["profile-name"])
        self.profile_set(_, last)

    def profile_del(self, _, last):
        self.drop("profile", last["profile-name"])

    def impair_set(self, attrs, last):
        port, = self.before.port_named(last)
        if ("impair", port, "impair-seed") not in self.want:
            self.adopt("impair", port)
        self.want |= {("impair", port, name): v for name, v in last.items()
                      if name.startswith("impair-")}
        for name, part in attrs:
            if name == "impair":
                self.want |= {("impair", port, "impair", part["id"], sub): v
                              for sub, v in part.items() if sub != "id"}

    def impair_del(self, _, last):
        for port in self.before.port_named(last):
            if "prios" not in last:
                self.drop("impair", port)
            for path in [p for p in self.want if p[:3] == ("impair", port, "impair") and
                         last.get("prios", 0) >> p[3] & 1]:
                self.want[path] = 1000000 if path[-1] == "xoff-period" else 0

    def turn(self, word, last):
        for path in [p for p in self.want if p[0] == "watchdog" and p[-1] == word and
                     p[1] in self.before.port_named(last) and last.get("prios", 255) >> p[3] & 1]:
            self.want[path] = bool(last["on"])

    def watchdog_mitigate(self, _, last):
        self.turn("manual", last)

    def watchdog_inject(self, _, last):
        self.turn("injected", last)

    def clear(self, cleared):
        self.want |= {path: Later(self.want[path]) for path in self.want
                      if str(path[-1]).endswith("cleared") and cleared(path)}

    def stats_clear(self, _, last):
        ports = self.before.port_named(last)
        self.clear(lambda p: p[0] == "stats" and p[1] in ports and (
            "prios" not in last or (p[2] == "stats-queue" and last["prios"] >> p[3] & 1)))

    def watermark_clear(self, attrs, last):
        ports = self.before.port_named(last)
        parts = {("stats-" + n, v["id"]) for n, v in attrs if n in ("pg", "queue")}
        if "pool-name" in last:
            self.clear(lambda p: p[:2] == ("pool", last["pool-name"]))
            return
        everywhere = not {"ifname", "ifindex"} & set(last)
        self.clear(lambda p: (p[0] == "pool" and everywhere) or (
            p[0] == "stats" and p[1] in ports and p[-1] == "peak-cleared" and
            (not parts or p[2:4] in parts)))


# ---- consistency ----------------------------------------------------------------------------


def contradictions(state):
    """Yields what is wrong in a state."""
    for name, port in state.objects["port"].items():
        yield from (f"{name}: {text}" for text, wrong in port_rules(state, name, port) if wrong)
    for kind, rules in (("pool", pool_rules), ("profile", profile_rules)):
        for name, attrs in state.objects[kind].items():
            yield from (f"{kind} {name}: {text}" for text, wrong in rules(state, name, attrs)
                        if wrong)


def port_rules(state, name, port):
    """Yields (text, whether the rule is broken)."""
    maps = {key: {e.get("key", e.get("key16")): e["value"] for e in value}
            for key, value in port.items() if is_map(key)}
    sends, obeys, flow = maps["prio-pfc-tx"], maps["prio-pfc-rx"], port["flow-control"]
    lossless = {pg["id"] for pg in port["pg"] if "lossless" in pg}
    yield "prio-pfc", any(maps["prio-pfc"][p] != (sends[p] & obeys[p]) for p in range(8))
    yield "PFC without flow control", flow != PFC and any([*sends.values(), *obeys.values()])
    for pg in port["pg"]:
        prios = [p for p in range(8) if maps["prio-pg"][p] == pg["id"]]
        yield f"xon above xoff in PG {pg['id']}", pg["xon"] > pg["xoff"]
        yield f"mixed PG {pg['id']}", len({sends[p] for p in prios}) > 1
        yield f"lossless PG {pg['id']}", ("lossless" in pg) != (
            any(sends[p] for p in prios) or (flow == PAUSE and pg["id"] == 0))
        yield from following(state, pg)
    yield "flood-prio is lossless", flow != PAUSE and any(
        prio != NO_PRIO and maps["prio-pg"][prio] in lossless for prio in maps["flood-prio"].values())
    yield "ecn-kmin above ecn-kmax", any(0 < q["ecn-kmax"] < q["ecn-kmin"] for q in port["queue"])
    used = [t for t in port["tc"] if t["id"] in maps["prio-tc"].values()]
    yield "share of a class", any((t["tsa"] == 1) != (t["bw"] > 0) for t in port["tc"])
    yield "shares", any(t["tsa"] for t in used) and 100 not in (
        sum(t["bw"] for t in used), sum(t["bw"] for t in port["tc"]))
    yield "delay without rate", port["delay"] and not port["rate"]
    yield "tx-queues all", port["tx-queues"] == 2 and (
        port["rate"] or port["delay"] or any(t["rate"] for t in port["tc"]))
    yield "pause-time", port["pause-time"] * 512000 <= 19999 * port["speed"]
    yield "speed", port["speed-source"] == 2 and port["speed"] != (port["rate"] + 500000) // 1000000
    watchdog = state.objects["watchdog"][name]
    yield "watchdog settings", any(port[key] != watchdog[key] for key in port
                                   if key in watchdog and key != "speed")
    impair = state.objects["impair"][name]
    yield "impair delay without rate", not port["rate"] and any(
        p["delay"] for p in impair.get("impair", []))


def following(state, pg):
    if "profile" not in pg:
        return
    profile = state.objects["profile"].get(pg["profile"])
    yield f"profile of PG {pg['id']}", not profile or any(
        pg[key] != value for key, value in profile["pg"][0].items()
        if key != "headroom" or not pg["headroom-auto"])


def groups(state):
    return [pg for port in state.objects["port"].values() for pg in port["pg"]]


def pool_rules(state, name, pool):
    mine = [pg for pg in groups(state) if pg["pool"] == name]
    queues = [queue for port in state.objects["port"].values() for queue in port["queue"]
              if queue["pool"] == name]
    headrooms = sum(pg["headroom"] for pg in mine if "lossless" in pg)
    size = pool["pool-shared-headroom"] or -(-headrooms // pool["pool-oversubscribe-ratio"])
    guarantees = sum(owner["min"] for owner in mine + queues)
    for key, value in (("pgs", len(mine)), ("queues", len(queues)), ("headrooms", headrooms), ("headroom-size", size),
                       ("guarantees", guarantees), ("reserved", guarantees + size),
                       ("shared-size", pool["pool-size"] - guarantees - size)):
        yield f"{key} {pool['pool-' + key]}, not {value}", pool["pool-" + key] != value
    yield "more is reserved than there is", guarantees + size > pool["pool-size"]


def profile_rules(state, name, profile):
    count = sum(pg.get("profile") == name for pg in groups(state))
    yield f"pgs {profile['profile-pgs']}, not {count}", profile["profile-pgs"] != count


# ---- the run --------------------------------------------------------------------------------


class Run:
    """Compares the output of "nlraw watch" with the requests; faults has what is wrong"""

    def __init__(self, requests):
        self.state, self.requests, self.faults = None, requests, []
        self.messages = {cmd: [] for cmd in KINDS}	# (attributes, settings)
        self.verdicts, self.seen, self.answers = Counter(), Counter(), 0
        self.calm = 0			# number of the first request without effects of impairments

    def read(self, lines):
        number, result, changed = 0, None, False
        for line in [*lines, "= end"]:
            mark, rest = line.rstrip("\n").split(" ", 1)
            if mark in "#+":
                self.message(mark, rest.split(" "))
                changed = True
                continue
            before = self.state
            if changed:
                self.state, changed = State(self.messages), False
                self.consistent(f"after line {number}")
            if result:
                self.judge(number, before, result)
                number += result[0] == "="
            result = (mark, rest)
        self.answers = number

    def message(self, mark, words):
        cmd, index = NAMES[int(words[0])], int(words[1])
        if mark == "#":
            del self.messages[cmd][index:]
            return
        attrs = attributes(bytes.fromhex(words[2]))
        kind = KINDS[cmd]
        self.messages[cmd][index:index + 1] = [(attrs, {
            (kind, name_of(attrs), *path): v for path, v in settings_of(kind, attrs).items()})]

    def fault(self, where, text):
        if len(self.faults) < FAULTS:
            self.faults.append(f"{where}: {text}")

    def consistent(self, where):
        for text in contradictions(self.state):
            self.fault(where, text)

    def judge(self, number, before, result):
        """Judges the result of a request, and the state after it."""
        line, (mark, text) = self.requests[number], result
        where = f"request {number}: {line[:400]}: {text}"
        if line.startswith("!"):
            self.restarted(where, text, before, "restore" in line)
            return
        failed = mark == "~"
        error = text.split(" ")[1 if failed else 0]
        flags, data = line.split(" ", 1) if " " in line else (line, "")
        try:
            name, dump, attrs = read_request(int(flags), bytes.fromhex(data))
        except Bad as bad:
            name, dump, attrs = None, False, []
            if error == "ok":
                self.fault(where, f"accepted, but not allowed: {bad}")
        self.verdicts[("failed " if failed else "") + error] += 1
        self.seen[error, name, bool({"pool", "pool-name"} & set(dict(attrs).get("pg") or {}))] += failed
        if self.state.disturbed():
            self.calm = number + 200
        if error == "ok":
            self.accepted(where, before, name, [] if dump else attrs)
        elif failed and error == "ENOBUFS":
            pass			# no memory for the answer: the request may have its effect
        else:
            self.refused(where, before, number >= self.calm)
            self.reason(where, text, error, name, attrs, failed)

    def restarted(self, where, text, before, whole):
        self.seen["restarted", text] += whole
        if text == str(NO_ROOM << 8):
            return
        if text != "0":
            self.fault(where, "the command fails")
        wanted, got = ({p: v for p, v in state.settings.items() if p[0] in
                        ("port", "pool", "profile") and p[-1] != "pool-cleared"}
                       for state in (before, self.state))
        self.different(where, wanted, got, "a restart" if whole else "a change of the MTU")

    def accepted(self, where, before, name, attrs):
        self.seen[name] += 1
        if not name or (before is self.state and not attrs):
            return
        wanted = Effects(before, self.state).apply(name, attrs)
        self.different(where, wanted, self.state.settings, "an accepted request")
        for path, value in self.state.settings.items():
            if before.settings.get(path) != value:
                self.seen[path[0], path[-1] if len(path) > 4 else path[2]] += 1

    def different(self, where, wanted, got, what):
        for path in {**wanted, **got}:
            if path not in wanted or path not in got or wanted[path] != got[path]:
                self.fault(where, f"after {what} {path} is {got.get(path)}, not "
                           f"{getattr(wanted.get(path), 'old', wanted.get(path))}")

    def refused(self, where, before, calm):
        if before is self.state:
            return
        self.different(where, before.settings, self.state.settings, "a refused request")
        if calm and before.counters != self.state.counters:
            self.fault(where, "refused, but counters have changed")

    def reason(self, where, text, error, name, attrs, failed):
        """Why a request was refused"""
        if failed and error == "ENOMEM":
            return
        if error not in REASONS:
            self.fault(where, "no valid reason")
        if text.endswith(" -") and name:
            self.fault(where, "refused without a text")
        names = {n for n, _ in attrs} - {"ifname", "ifindex"}
        if name == "port-set" and len(attrs) == len(names) + 1 and not names & TIED and names and \
                len(self.state.port_named(dict(attrs))) == 1:
            self.fault(where, "refused, but valid")


def never_seen(seen):
    """Settings and commands of the specification that no accepted request has changed"""
    names = {op["name"] for op in SPEC.ops if "do" in op or "dump" in op}
    for request in ("port-set", "pool-set", "impair-set"):
        op = next(op for op in SPEC.ops if op["name"] == request)
        kind = request.split("-", maxsplit=1)[0]
        for name in op["do"]["request"]["attributes"]:
            inner = SPEC.attr("pfc", name).get("nested-attributes")
            if inner and not is_map(name):
                names |= {(kind, sub) for sub in SPEC.sets[inner]["map"]
                          if SPEC.attr(inner, sub)["type"] not in ("unused", "pad") and
                          sub not in {"id", *SPEC.extra["reject"].get(inner, {})}}
            elif name not in ("ifindex", "ifname", "pool-name", "prio-pfc"):
                names.add((kind, name))
    return sorted(str(name) for name in names if not seen[name])
