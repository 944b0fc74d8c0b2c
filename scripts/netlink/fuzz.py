# SPDX-License-Identifier: GPL-2.0-only
"""The table of nlraw, and the rules of a fuzzer of pfcctl."""

import textwrap

from .spec import SIZES, H_START, lower, upper


def word_rule(spec, set_name, name):
    """The rule of an attribute in requests of pfcctl"""
    attr, c_name = spec.attr(set_name, name), spec.c_attr(set_name, name)
    if name in spec.extra["maps"]:
        keys, values, none = spec.extra["maps"][name]
        return f"{c_name}, .nest = ENTRY{'_OR_NONE' if none else ''}({spec.limit(keys)}, " \
               f"{spec.limit(values)})"
    if attr["type"] == "nest":
        inner = attr["nested-attributes"]
        if inner == "map":
            return f"{c_name}, .nest = ENTRY_OF_ETHTYPE"
        return f"{c_name}, .nest = {lower(inner)}_rules, .all = 1 << {spec.c_attr(inner, 'id')}"
    if attr["type"] == "string":
        zero = ", .zero = true" if name in spec.extra["empty"].get(set_name, ()) else ""
        return f"{c_name}, 0, 1, {attr['checks']['max-len']}{zero}"
    bits = SIZES[attr["type"]]
    least, most, also = spec.range(set_name, name) or ("0", f"UINT{bits}_MAX", [])
    flags = {"0": "zero", "PFC_MAP_NONE": "none", "PFC_RESTORATION_MANUAL": "never"}
    return ", ".join([c_name, str(bits // 8), least, most] +
                     [f".{flags[value]} = true" for value in also])


def word_rules(spec):
    """The attributes that requests of pfcctl may contain"""
    yield H_START + "/* rules.h includes this file */"
    for inner in [n for n in spec.nested_sets() if not n.startswith("map")] + [None]:
        set_name = inner or spec.top
        names = spec.sets[set_name]["map"] if inner else sorted(
            {name for names in spec.requests for name in names} - {"ifindex"},
            key=list(spec.sets[spec.top]["map"]).index)
        yield f"static const struct rule {lower(inner) + '_' if inner else ''}rules[] = {{"
        for name in names:
            if spec.attr(set_name, name)["type"] not in ("unused", "pad") and \
                    name not in spec.extra["reject"].get(set_name, {}):
                yield "\n".join(textwrap.wrap(f"{{ {word_rule(spec, set_name, name)} }},", 92,
                                              initial_indent="\t", subsequent_indent="\t  ",
                                              expand_tabs=False))
        yield "\t{ }\n};\n"


def fuzz_names(spec):
    yield H_START + "/* Names of commands and attributes for nlraw */"
    yield "static const struct {\n\tconst char *name;\n\tint value;\n} names[] = {"
    names = [upper("cmd-" + op["name"]) for op in spec.ops]
    names += [upper(s["name-prefix"] + name).removeprefix("PFC_")
              for s in spec.sets.values() if "name-prefix" in s
              for name in s["map"] if name != "unspec"]
    yield from (f"\tNAME({name})," for name in names)
    yield "\t{ NULL, 0 }\n};"
