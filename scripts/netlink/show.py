# SPDX-License-Identifier: GPL-2.0-only
"""The values that pfcctl shows as text and JSON."""

from .settings import Setting, braces, c_words
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
        for name, rows in self.spec.extra["settings"].items():
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
            kind, attr = upper(self.set.removesuffix("-stat")), self.spec.c_attr(self.set, self.attr)
            yield "offset", f"COUNTER_AT({kind}, {attr})"
            yield "stride", "sizeof(uint64_t[COUNTER_SLOTS])"
            yield "size", "sizeof(uint64_t)"
            return
        member = self.fields.get("members", {}).get(self.attr, lower(self.attr.removeprefix(
            self.fields.get("prefix", ""))))
        place = f"offsetof(struct {self.struct}, {lower(member)})"
        yield "offset", place
        if self.is_map():
            yield "size", self.spec.limit(self.spec.extra["maps"][self.attr][0])
        else:
            yield "size", f"sizeof(((struct {self.struct} *)0)->{lower(member)})"

    def kind(self):
        if "is" in self.row:
            return "ROW_IS"
        if self.row.get("bool") or self.type == "flag":
            return "ROW_BOOL"
        if self.is_map():
            return "ROW_MAP"
        return "ROW_NAME" if self.type == "string" else None

    def common(self):
        if self.kind():
            yield "type", self.kind()
        yield from self.member()
        if "value" in self.row:
            yield "value", self.row["value"]
        if self.setting.get("words"):
            yield "words", c_words(self.setting["words"])
        if "none" in self.row or "is" in self.row:
            yield "none", self.spec.limit(self.row.get("none", self.row.get("is")))

    def text(self, line):
        """Yields the members of a row of text; @line: it begins a line"""
        yield "label", f'"{self.row.get("label", self.option)}"'
        if line:
            yield "line", "true"
        yield from self.common()
        if self.form and not {"print", "text"} & set(self.row):
            yield "format", "format_" + self.form.get("format", self.form.get("parse"))
        if self.setting.get("zero", self.form.get("zero")) is not None and "text" not in self.row:
            yield "zero", f'"{self.setting.get("zero", self.form.get("zero"))}"'
        if self.row.get("raw"):
            yield "raw", "true"
        for key in ("only", "text", "print", "color"):
            if key in self.row:
                yield key, self.row[key]

    def json(self):
        """Yields the members of a row of JSON"""
        unit = "_" + self.form["unit"] if "unit" in self.form else ""
        yield "key", f'"{self.row.get("key", lower(self.option) + unit)}"'
        yield from self.common()
        if self.row.get("nullable"):
            yield "nullable", "true"
        if "scale" in self.form:
            yield "scale", self.form["scale"]
        if "json" in self.row:
            yield "json", self.row["json"]


def text_row(rows, name, line=False):
    members = dict(rows[name].text(line))
    note = rows[name].row.get("note")
    if note:
        inner = ", ".join(f".{key} = {value}" for key, value in rows[note].text(False))
        members["note"] = f"&(const struct row){{ {inner} }}"
    return braces(members)


def show(spec):
    lines = [C_START + '#include "rows.h"\n']
    for struct, about in spec.extra["show"].items():
        rows = {name: Row(spec, struct, name, row) for name, row in about["rows"].items()}
        for title, names in about["lists"].items():
            lines.append(f"const struct row {title}_rows[] = {{")
            if title.endswith("_json"):
                lines += [braces(dict(rows[name].json())) + "," for name in names]
            else:
                for number, line in enumerate(names if isinstance(names[0], list) else [names]):
                    lines += [text_row(rows, name, bool(number and not i)) + ","
                              for i, name in enumerate(line)]
            lines.append("\t{ 0 }\n};\n")
    yield "userspace/show_rows.c", "\n".join(lines).rstrip() + "\n"
