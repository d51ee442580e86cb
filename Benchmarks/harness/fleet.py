"""A hub and its leaves: real daemon, real TLS links, each leaf with an identity and a watch of its own."""

import contextlib
import os
import subprocess
import time

from . import clusters, devices
from .process import free_ports, measure, memory, numbers, wake_ups
from .table import Row, compare

PROGRAMS = ["widgetd", "LeafBench", "leaves", "fan"]
LEAVES = 500
SETTLING = 60
# In which nobody says anything.
REST = 30


class Leaves:
    """The leaves of a hub, until the `with` ends. Each is paired by our own code; then one thread in C reads all links, as it does for the floor."""

    def __init__(self, bench, hub, widget, count, edits, editor=None):
        identities = os.path.join(hub.directory, "leaves")
        os.makedirs(identities)
        subprocess.run([bench.programs.path("LeafBench"), "enrol", hub.socket, str(count), identities], check=True)
        self.command = [bench.programs.path("leaves"), str(hub.port), identities, str(count), widget, str(edits), (editor or hub).socket]

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
    results = bench.in_turn(subjects, rounds=bench.few_rounds)
    hub, least = results["ours"], results.get("fan", {})
    return [
        compare(f"a change until {LEAVES} leaves have it, p50", "ms", hub["p50_ms"], least.get("p50_ms"), None, floor=least.get("p50_ms")),
        Row("the same, p99", "ms", hub["p99_ms"], floor=least.get("p99_ms"), target=("<=", 20)),
        Row(f"memory of a hub with {LEAVES} leaves", "MiB", hub["mib"], note=f"PSS; {hub['kib_each']:.0f} KiB for each leaf"),
        Row(f"wake-ups of the hub with {LEAVES} idle leaves in {REST} s", "", hub["wake_ups"], target=("<=", 0)),
    ]


# A daemon with a network of its own, so that others reach it through files alone. The arguments are widgetd and its own.
ISOLATED = """#!/bin/sh
exec unshare --net sh -c 'ip link set lo up; exec "$@"' isolated "{program}" "$@"
"""


def server(place):
    os.chmod(place, 0o755)
    (port,) = free_ports(1)
    return clusters.Postgres(clusters.postgres_programs(), os.path.join(place, "engine"), port)


def use(engine, directory):
    """The daemon in the directory uses the engine from its next start on."""
    os.makedirs(f"{directory}/config/widgetd")
    with open(f"{directory}/config/widgetd/widgetd.conf", "w") as file:
        file.write(f"[Peers]\nCarrier={directory}/carrier\n")
    with open(f"{directory}/carrier", "w") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(engine.address + "\n")


def through_engine(bench):
    """The same where the widget is renamed at another hub, and PostgreSQL is the only way between both. Beside it a client in C that writes a row there, and one
    that hears of it (LISTEN), reads it, and writes it to as many TLS links."""
    if clusters.postgres_programs() is None or os.geteuid() != 0:
        return [Row(f"a change at another hub until {LEAVES} leaves have it", "ms", None, note="needs PostgreSQL, and root for a network of its own")]
    edits = bench.scaled(60)

    def ours():
        with devices.directory(bench) as place, devices.Devices(bench, place) as running:
            engine = server(place)
            try:
                devices.provide(running.directory("editor"))
                editor, hub = running.start("editor"), running.start("hub")
                hub.join(editor)
                devices.until(lambda: hub.is_in_sync() and editor.is_in_sync(), "the hubs are paired")
                widget = editor.client.place(devices.KIND)
                devices.until(lambda: hub.client.widgets()[1] == 1, "the hub has the widget")
                for name in ("editor", "hub"):
                    running.stop(name)
                    use(engine, running.directory(name))
                with open(f"{place}/isolated", "w") as file:
                    os.fchmod(file.fileno(), 0o755)
                    file.write(ISOLATED.format(program=bench.programs.path("widgetd")))
                hub, editor = running.start("hub"), running.start("editor", f"{place}/isolated")
                time.sleep(2)
                if hub.is_in_sync():
                    raise RuntimeError("the hubs have another way to each other")
                with Leaves(bench, hub, widget, LEAVES, edits, editor) as leaves:
                    found = leaves.until("done")
                return found
            finally:
                for name in list(running.running):
                    running.stop(name)
                engine.stop()

    def floor():
        with devices.directory(bench) as place:
            engine = server(place)
            try:
                return measure([bench.programs.path("fan"), place, str(LEAVES), str(edits), engine.address])
            finally:
                engine.stop()

    subjects = {"ours": ours} | ({"fan": floor} if bench.programs.has("fan") else {})
    results = bench.in_turn(subjects, rounds=bench.few_rounds)
    hub, least = results["ours"], results.get("fan", {})
    return [
        compare(
            f"a change at another hub until {LEAVES} leaves have it through PostgreSQL, p50", "ms", hub["p50_ms"], least.get("p50_ms"), ("<=", 1.5),
            floor=least.get("p50_ms")),
        Row("the same, p99", "ms", hub["p99_ms"], floor=least.get("p99_ms"), target=("<=", 20)),
    ]


def scale(bench):
    """Five daemons, paired and with one engine. The last one renames a widget. First 500 leaves of one hub wait for it, then 1,667 at each of three others: 5,000.
    Hubs, leaves and the engine share this machine, which no fleet would do."""
    if clusters.postgres_programs() is None:
        return [Row("5,000 leaves at three of five hubs", "", None, note="needs PostgreSQL")]
    edits = bench.scaled(40)
    names = [f"hub{number}" for number in range(5)]
    with devices.directory(bench) as place, devices.Devices(bench, place) as running, contextlib.ExitStack() as stack:
        engine = server(place)
        try:
            devices.provide(running.directory(names[0]))
            hubs = [running.start(name) for name in names]
            for hub in hubs[1:]:
                hub.join(hubs[0])
            widget = hubs[0].client.place(devices.KIND)
            devices.until(lambda: all(hub.is_in_sync(4) and hub.client.widgets()[1] == 1 for hub in hubs), "all hubs have the widget")
            for name in names:
                running.stop(name)
                use(engine, running.directory(name))
            hubs = [running.start(name) for name in names]
            devices.until(lambda: all(hub.is_in_sync(4) for hub in hubs), "all hubs are linked")
            with Leaves(bench, hubs[3], widget, LEAVES, edits, hubs[-1]) as leaves:
                few = leaves.until("done")
            many = [stack.enter_context(Leaves(bench, hub, widget, 1667, edits, hubs[-1])).until("done") for hub in hubs[:3]]
            mib = max(memory(hub.id) for hub in hubs) / (1 << 20)
        finally:
            stack.close()
            for name in list(running.running):
                running.stop(name)
            engine.stop()
    return [
        Row(f"a change until {LEAVES} leaves of one of five hubs have it, p50", "ms", few["p50_ms"]),
        Row("the same, p99", "ms", few["p99_ms"], target=("<=", 20)),
        Row("the same with 5,000 leaves at three of the hubs, p50", "ms", many[-1]["p50_ms"]),
        Row("the same, p99", "ms", many[-1]["p99_ms"]),
        Row("memory of the largest hub", "MiB", mib, target=("<=", 256), note="PSS, with 1,667 leaves"),
    ]
