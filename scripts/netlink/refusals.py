# SPDX-License-Identifier: GPL-2.0-only
"""Requests that the kernel must refuse."""

from .spec import NOTE, SIZES, also_text, lower, value_of


def wrong_values(spec, attr, known):
    """Yields (pattern, width, value) for numbers that the policy refuses"""
    bits, name = SIZES[attr["type"]], attr["name"]
    if known:
        least, most, *also = map(lambda x: value_of(spec, x), [*known[:2], *known[2]])
        allowed = also_text(spec, *known) if also or attr["type"] == "uint" else \
            f"is out of range {least}..{most}"
        top = (1 << bits) - 1
        for value in sorted({least - 1, most + 1, top - 1 if top in also else top}):
            if 0 <= value <= top and not least <= value <= most and value not in also:
                yield f"ERANGE {name}: {value} {allowed}", bits, value
    yield "E(INVAL|RANGE) .*length", 16 if attr["type"] == "uint" else 32 if bits == 64 else 64, 1


def wrong_entries(spec, name):
    """Yields (pattern, entry) for entries of a map that the kernel refuses"""
    keys, values, none = spec.extra["maps"][name]
    keys, values = value_of(spec, spec.limit(keys)), value_of(spec, spec.limit(values))
    for key in (keys, 255):
        yield f"ERANGE key: {key} is out of range 0..{keys - 1}", \
            f"map_a_key=u8:{key} map_a_value=u8:1"
    for value in (values, 254 if none else 255):
        yield f"ERANGE value: {value} " + ("must be PFC_MAP_NONE or" if none else
                                           f"is out of range 0..{values - 1}"), \
            f"map_a_key=u8:1 map_a_value=u8:{value}"
    for entry in ("map_a_key=u8:1", "map_a_value=u8:1"):
        yield "EINVAL an entry needs", entry
    yield "EINVAL Unknown", "map_a_key=u8:1 map_a_key16=u16:1 map_a_value=u8:1"


def refusals(spec):
    """Requests with one number that the policy refuses, and the error"""
    yield f"# SPDX-License-Identifier: GPL-2.0-only\n# {NOTE}"
    for name, start in spec.extra["refusals"].items():
        request = next(op for op in spec.ops if op["name"] == name)["do"]["request"]["attributes"]
        for top in request:
            inner = spec.attr(spec.top, top).get("nested-attributes")
            if top in spec.extra["maps"]:
                for pattern, entry in wrong_entries(spec, top):
                    yield f"{pattern}\tcmd_{lower(name)} {start} a_{lower(top)}={{ " \
                          f"a_map_entry={{ map_a_key=u8:0 map_a_value=u8:1 }} " \
                          f"a_map_entry={{ {entry} }} }}"
                continue
            set_name = inner or spec.top
            for number in spec.sets[inner]["map"] if inner else [top]:
                attr = spec.attr(set_name, number)
                if attr["type"] not in SIZES or \
                        number in spec.extra["reject"].get(set_name, {}):
                    continue
                for pattern, bits, value in wrong_values(spec, attr, spec.range(set_name, number)):
                    word = f"{lower(spec.c_attr(set_name, number)).lower().removeprefix('pfc_')}" \
                           f"=u{bits}:{value}"
                    if inner and number != "id" and name != "profile-new":
                        word = f"{lower(top)}_a_id=u8:1 {word}"
                    if inner:
                        word = f"a_{lower(top)}={{ {word} }}"
                    yield f"{pattern}\tcmd_{lower(name)} {start} {word}"
