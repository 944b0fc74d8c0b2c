# SPDX-License-Identifier: GPL-2.0-only
"""The values that pfcctl shows as text and JSON."""

import textwrap

from .counters import counter_metrics, counters
from .settings import Setting, c_words
from .spec import C_START, lower, upper


class Row:
    """A value of "show" in pfc-extra.yaml"""

    def __init__(self, spec, struct, name, row):
        self.spec, self.struct, self.name, self.row = spec, struct, name, row
        self.fields = spec.extra["fields"][struct]
        self.set = row.get("set", self.fields.get("set", spec.top))
        short = row.get("attr", name)
        self.option = spec.extra["options"].get(self.set, {}).get(short, name)
        prefix = self.fields.get("prefix", "")
        self.attr = prefix + short if prefix + short in spec.sets[self.set]["map"] else short
        self.type = spec.sets[self.set]["map"].get(self.attr, {}).get("type")
        self.setting = {**self.of_setting(), **row}
        self.form = spec.extra["forms"].get(self.setting.get("form"), {})

    def of_setting(self):
        """Return: form, words and word for 0 of the setting of the same attribute"""
        for rows in self.spec.extra["settings"].values():
            for option, row in rows.items():
                if isinstance(row, dict) and "attr" not in row:
                    setting = Setting(self.spec, rows.get("set", self.spec.top), option, row)
                    if (setting.set, setting.attr) == (self.set, self.attr):
                        return {key: row[key] for key in ("form", "words", "zero") if key in row}
        return {}

    def is_map(self):
        return self.attr in self.spec.extra["maps"] and self.set == self.spec.top

    def member(self):
        """Yields the place of the value"""
        if any(key in self.row for key in ("value", "text", "print", "json")):
            return
        if self.set.endswith("-stat"):	# a counter
            attr = self.spec.c_attr(self.set, self.attr)
            yield "at", f"COUNTER_AT({upper(self.set.removesuffix('-stat'))}, {attr})"
            return
        if self.set == "impair-stats":
            yield "at", f"IMPAIR_AT({self.spec.c_attr(self.set, self.attr)})"
            return
        member = lower(self.fields.get("members", {}).get(
            self.attr, self.attr.removeprefix(self.fields.get("prefix", ""))))
        if self.is_map():
            keys = self.spec.limit(self.spec.extra["maps"][self.attr][0])
            yield "at", f"MAP_AT({member}, {keys})"
        else:
            yield "at", f"MEMBER_AT({self.struct}, {member})"

    def kind(self):
        if "is" in self.row:
            return "ROW_IS"
        if self.row.get("bool") or self.type == "flag":
            return "ROW_BOOL"
        if self.is_map():
            return "ROW_MAP"
        if self.setting.get("form") == "since":
            return "ROW_SINCE"
        return "ROW_NAME" if self.type == "string" else None

    def members(self):
        """Yields the members of both outputs"""
        if self.kind():
            yield "type", self.kind()
        yield from self.member()
        for key in ("value", "text", "print", "json", "only", "color"):
            if key in self.row:
                yield key, self.row[key]
        if self.setting.get("words"):
            yield "words", c_words(self.setting["words"])
        if "none" in self.row or "is" in self.row:
            yield "none", self.spec.limit(self.row.get("none", self.row.get("is")))

    def text(self):
        """Yields the members of the text"""
        yield "label", f'"{self.row.get("label", self.option)}"'
        if self.row.get("raw"):
            yield "raw", "true"
        if {"print", "text"} & set(self.row):
            return
        if self.form:
            yield "format", "format_" + lower(self.form.get("format", self.form.get("parse")))
        zero = self.setting.get("zero", self.form.get("zero"))
        if zero is not None:
            yield "zero", f'"{zero}"'
        if "note" in self.row:
            yield "note", "&" + row_name(self.struct, self.row["note"])

    def json(self):
        """Yields the members of the JSON"""
        unit = "_" + self.form["unit"] if "unit" in self.form else ""
        yield "key", f'"{self.row.get("key", lower(self.option) + unit)}"'
        if self.row.get("nullable"):
            yield "nullable", "true"
        if "scale" in self.form:
            yield "scale", self.form["scale"]


