#!/usr/bin/env python3
"""The benchmarks of widgetd: each figure beside its floor and its peer in the same run. README.md says how each is measured.

    run.py                 everything (about twenty-five minutes after the build)
    run.py --quick         everything, with a tenth of the calls and one round: whether it runs, not how fast it is
    run.py --only latency  one figure; may be repeated
    run.py --disk          devices' stores on the disk instead of tmpfs
    run.py --grow devices  curves, not points: with more and more devices; without a name all curves. The plots go to Benchmarks/curves
    run.py --compare main  this tree beside another commit, whose programs are built too: every figure in turn, now, then, and the ratio of both
"""

import argparse
import contextlib
import os
import platform
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from harness import activity, daemon, devices, engine, fleet, gateway, grow, motion, programs, render, replication, store, surfaces, sync, table, views, wire  # noqa: E402
from harness.fixture import Fixture  # noqa: E402
from harness.rounds import Rounds  # noqa: E402

DISK = "/var/tmp"
# Rounds of a figure, and of one that takes minutes.
ROUNDS, LONG = 5, 3

# Each figure: what it runs, and the programs it needs.
WIRE = wire.PROGRAMS
FIGURES = {
    "latency": (lambda bench: bench.wire.latency(), WIRE),
    "cpu": (lambda bench: bench.wire.cpu_in_flight(), WIRE),
    "wall": (lambda bench: bench.wire.wall_clock(), WIRE),
    "stream": (lambda bench: bench.wire.streaming(), WIRE),
    "beside": (lambda bench: bench.wire.beside_a_stream(), WIRE),
    "syscalls": (lambda bench: bench.wire.system_calls(), WIRE),
    "connections": (lambda bench: bench.wire.idle_connections(), WIRE),
    "unread": (lambda bench: bench.wire.unread_replies(), WIRE),
    "status": (daemon.status, ["widgetd", "widgetctl", "load", wire.GO_CLIENT]),
    "store": (store.store, ["StoreBench", "store_floor"]),
    "replication": (replication.replication, ["ApplyBench", "apply"]),
    "fleet": (lambda bench: fleet.fan_out(bench) + fleet.through_engine(bench), fleet.PROGRAMS),
    "scale": (fleet.scale, fleet.PROGRAMS),
    "visible": (sync.visible, sync.VISIBLE),
    "bulk": (sync.bulk, sync.BULK),
    "snapshot": (sync.snapshot, sync.SNAPSHOT),
    "mesh": (sync.mesh, sync.MESH),
    "gateway": (gateway.gateway, gateway.PROGRAMS),
    "activity": (activity.activity, activity.UPDATES),
    "offered": (activity.offered, activity.OFFERED),
    "tap": (activity.tap, activity.TAPS),
    "idle": (daemon.idle, ["widgetd", "IdleFloor"]),
    "start": (daemon.start, ["widgetd", "store_floor"]),
    "engine": (engine.engine, ["EngineBench", "heap_floor"]),
    "motion": (motion.motion, motion.PROGRAMS),
    "views": (views.views, views.PROGRAMS),
    "render": (render.render, render.PROGRAMS),
    "surfaces": (surfaces.surfaces, surfaces.PROGRAMS),
}


