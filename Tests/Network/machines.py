"""Machines on one network: a namespace each, and one for the switch between them."""

import os
import subprocess
import sys
import time

from ttrpc import Broken, Client, Refused

NETWORK = "10.77.0"
# How long a daemon may take to start, in seconds.
READY = 60


def run(*command):
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)


class Network:
    """The switch, and the namespaces. All are this run's own: the network of the machine that it runs on isn't touched."""

    def __init__(self, names, seed):
        self.space = f"widgetd-{os.getpid()}-switch"
        self.names, self.seed = names, seed
        self.spaces, self.switch = [], None

    def open(self):
        self.add(self.space)
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "switch.py")
        command = ["ip", "netns", "exec", self.space, sys.executable, program, str(self.seed), *self.names]
        self.switch = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.switch.stdout.readline() == "ready\n", "the switch didn't start"

    def add(self, space):
        run("ip", "netns", "add", space)
        self.spaces.append(space)
        run("ip", "-n", space, "link", "set", "lo", "up")

    def lose(self, name, outbound, inbound):
        self.switch.stdin.write(f"{name} {outbound} {inbound}\n")
        self.switch.stdin.flush()

    def close(self):
        if self.switch:
            self.switch.kill()
            self.switch.wait()
        for space in self.spaces:
            subprocess.run(["ip", "netns", "del", space], capture_output=True, timeout=60)


class Daemon:
    """A daemon that a test has started, with its `name`, `process`, `socket`, `directory` and `programs`."""

    # Seconds for a command of widgetctl.
    patience = 40

    def stop(self):
        """However the test ends."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def widgetctl(self, *arguments, timeout=None):
        """Exit status, output and errors."""
        environment = {"WIDGETD_SOCKET": self.socket, "NO_COLOR": "1", "TZ": "UTC", "PATH": os.environ["PATH"]}
        try:
            ended = subprocess.run([f"{self.programs}/widgetctl", *arguments], env=environment, capture_output=True, text=True, timeout=timeout or self.patience)
        except subprocess.TimeoutExpired as error:
            raise AssertionError(f"{self.name}: widgetctl {' '.join(arguments)} didn't end within {timeout or self.patience} s") from error
        return ended.returncode, ended.stdout, ended.stderr

    def tail(self, lines=15):
        with open(f"{self.directory}/log", encoding="utf-8", errors="replace") as file:
            return "".join(file.readlines()[-lines:])


class Machine(Daemon):
    """A namespace with one cable to the switch, and a daemon in it."""

    def __init__(self, network, number, name, programs, directory, loss):
        self.network, self.name, self.programs, self.directory, self.loss = network, name, programs, directory, loss
        self.space = f"widgetd-{os.getpid()}-{name}"
        self.address = f"{NETWORK}.{number}"
        self.socket = f"{directory}/widgetd.sock"
        self.state = f"{directory}/state"
        self.log = open(f"{directory}/log", "ab")
        self.process = None
        self.kills = 0
        # Further variables of the daemon's environment.
        self.environment = {}

    def connect(self):
        """Lays the cable."""
        self.network.add(self.space)
        run("ip", "-n", self.network.space, "link", "set", self.name, "netns", self.space)
        run("ip", "-n", self.space, "address", "add", f"{self.address}/24", "dev", self.name)
        self.mend()

    # Faults of the cable

    def lose(self, outbound, inbound):
        """Sets how much is lost on the way out and on the way in, in percent."""
        self.network.lose(self.name, outbound, inbound)

    def cut(self):
        run("ip", "-n", self.space, "link", "set", self.name, "down")

    def mend(self):
        run("ip", "-n", self.space, "link", "set", self.name, "up")
        self.lose(self.loss, self.loss)

    # The daemon

    def start(self):
        """Starts the daemon, and waits until it answers."""
        environment = {"PATH": os.environ["PATH"], "HOME": self.directory, "XDG_CONFIG_HOME": f"{self.directory}/config"}
        environment |= {"XDG_DATA_HOME": f"{self.directory}/data", "XDG_DATA_DIRS": f"{self.directory}/data"}
        environment |= self.environment
        command = ["ip", "netns", "exec", self.space, f"{self.programs}/widgetd", "--state-directory", self.state, "--socket", self.socket]
        command += ["--providers", f"{self.directory}/providers", "--peer-listen", f"{self.address}:9434", "--device-name", self.name, "--no-announce"]
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

    def kill(self):
        """As the kernel's killer of processes would. `ip netns exec` becomes the daemon, so the process is its own."""
        if self.process.poll() is not None:
            raise AssertionError(f"{self.name}: the daemon ended by itself with {self.process.returncode}: {self.tail()}")
        self.process.kill()
        self.process.wait()
        self.kills += 1
