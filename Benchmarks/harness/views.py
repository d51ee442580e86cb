"""A provider in Swift, alone: its start, and the archiving of its views."""

import os
import socket
import statistics
import subprocess
import time

from .rpc import Client, field, fields, first
from .table import Row

PROGRAMS = ["ViewsBench"]
SERVICE = "widgetd.v1.Provider"
EXTRA_LARGE = 4


class Provider(Client):
    """The program, asked as the daemon asks it, on a socket that it inherits."""

    def __init__(self, program):
        self.socket, theirs = socket.socketpair()
        self.stream = 1
        environment = dict(os.environ, WIDGETD_PROVIDER_FD=str(theirs.fileno()))
        self.process = subprocess.Popen([program], pass_fds=[theirs.fileno()], env=environment)
        theirs.close()

    def end(self):
        self.close()
        self.process.wait()

    def timeline(self, kind):
        now = field(1, int(time.time()))
        context = field(2, EXTRA_LARGE) + field(8, now)
        return self.call(SERVICE, "Timeline", field(1, kind) + field(2, context))


def started(program):
    """Seconds from the start of a program to its answer of what it gives."""
    begin = time.perf_counter()
    provider = Provider(program)
    provider.call(SERVICE, "Describe")
    taken = time.perf_counter() - begin
    provider.end()
    return taken


def plain():
    """Seconds from the start of the smallest program to its end."""
    begin = time.perf_counter()
    subprocess.run(["/bin/true"], check=True)
    return time.perf_counter() - begin


def timed(provider, kind):
    begin = time.perf_counter()
    provider.timeline(kind)
    return time.perf_counter() - begin


def views(bench):
    """Each in turn, so that what slows the machine slows both."""
    program = bench.programs.path("ViewsBench")
    starts, floors = [], []
    for _ in range(bench.scaled(50)):
        starts.append(started(program))
        floors.append(plain())
    provider = Provider(program)
    for kind in ("one", "hundred"):
        provider.timeline(kind)
    one, hundred = [], []
    for _ in range(bench.scaled(30)):
        one.append(timed(provider, "one"))
        hundred.append(timed(provider, "hundred"))
    entries = [value for key, value in fields(provider.timeline("hundred")) if key == 1]
    archives = [first(entry, 2) for entry in entries]
    nodes = sum(1 for key, _ in fields(archives[0]) if key == 3)
    provider.end()
    if len(entries) != 100 or nodes < 100:
        raise RuntimeError(f"{len(entries)} entries of {nodes} views")
    one_ms, hundred_ms = statistics.median(one) * 1000, statistics.median(hundred) * 1000
    note = f"{nodes} views, the largest family; the floor is an entry of one text"
    return [
        Row("a provider's start until it has said what it gives", "ms", statistics.median(starts) * 1000, floor=statistics.median(floors) * 1000,
            target=("<=", 25), note="the floor is /bin/true, to its end"),
        Row("archiving an entry", "ms", hundred_ms / 100, floor=one_ms / 100, target=("<=", 1), note=note),
        Row("a timeline of 100 such entries", "ms", hundred_ms, floor=one_ms, target=("<=", 1000), note="asked and answered over the socket"),
        Row("the largest of their archives", "KiB", max(map(len, archives)) / 1024, target=("<=", 256), note="encoded"),
    ]
