#!/usr/bin/env python3
"""Three hubs that reach each other only through a PostgreSQL database lose nothing that they acknowledged, whatever befalls them and its two servers. What is tapped at them and at a
display meanwhile is performed once, or refused. run.sh says how to run it."""

import argparse
import json
import mmap
import os
import random
import shutil
import struct
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(os.path.dirname(here), "Network")]

import tapper  # noqa: E402
from converge import MANIFEST, MEETING, SCRIPT, join, lost, place_shared, place_targets, provide, shown, sync, verify, wait  # noqa: E402
from database import PASSWORD, Server, certificate  # noqa: E402
from machines import Machine, Network, run  # noqa: E402
from tapper import Tapper  # noqa: E402
from writer import Writer, board  # noqa: E402

HUBS, DISPLAY, SERVERS = ["desk", "lap", "shelf"], "hall", ["engine", "standby"]
# The file system of each server: room for its write-ahead log, and little more.
SIZE = "400m"
# How long a fault lasts, in seconds, and from one to the next.
LASTS, PAUSE = (0.3, 2.5), (0.2, 0.8)


# A view that one hub gives, and the others get through the engine alone.
PLACE = {
    "format": 1, "id": "place", "protocol": "json", "exec": ["place.sh"], "kinds": [{"id": "place", "display_name": "Place", "families": ["systemSmall"]}],
}
PLACE_SCRIPT = """#!/bin/sh
printf '{"view":{"text":"given by %s"},"policy":"never"}' NAME
"""


# How far a clock is set, in seconds: minutes and hours, both ways.
CLOCKS = (-7200, -400, -120, 120, 400, 7200)


class Clock:
    """The wall clock of the programs that have its environment."""

    def __init__(self, path, library):
        with open(path, "w+b") as file:
            file.write(bytes(8))
            file.flush()
            self.ahead = mmap.mmap(file.fileno(), 8)
        self.environment = {"LD_PRELOAD": library, "WIDGETD_CLOCK": path}

    def set(self, seconds):
        """How far it is ahead."""
        self.ahead[:] = struct.pack("=q", seconds)


class Hub(Machine):
    """A machine with a daemon that uses the engine."""

    def start(self):
        if not os.path.exists(f"{self.directory}/config/widgetd/widgetd.conf"):
            os.makedirs(f"{self.directory}/config/widgetd", exist_ok=True)
            with open(f"{self.directory}/config/widgetd/widgetd.conf", "w") as file:
                file.write(f"[Peers]\nCarrier={self.directory}/carrier\n")
        super().start()

    def part(self, *others):
        """Takes the way to other machines away."""
        for other in others:
            run("ip", "-n", self.space, "route", "add", "blackhole", f"{other.address}/32")

    def meet(self, *others):
        for other in others:
            subprocess.run(["ip", "-n", self.space, "route", "del", "blackhole", f"{other.address}/32"], capture_output=True)


