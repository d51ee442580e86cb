"""Widgets that move at 60 Hz: what it takes of a CPU, and whether each of the display's frames has one."""

import time

from ..process import processor_times
from ..table import Row
from .desk import WIDGETS, moving, still
from .rivals import available, beside, floor, gtk, wall

WINDOW = 3
# Seconds of one way of a bar, and how many there are: enough for the start, the window and a daemon that is slow.
WAY, WAYS = 2, 5


def motion(desk):
    """All 20 bars run to and fro, and then one alone; each program once as it is, and once with its frames written down."""
    rounds = min(3, desk.bench.rounds)
    present = available(desk)
    subjects = {"ours": lambda: moved(desk, wall(desk), WIDGETS, ours=True), "one": lambda: moved(desk, wall(desk), 1, ours=True)}
    if "floor" in present:
        subjects["floor"] = lambda: moved(desk, floor(desk, WIDGETS), WIDGETS)
        subjects["one, floor"] = lambda: moved(desk, floor(desk, 1), 1)
    if "GTK 4" in present:
        subjects["GTK 4"] = lambda: moved(desk, gtk(desk, WIDGETS), WIDGETS)
        subjects["one, GTK 4"] = lambda: moved(desk, gtk(desk, 1), 1)
    results = desk.bench.in_turn(subjects, rounds=rounds)
    for number in range(WIDGETS):
        desk.answer(number, still(number))
        desk.reload(number)
    one = {name: results.get(key, {}) for name, key in (("ours", "one"), ("floor", "one, floor"), ("GTK 4", "one, GTK 4"))}
    daemon = Row("  of it widgetd's", "% of a core", results["ours"].get("daemon_share"), note="an entry of each of 20 widgets every 2 s")
    return [
        *beside("20 widgets that move at 60 Hz", "% of a core", results, "share", note="widgetd's is below", peers=["GTK 4"]), daemon,
        *beside(f"  dropped frames in {WINDOW} s", "", results, "dropped", ("<=", 0), note="later than 1/60 s after the display asked", peers=["GTK 4"]),
        *beside("one widget that moves, a frame", "ms CPU", one, "frame_ms", ("<=", 0.3), note="of the whole program", peers=["GTK 4"]),
    ]


def moved(desk, command, widgets, ours=False):
    """One program, started twice: first for its CPU, and then for its frames, since to write them down takes time."""
    found = {}
    for trace in (False, True):
        with desk.running(command, trace=trace) as run:
            time.sleep(0.5)
            if ours:
                begin = int(time.time()) + 2
                for number in range(WIDGETS):
                    desk.answer(number, moving(number, begin, WAY, WAYS) if number < widgets else still(number))
                    desk.reload(number)
                time.sleep(max(0, begin - time.time()))
            time.sleep(0.5)
            run.check()
            found.update(frames(run) if trace else shares(desk, run))
    if not found["frames"]:
        raise RuntimeError("nothing moves")
    found["frame_ms"] = found["share"] / 100 * WINDOW * 1e3 / found["frames"]
    return found


def shares(desk, run):
    processes = {"share": run.id, "daemon_share": desk.daemon.id}
    before = {name: processor_times(process) for name, process in processes.items()}
    began = time.monotonic()
    time.sleep(WINDOW)
    passed = (time.monotonic() - began) * 1e9
    shares = {}
    for name, process in processes.items():
        shares[name] = 100 * sum(spent - before[name].get(thread, 0) for thread, spent in processor_times(process).items()) / passed
    return shares


def frames(run):
    begin = time.time_ns()
    time.sleep(WINDOW)
    count, dropped = run.trace.between(begin, begin + WINDOW * 1_000_000_000)
    return {"frames": count, "dropped": dropped}
