"""A desktop for a benchmark: a daemon with widgets, a compositor and an X server without a display, a bus, and programs that show one list on them."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from ..fixture import write_json
from ..process import Daemon
from ..rpc import Client, field
from .trace import Trace

WIDGETS = 20
PATIENCE = 20
WIDTH, HEIGHT = 1920, 1080

# Each kind has a file with its answer. A letter in the FIFO says that the answer has been given.
SCRIPT = """#!/bin/sh
request=$(cat)
kind=${{request#*'"kind":"'}}
cat "{place}/providers/${{kind%%'"'*}}.timeline"
printf . >{place}/answered
"""
SWAY = f"""output HEADLESS-1 resolution {WIDTH}x{HEIGHT}
seat seat0 hide_cursor 1
xwayland disable
default_border none
for_window [app_id=".*"] floating enable
"""


def percent(number, turn=0):
    """What the list says of a room in each turn of changes."""
    return (number * 37 + turn * 23) % 90 + 5


def kind(number):
    return f"room{number}"


class Desk:
    """Everything is in a directory that goes, and what it starts is ended with it."""

    def __init__(self, bench, widgets):
        self.bench = bench
        self.started, self.widgets, self.logs = [], 0, 0
        self.place = tempfile.mkdtemp(prefix="widgetd-bench-", dir=bench.memory)
        try:
            self.prepare(widgets)
        except BaseException:
            self.close()
            raise

    def prepare(self, widgets):
        # The compositor runs as another user where this one is root.
        os.chmod(self.place, 0o755)
        for name in ("providers", "lists", "run"):
            os.mkdir(os.path.join(self.place, name), 0o700)
        self.environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": self.place, "XDG_RUNTIME_DIR": self.path("run"), "XDG_CONFIG_HOME": self.path("config"),
            "XDG_STATE_HOME": self.path("state-home"), "XDG_CACHE_HOME": self.path("cache"), "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "COLORTERM": "truecolor", "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.path('bus')}", "GDK_BACKEND": "wayland", "GSK_RENDERER": "cairo",
            "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "WIDGETD_SOCKET": self.path("widgetd.sock"),
        }
        os.mkfifo(self.path("answered"))
        self.answered = os.open(self.path("answered"), os.O_RDWR | os.O_NONBLOCK)
        with open(self.path("providers/rooms.sh"), "w") as script:
            script.write(SCRIPT.format(place=self.place))
            os.fchmod(script.fileno(), 0o755)
        write_json(self.path("providers"), "rooms.json", {
            "format": 1, "id": "rooms", "name": "Rooms", "protocol": "json", "exec": ["rooms.sh"],
            "kinds": [{"id": kind(number), "display_name": f"Room {number}", "families": ["systemSmall"]} for number in range(WIDGETS)],
        })
        for number in range(WIDGETS):
            self.answer(number, still(number))
        self.daemon = Daemon(self.bench.programs.path("widgetd"), self.place, options=["--no-announce"])
        self.client = Client(self.daemon.socket)
        self.fill(widgets)
        if shutil.which("dbus-daemon"):
            self.run(["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={self.environment['DBUS_SESSION_BUS_ADDRESS']}"])
            self.until("the bus is there", lambda: os.path.exists(self.path("bus")))

    def path(self, *names):
        return os.path.join(self.place, *names)

    # The widgets, and the list of the same for the other programs

    def answer(self, number, timeline):
        """What the provider says of a widget from its next reload on."""
        write_json(self.path("providers"), f"{kind(number)}.timeline", timeline)

    def fill(self, count):
        """Places widgets until there are so many."""
        for number in range(self.widgets, count):
            self.client.place(kind(number))
        self.widgets = count
        self.until("each widget has its timeline", lambda: self.client.widgets()[1] == count, 60)

    def reload(self, number):
        """Asks for a widget's new timeline. The time at which the provider has given it, by CLOCK_REALTIME in ns."""
        with contextlib.suppress(BlockingIOError):
            os.read(self.answered, 4096)
        self.client.call("widgetd.v1.Widgets", "Reload", field(2, kind(number)))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(BlockingIOError):
                os.read(self.answered, 1)
                return time.time_ns()
            time.sleep(0.0002)
        raise RuntimeError("the provider isn't asked")

    def list(self, name, turn=0):
        """Writes a list, in the place of the one that is there; its path and the time at which it was there."""
        path = self.path("lists", name)
        with open(f"{path}.new", "w") as file:
            for number in range(WIDGETS):
                file.write(f"Room {number}\t{percent(number, turn if number == 0 else 0)}\n")
        written = time.time_ns()
        os.rename(f"{path}.new", path)
        return path, written

    # Displays

    def compositor(self):
        """Starts sway without a display. It doesn't run as root."""
        with open(self.path("sway.conf"), "w") as file:
            file.write(SWAY)
        command = ["sway", "-c", self.path("sway.conf")]
        if os.getuid() == 0:
            shutil.chown(self.path("run"), "nobody", "nogroup")
            command = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--inh-caps=-all", *command]
        self.sway = self.run(command, WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1").process
        names = ("wayland-0", "wayland-1")
        self.environment["WAYLAND_DISPLAY"] = self.until("sway listens", lambda: next((name for name in names if self.listens(name)), None))

    def listens(self, name):
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(self.path("run", name)) == 0

    def x_server(self):
        """Starts Xvfb; the file has its pixels."""
        reader, writer = os.pipe()
        os.mkdir(self.path("screen"))
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-fbdir", self.path("screen")]
        self.run(command, pass_fds=[writer])
        os.close(writer)
        with open(reader) as number:
            self.environment["DISPLAY"] = f":{number.readline().strip()}"
        self.screen = self.path("screen", "Xvfb_screen0")

    # Programs

    def run(self, command, trace=False, pass_fds=(), **variables):
        """Starts a program of the desktop; `trace` writes down what it says to the compositor."""
        self.logs += 1
        run = Run(command, {**self.environment, **variables}, self.path(f"{self.logs}-{os.path.basename(command[0])}.log"), trace, pass_fds)
        self.started.append(run)
        return run

    def stop(self, run):
        self.started.remove(run)
        run.stop()

    @contextlib.contextmanager
    def running(self, command, **options):
        run = self.run(command, **options)
        try:
            yield run
        finally:
            self.stop(run)

    def until(self, what, check, seconds=PATIENCE):
        """Waits until a check gives something, and gives that."""
        end = time.monotonic() + seconds
        while True:
            answer = check()
            if answer:
                return answer
            if time.monotonic() > end:
                raise RuntimeError(f"it isn't so within {seconds} s that {what}")
            time.sleep(0.01)

    def close(self):
        for run in reversed(list(self.started)):
            self.stop(run)
        if hasattr(self, "client"):
            self.client.close()
        if hasattr(self, "daemon"):
            self.daemon.stop()
        if hasattr(self, "answered"):
            os.close(self.answered)
        shutil.rmtree(self.place, ignore_errors=True)


class Run:
    """A program that runs; `began` is when it was started, by CLOCK_REALTIME in ns."""

    def __init__(self, command, environment, log, trace, pass_fds):
        if trace:
            environment = {**environment, "WAYLAND_DEBUG": "1"}
        self.log = log
        with open(log, "wb") as file:
            self.began = time.time_ns()
            self.process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file, pass_fds=pass_fds, start_new_session=True)
        self.trace = Trace(log)

    @property
    def id(self):
        return self.process.pid

    def check(self):
        """It still runs."""
        if self.process.poll() is not None:
            with open(self.log, errors="replace") as file:
                raise RuntimeError(f"{self.process.args[0]} has ended with {self.process.returncode}: {file.read()[-300:].strip()}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def desktop(bench, widgets):
    """A desk with so many of the widgets, and with its displays."""
    made = Desk(bench, widgets)
    try:
        made.compositor()
        if shutil.which("Xvfb"):
            made.x_server()
        yield made
    finally:
        made.close()


def still(number, turn=0, text=None):
    """A timeline of one view: a name, a number and a bar."""
    return {"view": view(number, percent(number, turn), text), "policy": "never"}


def view(number, value, text=None, animation=None):
    bar = {"progress": value / 100, "id": "bar"}
    if animation:
        bar["animation"] = {"value": value, "animation": animation}
    texts = [{"text": f"Room {number}", "font": "caption", "id": "name"}, {"text": text or f"{value} %", "font": "title", "id": "number"}]
    return {"vstack": [*texts, bar], "alignment": "leading"}


def moving(number, begin, seconds, times):
    """A timeline whose bar runs to and fro, so many times without a rest, from a date on. What is shown until then has its place and its animation."""
    def entry(index):
        date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(begin + index * seconds))
        return {"date": date, "view": view(number, 90 if index % 2 else 10, f"{percent(number)} %", {"curve": "linear", "duration": seconds})}
    return {"entries": [entry(index) for index in range(-1, times)], "policy": "never"}


def wall_file(desk):
    """The settings of widgetd-wall: all widgets in five columns."""
    path = desk.path("wall.json")
    with open(path, "w") as file:
        json.dump({"surfaces": [{"name": "desk", "kind": "desktop", "layer": "top", "anchor": "topLeft", "margin": 0, "columns": 5}]}, file)
    return path
