# SPDX-License-Identifier: GPL-2.0-only
"""Tables of results, written as CSV and as JSON, with the unit of each column."""

import csv
import json
import typing


class Column(typing.NamedTuple):
    """name: in CSV and JSON, it ends with the unit; unit: "" for texts and ratios"""

    name: str
    unit: str
    meaning: str


class Table:
    """name: of the files; columns: Columns; rows: tuples; None: no value"""

    def __init__(self, name, title, columns, rows):
        self.name, self.title, self.columns, self.rows = name, title, columns, list(rows)

    def records(self):
        """Yields the rows as {name of the column: value}"""
        names = [column.name for column in self.columns]
        for row in self.rows:
            yield dict(zip(names, row))

    def write(self, directory):
        """Writes NAME.csv and NAME.json"""
        with open(directory / f"{self.name}.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow([column.name for column in self.columns])
            writer.writerows(self.rows)	# None is an empty field
        head = {"title": self.title, "columns": [column._asdict() for column in self.columns]}
        with open(directory / f"{self.name}.json", "w", encoding="utf-8") as file:
            lines = ",\n  ".join(map(json.JSONEncoder(check_circular=False).encode, self.rows))
            file.write(json.dumps(head)[:-1] + f', "rows": [\n  {lines}]}}\n')


def load(path):
    """Return: the rows of a JSON file as {name of the column: value}"""
    content = json.loads(path.read_text(encoding="utf-8"))
    names = [column["name"] for column in content["columns"]]
    return [dict(zip(names, row)) for row in content["rows"]]
