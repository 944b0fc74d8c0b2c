# SPDX-License-Identifier: GPL-2.0-only
"""The members of the structs of pfcctl that hold attributes."""

from .spec import H_START, SIZES, lower

# Structs that also have other members, which include these ones
PARTS = ("port", "impairments", "profile", "storm", "event", "holders", "flow", "record")


def declaration(spec, attr, name):
    """Return: (type, name) of the member for an attribute, or None if it is a nest"""
    kind = attr["type"]
    if attr["name"] in spec.extra["maps"]:
        keys = spec.extra["maps"][attr["name"]][0]
        return "uint8_t", f"{name}[{spec.limit(keys)}]"
    if kind == "string":
        return "char", f"{name}[{attr['checks']['max-len'] + 1}]"
    if kind == "binary":
        return "uint8_t", f"{name}[{next(iter(attr['checks'].values()))}]"
    if kind == "flag":
        return "bool", name
    return (f"uint{SIZES[kind]}_t", name) if kind in SIZES else None


def structs(spec, room):
    """Yields the lines of the structs of a folder; None: lib"""
    for struct, about in spec.extra["fields"].items():
        if about.get("room") != room:
            continue
        yield f"struct {struct}{'_members' if struct in PARTS else ''} {{"
        for name in spec.names_of(about):
            if name in about.get("without", []):
                continue
            member = about.get("members", {}).get(name, name.removeprefix(about.get("prefix", "")))
            found = declaration(spec, spec.attr(about.get("set", spec.top), name), lower(member))
            if found:
                tabs = "\t" * (2 - len(found[0]) // 8)
                yield f"\t{found[0]}{tabs}{found[1]};"
        yield "};\n"


def header(name, lines):
    guard = f"{name.upper()}_GENERATED_H"
    return "\n".join([H_START + f"#ifndef {guard}\n#define {guard}\n", *lines,
                      f"#endif /* {guard} */"]) + "\n"


def members(spec):
    """The structs of lib/ and why/, and the defaults of settings"""
    lines = ["#include <linux/pfc.h>\n#include <stdbool.h>\n#include <stdint.h>\n",
             *structs(spec, None)]
    for struct, defaults in spec.extra["defaults"].items():
        lines.append(f"#define {struct.upper()}_DEFAULTS \\\n" + initializers(
            spec, defaults, spec.extra["fields"][struct].get("members", {})) + "\n")
    yield "userspace/lib/members_generated.h", header("members", lines)
    yield "userspace/why/why_members_generated.h", header("why_members", structs(spec, "why"))


def config_members(spec):
    """Yields (type, member) of the numbers of a port that only the specification declares"""
    about = spec.extra["module-fields"]["port"]
    for name in sorted(spec.names_of(about), key=lambda n: -SIZES.get(spec.attr(spec.top, n)["type"], 0)):
        kind = spec.attr(spec.top, name)["type"]
        if kind in SIZES and name not in about["without"] and name not in about["members"]:
            yield kind, lower(name)


def initializers(spec, defaults, members):
    """Return: the initializers of a struct, lines of a macro"""
    return " \\\n".join(f"\t.{members.get(name, lower(name))} = {value}," for name, value in defaults.items())


def module_config(spec):
    """The members of struct pfc_config, and the defaults of settings"""
    lines = [H_START + "#ifndef _PFC_CONFIG_GENERATED_H\n#define _PFC_CONFIG_GENERATED_H\n",
             "/* Numbers of a port */", "#define PFC_CONFIG_NUMBERS \\"]
    lines.append("; \\\n".join(f"\t{kind} {name}" for kind, name in config_members(spec)) + "\n")
    fields, defaults = spec.extra["module-fields"], spec.extra["defaults"]
    for macro, table, name in (("CONFIG", "port", "port"), ("LIMITS", "limits", "pg"),
                               ("QUEUE", "queue", "queue")):
        lines.append(f"#define PFC_{macro}_DEFAULTS \\\n" + initializers(
            spec, defaults[name], fields[table]["members"]) + "\n")
    lines.append("#endif /* _PFC_CONFIG_GENERATED_H */")
    yield "kmod/core/config_generated.h", "\n".join(lines) + "\n"
