# SPDX-License-Identifier: GPL-2.0-only
"""The specification of the netlink interface, and names and ranges that all outputs need."""

import yaml

SPEC = "Documentation/netlink/specs/pfc.yaml"
NOTE = f'Generated from {SPEC} by "make generate"'
C_START = f"// SPDX-License-Identifier: GPL-2.0-only\n/* {NOTE} */\n"
H_START = f"/* SPDX-License-Identifier: GPL-2.0-only */\n/* {NOTE} */\n"
# "uint" has 4 bytes, or 8 if its value needs them
SIZES = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "uint": 64}


def upper(name):
    return name.replace("-", "_").upper()


def lower(name):
    return name.replace("-", "_")


class Spec:
    """The specification, pfc-extra.yaml, and values that several outputs need"""

    def __init__(self, top):
        self.yaml = yaml.safe_load((top / SPEC).read_text())
        self.extra = yaml.safe_load((top / SPEC.replace(".yaml", "-extra.yaml")).read_text())
        definitions = self.yaml["definitions"]
        self.consts = {d["name"]: d for d in definitions if d["type"] == "const"}
        self.enums = {d["name"]: d for d in definitions if d["type"] == "enum"}
        self.entries = {upper(f"pfc-{name}-{entry['name']}"): value for name, enum in self.enums.items()
                        for value, entry in enumerate(enum["entries"])}
        self.sets = {s["name"]: s for s in self.yaml["attribute-sets"]}
        self.top = self.yaml["attribute-sets"][0]["name"]
        self.ops = self.yaml["operations"]["list"]
        for attrs in self.sets.values():
            attrs["map"] = {a["name"]: a for a in attrs["attributes"]}
        self.requests = self.find_requests()

    def attr(self, set_name, name):
        attrs = self.sets[set_name]
        return self.sets[attrs.get("subset-of", set_name)]["map"][name]

    def c_attr(self, set_name, name):
        attrs = self.sets[set_name]
        return upper(self.sets[attrs.get("subset-of", set_name)]["name-prefix"] + name)

    def last_attr(self, set_name, names):
        """The attribute that determines the size of a policy"""
        attrs = self.sets[set_name]
        if "subset-of" not in attrs and names[-1] == list(attrs["map"])[-1]:
            return upper(attrs["name-prefix"] + "max")
        return self.c_attr(set_name, names[-1])

    def find_requests(self):
        """Return: {attributes of a request: name of the policy}.

        Operations with the same attributes share a policy, which has the name of the first
        of these operations.
        """
        result = {}
        for op in self.ops:
            if "do" in op:
                key = tuple(op["do"]["request"]["attributes"])
                result.setdefault(key, lower(op["name"]))
        return result

    def policy_of(self, op):
        return self.requests[tuple(op["do"]["request"]["attributes"])]

    def names_of(self, about):
        """The attributes of a table of pfc-extra.yaml: of a set, a request, a reply or an event"""
        if "set" in about:
            return self.sets[about["set"]]["map"]
        part = next(part for part in ("request", "reply", "event") if part in about)
        op = next(op for op in self.ops if op["name"] == about[part])
        return op.get("do", op)[part]["attributes"]

    def nested_sets(self):
        """Return: the nested attribute sets in requests; a set follows all sets nested in it"""
        found = []

        def visit(set_name, names):
            for name in names:
                nested = self.attr(set_name, name).get("nested-attributes")
                if nested and nested not in found:
                    visit(nested, self.sets[nested]["map"])
                    found.append(nested)

        for names in self.requests:
            visit(self.top, names)
        return found

    def policies(self):
        """Yields (name of the policy, attribute set, names of the attributes)"""
        for name in self.nested_sets():
            names = [n for n in self.sets[name]["map"]
                     if self.attr(name, n)["type"] not in ("unused", "pad")]
            yield lower(name), name, names
        for names, policy in self.requests.items():
            order = list(self.sets[self.top]["map"])
            yield policy, self.top, sorted(names, key=order.index)

    def limit(self, value):
        return upper(value) if isinstance(value, str) else str(value)

    def range(self, set_name, name):
        """Return: (minimum, maximum, other allowed values) of an attribute.

        None if the attribute is not a number or allows all values of its type.
        """
        attr = self.attr(set_name, name)
        known = self.extra["ranges"].get(set_name, {}).get(name) or attr.get("checks")
        if attr["type"] not in SIZES:
            return None
        if attr.get("enum"):
            last = self.enums[attr["enum"]]["entries"][-1]["name"]
            return "0", upper(f"pfc-{attr['enum']}-{last}"), []
        if not known:
            return None
        most = known.get("max", (1 << SIZES[attr["type"]]) - 1)
        return (self.limit(known.get("min", 0)), self.limit(most),
                [self.limit(v) for v in known.get("also", [])])


def value_of(spec, limit):
    """The value of a number or constant of range()"""
    if limit.isdigit():
        return int(limit)
    const = spec.consts.get(limit.lower().replace("_", "-"))
    return const["value"] if const else spec.entries[limit]


def also_text(spec, least, most, also):
    values = [*also, f"{value_of(spec, least)}..{value_of(spec, most)}"]
    return f"must be {', '.join(values[:-1])}{' or ' if also else ''}{values[-1]}"


def map_name(spec, name):
    """The policy of a map: map, number of keys, and number of values, or "any" if "none" is one"""
    keys, values, none = spec.extra["maps"][name]
    return f"map_{value_of(spec, spec.limit(keys))}_" + \
        ("any" if none else str(value_of(spec, spec.limit(values))))
