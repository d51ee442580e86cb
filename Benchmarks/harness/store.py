"""The store: durable single writes and the reads of a start, beside a plain C program on the same SQLite."""

import os
import shutil

from .process import measure
from .table import compare


def store(bench):
    ours, floor = bench.programs.path("StoreBench"), bench.programs.path("store_floor")
    directory = os.path.join(bench.directory, "store")
    filled = os.path.join(directory, "filled")
    os.makedirs(directory)
    measure([ours, "fill", filled])
    database = os.path.join(filled, "widgetd.sqlite")
    writes, reads = str(bench.scaled(2_000)), str(bench.scaled(200))

    def write(program):
        """In a new store each time: whoever goes second must not find what the first left."""
        fresh = os.path.join(directory, "fresh")
        os.makedirs(fresh)
        try:
            return median(measure([program, "write", fresh, writes]))
        finally:
            shutil.rmtree(fresh)

    results = bench.in_turn({
        "write": lambda: write(ours),
        "write floor": lambda: write(floor),
        "read": lambda: median(measure([ours, "read", filled, reads])),
        "read floor": lambda: median(measure([floor, "read", database, reads])),
    })
    commit, commit_floor, read, read_floor = (results[name].get("us") for name in ("write", "write floor", "read", "read floor"))
    return [
        compare("a durable write, p50", "us", commit, commit_floor, ("<=", 1.3), floor=commit_floor, note="to plain C, the same commit"),
        compare("reading 1,000 widgets, p50", "us", read, read_floor, ("<=", 3), floor=read_floor, note="to raw sqlite3"),
    ]


def median(found):
    """The one median among a program's numbers, whatever it calls it."""
    return {"us": next(value for name, value in found.items() if name.endswith("p50_us"))}
