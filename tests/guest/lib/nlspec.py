# SPDX-License-Identifier: GPL-2.0-only
"""The netlink interface by its specification: writes, checks and reads messages."""

import struct
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "scripts"))
from netlink.spec import Spec, value_of  # noqa: E402

NUMBERS = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "uint": "Q"}
NESTED, TYPE = 0x8000, 0x3fff		# flag of a nest; the type without flags
REQUEST, ACK, ECHO, DUMP = 1, 4, 8, 0x300
NOT_KEYS = (0x8100, 0x88a8, 0x8808)	# EtherTypes that cannot be keys

SPEC = Spec(TOP)
OPS = {op["name"]: op for op in SPEC.ops}


class Bad(Exception):
    """The specification does not allow the request."""


def _numbered(attributes):
    number, result = 0, {}
    for attr in attributes:
        number = attr.get("value", number + 1 if result else 1)
        result[number] = attr
    return result


SETS = {s["name"]: _numbered(s["attributes"]) for s in SPEC.yaml["attribute-sets"]
        if "subset-of" not in s}
TYPES = {name: {attr["name"]: number for number, attr in attrs.items()}
         for name, attrs in SETS.items()}
COMMANDS = {op["name"]: number for number, op in _numbered(SPEC.ops).items()}
NAMES = {number: name for name, number in COMMANDS.items()}


def limits(set_name, name):
    """Returns (least, most, other values) of a number."""
    known = SPEC.range(set_name, name)
    if not known:
        return 0, (1 << 8 * struct.calcsize(NUMBERS[SPEC.attr(set_name, name)["type"]])) - 1, []
    return value_of(SPEC, known[0]), value_of(SPEC, known[1]), \
        [value_of(SPEC, value) for value in known[2]]


def map_limits(name):
    """Returns (key attribute, limits of keys, limits of values) of a map."""
    if name == "ethtype-prio":
        return "key16", (0x600, 0xffff, []), (0, 7, [255])
    keys, values, none = (value_of(SPEC, SPEC.limit(v)) if not isinstance(v, bool) else v
                          for v in SPEC.extra["maps"][name])
    return "key", (0, keys - 1, []), (0, values - 1, [255] * none)


def is_map(name):
    return name in SPEC.extra["maps"] or name == "ethtype-prio"


def attribute(number, data):
    return struct.pack("=HH", 4 + len(data), number) + data + bytes(-len(data) % 4)


def split(data):
    """Yields (type, nested, contents) as the kernel's parser does."""
    at = 0
    while len(data) - at >= 4:
        length, number = struct.unpack_from("=HH", data, at)
        if not 4 <= length <= len(data) - at:
            break
        yield number & TYPE, bool(number & NESTED), data[at + 4:at + length]
        at += (length + 3) & ~3
    if at < len(data):
        raise Bad("rest")


def _number(attr, data):
    if attr["type"] == "uint" and len(data) == 4:
        return struct.unpack("=I", data)[0]
    if len(data) != struct.calcsize(NUMBERS[attr["type"]]):
        raise Bad("length of " + attr["name"])
    return struct.unpack("=" + NUMBERS[attr["type"]], data)[0]


def _in_range(name, value, allowed):
    if not allowed[0] <= value <= allowed[1] and value not in allowed[2]:
        raise Bad(f"{name} {value}")
    return value


def _text(attr, data):
    most = attr["checks"]["max-len"]
    text, zero, _ = data.partition(b"\0")
    if not data or not zero or len(text) > most or len(data) - (data[-1] == 0) > most:
        raise Bad("text " + attr["name"])
    return text.decode("latin-1")


def _entry(name, data):
    """What the policy checks in an entry"""
    key, keys, values = map_limits(name)
    found = {}
    for number, nested, part in split(data):
        attr = SETS["map-entry"].get(number)
        if not attr or attr["name"] not in (key, "value") or nested:
            raise Bad(f"entry of {name}")
        value = found[attr["name"]] = _number(attr, part)
        if attr["name"] == "key":
            _in_range(name, value, keys)
        elif attr["name"] == "value" and not values[2]:
            _in_range(name, value, values)
    return found


def _pair(name, found):
    """What the module checks when it reads an entry"""
    key, keys, values = map_limits(name)
    if len(found) < 2 or found[key] in NOT_KEYS:
        raise Bad(f"entry of {name}")
    return _in_range(name, found[key], keys), _in_range(name, found["value"], values)


def _map(name, data):
    entries = []
    for number, nested, part in split(data):
        if number != TYPES["pfc"]["map-entry"] or not nested:
            raise Bad(f"entry of {name}")
        entries.append(_entry(name, part))
    return entries


def check(data, allowed, set_name="pfc"):
    """Reads the attributes of a request: a list of (name, value).  Raises Bad.

    A policy checks each attribute.  A range with other values and the entries of a map are checked
    when they are read: of an attribute that is there twice, the last one.
    """
    result, later, maps = [], {}, {}
    for number, nested, part in split(data):
        attr = SETS[set_name].get(number)
        name = attr and attr["name"]
        if name not in allowed or attr["type"] in ("unused", "pad") or \
                name in SPEC.extra["reject"].get(set_name, {}) or nested != (attr["type"] == "nest"):
            raise Bad(f"attribute {number} of {set_name}")
        if is_map(name):
            maps[name] = _map(name, part)
            continue
        elif nested:
            inner = attr["nested-attributes"]
            value = dict(check(part, TYPES[inner], inner))
        elif attr["type"] == "string":
            value = _text(attr, part)
        else:
            value, allowed_values = _number(attr, part), limits(set_name, name)
            if allowed_values[2]:
                later[name] = value, allowed_values
            else:
                _in_range(name, value, allowed_values)
        result.append((name, value))
    for name, (value, allowed_values) in later.items():
        _in_range(name, value, allowed_values)
    return result + [(name, [_pair(name, found) for found in entries])
                     for name, entries in maps.items()]


def read_request(flags, data):
    """Returns (name of the operation, is a dump, attributes).  Raises Bad."""
    if len(data) < 4:
        raise Bad("header")
    cmd, _, reserved = struct.unpack_from("=BBH", data)
    op, dump = OPS.get(NAMES.get(cmd)), flags & DUMP == DUMP
    rest = flags & ~DUMP if dump else flags
    if not op or reserved or rest & ~(REQUEST | ACK | ECHO) or ("dump" if dump else "do") not in op:
        raise Bad("header")
    allowed = op["do"]["request"]["attributes"] if "do" in op else []
    return op["name"], dump, check(data[4:], allowed)


# ---- answers --------------------------------------------------------------------------------


def _value(attr, data):
    kind = attr["type"]
    if kind == "nest":
        return attributes(data, attr["nested-attributes"])
    if kind == "flag":
        return True
    if kind == "string":
        return data.rstrip(b"\0").decode()
    return data if kind == "binary" else _number(attr, data)


def attributes(data, name="pfc"):
    """Returns {name: value} of an answer; the value of a repeated attribute is a list."""
    result = {}
    for number, _, part in split(data):
        attr = SETS[name][number]
        if attr["type"] == "pad":
            continue
        if is_map(attr["name"]) or attr["name"] == "dcb-announced":
            value = [attributes(entry, "map-entry") for _, _, entry in split(part)]
        else:
            value = _value(attr, part)
        if attr.get("multi-attr"):
            result.setdefault(attr["name"], []).append(value)
        else:
            result[attr["name"]] = value
    return result
