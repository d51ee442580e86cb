"""The animation engine, alone."""

import os

from .process import measure
from .table import Row, compare

PROGRAMS = ["MotionBench", "motion_floor", "allocations"]


def motion(bench):
    """A spring's value and a curve's beside the same formulas in C, and what they allocate."""
    ours, floor = bench.programs.path("MotionBench"), bench.programs.path("motion_floor")
    evaluations = str(bench.scaled(10_000_000))
    results = bench.in_turn({"ours": lambda: measure([ours, evaluations]), "floor": lambda: measure([floor, evaluations])})
    found, least = results["ours"], results["floor"]
    agree(found, least)
    rows = []
    for name, key in [("a spring's value", "spring_ns"), ("a B\u00e9zier curve's value", "curve_ns")]:
        rows.append(compare(name, "ns", found.get(key), least.get(key), ("<=", 2), floor=least.get(key), note="the same formula in C"))
    rows.append(allocations(bench, ours))
    frame, loop = found.get("frame_us"), least.get("frame_us")
    rows.append(compare("10,000 animated attributes for one frame", "us", frame, loop, ("<=", 2), floor=loop, note="to a loop over the springs in C"))
    return rows


def agree(found, least):
    """Both programs evaluate the same: otherwise their times aren't to be compared."""
    for key in found.keys() & least.keys():
        if key.endswith("_sum") and abs(found[key] - least[key]) > 1e-5 * abs(least[key]):
            raise RuntimeError(f"{key} is {found[key]}, in C {least[key]}")


def allocations(bench, ours):
    """The difference of two runs, so that what the program itself allocates drops out; but for a few times, for longer numbers in what it prints."""
    figure, unit, many = "allocations", "an evaluation", 1_000_000
    if not bench.programs.has("allocations"):
        return Row(figure, unit, None, note="cc can't build motion/allocations.c")
    environment = dict(os.environ, LD_PRELOAD=bench.programs.path("allocations"))
    few, all_of_them = (measure([ours, str(count)], env=environment)["allocations"] for count in (1, many))
    return Row(figure, unit, round((all_of_them - few) / many, 3), target=("<=", 0), note=f"{many:,} of each")
