"""Two real daemons that keep each other the same, beside a pair in plain C, PostgreSQL's logical replication and etcd."""

import contextlib
import os
import sqlite3
import time
import uuid

from . import clusters, devices, rpc
from .process import cpu_time, measure, memory, wake_ups
from .programs import find
from .table import Row, compare

VISIBLE = ["widgetd", "sync_client", "pair", "postgres", "etcd"]
BULK = ["widgetd", "sync_client", "pair"]
SNAPSHOT = ["widgetd", "RowsFill", "pair"]
MESH = ["widgetd", "RowsFill"]
ROWS = 100_000
# What many callers at once write to.
CROWD = 64
PEERS = 20


def client(bench, *arguments):
    return measure([bench.programs.path("sync_client"), *map(str, arguments)])


def pair_in_c(bench, mode, count, is_durable=False):
    with devices.directory(bench, is_durable) as place:
        return measure([bench.programs.path("pair"), mode, place, str(count)])


def peers(bench):
    """What can be compared with on this machine; why not is noted with the programs that are missing."""
    missing = bench.programs.missing
    if clusters.postgres_programs() is None:
        missing.setdefault("postgres", "PostgreSQL isn't installed (initdb isn't in /usr/lib/postgresql/*/bin)")
    if find("etcd") is None:
        missing.setdefault("etcd", "etcd isn't installed")
    return bench.programs


def visible(bench):
    """From a write's call on one device until another one's watch shows it, and how many single writes follow each other or come at once, all at rest between the turns."""
    programs = peers(bench)
    times, singles = bench.scaled(3_000), bench.scaled(10_000)
    crowd = bench.scaled(30_000)

    def ours():
        with devices.pair(bench, CROWD) as (both, widgets):
            here, there = both["here"], both["there"]
            found = client(bench, "latency", here.socket, there.socket, widgets[0], times)
            found |= client(bench, "single", here.socket, there.socket, widgets[0], singles)
            before = cpu_time(here.id) + cpu_time(there.id)
            found |= client(bench, "crowd", here.socket, there.socket, crowd, *widgets)
            found["crowd_cpu_us"] = (cpu_time(here.id) + cpu_time(there.id) - before) / 1e3 / crowd
            devices.until(lambda: here.is_in_sync() and there.is_in_sync(), "both are in sync")
            there.verify(here)
        return found

    def floor():
        return pair_in_c(bench, "latency", times) | pair_in_c(bench, "single", singles)

    def postgres():
        with devices.directory(bench) as place, clusters.postgres(place) as (here, there):
            run = [programs.path("postgres")]
            return measure(run + ["latency", here, there, str(times)]) | measure(run + ["single", here, there, str(singles)]) | measure(run + ["crowd", here, there, str(crowd)])

    def etcd():
        with devices.directory(bench) as place, clusters.etcd(place) as (here, there):
            return measure([programs.path("etcd"), str(here), str(there), str(bench.scaled(2_000))])

    subjects = {"ours": ours} | {name: run for name, run in (("pair", floor), ("postgres", postgres), ("etcd", etcd)) if programs.has(name)}
    results = bench.in_turn(subjects, rounds=bench.few_rounds)

    def micro(name, key="visible_p50_ns"):
        found = results.get(name, {}).get(key)
        return None if found is None else found / 1e3

    here, least = micro("ours"), results.get("pair", {}).get("pair.latency.p50_us")
    most = results.get("pair", {}).get("pair.single.per_second")
    rate, other = (results.get(name, {}).get("per_second") for name in ("ours", "postgres"))
    many, others = (results.get(name, {}).get("crowd_per_second") for name in ("ours", "postgres"))
    cpu = results.get("ours", {}).get("crowd_cpu_us")
    figure = "a write until a peer shows it, p50"
    # On tmpfs the work counts, and on the disk what others make of the same disk.
    is_on_disk = bench.memory == bench.disk
    rows = [] if is_on_disk else [Row(figure, "us", here, floor=least, target=("<=", 120), note="at most 120")]
    return rows + [
        compare(figure, "us", here, least, None, floor=least, note="to two commits and a TLS 1.3 round trip in C"),
        compare(figure, "us", here, micro("postgres"), ("<=", 1) if is_on_disk else None, peer=micro("postgres"), note="to PostgreSQL's logical replication"),
        compare(figure, "us", here, micro("etcd"), ("<=", 0.5) if is_on_disk else None, peer=micro("etcd"), note="to etcd, three nodes"),
        compare("single writes until the peer has the last", "/s", rate, most, (">=", 0.9 if is_on_disk else 0.7), floor=most, peer=other, note="to the pair in C; the peer is PostgreSQL"),
        compare("single writes of many callers, until the peer has the last", "/s", many, others, (">=", 1), peer=others, note="64 in flight, to PostgreSQL's 16 connections"),
        Row("CPU of such a write", "us", cpu, target=("<=", 60), note="both devices, all threads"),
    ]


