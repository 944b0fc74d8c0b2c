# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the netlink fuzzer and of nlraw."""

import textwrap

from .spec import SIZES, C_START, H_START, lower, map_name, upper
from .tool import map_table


def fuzz_maps(spec):
    """Policies of maps, as map_policies() for the module"""
    done = []
    for name, (keys, values, none) in spec.extra["maps"].items():
        policy = map_name(spec, name)
        if policy in done:
            continue
        done.append(policy)
        more = ", { PFC_MAP_NONE }, 1" if none else ""
        yield f"static const struct range {policy}_ranges[PFC_MAP_A_MAX + 1] = {{\n" \
              f"\t[PFC_MAP_A_KEY] = {{ 0, {spec.limit(keys)} - 1 }},\n" \
              f"\t[PFC_MAP_A_VALUE] = {{ 0, {spec.limit(values)} - 1{more} }},\n}};\n"
        yield f"static const struct policy {policy}_entry_policy = {{\n" \
              f"\t.max = PFC_MAP_A_VALUE,\n\t.entry = true,\n\t.range = {policy}_ranges,\n" \
              "\t.kind = { [PFC_MAP_A_KEY] = KIND_U8, [PFC_MAP_A_VALUE] = KIND_U8 },\n};\n"
        yield f"static const struct policy {policy}_policy = {{\n\t.max = PFC_A_MAP_ENTRY,\n" \
              "\t.map = true,\n" \
              "\t.kind = { [PFC_A_MAP_ENTRY] = KIND_NEST },\n" \
              f"\t.nest = {{ [PFC_A_MAP_ENTRY] = &{policy}_entry_policy }},\n}};\n"


def fuzz_kind(spec, set_name, name):
    attr = spec.attr(set_name, name)
    if name in spec.extra["reject"].get(set_name, {}):
        return "REJECT"
    if attr["type"] == "string":
        return "NAME" if attr["checks"]["max-len"] == 15 else "LABEL"
    return attr["type"].upper()


def fuzz_tables(spec):
    nested = [lower(name) for name in spec.nested_sets()]
    yield C_START + '\n#include "nlmodel.h"\n'
    ranged = [s for s in [spec.top] + spec.nested_sets()
              if any(spec.range(s, name) for name in spec.sets[s]["map"])]
    for set_name in ranged:
        end = upper(spec.sets[set_name]["name-prefix"])
        yield f"const struct range {lower(set_name)}_ranges[{end}MAX + 1] = {{"
        for name in spec.sets[set_name]["map"]:
            known = spec.range(set_name, name)
            if known:
                least, most, also = known
                more = f",\n\t\t{{ {', '.join(also)} }}, {len(also)}" if also else ""
                yield f"\t[{spec.c_attr(set_name, name)}] = {{ {least}, {most}{more} }},"
        yield "};\n"
    yield from fuzz_maps(spec)
    for policy, set_name, names in spec.policies():
        base = spec.sets[set_name].get("subset-of", set_name)
        yield f"{'' if policy in nested else 'static '}const struct policy {policy}_policy = {{"
        yield f"\t.max = {spec.last_attr(set_name, names)},"
        if policy.startswith("map"):
            yield "\t.entry = true," if policy == "map_entry" else "\t.map = true,"
        if base in ranged:
            yield f"\t.range = {lower(base)}_ranges,"
        yield "\t.kind = {"
        for name in names:
            yield f"\t\t[{spec.c_attr(set_name, name)}] = KIND_{fuzz_kind(spec, set_name, name)},"
        yield "\t},"
        nests = [n for n in names if spec.attr(set_name, n)["type"] == "nest"]
        if nests:
            yield "\t.nest = {"
            for name in nests:
                inner = map_name(spec, name) if name in spec.extra["maps"] else \
                    lower(spec.attr(set_name, name)["nested-attributes"])
                yield f"\t\t[{spec.c_attr(set_name, name)}] = &{inner}_policy,"
            yield "\t},"
        yield "};\n"
    yield from fuzz_fields(spec)
    yield "/* Of commands that only dump: their requests have no attributes */"
    yield "static const struct policy empty_policy;\n"
    yield "const struct policy *const policies[PFC_CMD_MAX + 1] = {"
    for op in spec.ops:
        if "do" in op or "dump" in op:
            policy = spec.policy_of(op) if "do" in op else "empty"
            yield f"\t[PFC_CMD_{upper(op['name'])}] = &{policy}_policy,"
    yield "};\n\nconst bool dumps[PFC_CMD_MAX + 1] = {"
    yield from (f"\t[PFC_CMD_{upper(op['name'])}] = true," for op in spec.ops if "dump" in op)
    yield "};\n\nconst struct map maps[] = {"
    yield from map_table(spec, "config")


MODELS = {"port": "config", "queue": "queue", "tc": "traffic_class", "impair": "impair_prio"}


def model_numbers(spec, table):
    """The numbers of an object in the model: (attribute set, name, size)"""
    about = spec.extra["module-fields"][table]
    set_name = about.get("set", spec.top)
    for name in spec.names_of(about):
        kind = spec.attr(set_name, name)["type"]
        if kind in SIZES and name not in ("id", "ifindex") and \
                name not in spec.extra["reject"].get(set_name, {}):
            yield set_name, name, SIZES[kind]


def fuzz_fields(spec):
    """Tables of the numbers of the objects"""
    for table, struct in MODELS.items():
        yield f"const struct field {table}_fields[] = {{"
        for set_name, name, _ in model_numbers(spec, table):
            yield f"\tFIELD({spec.c_attr(set_name, name)}, {lower(set_name)}_ranges, {struct}, " \
                  f"{lower(name)}),"
        yield "\t{ }\n};\n"


def fuzz_members(spec):
    """Structs with the numbers of the objects, without padding between them"""
    yield H_START + "/* Numbers of the objects in the model of nlfuzz */"
    yield "#ifndef NLNUMBERS_GENERATED_H\n#define NLNUMBERS_H\n\n#include <stdint.h>\n"
    for table, struct in MODELS.items():
        numbers = list(model_numbers(spec, table))
        yield f"struct {'numbers' if struct == 'config' else struct} {{"
        for bits in (64, 32):
            names = [lower(name) for _, name, size in numbers if (size == 64) == (bits == 64)]
            if names:
                yield "\n".join("\t" + line for line in textwrap.wrap(
                    f"uint{bits}_t {', '.join(names)};", 86, subsequent_indent="\t"))
        yield "};\n"
    yield "#endif /* NLNUMBERS_GENERATED_H */\n"


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
        zero = ", .zero = true" if name in spec.extra["empty"] else ""
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
