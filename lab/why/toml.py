# SPDX-License-Identifier: GPL-2.0-only
"""Writes a description as TOML."""

import json


def _value(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _lines(table):
    return [f"{key} = {_value(value)}" for key, value in table.items()]


def text(given):
    """Return: the description as a text; keys must be bare keys of TOML"""
    tables = [(f"[{key}]", value) for key, value in given.items() if isinstance(value, dict)]
    tables += [(f"[[{key}]]", item) for key, value in given.items()
               if isinstance(value, list) for item in value if isinstance(item, dict)]
    values = {key: value for key, value in given.items() if not isinstance(value, dict) and
              not (isinstance(value, list) and (not value or isinstance(value[0], dict)))}
    lines = _lines(values)
    for heading, table in tables:
        lines += ["", heading, *_lines(table)]
    return "\n".join(lines) + "\n"
