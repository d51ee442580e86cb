"""A hub and its leaves: real daemon, real TLS links, each leaf with an identity and a watch of its own, in one process of theirs."""

import subprocess
import time

from . import devices
from .process import measure, memory, numbers, wake_ups
from .table import Row, compare

PROGRAMS = ["widgetd", "LeafBench", "fan"]
LEAVES = 500
SETTLING = 60
# In which nobody says anything.
REST = 30


class Leaves:
    """The leaves of a hub, until the `with` ends."""

    def __init__(self, bench, hub, widget, count, mode):
        self.command = [bench.programs.path("LeafBench"), hub.socket, widget, str(count), str(mode)]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def until(self, name):
        """The numbers that are printed, until the one with this name; none where the program has ended."""
        found = {}
        while name not in found:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the leaves ended before they said {name}: {found}")
            found |= numbers(line)
        return found


def fan_out(bench):
    """From the call that renames a widget until each of 500 leaves has the event, beside a thread in C that writes as many bytes to as many TLS links."""
    edits = bench.scaled(60)

    def ours():
        with devices.directory(bench) as place, devices.Devices(bench, place) as running:
            devices.provide(running.directory("hub"))
            hub = running.start("hub")
            widget = hub.client.place(devices.KIND)
            devices.until(lambda: hub.client.widgets()[1] == 1, "the widget has its timeline")
            before = memory(hub.id)
            with Leaves(bench, hub, widget, LEAVES, edits) as leaves:
                found = leaves.until("done")
                found["mib"] = memory(hub.id) / (1 << 20)
                found["kib_each"] = (memory(hub.id) - before) / LEAVES / 1024
                # Each connection's timer for output that nobody takes runs out, and spare threads end.
                time.sleep(SETTLING)
                found["wake_ups"] = wake_ups(hub.id, REST)
        return found

    def floor():
        with devices.directory(bench) as place:
            return measure([bench.programs.path("fan"), place, str(LEAVES), str(edits)])

    subjects = {"ours": ours} | ({"fan": floor} if bench.programs.has("fan") else {})
    results = bench.in_turn(subjects, rounds=min(bench.rounds, 3))
    hub, least = results["ours"], results.get("fan", {})
    return [
        compare(f"a change until {LEAVES} leaves have it, p50", "ms", hub["p50_ms"], least.get("p50_ms"), None, floor=least.get("p50_ms")),
        Row("the same, p99", "ms", hub["p99_ms"], floor=least.get("p99_ms"), target=("<=", 20)),
        Row(f"memory of a hub with {LEAVES} leaves", "MiB", hub["mib"], note=f"PSS; {hub['kib_each']:.0f} KiB for each leaf"),
        Row(f"wake-ups of the hub with {LEAVES} idle leaves in {REST} s", "", hub["wake_ups"], target=("<=", 0)),
    ]
