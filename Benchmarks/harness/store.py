"""The store: durable single writes and the reads of a start, beside a plain C program on the same SQLite."""

import os
import shutil

from .process import measure
from .table import compare


def store(bench):
    ours, floor = bench.programs.path("StoreBench"), bench.programs.path("store_floor")
    directory = os.path.join(bench.directory, "store")
    full, plain = os.path.join(directory, "full"), os.path.join(directory, "plain")
    os.makedirs(full)
    os.makedirs(plain)
    measure([ours, "fill", full])
    database = next(os.path.join(full, name) for name in sorted(os.listdir(full)) if name.endswith((".sqlite", ".db")))
    writes, reads = str(bench.scaled(2_000)), str(bench.scaled(200))

    def floor_writes():
        shutil.rmtree(plain)
        os.makedirs(plain)
        return measure([floor, "write", plain, writes])

    results = bench.in_turn({
        "write": lambda: measure([ours, "write", full, writes]),
        "write floor": floor_writes,
        "read": lambda: measure([ours, "read", full, reads]),
        "read floor": lambda: measure([floor, "read", database, reads]),
    })
    write, write_floor = (results[name].get("write.p50_us") for name in ("write", "write floor"))
    read, read_floor = (results[name].get("read.p50_us") for name in ("read", "read floor"))
    return [
        compare("a durable write, p50", "us", write, write_floor, ("<=", 1.3), floor=write_floor, note="to plain C, the same commit"),
        compare("reading 1,000 widgets, p50", "us", read, read_floor, ("<=", 3), floor=read_floor, note="to raw sqlite3"),
    ]
