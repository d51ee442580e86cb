"""The reload engine, alone."""

import math

from .process import measure
from .table import Row

# Of whose budgets and deadlines the engine decides.
WIDGETS = [1_000, 30_000, 1_000_000]


def engine(bench):
    """100,000 entries: a hundred of each of a thousand widgets."""
    ours, floor = bench.programs.path("EngineBench"), bench.programs.path("heap_floor")
    subjects = {"ours": lambda: measure([ours, "1000", "100"]), "floor": lambda: measure([floor, "1000", "100"])}
    for count in WIDGETS:
        subjects[count] = lambda count=count: measure([ours, "budgets", str(count), str(bench.scaled(1_000_000))])
    results = bench.in_turn(subjects)
    found, least = results["ours"], results["floor"].get("single_ns")
    return [
        Row("a due entry, one at a time", "ns", found.get("single_ns"), floor=least, target=("<=", 1000), note="100,000 wakes; the floor is a heap in C"),
        Row("a due entry, 1,000 at a time", "ns", found.get("together_ns"), floor=least, target=("<=", 1000), note="100 wakes"),
    ] + budgets(results)


def budgets(results):
    """A million widgets' budgets and deadlines: what a decision takes, how that grows, and what a widget takes in memory."""
    rows = []
    for count in WIDGETS:
        rows.append(Row(f"a decision about one of {count:,} widgets", "ns", results[count].get("decision_ns"), target=("<=", 2000)))
    few, many = (results[count].get("decision_ns") for count in (WIDGETS[0], WIDGETS[-1]))
    if few and many:
        grown = math.log2(WIDGETS[-1]) / math.log2(WIDGETS[0])
        rows.append(Row(f"its growth from {WIDGETS[0]:,} to {WIDGETS[-1]:,}", "x", many / few, target=("<=", round(grown, 2)), note="log n"))
    rows.append(Row("a placed widget in the engine", "bytes", results[WIDGETS[-1]].get("widget_bytes"), note=f"of {WIDGETS[-1]:,}; RSS"))
    return rows
