# SPDX-License-Identifier: GPL-2.0-only
"""The members of the structs of pfcctl that hold attributes."""

from .spec import H_START, SIZES, lower

# Structs that also have other members, which include these ones
PARTS = ("port", "impairments", "profile", "storm")


def declaration(spec, attr, name):
    """Return: (type, name) of the member for an attribute, or None if it is not a number or a text"""
    kind = attr["type"]
    if attr["name"] in spec.extra["maps"]:
        keys = spec.extra["maps"][attr["name"]][0]
        return "uint8_t", f"{name}[{spec.limit(keys)}]"
    if kind == "string":
        return "char", f"{name}[{attr['checks']['max-len'] + 1}]"
    if kind == "flag":
        return "bool", name
    return (f"uint{SIZES[kind]}_t", name) if kind in SIZES else None


def members(spec):
    """The structs of lib/"""
    lines = [H_START + "#ifndef MEMBERS_GENERATED_H\n#define MEMBERS_GENERATED_H\n\n"
             "#include <linux/pfc.h>\n#include <stdbool.h>\n#include <stdint.h>\n"]
    for struct, about in spec.extra["fields"].items():
        if about.get("room"):
            continue
        lines.append(f"struct {struct}{'_members' if struct in PARTS else ''} {{")
        for name in spec.names_of(about):
            if name in about.get("without", []):
                continue
            member = about.get("members", {}).get(name, name.removeprefix(about.get("prefix", "")))
            found = declaration(spec, spec.attr(about.get("set", spec.top), name), lower(member))
            if found:
                tabs = "\t" * (2 - len(found[0]) // 8)
                lines.append(f"\t{found[0]}{tabs}{found[1]};")
        lines.append("};\n")
    lines.append("#endif /* MEMBERS_GENERATED_H */")
    yield "userspace/lib/members_generated.h", "\n".join(lines) + "\n"
