"""The reload engine, alone."""

from .process import measure
from .table import Row


def engine(bench):
    """100,000 entries: a hundred of each of a thousand widgets."""
    ours, floor = bench.programs.path("EngineBench"), bench.programs.path("heap_floor")
    results = bench.in_turn({"ours": lambda: measure([ours, "1000", "100"]), "floor": lambda: measure([floor, "1000", "100"])})
    found, least = results["ours"], results["floor"].get("single_ns")
    return [
        Row("a due entry, one at a time", "ns", found.get("single_ns"), floor=least, target=("<=", 1000), note="100,000 wakes; the floor is a heap in C"),
        Row("a due entry, 1,000 at a time", "ns", found.get("together_ns"), floor=least, target=("<=", 1000), note="100 wakes"),
    ]
