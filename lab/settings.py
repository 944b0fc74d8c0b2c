# SPDX-License-Identifier: GPL-2.0-only
"""The settings of ports, pools and profiles, and the pfcctl commands that set them."""

from . import setting_rows_generated as rows, units
from .units import Problem

PROFILE = {key: reader for key, reader in rows.PG.items() if key != "profile"}
PG = PROFILE | {"profile": rows.PG["profile"]}
POOL, QUEUE, ETS, WATCHDOG = rows.POOL, rows.QUEUE, rows.ETS, rows.WATCHDOG
# Settings of "pfcctl port set", by the order of the command line
WIRE = {key: rows.PORT[key] for key in (
    "overhead", "batch", "latency", "cable-length", "cable-delay", "peer-rate", "tx-queues",
    "ecn-at", "gso")}
MAP = {key: reader for key, reader in rows.MAP.items() if key != "default-prio"}
PFC = {key: reader for key, reader in rows.PFC.items() if key != "pause-time"}
# Settings of "pfcctl port add"
ADD = {key: rows.PORT[key] for key in ("pause-time", "queue-limit", "default-prio")}
PORT = PG | ADD | WIRE | MAP | ETS | PFC | WATCHDOG | {
    "rate": units.rate(), "speed": units.rate(10**7), "delay": units.time(0, 10**7),
    "port-group": units.number(1, 255),
    "dscp-preset": units.one_of("default", "identity", "class-selector", "zero"),
    "classes": units.one_of("default", "strict"), "pg": None, "queue": None}
SWITCHES = {"prio-pfc", "prio-pfc-tx", "prio-pfc-rx", "prio-watchdog"}	# lists of "on"
TIMES = {"detection-time", "restoration-time", "latency", "cable-delay", "escalate-period",
         "xoff-timeout"}
MBIT = 10**6


class Command(str):
    """A pfcctl command, or an order of the plan; where: the place in the description that caused
    it"""

    where = ""

    @classmethod
    def at(cls, where, text):
        """Return: the command with its place"""
        command = cls(text)
        command.where = where
        return command


def _numbered(settings, key, fields, where):
    """Reads a table by numbers, like pg.3.xoff and queue.all.limit"""
    tables = settings[key]
    if not isinstance(tables, dict) or not set(tables) <= set("01234567") | {"all"}:
        raise Problem(f"{where}: {key} must have keys like {key}.3.{next(iter(fields))}, with "
                      f"{'priority groups' if key == 'pg' else 'queues'} from 0 to 7, or all")
    return {number: units.table(values, fields, f"{where}: {key}.{number}")
            for number, values in tables.items()}


def read(given, where, more=None):
    """Reads the settings of a port"""
    settings = units.table(given, PORT | (more or {}), where)
    for key, fields in (("pg", PG), ("queue", QUEUE)):
        if key in settings:
            settings[key] = _numbered(settings, key, fields, where)
    if "pool" in settings and "profile" in settings:
        raise Problem(f"{where}: a profile determines the pool; give one of the two")
    return settings


def _text(key, value):
    """Return: the word of pfcctl for a value"""
    if key in SWITCHES:
        return " ".join(f"{prio}:on" for prio in dict.fromkeys(value))
    if isinstance(value, dict):
        return " ".join(f"{one}:{other}" for one, other in value.items())
    if isinstance(value, int) and key in TIMES:
        return f"{value}ns"
    return str(value)


def _words(settings, keys):
    return "".join(f" {key} {_text(key, settings[key])}" for key in keys
                   if key in settings and settings[key] not in ({}, []))


def _without(tables, keys, numbers):
    """Removes settings from the tables of some numbers"""
    for number in numbers:
        for key in keys & tables.get(number, {}).keys():
            del tables[number][key]


