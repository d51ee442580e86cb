"""What it takes to show the same for a while: wake-ups, CPU and memory, of all at once, in the same seconds."""

import contextlib
import time

from ..process import children_time, context_switches, descendants, memory, processor_times
from ..table import Row
from .browsing import Browsing
from .rivals import available, beside
from .terminal import Terminal

WINDOW = 24
# What a start leaves to be done is done by then: spare threads have ended, and so have the connections by which Chromium has loaded the page (after 30 s).
SETTLING = 33


def rest(desk):
    window, settling = (5, 5) if desk.bench.quick else (WINDOW, SETTLING)
    with contextlib.ExitStack() as stack:
        runs = {name: stack.enter_context(desk.running(command(desk))) for name, command in available(desk).items()}
        watched = {name: [run.id] for name, run in runs.items()}
        terminals = Terminal.both(desk, stack)
        watched.update({name: [terminal.id] for name, terminal in terminals.items()})
        browsing = stack.enter_context(Browsing(desk))
        watched.update(browsing.processes())
        watched["daemon"] = [desk.daemon.id]
        desk.bench.say(f"  at rest, {settling + window} s")
        time.sleep(settling)
        found = spent(watched, window)
        for run in runs.values():
            run.check()
        for name in runs:
            found[name].update({key: memory(runs[name].id, part) / (1 << 20) for key, part in (("rss", "Rss"), ("anonymous", "Anonymous"))})
        pages = {name: descendants(process) for name, process in browsing.browsers().items()}
        for name, processes in pages.items():
            found[name]["anonymous"] = sum(memory(process, "Anonymous") for process in processes) / (1 << 20)
    return rows(found, window) + browsing.rows(found, window)


def rows(found, window):
    in_rest = f"in {window} s of rest"
    board = {"ours": found.get("board", {}), "watch": found.get("watch", {})}
    daemon = Row(f"wake-ups of widgetd {in_rest}", "", found["daemon"]["wakes"], target=("<=", 0), note="for the wall, the terminal and the browsers together")
    return [
        *beside(f"wake-ups of 20 widgets on the desktop {in_rest}", "", found, "wakes", ("<=", 0), note="all show the same; waybar and conky look every 5 s"),
        *beside("  CPU", "ms", found, "cpu", note="with the programs that they start"),
        daemon,
        *beside("memory of 20 widgets on the desktop", "MiB RSS", found, "rss", ("<=", 40)),
        *beside("  of it anonymous", "MiB", found, "anonymous", ("<=", 12)),
        *beside(f"wake-ups of the board in a terminal {in_rest}", "", board, "wakes", ("<=", 0), peers=["watch"]),
        *beside("  CPU", "ms", board, "cpu", peers=["watch"]),
    ]


class Meter:
    """What a process and its threads have taken of a CPU, and how often they were woken, since the first look."""

    def __init__(self, process):
        self.process = process
        self.wakes = self.time = 0
        self.before = None

    def look(self):
        """Often enough: a thread that ends between two looks takes the rest of its time along."""
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            now = context_switches(self.process), processor_times(self.process), children_time(self.process)
            if self.before:
                self.wakes += sum(count - self.before[0].get(thread, 0) for thread, count in now[0].items())
                self.time += sum(count - self.before[1].get(thread, 0) for thread, count in now[1].items()) + now[2] - self.before[2]
            self.before = now


def spent(watched, seconds):
    """Wake-ups, and milliseconds of CPU, of processes by name."""
    meters = {name: [Meter(process) for process in processes] for name, processes in watched.items()}
    for second in range(seconds + 1):
        if second:
            time.sleep(1)
        for some in meters.values():
            for meter in some:
                meter.look()
    return {name: {"wakes": sum(meter.wakes for meter in some), "cpu": sum(meter.time for meter in some) / 1e6} for name, some in meters.items()}
