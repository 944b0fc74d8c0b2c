# SPDX-License-Identifier: GPL-2.0-only
"""The policies, operations and tables of numbers of the module, and bounds of its messages."""

import sys
import textwrap

from .spec import C_START, H_START, SIZES, SPEC, also_text, lower, map_name, upper, value_of


def range_name(least, most):
    start = f"_from_{least}" if least.isdigit() and least != "0" else ""
    return most.lower().removeprefix("pfc_").removesuffix("_max") + start


def range_type(spec, attr, least, most, also):
    """The policy of a number with a range.  Small limits are part of the policy itself.

    A range with other values is checked when the number is read: NLA_POLICY_VALIDATE_FN() for
    numbers causes a warning of the kernel when the policy is reported to a user.
    """
    kind = f"NLA_{attr['type'].upper()}"
    if attr["type"] == "uint":
        return "{ .type = NLA_BINARY, .len = 8 }"  # older kernels have no NLA_UINT
    if also:
        return f"{{ .type = {kind} }}"
    if value_of(spec, most) >= 1 << 15:
        return f"NLA_POLICY_FULL_RANGE({kind}, &pfc_ranges.{range_name(least, most)})"
    return f"NLA_POLICY_MAX({kind}, {most})" if least == "0" else \
        f"NLA_POLICY_RANGE({kind}, {least}, {most})"


def also_check(spec, set_name, name):
    """The check of a number that has a range and other values"""
    known = spec.range(set_name, name)
    uint = spec.attr(set_name, name)["type"] == "uint"
    if not known or not (known[2] or uint):
        return ""
    least, most, also = known
    also = also or [least]
    return ",\n\t\t  .range = &(const struct pfc_range){\n" \
           f"\t\t\t{least}, {most}, {{ {also[0]}, {also[-1]} }},\n" \
           f'\t\t\t"{also_text(spec, *known)}" }}'


def ranges(spec):
    """The ranges to which the policies of range_type() refer, in the order of their first use

    Not const, because policies of older kernels refer to a range that is not const.
    """
    found = {}
    for _, set_name, names in spec.policies():
        for name in names:
            known = spec.range(set_name, name)
            if not known or known[2] or value_of(spec, known[1]) < 1 << 15 or \
                    spec.attr(set_name, name)["type"] == "uint":
                continue
            least, most, _ = known
            minimum = f".min = {least}, " if least != "0" else ""
            text = f"{{ {minimum}.max = {most} }}"
            c_name = range_name(least, most)
            if found.setdefault(c_name, text) != text:
                sys.exit(f"{SPEC}: {set_name} {name}: {c_name} exists with another range")
    yield "static struct {\n\tstruct netlink_range_validation\n" + \
        textwrap.fill(", ".join(found) + ";", 84, initial_indent="\t\t", subsequent_indent="\t\t") + \
        "\n} pfc_ranges = {"
    yield from (f"\t.{name} = {text}," for name, text in found.items())
    yield "};\n"


def map_policies(spec):
    """Policies of maps and their entries, for each number of keys and values"""
    done = []
    for name, (keys, values, none) in spec.extra["maps"].items():
        policy = map_name(spec, name)
        if policy in done:
            continue
        done.append(policy)
        value = "{ .type = NLA_U8 }" if none else \
            f"NLA_POLICY_MAX(NLA_U8, {spec.limit(values)} - 1)"
        yield f"static const struct nla_policy pfc_{policy}_entry_policy[PFC_MAP_A_VALUE + 1] = {{\n" \
              f"\t[PFC_MAP_A_KEY] = NLA_POLICY_MAX(NLA_U8, {spec.limit(keys)} - 1),\n" \
              f"\t[PFC_MAP_A_VALUE] = {value},\n}};\n"
        yield f"static const struct nla_policy pfc_{policy}_policy[PFC_A_MAP_ENTRY + 1] = {{\n" \
              f"\t[PFC_A_MAP_ENTRY] = NLA_POLICY_NESTED(pfc_{policy}_entry_policy),\n}};\n"


def kernel_type(spec, set_name, name):
    attr = spec.attr(set_name, name)
    known = spec.range(set_name, name)
    reject = spec.extra["reject"].get(set_name, {}).get(name)
    if reject:
        return f'{{\n\t\t.type = NLA_REJECT,\n\t\t.reject_message = "{reject}",\n\t}}'
    if name in spec.extra["maps"]:
        return f"NLA_POLICY_NESTED(pfc_{map_name(spec, name)}_policy)"
    if attr["type"] == "nest":
        return f"NLA_POLICY_NESTED(pfc_{lower(attr['nested-attributes'])}_policy)"
    if attr["type"] == "string":
        return f"{{ .type = NLA_NUL_STRING, .len = {attr['checks']['max-len']} }}"
    if known:
        return range_type(spec, attr, *known)
    return f"{{ .type = NLA_{attr['type'].upper()} }}"


