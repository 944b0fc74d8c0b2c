# SPDX-License-Identifier: GPL-2.0-only
"""The settings of pfcctl and of the simulator, and the words of their values."""

import textwrap

from .spec import C_START, H_START, NOTE, SIZES, lower, upper, value_of

# Sets of attributes that are parts of struct change
PARTS = ("pg", "queue", "impair")


def words_of(spec, name):
    """Return: the words of an enum, or a list of pfc-extra.yaml"""
    return spec.extra["words"].get(name) or [e["name"].replace("unspec", "unknown")
                                             for e in spec.enums[name]["entries"]]


def help_texts(spec):
    """Macros with the settings in the help of objects"""
    yield H_START + "#ifndef HELP_GENERATED_H\n#define HELP_GENERATED_H\n"
    for name, about in spec.extra["help"].items():
        start, column, lines = about["start"], about["column"], []
        for words, text in about["settings"].items():
            first, *rest = text.split("\n")
            if len(start + words) < column:
                lines.append((start + words).ljust(column) + first)
            else:
                lines += [start + words, " " * column + first]
            lines += [" " * column + line for line in rest]
            start = " " * len(start)
        text = " \\\n".join('"' + line.replace('"', '\\"') + '\\n"' for line in lines)
        yield f"#define {lower(name).upper()}_SETTINGS_HELP \\\n{text}\n"
    yield "#endif /* HELP_GENERATED_H */"


def c_words(name):
    return f"{lower(name)}_words"


def word_lists(spec):
    """Return: the names of all lists of words, in the order of their first use"""
    rows = [row for rows in spec.extra["settings"].values() for row in rows.values()
            if isinstance(row, dict)]
    return dict.fromkeys([row["words"] for row in rows if "words" in row] + [*spec.extra["words"]])


def braces(fields):
    """An initializer of a struct, with lines that are not too long"""
    text = textwrap.fill(", ".join(f".{key} =\0{value}" for key, value in fields.items())
                         .replace(" ", "\0").replace(",\0.", ", ."), 84,
                         break_long_words=False, break_on_hyphens=False)
    return "\t{\n" + textwrap.indent(text.replace("\0", " "), "\t\t") + "\n\t}"


class Setting:
    """A row of the settings in pfc-extra.yaml"""

    def __init__(self, spec, set_name, name, row):
        self.spec, self.name, self.row = spec, name, row
        self.set = row.get("set", set_name)
        options = {option: attr for attr, option in spec.extra["options"].get(self.set, {}).items()}
        self.attr = row.get("attr", options.get(name, name))
        self.type = spec.attr(self.set, self.attr)["type"]

    def read(self):
        if "read" in self.row:
            return self.row["read"]
        if "key" in self.row:
            return "read_tc_values" if self.set == "tc" else "read_map"
        if "words" in self.row:
            return "read_word"
        return "read_part" if self.set in PARTS else "read_value"

    def number(self):
        """Yields the members that describe a number"""
        form = {**self.spec.extra["forms"][self.row["form"]], **self.row}
        least, most = (self.spec.range(self.set, self.attr) or
                       ("0", f"UINT{SIZES.get(self.type, 32)}_MAX"))[:2]
        yield "parse", f"parse_{form['parse']}"
        yield "format", f"format_{form.get('format', form['parse'])}"
        yield "what", f'"{form["what"]}"'
        for word in ("zero", "word"):
            if word in form:
                yield word, f'"{form[word]}"'
        if "word-value" in form:
            yield "word_value", self.spec.limit(form["word-value"])
        if "min" in form or least != "0":
            yield "min", form.get("min", least)
        yield "max", self.spec.limit(form.get("max", most))

    def members(self):
        """Yields all members of the setting"""
        yield "name", f'"{self.name}"'
        yield "read", self.read()
        yield "attr", self.spec.c_attr(self.set, self.attr)
        if SIZES.get(self.type, 32) != 32:
            yield "bits", SIZES[self.type]
        if self.set in PARTS:
            yield "part", f"OF_{upper(self.set)}"
        if "form" in self.row:
            yield from self.number()
        elif "zero" in self.row:
            yield "zero", f'"{self.row["zero"]}"'
        if "key" in self.row:
            yield "map", f"&{lower(self.name)}_map"
        elif "words" in self.row:
            yield "words", c_words(self.row["words"])

    def range(self):
        """Return: minimum and maximum of a number"""
        form = {**self.spec.extra["forms"][self.row["form"]], **self.row}
        least, most = (self.spec.range(self.set, self.attr) or
                       ("0", str((1 << SIZES[self.type]) - 1)))[:2]
        return int(form.get("min", 0)) or value_of(self.spec, least), value_of(self.spec, most)

    def map(self):
        """Yields the members of the map of the setting"""
        keys, values, none = self.spec.extra["maps"].get(self.attr, (
            self.row.get("keys", "pfc-prio-count"), None, self.row.get("none")))
        yield "name", f'"{self.name}"'
        yield "key", f'"{self.row["key"]}"'
        if "value" in self.row:
            yield "value", f'"{self.row["value"]}"'
        yield "keys", self.spec.limit(keys)
        if "words" in self.row:
            yield "values", c_words(self.row["words"])
        elif values:
            yield "max", f"{self.spec.limit(values)} - 1"
        elif "max" in self.row:
            yield "max", self.row["max"]
        if none:
            yield "none", "true"


