"""Running programs: pinned, measured, and ended by their id."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import tempfile
import time

# Every benchmark server gets this long to start; far more than any needs.
PATIENCE = 60


def pinned(command, cpu):
    return command if cpu is None else ["taskset", "-c", str(cpu)] + command


def numbers(text):
    """The numbers of lines such as `name=1.5` or `name 1.5`."""
    found = {}
    for line in text.splitlines():
        match = re.fullmatch(r"([\w.]+)[= ](-?[\d.]+(?:e[+-]?\d+)?)", line.strip())
        if match:
            found[match[1]] = float(match[2])
    return found


def measure(command, cpu=None, **options):
    """Runs a program to its end; the numbers that it prints."""
    result = subprocess.run(pinned(command, cpu), capture_output=True, text=True, timeout=600, **options)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} exits {result.returncode}: {result.stderr.strip() or result.stdout.strip()}")
    return numbers(result.stdout)


def cpu_of(command, cpu=None, env=None):
    """Microseconds of CPU of a program from exec to exit."""
    with open(os.devnull, "w") as null:
        process = subprocess.Popen(pinned(command, cpu), stdout=null, stderr=subprocess.PIPE, env=env)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} exits {process.returncode}: {errors.decode().strip()}")
    return (usage.ru_utime + usage.ru_stime) * 1e6


class Server:
    """A server that prints `ready`, with a socket of its own. What it says of clients that go away in the middle of a stream is of no interest."""

    def __init__(self, command, directory, cpu=None):
        self.socket = os.path.join(directory, "socket")
        if os.path.exists(self.socket):
            os.unlink(self.socket)
        self.process = subprocess.Popen(pinned(command(self.socket), cpu), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if self.process.stdout.readline().strip() != "ready":
            self.stop()
            raise RuntimeError(f"{command(self.socket)[0]} doesn't start")

    @property
    def id(self):
        return self.process.pid

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.process.stdout.close()


class Daemon:
    """A real widgetd on a state directory, which stays when the daemon ends."""

    def __init__(self, program, directory, cpu=None, options=()):
        self.directory = directory
        self.socket = os.path.join(directory, "widgetd.sock")
        notify = os.path.join(directory, "notify")
        if os.path.exists(notify):
            os.unlink(notify)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.bind(notify)
        listener.settimeout(PATIENCE)
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": directory, "XDG_CONFIG_HOME": os.path.join(directory, "config"), "NOTIFY_SOCKET": notify,
        }
        command = [
            program, "--state-directory", os.path.join(directory, "state"), "--socket", self.socket, "--providers", os.path.join(directory, "providers"),
            "--log-level", "warning", *options,
        ]
        self.log = open(os.path.join(directory, "log"), "ab")
        start = time.monotonic()
        self.process = subprocess.Popen(pinned(command, cpu), env=environment, stdout=self.log, stderr=self.log)
        try:
            while b"READY=1" not in listener.recv(4096):
                pass
        except TimeoutError:
            self.stop()
            raise RuntimeError(f"widgetd doesn't get ready; its log is {self.log.name}") from None
        finally:
            listener.close()
            os.unlink(notify)
        # Milliseconds from exec to READY.
        self.start_time = (time.monotonic() - start) * 1e3

    @property
    def id(self):
        return self.process.pid

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.log.close()


def free_ports(count):
    """Ports of loopback that nobody listens at now."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def context_switches(process):
    """How often each thread of a process was put to sleep or taken off its CPU, and so woke up again."""
    counts = {}
    for thread in os.listdir(f"/proc/{process}/task"):
        try:
            with open(f"/proc/{process}/task/{thread}/status") as status:
                counts[thread] = sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)
        except FileNotFoundError:
            # It ended between the two.
            pass
    return counts


def processor_times(process):
    """Nanoseconds that each thread of a process was on a CPU."""
    times = {}
    for thread in os.listdir(f"/proc/{process}/task"):
        with contextlib.suppress(FileNotFoundError), open(f"/proc/{process}/task/{thread}/schedstat") as file:
            times[thread] = int(file.read().split()[0])
    return times


def children_time(process):
    """Nanoseconds that the children of a process were on a CPU that have ended and that it has waited for."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) * 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def descendants(process):
    """A process, and those that it has started and that still run, with theirs."""
    parents = {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{name}/stat") as file:
            parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def wake_ups(process, seconds):
    """How often the threads of a process wake up in that time; one that ends or begins woke up once at least."""
    total, before = 0, context_switches(process)
    for _ in range(seconds):
        time.sleep(1)
        after = context_switches(process)
        total += sum(count - before.get(thread, 0) for thread, count in after.items()) + len(before.keys() - after.keys())
        before = after
    return total


def cpu_time(process):
    """Nanoseconds that the threads of a process have had a processor."""
    total = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/schedstat") as file:
            total += int(file.read().split()[0])
    return total


def memory(process, part="Pss"):
    """Bytes in memory (PSS): a page that several processes share counts for each in part. Other parts are named as in smaps_rollup."""
    with open(f"/proc/{process}/smaps_rollup") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(f"{part}:"))


def system_calls(process, action):
    """System calls of a process and its threads while `action` runs, by strace."""
    with tempfile.NamedTemporaryFile("r", suffix=".strace") as summary:
        tracer = subprocess.Popen(["strace", "-f", "-c", "-U", "calls,name", "-o", summary.name, "-p", str(process)], stderr=subprocess.PIPE, text=True)
        line = tracer.stderr.readline()
        if "attached" not in line:
            tracer.wait()
            raise RuntimeError(f"strace can't attach: {line.strip()}")
        try:
            action()
        finally:
            tracer.send_signal(signal.SIGINT)
            tracer.wait()
            tracer.stderr.close()
        return sum(int(line.split()[0]) for line in summary.read().splitlines() if re.match(r"\s*\d+\s+(?!total)\w+$", line))