def found_by(spec, op):
    """Return: the kind of the objects that an operation reads, one or all of them, or None"""
    return spec.policy_of(op).removesuffix("_get") if "do" in op and "dump" in op else None


def handler(spec, op):
    return "get" if found_by(spec, op) else lower(op["name"])


def dump_of(spec, op):
    return found_by(spec, op) or lower(op["name"]).removesuffix("_get")


def kernel_op(spec, op):
    name = lower(op["name"])
    lines = [f"\t\t.cmd = PFC_CMD_{upper(name)},"]
    if "do" in op:
        policy = f"pfc_{spec.policy_of(op)}_policy"
        lines[0] += " .doit = pfc_genl_do,"
        order = list(spec.sets[spec.top]["map"])
        last = max(op["do"]["request"]["attributes"], key=order.index)
        lines.append(f"\t\t.policy = {policy}, .maxattr = {spec.c_attr(spec.top, last)},")
    if "dump" in op:
        lines.append(f"\t\t.start = {lower(op['dump']['pre'])},"
                     f" .dumpit = pfc_genl_{dump_of(spec, op)}_dump,")
    lines += [f"\t\t.flags = GENL_{upper(flag)}," for flag in op.get("flags", [])]
    return "\t{\n" + "\n".join(lines) + "\n\t},\n"


