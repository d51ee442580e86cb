#!/usr/bin/env python3
"""Runs the store's benchmark and its floor in turn and prints their ratios.

    compare.py STOREBENCH FLOOR [DIRECTORY]

STOREBENCH is the built StoreBench, FLOOR the built store_floor.c; DIRECTORY, on the disk to be measured, defaults to a new one beside this file's checkout.
Exit status 1 when a ratio is over its limit.
"""
import shutil, statistics, subprocess, sys, tempfile

ROUNDS, COMMITS, READS, OPENS = 5, 2000, 200, 50
LIMITS = {"write": 1.3, "read": 3.0}


def run(*command):
    lines = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout.splitlines()
    return {key: float(value) for key, value in (line.split() for line in lines)}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    bench, floor = sys.argv[1:3]
    base = tempfile.mkdtemp(prefix="storebench-", dir=sys.argv[3] if len(sys.argv) > 3 else ".")
    samples = {}
    try:
        run(bench, "fill", f"{base}/widgets")
        run(bench, "fill-timelines", f"{base}/timelines")
        for turn in range(ROUNDS):
            for directory in (f"{base}/c{turn}", f"{base}/s{turn}"):
                subprocess.run(["mkdir", directory], check=True)
            pairs = [
                ("write", (floor, "write", f"{base}/c{turn}", COMMITS), (bench, "write", f"{base}/s{turn}/store", COMMITS)),
                ("read", (floor, "read", f"{base}/widgets/widgetd.sqlite", READS), (bench, "read", f"{base}/widgets", READS)),
                ("read with timelines", (floor, "read", f"{base}/timelines/widgetd.sqlite", READS // 4), (bench, "read", f"{base}/timelines", READS // 4)),
                ("open", (floor, "open", f"{base}/widgets/widgetd.sqlite", OPENS), (bench, "open", f"{base}/widgets", OPENS)),
                ("open with timelines", (floor, "open", f"{base}/timelines/widgetd.sqlite", OPENS), (bench, "open", f"{base}/timelines", OPENS)),
            ]
            for name, c, swift in pairs:
                # Whoever goes second finds the disk as the first left it: they take turns.
                order = [("c", c), ("swift", swift)]
                for side, command in order if turn % 2 == 0 else reversed(order):
                    p50 = next(value for key, value in run(*command).items() if key.endswith("p50_us"))
                    samples.setdefault(name, {}).setdefault(side, []).append(p50)
    finally:
        shutil.rmtree(base)
    failed = False
    print(f"{'p50, microseconds':24}{'C':>10}{'widgetd':>10}{'ratio':>8}{'limit':>7}")
    for name, sides in samples.items():
        c, swift = (statistics.median(sides[side]) for side in ("c", "swift"))
        limit = LIMITS.get(name)
        failed |= limit is not None and swift / c > limit
        print(f"{name:24}{c:10.1f}{swift:10.1f}{swift / c:8.2f}{limit or '':>7}")
    return failed


sys.exit(main())
