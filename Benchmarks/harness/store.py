"""The store: durable single writes and the reads of a start, beside a plain C program on the same SQLite."""

import os
import tempfile

from .devices import MEMORY
from .process import measure
from .table import compare


def store(bench):
    ours, floor = bench.programs.path("StoreBench"), bench.programs.path("store_floor")
    directory = os.path.join(bench.directory, "store")
    filled = os.path.join(directory, "filled")
    os.makedirs(directory)
    memory = MEMORY if os.path.isdir(MEMORY) else directory
    measure([ours, "fill", filled])
    database = os.path.join(filled, "widgetd.sqlite")
    writes, reads = str(bench.scaled(2_000)), str(bench.scaled(200))

    def write(program, place):
        """In a new store each time: whoever goes second must not find what the first left."""
        with tempfile.TemporaryDirectory(prefix="widgetd-bench-", dir=place) as fresh:
            return median(measure([program, "write", fresh, writes]))

    results = bench.in_turn({
        "write": lambda: write(ours, directory),
        "write floor": lambda: write(floor, directory),
        "memory": lambda: write(ours, memory),
        "memory floor": lambda: write(floor, memory),
        "read": lambda: median(measure([ours, "read", filled, reads])),
        "read floor": lambda: median(measure([floor, "read", database, reads])),
    })
    commit, commit_floor, quick, quick_floor, read, read_floor = (
        results[name].get("us") for name in ("write", "write floor", "memory", "memory floor", "read", "read floor"))
    return [
        compare("a durable write, p50", "us", commit, commit_floor, ("<=", 1.1), floor=commit_floor, note="to plain C, the same commit"),
        compare("a durable write on tmpfs, p50", "us", quick, quick_floor, ("<=", 1.15), floor=quick_floor, note="to plain C: the work without the disk"),
        compare("reading 1,000 widgets, p50", "us", read, read_floor, ("<=", 3), floor=read_floor, note="to raw sqlite3"),
    ]


def median(found):
    """The one median among a program's numbers, whatever it calls it."""
    return {"us": next(value for name, value in found.items() if name.endswith("p50_us"))}