class Faults(threading.Thread):
    """One thing after another, from a seed. Each befalls each hub or server once in a round."""

    def __init__(self, hubs, servers, clocks, seed, rounds):
        super().__init__(daemon=True)
        self.hubs, self.servers, self.clocks, self.rounds = hubs, servers, clocks, rounds
        self.random = random.Random(seed)
        self.enough, self.over = threading.Event(), threading.Event()
        self.counts, self.fault = {}, None

    def run(self):
        try:
            for _ in range(self.rounds):
                events = [(kind, hub) for hub in self.hubs for kind in (self.kill, self.cut, self.part)]
                events += [(kind, server) for server in self.servers for kind in (self.crash, self.unplug, self.fill)]
                events += [(self.kill_all, None)] + [(self.set_clock, clock) for clock in self.clocks]
                self.random.shuffle(events)
                for kind, subject in events:
                    if self.over.is_set():
                        return
                    kind(subject)
                    self.counts[kind.__name__] = self.counts.get(kind.__name__, 0) + 1
                    self.sleep(PAUSE)
            self.fail_over()
            self.counts["fail_over"] = 1
            self.sleep(LASTS)
            self.enough.set()
        except Exception as error:  # Told by the main thread.
            self.fault = error

    def sleep(self, bounds):
        time.sleep(self.random.uniform(*bounds))

    def kill(self, hub):
        hub.kill()
        self.sleep((0, 0.4))
        hub.start()

    def cut(self, hub):
        hub.cut()
        self.sleep(LASTS)
        hub.mend()

    def part(self, hub):
        """It doesn't reach the engine."""
        servers = [server.machine for server in self.servers]
        hub.part(*servers)
        self.sleep(LASTS)
        hub.meet(*servers)

    def crash(self, server):
        server.kill()
        self.sleep((0, 0.6))
        server.start()

    def unplug(self, server):
        """The servers don't reach each other, and nobody reaches this one. While the standby is away, no write is confirmed."""
        server.machine.cut()
        self.sleep(LASTS)
        server.machine.mend()

    def fill(self, server):
        path = f"{server.directory}/filler"
        try:
            with open(path, "wb", buffering=0) as file:
                while file.write(bytes(1 << 20)):
                    pass
        except OSError:
            pass
        self.sleep(LASTS)
        os.unlink(path)
        # A server without room for its log ends.
        if server.run("pg_isready", "-h", server.directory, check=False).returncode != 0:
            server.kill()
            server.start()

    def set_clock(self, clock):
        """It is wrong for a while."""
        clock.set(self.random.choice(CLOCKS))
        self.sleep(LASTS)
        clock.set(0)

    def kill_all(self, _):
        for hub in self.hubs:
            hub.kill()
        for server in self.servers:
            server.kill()
        self.sleep((0, 0.6))
        for server in self.servers:
            server.start()
        for hub in self.hubs:
            hub.start()

    def fail_over(self):
        """The primary is gone for good, and the standby takes its place."""
        self.servers[0].kill()
        self.servers[0].machine.cut()
        self.servers[1].promote()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--writes", type=int, default=3_000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loss", type=float, default=0.5)
    parser.add_argument("--keep", action="store_true", help="leave the stores and logs behind")
    options = parser.parse_args()

    # What was started is ended, however this ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    directory = tempfile.mkdtemp(prefix="widgetd-engine-")
    os.chmod(directory, 0o755)
    names = [*HUBS, DISPLAY, *SERVERS]
    network, hubs, display, servers = Network(names, options.seed), [], None, []
    try:
        network.open()
        for number, name in enumerate(names, 1):
            place = f"{directory}/{name}"
            os.makedirs(f"{place}/providers")
            os.makedirs(f"{place}/state", mode=0o700)
            machine = (Hub if name in HUBS else Machine)(network, number, name, options.programs, place, options.loss)
            machine.connect()
            if name in HUBS:
                hubs.append(machine)
            elif name == DISPLAY:
                display = machine
            else:
                servers.append(Server(machine, SIZE))
        provide(hubs[0], MANIFEST, SCRIPT)
        for hub in hubs:
            provide(hub, PLACE, PLACE_SCRIPT.replace("NAME", hub.name))
            provide(hub, tapper.manifest(hub), tapper.script(hub))
        library, clocks = compiled_clock(directory), []
        if library:
            for place in [*hubs, *servers]:
                clocks.append(Clock(f"{directory}/{place.name}.clock", library))
                place.environment = clocks[-1].environment
        else:
            print("left out: wrong clocks need a C compiler (on Debian and Ubuntu: apt-get install gcc)")
        return test(hubs, display, servers, clocks, options, directory)
    except AssertionError as error:
        print(f"failed: {error}\n    seed {options.seed}")
        for place in filter(None, [*hubs, display, *servers]):
            print(f"    --- {place.name}\n" + "".join(f"    {line}\n" for line in place.tail(40).splitlines()))
        return 1
    finally:
        for place in filter(None, [display, *hubs, *servers]):
            place.stop()
        network.close()
        if options.keep:
            print(f"kept: {directory}")
        else:
            subprocess.run(["rm", "-rf", "--one-file-system", directory], check=False)


def compiled_clock(directory):
    """The library that makes clocks wrong; None where it can't be built."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    source, library = os.path.join(os.path.dirname(here), "Soak", "clock.c"), f"{directory}/clock.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True, capture_output=True)
    return library


def prepare(hubs, servers, directory):
    """The servers, and the hubs' way to them."""
    pair = certificate(directory, servers)
    servers[0].make(pair)
    servers[1].follow(servers[0])
    addresses = ",".join(server.address for server in servers)
    for hub in hubs:
        with open(f"{hub.directory}/carrier", "w") as file:
            os.chmod(file.name, 0o600)
            file.write(
                f"host={addresses} user=owner password={PASSWORD} dbname=postgres sslmode=verify-full sslrootcert={directory}/server.crt\n"
                "connect_timeout=3 tcp_user_timeout=3000 keepalives_idle=2 keepalives_interval=1 keepalives_count=3\n")


