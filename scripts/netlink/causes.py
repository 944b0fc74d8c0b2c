# SPDX-License-Identifier: GPL-2.0-only
"""The causes of errors: their numbers, the texts of the module, and the fixes of pfcctl."""

import re

from .spec import C_START, H_START, upper

VALUE = re.compile(r"<([a-z]+)(?::([^>]+))?>")


def c_name(name):
    return f"PFC_CAUSE_{upper(name)}"


def literal(text):
    """A C string in a line of its own, which checkpatch lets be long"""
    return f'\t\t"{text}"'


def number_values(row, text):
    """Replaces the values of a fix by $ and their place in the text of the row, from 1; $0: <what>"""
    names = ["what"] + [name for name, _ in VALUE.findall(row.get("text", ""))]
    return VALUE.sub(lambda m: f"${names.index(m[1])}", text)


def cause_doc(row):
    return VALUE.sub(lambda m: f"<{m[1]}>", row.get("text") or row["doc"])


def module_texts(spec):
    yield H_START + "#ifndef _PFC_CAUSE_GENERATED_H\n#define _PFC_CAUSE_GENERATED_H\n"
    yield '#include "../uapi/linux/pfc_cause.h"\n'
    for name, row in spec.extra["error-causes"].items():
        if "text" in row:
            text = VALUE.sub(lambda m: f"%{m[2] or 'u'}", row["text"])
            yield f"#define {c_name(name)}_TEXT " + literal(text).lstrip()
    yield "\n#endif /* _PFC_CAUSE_GENERATED_H */"


def tool_rows(spec):
    yield C_START + '#include "fix.h"\n'
    yield "const struct cause causes[PFC_CAUSE_MAX + 1] = {"
    for name, row in spec.extra["error-causes"].items():
        if "fix" not in row:
            continue
        yield f"\t[{c_name(name)}] = {{"
        if "text" in row:
            yield literal(VALUE.sub("*", row["text"])) + ","
        yield ("" if "text" in row else "\t\t.fix =\n") + literal(number_values(row, row["fix"]))
        yield "\t},"
    yield "};"


def causes(spec):
    yield "kmod/cause_generated.h", "\n".join(module_texts(spec)) + "\n"
    yield "userspace/lib/cause_rows_generated.c", "\n".join(tool_rows(spec)) + "\n"
