# SPDX-License-Identifier: GPL-2.0-only
"""The enums and limits of uapi/linux."""

import re
import sys
import textwrap

from .causes import c_name, cause_doc
from .spec import lower, upper


def comment(text):
    """Lines of a kernel-doc comment, at most 100 columns, two spaces after a sentence"""
    text = re.sub(r"\. (?=[A-Z0-9%@])", ".  ", text)
    # Each line after the first starts with a tab, which moves its text 5 columns to the right
    lines = textwrap.wrap(text, 96, subsequent_indent=5 * " ", break_long_words=False,
                          break_on_hyphens=False)
    return [" * " + lines[0]] + [" *\t" + line.strip() for line in lines[1:]]


def kernel_doc(name, doc, members):
    """members: (C name, text)"""
    short, _, tail = doc.strip().partition("\n")
    lines = ["/**"] + comment(f"enum {name} - {short}")
    for member, text in members:
        lines += comment(f"@{member}: {text}")
    if tail:
        lines += [" *"] + [line.replace("\t", " ") for line in comment(tail.strip())]
    return lines + [" */"]


def type_text(spec, attr):
    """The type at the start of the text of an attribute"""
    if attr["type"] in ("unused", "pad"):
        return ""
    if attr["type"] == "nest":
        nested = spec.sets[attr["nested-attributes"]]
        if "subset-of" in nested:
            return f"nest of @{spec.c_attr(nested['name'], next(iter(nested['map'])))}, "
        return f"nest of &enum {lower(nested['enum-name'])}, "
    enum = f"&enum pfc_{lower(attr['enum'])}, " if "enum" in attr else ""
    kind = "u32 or u64" if attr["type"] == "uint" else attr["type"]
    return f"{kind}, {enum}"


def c_enum(name, doc, members, end):
    """members: (C name, text, value or None)

    end: prefix of __MAX and MAX, the names that end the enum, or None for an enum without them
    """
    lines = kernel_doc(name, doc, [m[:2] for m in members]) + [f"enum {name} {{"]
    lines += [f"\t{m}{'' if value is None else f' = {value}'}," for m, _, value in members]
    if end:
        lines += ["", "\t/* private: */", f"\t__{end}MAX,", f"\t{end}MAX = __{end}MAX - 1"]
    return "\n".join(lines + ["};", ""])


def numbered(items, first):
    """Yields (item, value); None stands for the value of the previous item plus 1"""
    expected = 0
    for index, item in enumerate(items):
        value = item.get("value", first if index == 0 else expected)
        yield item, None if value == expected else value
        expected = value + 1


def uapi_enum(spec, name):
    if name == "cause":
        members = [("PFC_CAUSE_NONE", "the ack has no cause", 0)]
        members += [(c_name(cause), cause_doc(row), None)
                    for cause, row in spec.extra["error-causes"].items()]
        return c_enum("pfc_cause", "why the module refuses a request, or warns", members,
                      "PFC_CAUSE_")
    if name in spec.enums:
        enum = spec.enums[name]
        end = f"PFC_{upper(name)}_"
        members = [(end + upper(e["name"]), e["doc"].strip(), value)
                   for e, value in numbered(enum["entries"], 0)]
        return c_enum("pfc_" + lower(name), enum["doc"], members,
                      end if enum.get("render-max") else "")
    operations = spec.yaml["operations"]
    if name == operations["enum-name"]:
        end = upper(operations["name-prefix"])
        unspec = {"name": "unspec", "doc": "unused", "value": 0}
        members = [(end + upper(op["name"]), op["doc"].strip(), value)
                   for op, value in numbered([unspec] + spec.ops, 0)]
        return c_enum(lower(name), "commands of the family", members, end)
    attrs = next(s for s in spec.sets.values() if s.get("enum-name") == name)
    end = upper(attrs["name-prefix"])
    members = [(end + upper(a["name"]), type_text(spec, a) + a["doc"].strip(), value)
               for a, value in numbered(attrs["attributes"], 1)]
    return c_enum(lower(name), attrs["doc"], members, end)


def uapi_limits(spec, names):
    """Definitions of constants"""
    for name in names:
        const = spec.consts[name]
        # A minimum has the type of its maximum
        largest = spec.consts.get(name.removesuffix("-min") + "-max", const)
        end = "U" if largest["value"] < 1 << 32 else "ULL"
        define = f"#define {upper(name)}".ljust(32).rstrip()
        value = "(~0ULL)" if const["value"] == (1 << 64) - 1 else f"{const['value']}{end}"
        tabs = "\t" * max(1, (39 - len(define)) // 8)
        doc = f"\t/* {const['doc'].strip()} */" if "doc" in const else ""
        yield f"{define}{tabs}{value}{doc}\n"


def uapi(spec, top):
    for file, names in spec.extra["headers"].items():
        path = f"uapi/linux/{file}"
        limits = "".join(uapi_limits(spec, spec.extra["limits"].get(file, [])))
        text, count = re.subn(
            r"(/\* Generated from [^\n]* \*/\n\n).*?(/\* End of the generated part \*/\n)",
            lambda m: m[1] + "\n".join([limits] * bool(limits) +
                                       [uapi_enum(spec, n) for n in names]) + "\n" + m[2],
            (top / path).read_text(), flags=re.S)
        if count != 1:
            sys.exit(f"{path}: must have one generated part, from the comment "
                     "'/* Generated from ... */' to '/* End of the generated part */'; it has "
                     f"{count}")
        yield path, text