class Settings:
    """The settings of a port: values, and the places of the description that gave them."""

    def __init__(self, link):
        self.values = dict(link)
        self.numbered = {"pg": {}, "queue": {}}	# {PG: settings that apply only to this PG}
        self.places = {}

    def apply(self, given, where):
        """Applies settings, which override earlier ones, also of single numbers by those of all"""
        for kind, tables in self.numbered.items():
            every = given.get(kind, {}).get("all", {}).keys()
            if kind == "pg":
                every |= given.keys() & PG.keys()
                _without(tables, given.keys() & PG.keys(), ["all"])
            _without(tables, every, tables.keys() - {"all"})
            for number, values in given.get(kind, {}).items():
                tables.setdefault(number, {}).update(values)
                self.places[kind, number] = where
        flat = {key: value for key, value in given.items() if key not in self.numbered}
        self.values.update(flat)
        self.places.update(dict.fromkeys(flat, where))

    def _command(self, text, keys, numbered=None):
        """Return: the command with the place of the last setting in it"""
        places = [self.places[key] for key in self.places if key in keys]
        if numbered:
            places = [self.places[numbered]]
        return Command.at(places[-1] if places else "", text)

    def _set(self, dev, what, fields):
        words = _words(self.values, fields)
        if words:
            yield self._command(f"{what} set dev {dev}{words}", fields)

    def _add(self, dev):
        values = self.values
        line = f"port add dev {dev} rate {values['rate']} speed {values['speed'] // MBIT}"
        if values["delay"]:
            line += f" delay {values['delay']}ns"
        yield self._command(line + _words(values, ADD), [*ADD, "rate", "speed", "delay"])
        yield from self._set(dev, "port", [*WIRE, "port-group"])

    def _maps(self, dev):
        if "dscp-preset" in self.values:
            yield self._command(f"map set dev {dev} dscp-prio {self.values['dscp-preset']}",
                                ["dscp-preset"])
        for key in MAP:
            yield from self._set(dev, "map", [key])

    def _classes(self, dev):
        if self.values.get("classes") == "strict":
            yield self._command(f"ets set dev {dev} tc-tsa all:strict tc-bw all:0", ["classes"])
        yield from self._set(dev, "ets", ETS)

    def _by_number(self, dev, kind):
        fields = PG if kind == "pg" else QUEUE
        tables = self.numbered[kind]
        for number in sorted(tables, key=lambda number: number != "all"):
            if words := _words(tables[number], fields):
                yield self._command(f"{kind} set dev {dev} {kind} {number}{words}", [],
                                    (kind, number))

    def _groups(self, dev):
        if words := _words(self.values, PG):
            yield self._command(f"pg set dev {dev} pg all{words}", PG)
        yield from self._by_number(dev, "pg")

    def commands(self, dev):
        """Yields the pfcctl commands that configure the port"""
        yield from self._add(dev)
        yield from self._maps(dev)
        yield from self._classes(dev)
        yield from self._by_number(dev, "queue")
        yield from self._groups(dev)
        yield from self._set(dev, "pfc", PFC)
        yield from self._set(dev, "watchdog", WATCHDOG)

    @property
    def lossless_prios(self):
        """The priorities for which the port sends XOFF"""
        if self.values.get("flow-control", "pfc") != "pfc":
            return []
        return [*self.values.get("prio-pfc", []), *self.values.get("prio-pfc-tx", [])]

    @property
    def lossless_groups(self):
        """The lossless PGs of the port"""
        if self.values.get("flow-control") == "pause":
            return {0}
        groups = {prio: prio for prio in range(8)} | self.values.get("prio-pg", {})
        return {groups[prio] for prio in self.lossless_prios}


NODE = {"at": None, "pools": None, "profiles": None}


def _named(given, key, fields, where):
    tables = given.get(key, {})
    if not isinstance(tables, dict):
        raise Problem(f"{where}: {key} must be a table of tables, like {key}.gold.")
    return {name: units.table(values, fields, f"{where}: {key}.{name}")
            for name, values in tables.items()}


def read_nodes(fabric, top):
    """Reads all [[nodes]].  Return: {node: commands that add its pools and profiles}"""
    commands = {}
    for where, values in units.each(top, "nodes", NODE, ["at"]):
        lines = [f"pool {'set' if name == 'default' else 'add'} {name}{_words(pool, POOL)}"
                 for name, pool in _named(values, "pools", POOL, where).items()]
        lines += [f"profile add {name}{_words(profile, PROFILE)}" for name, profile
                  in _named(values, "profiles", PROFILE, where).items()]
        for node in fabric.nodes_at(values["at"], where):
            commands.setdefault(node, []).extend(Command.at(where, line) for line in lines)
    return commands
