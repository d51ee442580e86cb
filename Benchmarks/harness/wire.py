"""The wire: the product's daemon beside the C floor, Go ttrpc and sd-bus, all with the same client in C."""

import contextlib
import os

from .process import Server, measure, system_calls
from .programs import find
from .table import Row, compare, in_turn

GO_SERVER, GO_CLIENT = "widgetd-go-bench-server", "widgetd-go-bench-client"
PROGRAMS = ["widgetd", "WireBench", "load", "floor", "sdbus", GO_SERVER, GO_CLIENT]


class Wire:
    def __init__(self, bench):
        self.bench, self.programs, self.fixture = bench, bench.programs, bench.fixture
        self.cpu = max(os.sched_getaffinity(0))
        self.answer = os.path.join(bench.directory, "answer")
        with self.fixture.daemon() as daemon:
            size = measure(self.load("answer", daemon, self.answer))["answer_bytes"]
        bench.say(f"  100 bytes in, {size:.0f} bytes out, pinned to CPU {self.cpu}")

    def load(self, mode, server, number, *more):
        return [self.programs.path("load"), mode, server.socket, self.fixture.widget, str(number), *map(str, more)]

    @contextlib.contextmanager
    def server(self, name, cpu):
        """One of the servers: ours, floor, go, sdbus."""
        if name == "ours":
            with self.fixture.daemon(cpu, ["--connections-per-user", "2000"]) as daemon:
                yield daemon
            return
        commands = {
            "floor": lambda socket: [self.programs.path("floor"), socket, self.answer, "1000"],
            "go": lambda socket: [self.programs.path(GO_SERVER), socket, self.answer, "1000"],
            "sdbus": lambda socket: [self.programs.path("sdbus"), "serve", socket, self.answer],
        }
        server = Server(commands[name], self.bench.directory, cpu)
        try:
            yield server
        finally:
            server.stop()

    def names(self, *names):
        """Those of the servers that could be built."""
        needed = {"ours": ("widgetd",), "floor": ("floor",), "go": (GO_SERVER, GO_CLIENT), "sdbus": ("sdbus",)}
        return [name for name in names if self.programs.has(*needed[name])]

    def subject(self, name, cpu, command):
        def run():
            with self.server(name, cpu) as server:
                return measure(command(server), cpu)
        return run

    def turns(self, mode, number, servers, pin=True, process=True, rounds=None):
        """A mode of the load against each server; the medians by server."""
        cpu = self.cpu if pin else None
        subjects = {
            name: self.subject(name, cpu, lambda server: self.load(mode, server, number, *([server.id] if process else []))) for name in self.names(*servers)
        }
        return self.bench.in_turn(subjects, rounds)

    # MARK: the figures

    def latency(self):
        calls = self.bench.scaled(50_000)
        subjects = {name: self.subject(name, self.cpu, lambda server: self.load("latency", server, calls)) for name in self.names("ours", "floor", "go")}
        if self.names("sdbus"):
            subjects["sdbus"] = self.subject("sdbus", self.cpu, lambda server: [self.programs.path("sdbus"), "latency", server.socket, str(calls)])
        for name in ("nio", "blocking"):
            subjects[name] = self.subject(
                "ours", self.cpu, lambda server, name=name: [self.programs.path("WireBench"), name, server.socket, self.fixture.widget, str(calls)])
        if self.names("go"):
            subjects["gopair"] = self.subject(
                "go", self.cpu, lambda server: [self.programs.path(GO_CLIENT), "latency", server.socket, self.fixture.widget, str(calls)])
        results = self.bench.in_turn(subjects)
        ours, floor, go, sdbus, nio, blocking, gopair = (
            micro(results, name, "call_p50_ns") for name in ("ours", "floor", "go", "sdbus", "nio", "blocking", "gopair"))
        return [
            compare("server p50, C client", "us", ours, floor, ("<=", 1.1), floor=floor, note="to C on epoll"),
            compare("server p50, C client", "us", ours, go, ("<=", 0.65), peer=go, note="to Go ttrpc"),
            compare("server p50, C client", "us", ours, sdbus, None, peer=sdbus, note="to sd-bus direct, both sides"),
            compare("Swift pair p50, NIO client", "us", nio, floor, ("<=", 1.35), floor=floor, peer=gopair, note="to C; the peer is the Go pair"),
            compare("Swift pair p50, blocking client", "us", blocking, floor, None, floor=floor, peer=gopair, note="to C; what widgetctl uses"),
        ]

    def cpu_in_flight(self):
        calls = self.bench.scaled(400_000)
        results = self.turns("inflight", calls, ["ours", "floor", "go"])
        if self.names("sdbus"):
            results |= self.bench.in_turn({"sdbus": self.subject(
                "sdbus", self.cpu, lambda server: [self.programs.path("sdbus"), "inflight", server.socket, str(calls // 4), str(server.id)])})
        ours, floor, go, sdbus = (micro(results, name, "server_cpu_ns") for name in ("ours", "floor", "go", "sdbus"))
        return [
            compare("server CPU a call, 64 in flight", "us", ours, go, ("<=", 0.06), floor=floor, peer=go, note="to Go ttrpc"),
            compare("server CPU a call, 64 in flight", "us", ours, floor, ("<=", 3), floor=floor, note="to C on epoll"),
            compare("server CPU a call, 64 in flight", "us", ours, sdbus, None, floor=floor, peer=sdbus, note="to sd-bus direct"),
        ]

    def wall_clock(self):
        calls = self.bench.scaled(400_000)
        results = self.turns("inflight", calls, ["ours", "floor", "go"], pin=False)
        ours, floor, go = (value(results, name, "calls_per_second") for name in ("ours", "floor", "go"))
        subjects = {"nio": self.subject(
            "ours", None, lambda server: [self.programs.path("WireBench"), "inflight", server.socket, self.fixture.widget, str(calls // 2)])}
        if self.names("go"):
            subjects["gopair"] = self.subject(
                "go", None, lambda server: [self.programs.path(GO_CLIENT), "inflight", server.socket, self.fixture.widget, str(calls // 4)])
        pairs = self.bench.in_turn(subjects)
        nio, gopair = (value(pairs, name, "calls_per_second") for name in ("nio", "gopair"))
        return [
            compare("calls, 64 in flight, C client", "/s", ours, go, (">=", 15), floor=floor, peer=go, note="to Go ttrpc, not pinned"),
            compare("calls, 64 in flight, the pairs", "/s", nio, gopair, (">=", 3), floor=floor, peer=gopair, note="each with its own client, not pinned"),
        ]

    def streaming(self):
        results = self.turns("stream", self.bench.scaled(400_000), ["ours", "floor", "go"], pin=False)
        ours, floor, go = (value(results, name, "messages_per_second") for name in ("ours", "floor", "go"))
        return [compare("streamed messages", "/s", ours, go, (">=", 3), floor=floor, peer=go, note="to Go ttrpc, not pinned")]

    def beside_a_stream(self):
        results = self.turns("beside", self.bench.scaled(5_000), ["ours", "floor", "go"], process=False)
        ours, floor, go = (micro(results, name, "call_p99_ns") for name in ("ours", "floor", "go"))
        return [compare("unary p99 beside a saturating stream", "us", ours, go, ("<=", 0.1), floor=floor, peer=go, note="to Go ttrpc")]

    def system_calls(self):
        if find("strace") is None:
            return [Row("system calls a call", "", None, note="skipped: strace isn't installed")]
        def subject(name):
            def run():
                with self.server(name, self.cpu) as server:
                    # The difference of two runs leaves out what a connection costs.
                    few, many = (
                        system_calls(server.id, lambda calls=calls: measure(self.load("latency", server, calls), self.cpu)) for calls in (2_000, 4_000))
                    return {"calls": round((many - few) / 2_200, 1)}
            return run
        results = self.bench.in_turn({name: subject(name) for name in self.names("ours", "floor", "go")}, rounds=1)
        ours, floor, go = (value(results, name, "calls") for name in ("ours", "floor", "go"))
        return [Row("system calls a call", "", ours, floor=floor, peer=go, target=("<=", 3), note="of the server; the peer is Go ttrpc")]

    def idle_connections(self):
        results = self.turns("idle", 1_000, ["ours", "floor", "go"])
        ours, floor, go = (value(results, name, "bytes_per_connection", 1 / 1024) for name in ("ours", "floor", "go"))
        return [compare("an idle connection", "KiB", ours, go, ("<=", 0.5), floor=floor, peer=go, note="to Go ttrpc; 1,000 of them")]

    def unread_replies(self):
        results = self.turns("unread", 100_000, ["ours", "floor", "go"], pin=False, rounds=1 if self.bench.quick else 3)
        ours, floor, go = (value(results, name, "growth_bytes", 1e-6) for name in ("ours", "floor", "go"))
        return [Row("growth by 100,000 requests, no reply read", "MB", ours, floor=floor, peer=go, target=("<=", 20), note="the peer is Go ttrpc")]


def value(results, name, key, factor=1.0):
    found = results.get(name, {}).get(key)
    return None if found is None else found * factor


def micro(results, name, key):
    return value(results, name, key, 1e-3)
