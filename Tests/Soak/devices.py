"""Devices on this machine: each a daemon with a store, providers, a gateway and a wall clock of its own."""

import json
import mmap
import os
import re
import shutil
import socket
import struct
import subprocess
import time

import tapper
from machines import Daemon
from ttrpc import Broken, Client, Refused

# How long a daemon may take to start, in seconds.
READY = 60
HERE = os.path.dirname(os.path.abspath(__file__))
# The store of the device whose disk fills up.
DISK = "128m"
KINDS = ("fast", "slow", "failing", "large", "none")
MANIFEST = {
    "format": 1, "id": "soak", "name": "Soak", "protocol": "json", "exec": ["soak.sh"], "minimum_spacing_seconds": 20, "deadline_seconds": 15,
    "kinds": [{"id": kind, "display_name": kind, "families": ["systemSmall"], "push_handler": kind == "fast"} for kind in KINDS]
    + [{"id": "note", "display_name": "Note", "families": ["systemSmall"], "parameters": [{"name": "value", "type": "integer"}]}],
    "controls": [{"id": "switch", "display_name": "Switch", "type": "toggle", "symbol": "power"}],
}  # fmt: skip
# By its kind: an answer at once; after seconds; none, with an error; 100 kB in twelve entries; and no answer at all.
PROVIDER = r"""#!/bin/bash
request=$(cat)
random=$((RANDOM % 60 + 30))
after=$(date -u -d "$random seconds" +%FT%TZ)
case $request in
*'"call":"push"'*) printf '{}' ;;
*'"call":"controlValue"'*) [ -e STATE ] && printf '{"isOn":true}' || printf '{"isOn":false}' ;;
*'"isOn":true'*) : >STATE ;;
*'"isOn":false'*) rm -f STATE ;;
*'"kind":"failing"'*) [ $((RANDOM % 4)) = 0 ] || { echo "the server said $RANDOM" >&2; exit 1; }; printf '{"view":"good","policy":{"after":"%s"}}' $after ;;
*'"kind":"slow"'*) sleep $((RANDOM % 4 + 1)); printf '{"view":"slow %s","policy":{"after":"%s"}}' $RANDOM $after ;;
*'"kind":"none"'*) exit 0 ;;
*'"kind":"large"'*)
    text=$(head -c 6000 /dev/urandom | base64 -w 0)
    printf '{"entries":['
    for number in 0 1 2 3 4 5 6 7 8 9 10 11; do
        [ $number = 0 ] || printf ,
        printf '{"date":"%s","view":{"text":"%s %s"}}' $(date -u -d "$((number * 7)) seconds" +%FT%TZ) $number "$text"
    done
    printf '],"policy":{"after":"%s"}}' $after ;;
*'"kind":"note"'*) printf '{"view":{"text":"note"},"policy":"never"}' ;;
*) printf '{"view":{"vstack":[{"text":"fast %s"},{"live":{"style":"relative","date":"%s"}}]},"policy":{"after":"%s"}}' $RANDOM $after $after ;;
esac
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def compiled_clock(directory):
    """The library that makes clocks wrong, or None where it can't be built."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        return None
    library = f"{directory}/clock.so"
    built = subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, f"{HERE}/clock.c", "-ldl", "-lpthread"], capture_output=True, text=True)
    return library if built.returncode == 0 else None


