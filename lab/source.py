# SPDX-License-Identifier: GPL-2.0-only
"""Reads files of descriptions: includes, parameters, and the lines of errors."""

import ast
import operator
import re
import tomllib
from pathlib import Path

from . import lines
from .units import Problem

PARAMETER = re.compile(r"\$\{(?!\{)([^{}]*)\}")	# in scripts ${{NAME}} is a variable of the shell
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
             ast.Pow: lambda base, exponent: float(base) ** exponent, ast.USub: operator.neg}


def _number(node, parameters):
    """Return: the value of an operand"""
    value = _value(node, parameters)
    if not isinstance(value, (int, float)):
        raise TypeError("a text has no arithmetic")
    return value


def _value(node, parameters):
    """Return: the value of a part of an expression"""
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.Name):
        if node.id not in parameters:
            raise Problem(f"unknown parameter {node.id}; known parameters: "
                          f"{', '.join(sorted(parameters)) or 'none'}")
        return parameters[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_number(node.left, parameters),
                                        _number(node.right, parameters))
    if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_number(node.operand, parameters))
    raise Problem("only numbers, parameters, parentheses and + - * / // % ** are allowed")


def evaluate(text, parameters):
    """Return: the value of an expression of parameters and numbers; whole numbers are integers"""
    if text in parameters:	# names with - are no expressions
        return parameters[text]
    try:
        value = _value(ast.parse(text.strip(), mode="eval").body, parameters)
        if not isinstance(value, str):
            float(value)	# refuses an integer without a readable text
    except (SyntaxError, TypeError, ArithmeticError, ValueError, RecursionError, MemoryError):
        raise Problem(f"${{{text}}} is not a valid expression") from None
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _text(value):
    return f"{value:.6f}".rstrip("0") if isinstance(value, float) else str(value)


def substitute(value, parameters, where=""):
    """Return: a copy of a value in which each ${EXPRESSION} is replaced"""
    if isinstance(value, dict):
        return {key: substitute(item, parameters, f"{where}{key}: ")
                for key, item in value.items()}
    if isinstance(value, list):
        if all(isinstance(item, dict) for item in value):
            return [substitute(item, parameters, f"{where[:-2]} {number}: ")
                    for number, item in enumerate(value, 1)]
        return [substitute(item, parameters, where) for item in value]
    if not isinstance(value, str):
        return value
    try:
        if whole := PARAMETER.fullmatch(value):
            return evaluate(whole[1], parameters)
        return PARAMETER.sub(lambda match: _text(evaluate(match[1], parameters)), value)
    except Problem as problem:
        raise Problem(f"{where}{problem}") from None


def merge(one, other):
    """Return: two descriptions as one: lists of tables are concatenated, tables merged, and other
    values of the second override those of the first"""
    result = dict(one)
    for key, value in other.items():
        before = result.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            result[key] = merge(before, value)
        elif isinstance(before, list) and isinstance(value, list) and all(
                isinstance(item, dict) for item in before + value):
            result[key] = before + value
        else:
            result[key] = value
    return result


class Source:
    """A description as read from files: its data, and {place: (file, line)}."""

    def __init__(self, path):
        self.data, self.lines, self.path = {}, {}, path
        self.read(path)

    def _add(self, data, found, path):
        """Adds the content of a file"""
        for place, line in found.items():
            if len(place) > 1 and isinstance(place[1], int):
                before = self.data.get(place[0], [])
                known = len(before) if isinstance(before, list) else 0	# merge() refuses others
                place = (place[0], place[1] + known, *place[2:])
            self.lines[place] = (path, line)
        self.data = merge(self.data, data)

    def read(self, path, above=()):
        """Reads a file after the files that it includes; above: files that include it"""
        path = Path(path)
        if path.resolve() in above:
            raise Problem(f"{path}: the file includes itself")
        try:
            text = path.read_text(encoding="utf-8")
            data = tomllib.loads(text)
        except OSError as error:
            raise Problem(f"{path}: {error.strerror}") from None
        except ValueError as error:	# also no UTF-8, or a number with thousands of digits
            raise Problem(f"{path}: invalid TOML: {error}") from None
        names = data.pop("include", [])
        for name in names if isinstance(names, list) else [names]:
            if not isinstance(name, str) or "\0" in name:
                raise Problem(f"{path}: include: {name!r} is not the name of a file")
            self.read(path.parent / name, (*above, path.resolve()))
        self._add(data, lines.locate(text), path)

    def parameters(self, given):
        """Return: the values of the parameters; given: {name: value} that override those in the
        file"""
        parameters = self.data.get("parameters", {})
        if not isinstance(parameters, dict):
            raise self.explain(Problem("parameters: is not a table"))
        for name in given:
            if name not in parameters:
                raise Problem(f"unknown parameter {name}; known parameters: "
                              f"{', '.join(sorted(parameters)) or 'none'}")
        return parameters | given

    def resolve(self, parameters):
        """Return: the data with the values of the parameters"""
        data = {key: value for key, value in self.data.items() if key != "parameters"}
        data = substitute(data, parameters)
        workloads = data.get("workloads")
        for number, workload in enumerate(workloads if isinstance(workloads, list) else [], 1):
            if isinstance(workload, dict):
                self._locate_files(workload, ("workloads", number))
        return data

    def _locate_files(self, workload, place):
        """Makes the paths of the files of a workload relative to the file that contains it"""
        found = self.lines.get(place) or self.lines.get(place[:1])
        trace, sizes = workload.get("file"), workload.get("sizes")
        if found and isinstance(trace, str) and trace.strip():
            workload["file"] = str(found[0].parent / trace)
        if found and isinstance(sizes, str) and sizes.endswith(".csv"):
            workload["sizes"] = str(found[0].parent / sizes)

    def explain(self, problem):
        """Return: the Problem with the file and line that it is about"""
        found = lines.find(self.lines, str(problem))
        where = ":".join(map(str, found)) if found else self.path
        return problem if str(problem).startswith(f"{where}:") else Problem(f"{where}: {problem}")


def parameter(text):
    """Reads NAME=VALUE of the command line; the value is a number, true, false or a text"""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise Problem(f"{text!r} is not NAME=VALUE")
    try:
        return name, tomllib.loads(f"x = {value}")["x"]
    except tomllib.TOMLDecodeError:
        return name, value