def test(hubs, display, servers, clocks, options, directory):
    began = time.monotonic()
    prepare(hubs, servers, directory)
    for hub in hubs:
        hub.start()
    for hub in hubs[1:]:
        join(hubs[0], hub)
    wait("the hubs use the engine", 60, lambda: all(engine(hub).get("connected") for hub in hubs), lambda: [engine(hub) for hub in hubs])
    shared, targets = place_shared(hubs), place_targets(hubs)
    display.start()
    enrol(hubs[0], display)
    wait("the display shows every button", 60, lambda: all(tapper.is_shown(display, *target) for target in targets), display.tail)
    # From now on they reach each other through the engine alone.
    for hub in hubs:
        hub.part(*[other for other in hubs if other is not hub])
    for hub in hubs:
        hub.kill()
        hub.start()

    faults = Faults(hubs, servers, clocks, options.seed, options.rounds)
    goal = -(-options.writes // len(hubs))
    writers = [Writer(hub.name, hub.socket, goal, shared, options.seed, faults.enough) for hub in hubs]
    # Beyond what the faults leave time for.
    tappers = [Tapper(place.name, place.socket, sys.maxsize, targets, options.seed) for place in [*hubs, display]]
    begun = time.monotonic()
    for thread in [faults, *writers, *tappers]:
        thread.start()
    patience = 120 + 150 * options.rounds
    while any(thread.is_alive() for thread in writers) and not faults.fault and time.monotonic() < begun + patience:
        time.sleep(0.1)
    faults.over.set()
    for thread in [*writers, *tappers]:
        thread.stop.set()
    end(faults, *writers)
    wrote = time.monotonic()
    written, broken = sum(writer.written for writer in writers), sum(writer.broken for writer in writers)
    print(f"{written} writes acknowledged in {wrote - begun:.1f} s, {broken} broken off; {faults.counts}")
    assert written >= options.writes, f"only {written} of {options.writes} writes were acknowledged within {patience} s"

    for hub in hubs:
        assert not [peer for peer in sync(hub).get("peers", []) if peer["device"]["state"].lower() == "connected"], f"{hub.name} has another way"
    meet(hubs)
    met = time.monotonic()
    for hub in hubs:
        for fault in lost(hub.name, board(hub.socket), writers):
            raise AssertionError(fault)
    views(hubs)
    for hub in hubs:
        hub.meet(*[other for other in hubs if other is not hub])
    # A tap whose answer was lost at one hub may wait for another one to reach it.
    end(*tappers)
    told = [sum(len(getattr(person, what)) for person in tappers) for what in ("done", "refused", "unknown")]
    print("taps: {} confirmed, {} told that it wasn't done, {} in the middle of which a hub died".format(*told))
    assert all(person.done for person in tappers), "somebody's taps all failed"
    tapper.check(tappers, hubs)
    wait("the hubs are linked again", 180, lambda: all(sum(peer["device"]["state"].lower() == "connected" for peer in sync(hub).get("peers", [])) == 2 for hub in hubs))
    verify(hubs)
    kills = sum(place.kills for place in [*hubs, *servers])
    print(f"equal {met - wrote:.1f} s after the last fault; {kills} kills; {time.monotonic() - began:.1f} s in all")
    return 0


def end(*threads):
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive(), f"{thread.name} doesn't end"
        assert not thread.fault, f"{thread.name}: {thread.fault!r}"


def enrol(hub, display):
    status, output, errors = hub.widgetctl("fleet", "enrol", "--json")
    assert status == 0, f"fleet enrol: {errors}"
    status, _, errors = display.widgetctl("device", "join", json.loads(output)["code"])
    assert status == 0, f"device join: {errors}"


def views(hubs):
    """Each hub shows the others' views, though no hub has linked another one."""
    for hub in hubs:
        command(hub, "place", "place", "--name", hub.name)

    def texts(hub):
        return [command(hub, "show", other.name) for other in hubs]

    wait("each hub shows the others' views", MEETING, lambda: all(f"given by {other.name}" in text for hub in hubs for other, text in zip(hubs, texts(hub))), lambda: [texts(hub) for hub in hubs])


def command(hub, *words):
    words = ["ip", "netns", "exec", hub.space, f"{hub.programs}/widgetctl", "--socket", hub.socket, *words]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, env={**os.environ, "NO_COLOR": "1"}).stdout


def engine(hub):
    return sync(hub).get("carrier", {})


def meet(hubs):
    """Waits until each hub has all that the engine has, and the other way round."""

    def is_even():
        states = [engine(hub) for hub in hubs]
        if any(not state.get("connected") or int(state.get("behind", 0)) or int(state.get("ahead", 0)) for state in states):
            return False
        boards = [shown(hub) for hub in hubs]
        return all(board == boards[0] for board in boards)

    wait("all hubs have what the engine has, and show the same", MEETING + 300, is_even, lambda: [engine(hub) for hub in hubs])


if __name__ == "__main__":
    sys.exit(main())