def attr_bound(spec, set_name, name, counts):
    """The largest length of all attributes NAME in a message: {C expression: bytes for each}"""
    attr = spec.attr(set_name, name)
    kind, checks, inner = attr["type"], attr.get("checks", {}), attr.get("nested-attributes")
    if kind in ("unused", "pad"):
        return {}
    if kind != "nest":
        # The length is rounded up to a multiple of 4.  Padding may precede an attribute of 8 bytes
        length = 12 if SIZES.get(kind) == 64 else 0 if kind == "flag" else SIZES[kind] // 8 \
            if kind in SIZES else checks.get("exact-len") or checks["max-len"] + (kind == "string")
        return {"1": 4 + (length + 3) // 4 * 4}
    if inner == "map":
        entries, *without = spec.extra["entries"].get(name) or \
            [upper(spec.extra["maps"][name][0]), "key16"]
        entry = set_bound(spec, "map-entry", dict.fromkeys(without, "0"))
        return {"1": 4, entries: 4 + entry["1"]}
    if attr.get("multi-attr") and name not in counts:
        sys.exit(f"{SPEC}: {set_name} {name}: needs a number in repeats of pfc-extra.yaml")
    nest = set_bound(spec, inner, spec.extra["repeats"].get(inner, {}))
    nest["1"] += 4
    count = counts.get(name, "1")
    return nest if count == "1" else {count if times == "1" else f"{count} * {times}": size
                                      for times, size in nest.items()}


def set_bound(spec, set_name, counts, names=None):
    """The same for all attributes of a set; @counts: C expressions by attribute"""
    result = {}
    for name in names or spec.sets[set_name]["map"]:
        if counts.get(name) != "0":
            for times, size in attr_bound(spec, set_name, name, counts).items():
                result[times] = result.get(times, 0) + size
    return result


def bounds(spec):
    """Yields macros for the largest length of each message of the module"""
    yield "\n/* Upper bounds of the attributes in the messages of the module, bytes */"
    for op in spec.ops:
        source = op.get("event") or op.get("dump", op.get("do", {})).get("reply")
        if not source:
            continue
        for name, counts in spec.extra["bounds"].get(op["name"], {op["name"]: {}}).items():
            counts = spec.extra["repeats"][spec.top] | counts
            bound = set_bound(spec, spec.top, counts, source["attributes"])
            terms = " + ".join(f"{size} * {times}".removesuffix(" * 1")
                               for times, size in bound.items())
            lines = textwrap.wrap(f"({terms})", 86)
            yield f"#define PFC_BOUND_{upper(name)} \\\n\t" + " \\\n\t ".join(lines)
    yield ""


def module_fields(spec):
    """Yields (array, lines): the members that hold the numbers of a request"""
    for table, about in spec.extra["module-fields"].items():
        set_name = about.get("set", spec.top)
        names = spec.names_of(about)
        lines = []
        for name in names:
            kind = spec.attr(set_name, name)["type"]
            if kind in SIZES and name not in about["without"] and \
                    name not in spec.extra["reject"].get(set_name, {}):
                member = about.get("members", {}).get(name, lower(name))
                end = ", .hidden = true" if name in about.get("hidden", []) else ""
                end += ", .uint = true" if kind == "uint" else ""
                lines.append(f"\tPFC_FIELD({spec.c_attr(set_name, name)}, {SIZES[kind] // 8}, "
                             f"struct {about['struct']}, {member}"
                             f"{'' if 'reply' in about else also_check(spec, set_name, name)}{end}),")
        yield f"const struct pfc_field pfc_{table}_fields[{len(lines) + 1}]", lines


def kernel(spec):
    ops = [op for op in spec.ops if "do" in op or "dump" in op]
    nested = {lower(name) for name in spec.nested_sets()}
    source = [C_START + '#include "../core/config.h"\n#include "../impair/impair.h"\n'
              '#include "../pool.h"\n#include "netlink.h"\n']
    source += [*ranges(spec), *map_policies(spec)]
    header = [H_START + "#ifndef _PFC_NETLINK_GENERATED_H\n#define _PFC_NETLINK_GENERATED_H\n\n"
              '#include <net/genetlink.h>\n#include "../../uapi/linux/pfc.h"\n#include "field.h"\n']
    for name, set_name, attrs in spec.policies():
        array = f"const struct nla_policy pfc_{name}_policy" \
                f"[{spec.last_attr(set_name, attrs)} + 1]"
        source.append(f"{'' if name in nested else 'static '}{array} = {{")
        source += [f"\t[{spec.c_attr(set_name, a)}] = {kernel_type(spec, set_name, a)},"
                   for a in attrs]
        source.append("};\n")
        if name in nested:
            header.append(f"extern {array};")
    for array, lines in module_fields(spec):
        source += [f"{array} = {{", *lines, "\t{ }", "};\n"]
        header.append(f"extern {array};")
    source.append(f"const struct genl_ops pfc_genl_ops[{len(ops)}] = {{")
    source.append("".join(kernel_op(spec, op) for op in ops) + "};\n")
    source.append("const pfc_genl_handler pfc_genl_handlers[PFC_CMD_MAX + 1] = {")
    source += [f"\t[PFC_CMD_{upper(op['name'])}] = pfc_genl_{handler(spec, op)},"
               for op in ops if "do" in op]
    gets = {lower(op["name"]): found_by(spec, op) for op in ops if found_by(spec, op)}
    source.append("};\n\nconst struct pfc_get pfc_gets[PFC_CMD_MAX + 1] = {")
    source += [f"\t[PFC_CMD_{name.upper()}] = {{ pfc_find_{kind}, pfc_put_{name.removesuffix('_get')} }},"
               for name, kind in gets.items()]
    source.append("};")
    header.append(f"extern const struct genl_ops pfc_genl_ops[{len(ops)}];")
    header.append("typedef int (*pfc_genl_handler)(struct sk_buff *skb, struct genl_info *info);")
    header.append("extern const pfc_genl_handler pfc_genl_handlers[PFC_CMD_MAX + 1];")
    header.append("extern const struct pfc_get pfc_gets[PFC_CMD_MAX + 1];\n")
    header += [f"int {start}(struct netlink_callback *cb);"
               for start in sorted({lower(op["dump"]["pre"]) for op in ops if "dump" in op})]
    header += bounds(spec)
    header += [f"void *pfc_find_{kind}(struct genl_info *info);" for kind in dict.fromkeys(gets.values())]
    header += [f"int pfc_put_{name.removesuffix('_get')}(struct sk_buff *msg, void *object);"
               for name in gets]
    requests = dict.fromkeys(handler(spec, op) for op in ops if "do" in op)
    dumps = dict.fromkeys(dump_of(spec, op) for op in ops if "dump" in op)
    header += [f"int pfc_genl_{name}(struct sk_buff *skb, struct genl_info *info);"
               for name in requests]
    header += [f"int pfc_genl_{name}_dump(struct sk_buff *skb, struct netlink_callback *cb);"
               for name in dumps]
    header.append("\n#endif /* _PFC_NETLINK_GENERATED_H */")
    yield "kmod/netlink/generated.c", "\n".join(source) + "\n"
    yield "kmod/netlink/generated.h", "\n".join(header) + "\n"
