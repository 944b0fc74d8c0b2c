# SPDX-License-Identifier: GPL-2.0-only
"""The tables of pfcctl."""

from .spec import C_START, SIZES, lower


def map_table(spec, struct):
    rows = [f"\t{{ {spec.c_attr(spec.top, name)}, {spec.limit(keys)}, {spec.limit(values)}, "
            f"{str(none).lower()},\n\t  offsetof(struct {struct}, {lower(name)}) }},"
            for name, (keys, values, none) in spec.extra["maps"].items()]
    return rows + ["\t{ 0 }", "};"]


def tool(spec):
    types = {"string": "NUL_STRING", "uint": "UNSPEC"}
    rooms = {"lib/fields_generated.c": [C_START + '#include "event.h"\n'],
             "why/why_fields_generated.c": [C_START + '#include "wait.h"\n']}
    for struct, about in spec.extra["fields"].items():
        lines = rooms["why/why_fields_generated.c" if about.get("room") == "why" else
                      "lib/fields_generated.c"]
        set_name = about.get("set", spec.top)
        names = spec.names_of(about)
        lines.append(f"const struct field {struct}_fields[] = {{")
        for name in names:
            kind = spec.attr(set_name, name)["type"]
            if kind in ("nest", "unused", "pad") or name in about.get("without", []):
                continue
            member = about.get("members", {}).get(name, name.removeprefix(
                about.get("prefix", "")))
            lines.append(f"\tFIELD({spec.c_attr(set_name, name)}, "
                         f"MNL_TYPE_{types.get(kind, kind.upper())}, {struct}, {lower(member)}),")
        lines.append("\t{ 0 }\n};\n")
    lib = rooms["lib/fields_generated.c"]
    lib.append("const struct map_field map_fields[] = {")
    lib += map_table(spec, "port") + [""]
    for name, lines in rooms.items():
        yield f"userspace/{name}", "\n".join(lines).rstrip() + "\n"
    yield "userspace/lib/number_names_generated.c", "\n".join(number_names(spec)) + "\n"


def number_names(spec):
    """The name of each number of a request as an option of pfcctl, with the attribute of its nest"""
    yield C_START + '#include "fix.h"\n'
    yield "const struct number_name number_names[] = {"
    done = set()
    for names in spec.requests:
        for top in names:
            inner = spec.attr(spec.top, top).get("nested-attributes")
            for name in spec.sets[inner]["map"] if inner else [top]:
                key = (top if inner else None, name)
                if spec.attr(inner or spec.top, name)["type"] not in SIZES or key in done or \
                        top in spec.extra["maps"] or inner == "map":
                    continue
                done.add(key)
                nest = spec.c_attr(spec.top, top) if inner else "0"
                option = top if name == "id" else \
                    spec.extra["options"].get(inner or spec.top, {}).get(name, name)
                yield f'\t{{ {nest}, {spec.c_attr(inner or spec.top, name)}, "{option}" }},'
    yield "\t{ 0 }\n};"