def bulk(bench):
    """A device that was away while the other one was written to: from its start until it shows the last write."""
    count, among = bench.scaled(100_000), bench.scaled(1_000)

    def ours(both, widgets):
        both.stop("there")
        written = client(bench, "write", both["here"].socket, count, *widgets)
        here, there = both["here"], both.start("there")
        begin = time.monotonic_ns()
        shown = client(bench, "until", there.socket, widgets[0], f"{count - 1} of {written['process']:.0f}")["shown_ns"]
        devices.until(lambda: here.is_in_sync() and there.is_in_sync(), "both are in sync")
        there.verify(here)
        return {"per_second": count / ((shown - begin) / 1e9), "written_per_second": written["per_second"]}

    with devices.pair(bench, among) as (both, widgets):
        subjects = {"ours": lambda: ours(both, widgets)}
        if bench.programs.has("pair"):
            subjects["pair"] = lambda: pair_in_c(bench, "bulk", count)
        results = bench.in_turn(subjects, rounds=bench.few_rounds)
    rate, most = results["ours"].get("per_second"), results.get("pair", {}).get("pair.bulk.per_second")
    return [
        compare(f"catching up with {count:,} writes", "/s", rate, most, (">=", 0.75), floor=most, note="to the pair in C; ours from READY on, with dialling"),
        Row("writes at one device, 64 in flight", "/s", results.get("ours", {}).get("written_per_second"), note="the other one is away; not judged"),
    ]


def snapshot(bench):
    """A device that joins one with many rows: from the invitation's use until it has the last row, and until it shows it."""
    rows = bench.scaled(ROWS)

    def ours():
        with devices.directory(bench) as place, devices.Devices(bench, place) as both:
            last = fill(bench, both, "here", rows, 0)
            here, there = both["here"], both.start("there")
            stored = os.path.join(both.directory("there"), "state", "widgetd.sqlite")
            with contextlib.closing(sqlite3.connect(f"file:{stored}?mode=ro", uri=True)) as database:
                asked = time.monotonic()
                there.join(here)
                begin = time.monotonic()
                devices.until(lambda: database.execute("SELECT 1 FROM widget WHERE id = ?", (last,)).fetchone(), "the last row is there", 0.005)
                end = time.monotonic()
            devices.until(lambda: shows(there, last), "the last widget is shown")
            shown = time.monotonic()
            devices.until(lambda: here.is_in_sync() and there.is_in_sync(), "both are in sync")
            there.verify(here)
        return {"per_second": rows / (end - begin), "joined_s": begin - asked, "shown_s": shown - asked}

    subjects = {"ours": ours}
    if bench.programs.has("pair"):
        subjects["pair"] = lambda: pair_in_c(bench, "insert", rows)
    results = bench.in_turn(subjects, rounds=bench.few_rounds)
    most = results.get("pair", {}).get("pair.insert.per_second")
    rate, joined, shown = (results["ours"].get(key) for key in ("per_second", "joined_s", "shown_s"))
    return [
        compare(f"a new device's {rows:,} rows by snapshot", "/s", rate, most, (">=", 0.5), floor=most, note="from the join's answer to the last row; to C that inserts them sorted"),
        Row("the join before it", "s", joined, note="until both know each other; not judged"),
        Row(f"from the join until a new device shows {rows:,} widgets", "s", shown, note="ten times what one daemon lets a person place; not judged"),
    ]


def mesh(bench):
    """One of 21 devices with 100,000 rows, of which as many are placed widgets as a daemon allows and the rest tombstones: its memory, and what it does when nothing happens."""
    rows, count, window = bench.scaled(ROWS), 4 if bench.quick else PEERS, 10 if bench.quick else 30
    with devices.directory(bench) as place, devices.Devices(bench, place) as all_:
        last = fill(bench, all_, "hub", rows // 10, rows - rows // 10)
        hub = all_["hub"]
        for number in range(count):
            peer = all_.start(f"peer-{number}")
            peer.join(hub)
            devices.until(lambda: shows(peer, last), f"device {number} shows the last widget", 0.1)
        devices.until(lambda: all(device.is_in_sync(count) for device in all_.running.values()), "all are level with all", 0.5)
        for name in list(all_.running):
            # What syncs: each device's new name goes to all the others.
            all_[name].devices("Rename", rpc.field(1, name) + rpc.field(2, f"{name} of {count}"))
        devices.until(lambda: all(device.is_in_sync(count) for device in all_.running.values()), "all are level with all", 0.5)
        used = memory(hub.id)
        # Until contents have been compared, ten seconds after the last change, and the spare threads have ended.
        time.sleep(30)
        woken, idle = wake_ups(hub.id, window), memory(hub.id)
    return [
        Row(f"memory of a daemon with {rows:,} rows and {count} peers", "MiB", used / (1 << 20), target=("<=", 80), note=f"PSS; {idle >> 20} MiB at rest"),
        Row(f"wake-ups with {count} idle links in {window} s", "", woken, target=("<=", 0), note="between two keep-alives, which come every 120 s"),
    ]


def fill(bench, running, name, placed, removed):
    """Starts a device with so many rows; the id of the last one that is placed."""
    running.start(name)
    running.stop(name)
    state = os.path.join(running.directory(name), "state")
    measure([bench.programs.path("RowsFill"), state, str(placed), str(removed)])
    running.start(name)
    with contextlib.closing(sqlite3.connect(f"file:{os.path.join(state, 'widgetd.sqlite')}?mode=ro", uri=True)) as database:
        return database.execute("SELECT max(id) FROM widget").fetchone()[0]


def shows(device, widget):
    """Whether a device has a widget on its board."""
    try:
        device.client.state(str(uuid.UUID(bytes=widget)))
        return True
    except rpc.RPCError:
        return False
