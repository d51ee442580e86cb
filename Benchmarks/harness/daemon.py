"""The daemon and its client as whole processes."""

import os
import subprocess
import time

from .process import cpu_of, measure, memory, wake_ups
from .table import Row, compare
from .wire import GO_CLIENT


def status(bench):
    """CPU of `widgetctl status` from exec to exit, beside a Go client that makes the same call of the same daemon."""
    runs = bench.scaled(100)
    with bench.fixture.daemon() as daemon:
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": bench.directory, "WIDGETD_SOCKET": daemon.socket, "NO_COLOR": "1"}
        commands = {
            "ours": [bench.programs.path("widgetctl"), "status"],
            "floor": [bench.programs.path("load"), "once", daemon.socket, bench.fixture.widget, "1"],
        }
        if bench.programs.has(GO_CLIENT):
            commands["go"] = [bench.programs.path(GO_CLIENT), "status", daemon.socket]
        subjects = {name: lambda command=command: {"cpu_us": cpu_of(command, env=environment)} for name, command in commands.items()}
        results = bench.in_turn(subjects, rounds=runs)
    ours, floor, go = (results.get(name, {}).get("cpu_us") for name in ("ours", "floor", "go"))
    note = "to a Go client; the floor is C, one call"
    return [compare("widgetctl status, the whole process", "us CPU", ours, go, ("<=", 0.4), floor=floor, peer=go, note=note)]


def idle(bench):
    """Wake-ups and memory of a daemon with a thousand widgets of which nothing is due, beside a Swift program that does nothing."""
    window = 5 if bench.quick else 30
    floor = subprocess.Popen([bench.programs.path("IdleFloor")], stdout=subprocess.DEVNULL)
    try:
        with bench.fixture.daemon() as daemon:
            # What a start leaves to be done is done by then, and its spare threads have ended.
            time.sleep(15)
            woken, used = wake_ups(daemon.id, window), memory(daemon.id)
        least = wake_ups(floor.pid, window)
    finally:
        floor.kill()
        floor.wait()
    return [
        Row(f"wake-ups of an idle daemon in {window} s", "", woken, floor=least, target=("<=", 0), note="nothing due; the floor is an idle Swift program"),
        Row("memory of an idle daemon", "MiB", used / (1 << 20), target=("<=", 30), note="1,000 widgets, PSS"),
    ]


def start(bench):
    """From exec to READY=1, beside plain sqlite3 that opens the same store and reads all that the daemon reads."""
    def ours():
        with bench.fixture.daemon() as daemon:
            return {"ms": daemon.start_time}
    subjects = {"ours": ours}
    if bench.programs.has("store_floor"):
        def floor():
            opened = measure([bench.programs.path("store_floor"), "open", bench.fixture.database(), "1"])
            return {"ms": opened["store.open.c.p50_us"] / 1e3}
        subjects["floor"] = floor
    results = bench.in_turn(subjects, rounds=3 if bench.quick else 11)
    ours, floor = (results.get(name, {}).get("ms") for name in ("ours", "floor"))
    target = None if floor is None else ("<=", 1.5 * floor + 50)
    return [Row("start to READY", "ms", ours, floor=floor, target=target, note="1,000 widgets; 1.5x the floor plus 50 ms")]
