"""The push gateway: pushes a second, each durable before its answer, and how long it takes from a push to its provider's start."""

import base64
import contextlib
import json
import os
import re
import subprocess
import tempfile
import time

from . import rpc
from .devices import MEMORY
from .fixture import write_json
from .http2 import Connection
from .process import Daemon, free_ports, measure
from .programs import find
from .table import Row, compare

PROGRAMS = ["widgetd", "widgetctl", "store_floor"]
APP = "bench"
TEAM, KEY = "TEAM000001", "KEY0000001"
BODY = b'{"aps":{"content-changed":true}}'


def gateway(bench):
    return throughput(bench) + latency(bench)


def throughput(bench):
    """h2load on one connection with 100 in flight, beside plain commits of a line each on the same disk."""
    h2load = find("h2load")
    if h2load is None:
        return [Row("pushes on one connection", "/s", None, note="there is no h2load (Debian: nghttp2-client)")]
    rows = []
    places = [("", bench.directory, (">=", 0.7))]
    if os.path.isdir(MEMORY):
        places.append((" on tmpfs", MEMORY, None))
    # Fewer than a source may send at once.
    pushes = bench.scaled(10_000)
    for where, place, target in places:
        def ours():
            with served(bench, place) as service:
                command = [h2load, "-n", str(pushes), "-c", "1", "-m", "100", "-d", service.body]
                for name, value in service.headers():
                    command += ["-H", f"{name}: {value}"]
                result = subprocess.run(command + [service.url()], capture_output=True, text=True, timeout=300)
                match = re.search(r"finished in .*?, ([\d.]+) req/s", result.stdout)
                if match is None or f"{pushes} 2xx" not in result.stdout:
                    raise RuntimeError(f"h2load: {result.stdout.strip()[-400:] or result.stderr.strip()}")
                return {"rate": float(match[1])}

        def floor():
            with tempfile.TemporaryDirectory(prefix="widgetd-bench-", dir=place) as fresh:
                return {"rate": measure([bench.programs.path("store_floor"), "push", fresh, str(pushes)])["per_second"]}
        results = bench.in_turn({"ours": ours, "floor": floor})
        rate, commits = results["ours"].get("rate"), results["floor"].get("rate")
        rows.append(compare(
            f"pushes on one connection, 100 in flight{where}", "/s", rate, commits, target, floor=commits, note="to plain commits in C; each is on disk before its answer"))
    return rows