def row_name(struct, name):
    return f"{struct}_{lower(name)}_row"


def names_of(lists, outputs):
    """Return: the names in lists of text or of JSON"""
    return {name for title, lines in lists.items() if title.rpartition("_")[2] in outputs
            for line in lines for name in (line if isinstance(line, list) else [line])}


def define(spec, struct, about):
    """Yields the rows of a struct"""
    texts = names_of(about["lists"], ("text", "mark", "event"))
    notes = {row.get("note") for row in about["rows"].values()}
    jsons = names_of(about["lists"], ("json", "mark"))
    for name, row in sorted(about["rows"].items(), key=lambda item: item[0] not in notes):
        one = Row(spec, struct, name, row)
        members = {**dict(one.text() if name in texts | notes else ()),
                   **dict(one.json() if name in jsons else ()), **dict(one.members())}
        members = [f".{key} = {value}".replace(" ", "\0") for key, value in members.items()]
        yield textwrap.fill(
            f"static const struct row {row_name(struct, name)} = {{ {', '.join(members)} }};", 92,
            subsequent_indent="\t", break_long_words=False, break_on_hyphens=False
        ).replace("\0", " ")


def list_of(struct, title, names):
    """A list of rows; NULL ends it"""
    lines = names if isinstance(names[0], list) else [names]
    rows = ", &new_line, ".join(", ".join("&" + row_name(struct, name) for name in line)
                                for line in lines).removeprefix(", ")
    return f"const struct row *const {title}_rows[] = {{\n" + textwrap.fill(
        rows + ", NULL", 92, initial_indent="\t", subsequent_indent="\t") + "\n};\n"


def show(spec):
    """The rows of pfcctl; what other programs show, too, is in a file of its own in lib/"""
    rooms = {"pfcctl/show_rows": ['#include "view.h"\n'], "lib/pg_rows": ['#include "rows.h"\n']}
    for struct, about in spec.extra["show"].items():
        lines = rooms["lib/pg_rows" if struct == "pg" else "pfcctl/show_rows"]
        lines += [*define(spec, struct, about), ""]
        lines += [list_of(struct, title, names) for title, names in about["lists"].items()]
    for name, lines in rooms.items():
        yield f"userspace/{name}_generated.c", \
            C_START + "\n".join(lines).rstrip() + "\n"


def metrics(spec):
    lines = [C_START + '#include "metrics.h"\n']
    for struct, about in spec.extra["show"].items():
        for title, names in about.get("metrics", {}).items():
            lines.append(f"const struct metric {title}_metrics[] = {{")
            for name, (metric, text) in names.items():
                row = Row(spec, struct, name, about["rows"][name])
                members = dict(row.member() if "value" not in row.row else
                               [("value", row.row["value"])])
                if row.is_map():	# a metric of each priority
                    members["at"] = members["at"].replace("MAP_AT", "ENTRY_AT").split(",")[0] + ")"
                if row.kind() == "ROW_SINCE":
                    members["type"] = "ROW_SINCE"
                inner = ", ".join(f".{key} = {value}" for key, value in members.items())
                kind = "COUNTER" if title in ("link", "impair") else "GAUGE"
                lines += [f'\t{{ "{metric}", {kind}, {row.form.get("base", 1)},',
                          f'\t  "{text}",', f"\t  {{ {inner} }}, NULL }},"]
            lines.append("\t{ 0 }\n};\n")
    lines += counter_metrics(spec)
    yield "userspace/pfcctl/counter_rows_generated.c", "\n".join(counters(spec)).rstrip() + "\n"
    yield "userspace/metrics/metric_rows_generated.c", "\n".join(lines).rstrip() + "\n"
