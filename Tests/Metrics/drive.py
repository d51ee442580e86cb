"""Asks a daemon for its metrics as Prometheus does, and has a real Prometheus do it. run.sh starts this."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

from prometheus_client.openmetrics.parser import text_string_to_metric_families

PATIENCE = 60
COUNTER = """#!/bin/sh
printf '{"entries":[{"date":"2026-01-01T00:00:00Z","view":{"text":"one"}}]}'
"""
CRASHING = """#!/bin/sh
kill -SEGV $$
"""
checks = 0


def expect(condition, sentence):
    global checks
    checks += 1
    if not condition:
        raise SystemExit(f"failed: {sentence}")


def until(body, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if found := body():
                return found
        time.sleep(0.1)
    raise SystemExit(f"failed: {what} within {PATIENCE} s")


class Daemon:
    """A daemon with a store, a socket and providers of its own."""

    def __init__(self, programs, place, name):
        self.programs, self.place = programs, place / name
        providers = self.place / "providers"
        providers.mkdir(parents=True)
        for kind, script in (("counter", COUNTER), ("crashing", CRASHING)):
            (providers / f"{kind}.sh").write_text(script)
            (providers / f"{kind}.sh").chmod(0o755)
            (providers / f"{kind}.json").write_text(json.dumps({
                "format": 1, "id": kind, "name": kind, "protocol": "json", "exec": [f"{kind}.sh"],
                "kinds": [{"id": kind, "display_name": kind, "families": ["systemSmall"]}]}))
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.place), "WIDGETD_SOCKET": str(self.place / "socket"), "XDG_CONFIG_HOME": str(self.place / "config")}
        self.log = self.place / "log"
        self.process = subprocess.Popen(
            [programs / "widgetd", "--state-directory", self.place / "state", "--socket", self.place / "socket", "--providers", providers,
             "--device-name", name, "--peer-listen", f"unix:{self.place}/peers", "--no-announce", "--push-listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0",
             "--metrics-listen", f"unix:{self.place}/metrics"],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(self.log, "w"))
        self.port = self.logged(r"giving metrics addresses=\"http://127.0.0.1:(\d+)/metrics unix:")
        self.push_port = self.logged(r"taking pushes addresses=.*?127.0.0.1:(\d+)")

    def logged(self, pattern):
        """The number that the daemon's log says."""
        return int(until(lambda: re.search(pattern, self.log.read_text()), f"it logs {pattern}")[1])

    def run(self, *arguments, status=0):
        done = subprocess.run([self.programs / "widgetctl", *arguments], env=self.environment, capture_output=True, text=True, timeout=PATIENCE)
        expect(done.returncode == status, f"widgetctl {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def get(self, path="/metrics", method="GET", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, headers=headers or {})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer, text

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


class Scrape:
    """The metrics of one answer, as the parser has read them."""

    def __init__(self, text):
        self.families = list(text_string_to_metric_families(text))
        self.names = {sample.name for family in self.families for sample in family.samples}

    def value(self, name, **labels):
        """The sum of all samples that have these labels."""
        return sum(
            sample.value for family in self.families for sample in family.samples if sample.name == name and labels.items() <= sample.labels.items())


def form(daemon):
    """What the text looks like, whoever reads it."""
    answer, text = daemon.get()
    expect(answer.status == 200, f"GET /metrics gives {answer.status}")
    expect(answer.headers["content-type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8", f"the type is {answer.headers['content-type']}")
    expect(text.endswith("\n# EOF\n"), "the text ends with its end mark")
    scrape = Scrape(text)
    for family in scrape.families:
        expect(re.fullmatch(r"(widgetd|process)_[a-z_]+", family.name), f"{family.name} has a prefix and is in small letters")
        expect(family.documentation.endswith("."), f"{family.name} is explained in a sentence")
        expect(not family.unit or family.name.endswith("_" + family.unit), f"{family.name} ends with its unit {family.unit}")
        expect(not re.search(r"_(seconds|bytes)$", family.name) or family.unit, f"{family.name} says its unit")
        for sample in family.samples:
            for label, value in sample.labels.items():
                expect(not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", value), f"{sample.name} has no id of a widget in {label}: {value}")


def refusals(daemon):
    """What the listener doesn't do."""
    for path, method, headers, status in (
        ("/", "GET", {}, 404), ("/metrics", "POST", {}, 405), ("/metrics", "GET", {"Host": "evil.example"}, 421), ("/metrics?x=1", "GET", {}, 200),
        ("/metrics", "HEAD", {}, 200), ("/metrics", "GET", {"Host": f"localhost:{daemon.port}"}, 200), ("/metrics", "GET", {"Host": "[::1]:9"}, 200),
        ("/metrics", "GET", {"Host": "127.evil.example"}, 421)):
        answer, text = daemon.get(path, method, headers)
        expect(answer.status == status, f"{method} {path} with {headers} gives {answer.status}, not {status}")
        expect(method != "HEAD" or text == "", "the answer to HEAD has no body")
    path = daemon.place / "metrics"
    expect(stat.S_IMODE(path.stat().st_mode) == 0o600, "the Unix socket is the daemon's user's alone")
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        client.sendall(b"GET /metrics HTTP/1.1\r\nHost: anything\r\nConnection: close\r\n\r\n")
        text = b"".join(iter(lambda: client.recv(1 << 16), b""))
        expect(text.startswith(b"HTTP/1.1 200") and text.endswith(b"# EOF\n"), "the Unix socket gives the same")
    with socket.create_connection(("127.0.0.1", daemon.port)) as client:
        client.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 64_000 + b"\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            expect(b"200" not in client.recv(64), "64 kB of headers aren't taken")
    with contextlib.ExitStack() as opened:
        clients = [opened.enter_context(socket.create_connection(("127.0.0.1", daemon.port), timeout=PATIENCE)) for _ in range(16)]
        # The last of the 16 has been accepted once it was answered.
        clients[-1].sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        clients[-1].recv(1)
        with socket.create_connection(("127.0.0.1", daemon.port), timeout=PATIENCE) as further:
            try:
                rest = further.recv(1)
            except ConnectionError:
                rest = b""
            expect(rest == b"", "a connection beyond the limit is closed")
    until(lambda: daemon.get()[0].status == 200, "it answers again when they have gone")
    for address in ("0.0.0.0:9464", "[::]:9464", "desk.example:9464", "9464", "unix:metrics", "127.0.0.1:70000"):
        done = subprocess.run(
            [daemon.programs / "widgetd", "--state-directory", daemon.place / "other", "--metrics-listen", address], env=daemon.environment,
            capture_output=True, text=True, timeout=PATIENCE)
        expect(done.returncode == 64 and "--metrics-listen" in done.stderr, f"{address} is refused with the option's name: {done.returncode} {done.stderr}")
        expect("proxy" in done.stderr or ":9464" not in address, f"the refusal of {address} says what to do: {done.stderr}")


def counts(daemon, other):
    """What was done is counted, and under the right labels."""
    daemon.run("place", "counter", "--name", "mine")
    daemon.run("place", "crashing", "--name", "bad")
    daemon.run("reload", "mine", "--wait")
    daemon.run("reload", "bad", "--wait", status=70)
    daemon.run("show", "nothing", status=66)
    code = json.loads(daemon.run("device", "invite", "--no-wait", "--json", "--address", f"unix:{daemon.place}/peers"))["code"]
    other.run("device", "join", code)
    if shutil.which("curl"):
        subprocess.run(
            ["curl", "-sk", "--http2", "-d", "{}", f"https://127.0.0.1:{daemon.push_port}/3/device/00"], capture_output=True, timeout=PATIENCE, check=False)

    def read():
        scrape = Scrape(daemon.get()[1])
        is_equal = scrape.value("widgetd_device_connected", device="other") == 1 and scrape.value("widgetd_sync_lag_seconds", device="other") == 0
        return scrape if is_equal else None

    scrape = until(read, "the other device is connected and has all")
    for name, labels, least in (
        ("widgetd_build_info", {}, 1), ("widgetd_calls_total", {"service": "widgetd.v1.Widgets", "method": "Place", "code": "OK"}, 2),
        ("widgetd_calls_total", {"code": "NOT_FOUND"}, 1), ("widgetd_call_duration_seconds_count", {"service": "widgetd.v1.Widgets", "method": "Place"}, 2),
        ("widgetd_call_duration_seconds_sum", {"method": "Place"}, 1e-6), ("widgetd_store_commit_duration_seconds_count", {"durability": "synced"}, 2),
        ("widgetd_store_size_bytes", {}, 4096), ("widgetd_store_writable", {}, 1), ("widgetd_reloads_total", {"cause": "explicit", "result": "failed"}, 1),
        ("widgetd_reloads_total", {"cause": "placed", "result": "new"}, 1), ("widgetd_reloads_total", {"cause": "explicit", "result": "unchanged"}, 1),
        ("widgetd_provider_request_duration_seconds_count", {"provider": "counter"}, 2),
        ("widgetd_provider_request_failures_total", {"provider": "crashing"}, 1),
        ("widgetd_provider_crashes_total", {"provider": "crashing"}, 1), ("widgetd_provider_launches_total", {"provider": "counter"}, 2),
        ("widgetd_board_items", {"board": "widgets"}, 2), ("widgetd_device_connected", {"device": "other"}, 1), ("process_resident_memory_bytes", {}, 1 << 20),
        ("process_cpu_seconds_total", {}, 1e-3), ("process_start_time_seconds", {}, 1e9), ("process_open_fds", {}, 5)):
        found = scrape.value(name, **labels)
        expect(found >= least, f"{name}{labels} is {found}, at least {least}")
    expect(scrape.value("widgetd_provider_crashes_total", provider="counter") == 0, "a provider that ends well hasn't crashed")
    expect(
        scrape.value("widgetd_pushes_refused_total", status="400", reason="MissingTopic") >= 1 or not shutil.which("curl"),
        "a refused push is counted by its reason")
    other.stop()
    until(lambda: Scrape(daemon.get()[1]).value("widgetd_device_connected", device="other") == 0, "a link that is gone counts as gone")
    daemon.run("configure", "mine", "--name", "ours")
    until(lambda: Scrape(daemon.get()[1]).value("widgetd_sync_lag_seconds", device="other") > 0, "a device that is away lags more and more")


def expressions(dashboard):
    """What the dashboard asks Prometheus, with the values that Grafana fills in."""
    found = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    return [expression.replace("$__rate_interval", "5s").replace("$instance", ".*") for expression in found]


def dashboard(daemon, path):
    """Each metric that the dashboard names is one that the daemon gives."""
    names = Scrape(daemon.get()[1]).names
    asked = {name for expression in expressions(json.loads(path.read_text())) for name in re.findall(r"\b(?:widgetd|process)_\w+", expression)}
    expect(len(asked) > 15, f"the dashboard asks for {len(asked)} metrics")
    # Nothing was refused yet where there is no curl.
    for name in sorted(asked - {"widgetd_pushes_refused_total"}):
        expect(name in names, f"the daemon gives {name}, which the dashboard asks for")


def prometheus(daemon, path, place):
    """A real Prometheus scrapes the daemon and answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config = place / "prometheus.yml"
    config.write_text(
        f"global: {{scrape_interval: 1s}}\nscrape_configs:\n- job_name: widgetd\n  static_configs: [{{targets: ['127.0.0.1:{daemon.port}']}}]\n")
    log = place / "prometheus.log"
    process = subprocess.Popen(
        ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={place}/tsdb", f"--web.listen-address=127.0.0.1:{port}"], stdout=subprocess.DEVNULL,
        stderr=open(log, "w"))

    def query(expression):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/query?{urllib.parse.urlencode({'query': expression})}", timeout=PATIENCE) as answer:
            return json.load(answer)["data"]["result"]

    try:
        until(lambda: [one for one in query("up{job='widgetd'}") if one["value"][1] == "1"], f"Prometheus scrapes the daemon (its log is {log})")
        count = float(query("sum(widgetd_calls_total{code='OK'})")[0]["value"][1])
        expect(count >= 2, f"Prometheus knows of {count} calls")
        daemon.run("widgets")
        until(lambda: float(query("sum(widgetd_calls_total{code='OK'})")[0]["value"][1]) > count, "Prometheus sees a call that is made now")
        version = daemon.run("status", "--json")
        expect(query("widgetd_build_info")[0]["metric"]["version"] == json.loads(version)["version"], "Prometheus knows the version")
        for expression in expressions(json.loads(path.read_text())):
            query(expression)  # it is understood
        until(lambda: query("histogram_quantile(0.9, sum by (le) (rate(widgetd_call_duration_seconds_bucket[5s])))"), "it answers how long calls take")
        target = urllib.parse.urlencode({"match_target": '{job="widgetd"}'})
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/targets/metadata?{target}", timeout=PATIENCE) as answer:
            metadata = {one["metric"]: one for one in json.load(answer)["data"]}
        expect(metadata["widgetd_store_size_bytes"]["unit"] == "bytes", "Prometheus has read the units, so it took the text as OpenMetrics")
    finally:
        process.terminate()
        process.wait(PATIENCE)


def main():
    programs, path = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    place = pathlib.Path(tempfile.mkdtemp(prefix="widgetd-metrics-"))
    daemons = []
    status = 0
    try:
        for name in ("desk", "other"):
            daemons.append(Daemon(programs, place, name))
        form(daemons[0])
        refusals(daemons[0])
        counts(daemons[0], daemons[1])
        form(daemons[0])
        dashboard(daemons[0], path)
        if shutil.which("prometheus"):
            prometheus(daemons[0], path, place)
        else:
            print("skipped: what needs Prometheus (on Debian and Ubuntu: apt-get install prometheus)")
            status = 77
        print(f"metrics: {checks} checks passed")
    finally:
        for daemon in daemons:
            daemon.stop()
        shutil.rmtree(place, ignore_errors=True)
    sys.exit(status)


main()