class Device(Daemon):
    patience = 90

    def __init__(self, name, programs, directory, clock=None, options=()):
        """`clock` is the library that makes its clock wrong; `options` are further ones of the daemon."""
        self.name, self.programs, self.directory, self.options = name, programs, f"{directory}/{name}", options
        self.socket, self.state = f"{self.directory}/widgetd.sock", f"{self.directory}/state"
        os.makedirs(f"{self.directory}/providers")
        os.makedirs(self.state, mode=0o700)
        self.address, self.gateway = f"127.0.0.1:{free_port()}", free_port()
        self.log = open(f"{self.directory}/log", "ab")
        self.process, self.kills, self.stops, self.is_mounted = None, 0, 0, False
        self.library, self.clock = clock, None
        if clock:
            path = f"{self.directory}/clock"
            with open(path, "wb") as file:
                file.write(bytes(8))
            with open(path, "r+b") as file:
                self.clock = mmap.mmap(file.fileno(), 8)
        self.provide(MANIFEST, PROVIDER.replace("STATE", f"{self.directory}/switched"))
        self.provide(tapper.manifest(self), tapper.script(self))

    def provide(self, manifest, script):
        program = f"{self.directory}/providers/{manifest['exec'][0]}"
        with open(f"{self.directory}/providers/{manifest['id']}.json", "w") as file:
            json.dump(manifest, file)
        with open(program, "w") as file:
            file.write(script)
        os.chmod(program, 0o755)

    # The disk and the clock

    def mount(self):
        """Gives the store a small disk of its own; False where this user may not."""
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=0700", "tmpfs", self.state]
        self.is_mounted = os.geteuid() == 0 and subprocess.run(command, capture_output=True).returncode == 0
        return self.is_mounted

    def unmount(self):
        if self.is_mounted:
            subprocess.run(["umount", self.state], check=False)

    def fill(self):
        try:
            with open(f"{self.state}/filler", "wb", buffering=0) as file:
                while file.write(bytes(1 << 20)):
                    pass
        except OSError:
            pass

    def empty(self):
        os.unlink(f"{self.state}/filler")

    def set_ahead(self, seconds):
        """Sets the daemon's wall clock."""
        if self.clock:
            self.clock[:] = struct.pack("=q", seconds)

    @property
    def ahead(self):
        return struct.unpack("=q", self.clock[:])[0] if self.clock else 0

    # The daemon

    def start(self):
        """Starts the daemon, and waits until it answers."""
        environment = {"PATH": os.environ["PATH"], "HOME": self.directory, "XDG_CONFIG_HOME": f"{self.directory}/config"}
        environment |= {"XDG_DATA_HOME": f"{self.directory}/data", "XDG_DATA_DIRS": f"{self.directory}/data"}
        if self.library:
            environment |= {"LD_PRELOAD": self.library, "WIDGETD_CLOCK": f"{self.directory}/clock"}
        command = [f"{self.programs}/widgetd", "--config", "none", "--state-directory", self.state, "--socket", self.socket]
        command += ["--providers", f"{self.directory}/providers", "--peer-listen", self.address, "--push-listen", f"127.0.0.1:{self.gateway}"]
        command += ["--device-name", self.name, "--no-announce", *self.options]
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        end = time.monotonic() + READY
        while time.monotonic() < end and self.process.poll() is None:
            try:
                client = Client(self.socket)
                client.call("Widgets", "Kinds")
                return client.close()
            except (Broken, Refused):
                time.sleep(0.02)
        raise AssertionError(f"{self.name}: the daemon didn't start within {READY} s: {self.tail()}")

    def check_runs(self):
        if self.process.poll() is not None:
            raise AssertionError(f"{self.name}: the daemon ended by itself with {self.process.returncode}: {self.tail()}")

    def kill(self):
        self.check_runs()
        self.process.kill()
        self.process.wait()
        self.kills += 1

    def terminate(self):
        """Asks it to end, as systemd does."""
        self.check_runs()
        self.process.terminate()
        status = self.process.wait(60)
        self.stops += 1
        if status != 0:
            raise AssertionError(f"{self.name}: after SIGTERM the daemon ended with {status}: {self.tail()}")

    def problems(self):
        """How often the log has each warning and error; numbers and ids are left out of it."""
        counts = {}
        with open(f"{self.directory}/log", encoding="utf-8", errors="replace") as file:
            for line in file:
                found = re.search(r"\b(warning|error|critical)\b:? *(.*)", line, re.IGNORECASE)
                if found:
                    text = re.sub(r"[0-9a-f]{8,}[-0-9a-f]*|[0-9]+", "N", f"{found[1].lower()} {found[2].strip()}")[:110]
                    counts[text] = counts.get(text, 0) + 1
        return counts

    # What it costs

    def costs(self):
        """MiB of memory (PSS, RSS), descriptors, threads, seconds of CPU and MiB of the store; None while it doesn't run."""
        try:
            base = f"/proc/{self.process.pid}"
            with open(f"{base}/smaps_rollup") as file:
                memory = dict(re.findall(r"^(Pss|Rss): +(\d+)", file.read(), re.MULTILINE))
            with open(f"{base}/stat") as file:
                stat = file.read().rpartition(")")[2].split()
            descriptors = len(os.listdir(f"{base}/fd"))
            store = sum(entry.stat().st_size for entry in os.scandir(self.state) if entry.name.startswith("widgetd.sqlite"))
        except (OSError, IndexError):
            return None
        cpu = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
        # A process that has just been killed, or isn't yet the daemon, has none.
        if int(memory.get("Rss", 0)) == 0 or stat[0] == "Z":
            return None
        return {
            "pss": int(memory["Pss"]) / 1024, "rss": int(memory["Rss"]) / 1024, "descriptors": descriptors, "threads": int(stat[17]),
            "cpu": cpu, "store": store / (1 << 20), "process": self.process.pid,
        }  # fmt: skip
