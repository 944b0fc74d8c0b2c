# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the netlink fuzzer and of nlraw."""

from .spec import C_START, H_START, lower, map_name, upper
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


def fuzz_names(spec):
    yield H_START + "/* Names of commands and attributes for nlraw */"
    yield "static const struct {\n\tconst char *name;\n\tint value;\n} names[] = {"
    names = [upper("cmd-" + op["name"]) for op in spec.ops]
    names += [upper(s["name-prefix"] + name).removeprefix("PFC_")
              for s in spec.sets.values() if "name-prefix" in s
              for name in s["map"] if name != "unspec"]
    yield from (f"\tNAME({name})," for name in names)
    yield "\t{ NULL, 0 }\n};"