def latency(bench):
    """From the first byte of a push to the provider's first sign of life, beside the same program's bare start."""
    runs = bench.scaled(100)
    with served(bench, bench.directory, options=["--developer-mode"]) as service:
        connection = Connection(service.port, service.authority)
        try:
            def ours():
                request = connection.prepare(service.request(), BODY)
                begin = time.perf_counter_ns()
                connection.socket.sendall(request)
                service.wait_for_start()
                end = time.perf_counter_ns()
                if connection.status() != 200:
                    raise RuntimeError("a push was refused")
                service.rest()
                return {"ms": (end - begin) / 1e6}

            def floor():
                begin = time.perf_counter_ns()
                process = subprocess.Popen([service.program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
                service.wait_for_start()
                end = time.perf_counter_ns()
                process.wait()
                return {"ms": (end - begin) / 1e6}
            results = bench.in_turn({"ours": ours, "floor": floor}, rounds=runs)
        finally:
            connection.close()
    ours, floor = results["ours"].get("ms"), results["floor"].get("ms")
    return [compare("from a push to its provider's start, p50", "ms", ours, floor, ("<=", 3), floor=floor, note="to the bare start of the same script")]


class Service:
    """A daemon with a gateway, a key and one widget that takes pushes."""

    def __init__(self, bench, directory, options):
        self.bench, self.directory = bench, directory
        self.fifo = os.path.join(directory, "started")
        self.body = os.path.join(directory, "body")
        self.program = os.path.join(directory, "providers", "bench.sh")
        os.makedirs(os.path.join(directory, "providers"))
        os.mkfifo(self.fifo)
        # Both ends, so that neither waits for the other.
        self.started = os.open(self.fifo, os.O_RDWR)
        with open(self.body, "wb") as file:
            file.write(BODY)
        with open(self.program, "w") as script:
            script.write(f"#!/bin/sh\nprintf . >{self.fifo}\nexec cat \"${{0%/*}}/timeline.json\"\n")
            os.fchmod(script.fileno(), 0o755)
        write_json(os.path.join(directory, "providers"), "timeline.json", {"view": {"text": "pushed"}, "policy": "never"})
        write_json(os.path.join(directory, "providers"), "bench.json", {
            "format": 1, "id": APP, "name": APP, "protocol": "json", "exec": ["bench.sh"],
            "kinds": [{"id": APP, "display_name": APP, "families": ["systemSmall"], "push_handler": True}],
        })
        (self.port,) = free_ports(1)
        self.daemon = Daemon(bench.programs.path("widgetd"), directory, options=["--no-announce", "--push-listen", f"127.0.0.1:{self.port}", *options])
        self.authority = os.path.join(directory, "state", "push-certificate.pem")
        self.client = rpc.Client(self.daemon.socket)

    def prepare(self):
        self.client.place(APP)
        self.rest()
        self.add_key()
        self.token = json.loads(self.widgetctl("push", "token", APP, "--json"))["tokens"][0]["token"]

    def add_key(self):
        self.key = os.path.join(self.directory, "key.pem")
        subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", self.key], check=True, capture_output=True)
        public = subprocess.run(["openssl", "ec", "-in", self.key, "-pubout"], check=True, capture_output=True).stdout
        self.widgetctl("push", "key", "add", "--team", TEAM, "--id", KEY, "-", input=public.decode())
        signed = ".".join(coded(json.dumps(part).encode()) for part in ({"alg": "ES256", "kid": KEY}, {"iss": TEAM, "iat": int(time.time())}))
        signature = subprocess.run(["openssl", "dgst", "-sha256", "-sign", self.key], input=signed.encode(), check=True, capture_output=True).stdout
        self.provider_token = f"{signed}.{coded(raw(signature))}"

    def widgetctl(self, *arguments, **options):
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": self.directory, "WIDGETD_SOCKET": self.daemon.socket}
        result = subprocess.run([self.bench.programs.path("widgetctl"), *arguments], capture_output=True, text=True, timeout=60, env=environment, **options)
        if result.returncode != 0:
            raise RuntimeError(f"widgetctl {' '.join(arguments)}: {result.stderr.strip()}")
        return result.stdout

    def url(self):
        return f"https://127.0.0.1:{self.port}/3/device/{self.token}"

    def headers(self):
        return [("authorization", f"bearer {self.provider_token}"), ("apns-topic", f"{APP}.push-type.widgets"), ("apns-push-type", "widgets")]

    def request(self):
        return [(":method", "POST"), (":scheme", "https"), (":path", f"/3/device/{self.token}"), (":authority", "localhost"), *self.headers()]

    def wait_for_start(self):
        os.read(self.started, 1)

    def rest(self):
        """Until the provider has ended and what it gave is shown, and then what it said of starts is forgotten."""
        end = time.monotonic() + 60
        while self.client.widgets()[1] != 1 or self.children():
            if time.monotonic() > end:
                raise RuntimeError("the widget doesn't come to rest")
            time.sleep(0.01)
        os.set_blocking(self.started, False)
        with contextlib.suppress(BlockingIOError):
            os.read(self.started, 4096)
        os.set_blocking(self.started, True)

    def children(self):
        """Programs that the daemon has launched, by any of its threads."""
        found = []
        for thread in os.listdir(f"/proc/{self.daemon.id}/task"):
            with contextlib.suppress(FileNotFoundError), open(f"/proc/{self.daemon.id}/task/{thread}/children") as file:
                found += file.read().split()
        return found

    def stop(self):
        self.client.close()
        self.daemon.stop()
        os.close(self.started)


@contextlib.contextmanager
def served(bench, place, options=()):
    with tempfile.TemporaryDirectory(prefix="widgetd-bench-", dir=place) as directory:
        service = Service(bench, directory, options)
        try:
            service.prepare()
            yield service
        finally:
            service.stop()


def coded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw(signature):
    """The two numbers of an ECDSA signature in DER, 32 bytes each."""
    numbers, place = [], 2
    for _ in range(2):
        length = signature[place + 1]
        numbers.append(signature[place + 2:place + 2 + length].lstrip(b"\0").rjust(32, b"\0"))
        place += 2 + length
    return b"".join(numbers)