class Reader:
    """The reader of a setting in the simulator"""

    def __init__(self, spec, setting):
        self.spec, self.setting, self.row = spec, setting, setting.row

    def number(self):
        form = self.row["form"]
        if form in ("alpha", "ratio"):
            return {"alpha": "units.alpha", "ratio": "units.percent"}[form]
        low, high = self.setting.range()
        if form == "speed":	# in Mb/s
            form, low, high = "rate", low * 10**6, high * 10**6
        kind = form if form in ("size", "time", "rate") else "number"
        return f"units.{kind}({low}, {high})"

    def value(self):
        """A value without its key"""
        words = [self.row[key] for key in ("zero", "word") if key in self.row]
        if "words" in self.row:
            words += words_of(self.spec, self.row["words"])
        one_of = f"units.one_of({', '.join(map(repr, words))})".replace("'", '"')
        if "form" not in self.row:
            return one_of
        if self.row["form"] == "length":
            return "units.string"
        return f"units.either({one_of}, {self.number()})" if words else self.number()

    def map(self):
        if self.row.get("words") == "on-off":
            return "units.numbers(0, 7)"
        members = dict(self.setting.map())
        key = {"PFC_DSCP_COUNT": "units.number(0, 63)", "0": "units.hexadecimal(0x600, 0xffff)"}
        value = self.value()
        if "max" in members:
            most = eval_limit(self.spec, members["max"])
            value = f"units.number(0, {most})"
        if "none" in members:
            value = f'units.either(units.one_of("none"), {value})'
        key = key.get(members["keys"], "units.number(0, 7)")
        return f"units.table_of(\n            {key},\n            {value})"

    def text(self):
        if "key" in self.row:
            return self.map()
        if "read" in self.row and "form" not in self.row:
            return "units.string"
        return self.value()


def eval_limit(spec, text):
    """The value of a limit, or of a limit minus 1"""
    name, _, minus = str(text).partition(" - ")
    return value_of(spec, name) - int(minus or 0)


def simulator(spec):
    yield f"# SPDX-License-Identifier: GPL-2.0-only\n# {NOTE}"
    yield '"""The readers of settings."""\n\nfrom . import units\n'
    for name, rows in spec.extra["settings"].items():
        if name in ("impair", "link"):	# [[impairments]] have a description of their own
            continue
        yield f"{name.upper()} = {{"
        for option, row in rows.items():
            if isinstance(row, dict):
                text = Reader(spec, Setting(spec, rows.get("set", spec.top), option, row)).text()
                yield f'    "{option}":\n        {text},'
        yield "}"


def tables(spec):
    """Yields the maps and settings of all objects"""
    done = set()
    for name, rows in spec.extra["settings"].items():
        settings = []
        for option, row in rows.items():
            if option == "set" and isinstance(row, str) and row in spec.sets:
                continue
            if isinstance(row, str):
                part = f", .part = OF_{upper(option)}" if option in PARTS else ""
                settings.append(f'\t{{ .name = "{option}", .read = {row}{part} }}')
                continue
            setting = Setting(spec, rows.get("set", spec.top), option, row)
            if "key" in row and option not in done:
                done.add(option)
                body = braces(dict(setting.map())).replace("\t\t", "\t")
                body = body.removeprefix("\t").removesuffix("\t}") + "}"
                yield f"static const struct map {lower(option)}_map = {body};\n"
            settings.append(braces(dict(setting.members())))
        yield f"const struct setting {name}_settings[] = {{\n" + ",\n".join(settings) + \
            ",\n\t{ 0 }\n};\n"


def settings(spec):
    lists = word_lists(spec)
    yield "userspace/lib/words_generated.h", H_START + "#ifndef WORDS_GENERATED_H\n#define WORDS_GENERATED_H\n\n" + "".join(
        f"extern const char *const {c_words(name)}[];\n" for name in lists) + \
        "\n#endif /* WORDS_H */\n"
    lines = [C_START + '#include <linux/pfc_watchdog.h>\n#include "setting.h"',
             '#include "words_generated.h"\n']
    for name in lists:
        words = ", ".join(f'"{word}"' for word in words_of(spec, name))
        lines.append(f"const char *const {c_words(name)}[] = {{ {words}, NULL }};")
    yield "userspace/lib/setting_rows_generated.c", "\n".join([*lines, "", *tables(spec)])
    yield "userspace/pfcctl/help_generated.h", "\n".join(help_texts(spec)) + "\n"
    yield "lab/setting_rows_generated.py", "\n".join(simulator(spec)) + "\n"