class Bench:
    """What the figures share. The daemon's store and the wire are made when the first figure asks for them."""

    def __init__(self, options, rounds, directory, built):
        self.quick, self.rounds = options.quick, rounds
        self.random = random.Random(options.seed)
        # Where devices' stores are. PostgreSQL's user must get there too.
        self.disk = DISK
        self.memory = DISK if options.disk or not os.path.isdir(devices.MEMORY) else devices.MEMORY
        self.directory, self.programs = directory, built
        self.made = {}

    def say(self, text):
        programs.say(text)

    @property
    def fixture(self):
        if "fixture" not in self.made:
            self.made["fixture"] = Fixture(self.programs, self.directory, self.say)
        return self.made["fixture"]

    @property
    def wire(self):
        if "wire" not in self.made:
            self.made["wire"] = wire.Wire(self)
        return self.made["wire"]

    def scaled(self, number):
        return max(1, number // 10) if self.quick else number

    @property
    def few_rounds(self):
        """Of a figure that takes minutes: three, unless another number was asked for."""
        return LONG if self.rounds == ROUNDS else self.rounds

    def in_turn(self, subjects, rounds=None):
        return table.in_turn(rounds or self.rounds, subjects, self.random, self.say)


def run(bench, name):
    bench.say(name)
    try:
        return FIGURES[name][0](bench)
    except (RuntimeError, OSError, subprocess.SubprocessError) as error:
        return [table.Row(name, "", None, note=f"failed: {error}")]


def compared(now, then, name, rounds):
    """A figure of this tree and of another commit, round by round, in an order of chance. The peer is the other commit."""
    found = {now: [], then: []}
    for _ in range(rounds):
        for bench in now.random.sample([now, then], 2):
            found[bench].append(run(bench, name))
    rows = []
    for each in zip(*(found[now] + found[then])):
        values = [None if row.ours is None else float(row.ours) for row in each]
        after, before = (Rounds(part) if None not in part else None for part in (values[:rounds], values[rounds:]))
        failed = next((row.note for row in each if row.ours is None), "")
        rows.append(table.compare(each[0].figure, each[0].unit, after, before, None, peer=before, note=failed))
    return rows


def draw(options, chosen):
    """Measures curves and writes their plots."""
    built = programs.Programs()
    built.build({name for plot in chosen for name in grow.PLOTS[plot][1]})
    with tempfile.TemporaryDirectory(prefix="widgetd-bench-", dir=DISK) as directory:
        bench, plots = Bench(options, options.rounds, directory, built), {}
        for name in chosen:
            bench.say(name)
            plots[name] = grow.PLOTS[name][0](bench)
        print(grow.page(plots, os.path.join(programs.BENCHMARKS, "curves")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the calls, one round")
    parser.add_argument("--only", action="append", choices=FIGURES, metavar="FIGURE", help=f"one of {', '.join(FIGURES)}")
    parser.add_argument("--rounds", type=int, help="rounds of each figure (5, or 3 of one that takes minutes)")
    parser.add_argument("--disk", action="store_true", help="devices' stores on the disk instead of tmpfs")
    parser.add_argument("--grow", nargs="?", const="", choices=["", *grow.PLOTS], metavar="CURVE", help=f"one of {', '.join(grow.PLOTS)}")
    parser.add_argument("--compare", metavar="COMMIT", help="beside the programs of another commit")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32), help="of the order in which programs take turns")
    options = parser.parse_args()
    options.rounds = options.rounds or (1 if options.quick else ROUNDS)
    chosen = options.only or list(FIGURES)

    if options.grow is not None:
        return draw(options, [options.grow] if options.grow else list(grow.PLOTS))
    needed = {name for figure in chosen for name in FIGURES[figure][1]}
    built = programs.Programs()
    built.build(needed)
    rows = []
    with contextlib.ExitStack() as stack:
        def bench(built, rounds):
            return Bench(options, rounds, stack.enter_context(tempfile.TemporaryDirectory(prefix="widgetd-bench-", dir=DISK)), built)
        if options.compare:
            other = programs.Programs(options.compare)
            other.build(needed)
            now, then = bench(built, 1), bench(other, 1)
            for name in chosen:
                rows += compared(now, then, name, options.rounds)
        else:
            alone = bench(built, options.rounds)
            for name in chosen:
                rows += run(alone, name)

    print(f"{platform.machine()}, {os.cpu_count()} CPUs, Linux {platform.release()}; medians of {options.rounds} rounds, seed {options.seed}"
          + (f"; the peer is {options.compare}" if options.compare else "") + ("; --disk" if options.disk else "") + ("; --quick, for no comparison" if options.quick else ""))
    print()
    print(table.render(rows))
    print()
    for name, reason in sorted(built.missing.items()):
        print(f"without {name}: {reason}")
    failed = [row for row in rows if row.met is False or row.ours is None]
    noisy = sum(row.is_noisy for row in rows)
    print(f"{sum(row.met is True for row in rows)} targets met, {sum(row.met is False for row in rows)} not" + (f", {noisy} not judged: too noisy" if noisy else ""))
    sys.exit(1 if failed and not options.quick else 0)


if __name__ == "__main__":
    main()
