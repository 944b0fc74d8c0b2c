# SPDX-License-Identifier: GPL-2.0-only
"""Summary of a sweep: the mean of each result over the seeds, with its confidence interval."""

import statistics
import typing

from . import student
from .table import Column, Table

UNITS = {"ns": "ns", "bytes": "bytes", "frames": "frames", "bits_per_second": "bit/s"}
NOT_METRICS = {"seed", "hash", "workload"}


class Point(typing.NamedTuple):
    """Results of the runs that differ only in the seed; combination: values of the parameters,
    workload: "" for results of the whole fabric; mean: of student.mean();
    median: of the same values"""

    combination: tuple
    workload: str
    metric: str
    mean: student.Mean
    median: float


def unit(name):
    """Return: the unit in which the name of a result ends, or "" """
    return next((text for ending, text in UNITS.items() if name.endswith(f"_{ending}")), "")


def points(rows, parameters, of_fabric):
    """Return: Points of all results; rows: those of sweep.csv as dictionaries, with numbers;
    parameters: names; of_fabric: names of the results that all workloads of a run share"""
    values = {}
    for row in rows:
        combination = tuple(row[name] for name in parameters)
        for name, value in row.items():
            if name in NOT_METRICS or name in parameters or \
                    not isinstance(value, (int, float)) or isinstance(value, bool):
                continue
            workload = "" if name in of_fabric else row.get("workload", "")
            # A run with several workloads has several rows with the same results of the fabric
            values.setdefault((combination, workload, name), {})[row["seed"]] = value
    return [Point(*key, student.mean(list(by_seed.values())), statistics.median(by_seed.values()))
            for key, by_seed in values.items()]


def table(found, parameters):
    """Return: the Table sweep-summary"""
    columns = [*(Column(name, "", "parameter") for name in parameters),
               Column("workload", "", "empty: result of the whole fabric"),
               Column("metric", "", "name of the result, as in sweep.csv"),
               Column("unit", "", "of the result; empty: a number or ratio"),
               Column("seeds", "", "number of runs with different seeds"),
               Column("mean", "unit", "mean over the seeds"),
               Column("deviation", "unit", "standard deviation of the sample; empty: one seed"),
               Column("ci95_low", "unit", "95 % confidence interval of the mean, Student's t"),
               Column("ci95_high", "unit", "its other end"),
               Column("median", "unit", "median over the seeds")]
    rows = []
    for point in found:
        count, mean, deviation, half = point.mean
        rows.append((*point.combination, point.workload, point.metric, unit(point.metric), count,
                     mean, deviation, None if half is None else mean - half,
                     None if half is None else mean + half, point.median))
    return Table("sweep-summary", "Means over the seeds with confidence intervals", columns, rows)
