"""One daemon with more and more connections, widgets and rows."""

import os
import time

from .. import devices
from ..process import measure, memory
from ..rounds import Rounds
from ..wire import GO_SERVER
from .plot import Curve
from .series import Plot, series

CONNECTIONS = ["widgetd", "load", "floor", "crowd", GO_SERVER]
WIDGETS = ["widgetd", "RowsFill", "store_floor"]
ROWS = WIDGETS


def connections(bench):
    """So many connections, each with one call in flight, at the daemon, at the floor in C and at Go ttrpc."""
    counts = [1, 4, 16, 64, 256, 1000]
    found = {name: {} for name in bench.wire.names("ours", "floor", "go")}
    for count in counts:
        calls = max(bench.scaled(100_000), 10 * count)
        subjects = {name: bench.wire.subject(
            name, None, lambda server, count=count, calls=calls: [
                bench.programs.path("crowd"), server.socket, bench.fixture.widget, str(calls), str(count), str(server.id)]) for name in found}
        for name, numbers in bench.in_turn(subjects, rounds=3).items():
            found[name][count] = numbers
    names = {"ours": "widgetd", "floor": "C", "go": "Go ttrpc"}

    def curves(key, factor):
        return [Curve(names[name], [(count, numbers[key] * factor) for count, numbers in points.items() if numbers]) for name, points in found.items()]

    across = "connections, each with one call in flight"
    return [
        Plot("Calls a second", across, "calls a second", curves("calls_per_second", 1)),
        Plot("The slowest of 100 calls", across, "p99, ms", curves("call_p99_ns", 1e-6)),
        Plot("Processor time of the server for a call", across, "µs", curves("server_cpu_ns", 1e-3)),
    ]


def widgets(bench):
    """So many placed widgets: the daemon's start, its memory, and one that shows them all."""
    return stores(bench, "placed widgets", [100, 300, 1_000, 3_000, 10_000], lambda count: (count, 0))


def rows(bench):
    """A year of changes: a thousand widgets, and so many that were placed and removed again, of which tombstones stay."""
    return stores(bench, "widgets that were removed, beside 1,000", [1_000, 3_000, 10_000, 30_000, 100_000], lambda count: (1_000, count))


def stores(bench, across, counts, filled):
    points = {}
    for count in counts:
        with devices.directory(bench) as place, devices.Devices(bench, place) as running:
            running.start("alone")
            running.stop("alone")
            state = os.path.join(running.directory("alone"), "state")
            measure([bench.programs.path("RowsFill"), state, *map(str, filled(count))])

            def ours():
                daemon = running.start("alone")
                try:
                    began = time.monotonic()
                    daemon.client.widgets()
                    return {"start_ms": daemon.start_time, "show_ms": (time.monotonic() - began) * 1e3, "mib": memory(daemon.id) / (1 << 20)}
                finally:
                    running.stop("alone")

            found = bench.in_turn({"ours": ours}, rounds=3)["ours"]
            size = sum(os.path.getsize(os.path.join(state, name)) for name in os.listdir(state) if name.startswith("widgetd.sqlite"))
            points[count] = dict(found) | {"store_mib": Rounds([size / (1 << 20)])}
    return [
        Plot("Start, and the list of all widgets", across, "ms", series(points, {"start_ms": "until READY", "show_ms": "the list"})),
        Plot("Memory and store", across, "MiB", series(points, {"mib": "memory, PSS", "store_mib": "store"})),
    ]
