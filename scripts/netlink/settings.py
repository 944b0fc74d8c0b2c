# SPDX-License-Identifier: GPL-2.0-only
"""The settings of pfcctl, and the words of their values."""

import textwrap

from .spec import C_START, H_START, SIZES, lower, upper


def words_of(spec, name):
    """Return: the words of an enum, or a list of pfc-extra.yaml"""
    return spec.extra["words"].get(name) or [e["name"] for e in spec.enums[name]["entries"]]


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
        return "read_value" if self.set == self.spec.top else f"read_{self.set}_value"

    def number(self):
        """Yields the members that describe a number"""
        form = {**self.spec.extra["forms"][self.row["form"]], **self.row}
        least, most = (self.spec.range(self.set, self.attr) or
                       ("0", f"UINT{SIZES[self.type]}_MAX"))[:2]
        yield "parse", f"parse_{form['parse']}"
        yield "format", f"format_{form.get('format', form['parse'])}"
        yield "what", f'"{form["what"]}"'
        for word in ("zero", "word"):
            if word in form:
                yield word, f'"{form[word]}"'
        if "min" in form or least != "0":
            yield "min", form.get("min", least)
        yield "max", most

    def members(self):
        """Yields all members of the setting"""
        yield "name", f'"{self.name}"'
        yield "read", self.read()
        yield "attr", self.spec.c_attr(self.set, self.attr)
        if SIZES.get(self.type, 32) != 32:
            yield "bits", SIZES[self.type]
        if "form" in self.row:
            yield from self.number()
        elif "zero" in self.row:
            yield "zero", f'"{self.row["zero"]}"'
        if "key" in self.row:
            yield "map", f"&{lower(self.name)}_map"
        elif "words" in self.row:
            yield "words", c_words(self.row["words"])

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


def tables(spec):
    """Yields the maps and settings of all objects"""
    done = set()
    for name, rows in spec.extra["settings"].items():
        settings = []
        for option, row in rows.items():
            if option == "set" and isinstance(row, str) and row in spec.sets:
                continue
            if isinstance(row, str):
                settings.append(f'\t{{ .name = "{option}", .read = {row} }}')
                continue
            setting = Setting(spec, rows.get("set", spec.top), option, row)
            if "key" in row and option not in done:
                done.add(option)
                body = braces(dict(setting.map())).strip("\t").replace("\t\t", "\t")
                yield f"static const struct map {lower(option)}_map = {body.replace(chr(9) + '}', '}')};\n"
            settings.append(braces(dict(setting.members())))
        yield f"const struct setting {name}_settings[] = {{\n" + ",\n".join(settings) + \
            ",\n\t{ 0 }\n};\n"


def settings(spec):
    lists = word_lists(spec)
    yield "userspace/words.h", H_START + "#ifndef WORDS_H\n#define WORDS_H\n\n" + "".join(
        f"extern const char *const {c_words(name)}[];\n" for name in lists) + \
        "\n#endif /* WORDS_H */\n"
    lines = [C_START + '#include <linux/pfc_watchdog.h>\n#include "setting.h"\n#include "words.h"\n']
    for name in lists:
        words = ", ".join(f'"{word}"' for word in words_of(spec, name))
        lines.append(f"const char *const {c_words(name)}[] = {{ {words}, NULL }};")
    yield "userspace/setting_rows.c", "\n".join([*lines, "", *tables(spec)])
