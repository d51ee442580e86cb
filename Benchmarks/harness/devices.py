"""Two or more real daemons that are each other's devices, over TLS on loopback, their stores on tmpfs."""

import contextlib
import os
import shutil
import tempfile
import time

from . import rpc
from .fixture import SCRIPT, write_json
from .process import Daemon, free_ports

KIND = "note"
MEMORY = "/dev/shm"
CONNECTED = 2
# Of a join and everything that follows from it.
PATIENCE = 120


class Device(Daemon):
    """A daemon that others find at a port of its own, which it keeps."""

    def __init__(self, program, directory, name, port):
        super().__init__(program, directory, options=["--peer-listen", f"127.0.0.1:{port}", "--no-announce", "--device-name", name])
        self.name, self.port = name, port
        self.client = rpc.Client(self.socket)

    def stop(self):
        self.client.close()
        super().stop()

    def devices(self, method, payload=b""):
        return self.client.call("widgetd.v1.Devices", method, payload)

    def peers(self):
        """SyncStatusResponse.peers."""
        return [value for number, value in rpc.fields(self.devices("SyncStatus")) if number == 1]

    def join(self, other):
        """Joins another device by an invitation of it."""
        self.devices("JoinDevice", rpc.field(1, rpc.first(other.devices("Invite"), 1)))

    def is_in_sync(self, count=1):
        """Whether there are so many peers, all connected, and nothing is on its way."""
        peers = self.peers()
        connected = [peer for peer in peers if rpc.first(rpc.first(peer, 1), 5, 0) == CONNECTED]
        return len(connected) >= count and not any(rpc.first(peer, number, 0) for peer in connected for number in (4, 5, 11))

    def verify(self, other):
        """Compares everything with a peer. A failure is a fault of the product, and ends the figure."""
        answer = self.devices("Verify", rpc.field(1, other.name))
        if rpc.first(answer, 3, 0) != 1:
            raise RuntimeError(f"{self.name} and {other.name} differ: {rpc.first(answer, 4, b'one is behind').decode()}")
        return rpc.first(answer, 2, 0)


def until(condition, what, pause=0.02, patience=PATIENCE):
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"after {patience} s not yet: {what}")
        time.sleep(pause)


@contextlib.contextmanager
def directory(bench, is_durable=False):
    """On tmpfs, where there is one and nobody asked for the disk: it is the work that is measured. On the disk where what is compared with waits for it."""
    path = tempfile.mkdtemp(prefix="widgetd-bench-", dir=bench.disk if is_durable else bench.memory)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def provide(place):
    """Makes a device's directory, with the provider of the kind: its timeline has one entry, and never ends."""
    providers = os.path.join(place, "providers")
    os.makedirs(providers)
    with open(os.path.join(providers, "note.sh"), "w") as script:
        script.write(SCRIPT)
        os.fchmod(script.fileno(), 0o755)
    write_json(providers, "timeline.json", {"view": {"text": "a note"}, "policy": "never"})
    write_json(providers, "note.json", {
        "format": 1, "id": "note", "name": "note", "protocol": "json", "exec": ["note.sh"],
        "kinds": [{"id": KIND, "display_name": "note", "families": ["systemSmall"]}],
    })


class Devices:
    """Daemons by name, each started and stopped as often as a figure likes; all end with the `with`."""

    def __init__(self, bench, place):
        self.bench, self.place = bench, place
        self.running, self.ports = {}, {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for name in list(self.running):
            self.stop(name)

    def start(self, name, program=None):
        """Starts a device; the first time in a new directory, without a provider. `program` is run in widgetd's place, with its arguments."""
        if name not in self.ports:
            (self.ports[name],) = free_ports(1)
            os.makedirs(os.path.join(self.directory(name), "providers"), exist_ok=True)
        self.running[name] = Device(program or self.bench.programs.path("widgetd"), self.directory(name), name, self.ports[name])
        return self.running[name]

    def stop(self, name):
        self.running.pop(name).stop()

    def directory(self, name):
        return os.path.join(self.place, name)

    def __getitem__(self, name):
        return self.running[name]


@contextlib.contextmanager
def pair(bench, widgets=1, provide=provide, is_durable=False):
    """Two devices that are the same, "here" and "there"; the widgets were placed here, where their provider is, which `provide` puts there."""
    with directory(bench, is_durable) as place, Devices(bench, place) as devices:
        provide(devices.directory("here"))
        here = devices.start("here")
        ids = [here.client.place(KIND) for _ in range(widgets)]
        until(lambda: here.client.widgets()[1] == widgets, "every widget has its timeline")
        # Now, since a daemon closes a connection that asks nothing for some seconds.
        there = devices.start("there")
        there.join(here)
        until(lambda: here.is_in_sync() and there.is_in_sync() and there.client.widgets()[1] == widgets, "two devices are the same")
        yield devices, ids
