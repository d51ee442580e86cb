"""One person at one device: taps widgets that all devices give, each tap under a key of its own until it is known what became of it."""

import random
import threading
import time

from ttrpc import Broken, Client, Refused, field

DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, UNAVAILABLE, DATA_LOSS = 4, 8, 9, 10, 14, 15
PAUSE = 0.05
# A client's: longer than the daemon waits for the other device.
TIMEOUT = 60


def kind(machine):
    return f"count-{machine.name}"


def manifest(machine):
    return {
        "format": 1, "id": kind(machine), "name": "Count", "protocol": "json", "exec": ["count.sh"],
        "kinds": [{"id": kind(machine), "display_name": "Count", "families": ["systemSmall"]}],
    }  # fmt: skip


def script(machine):
    """Performing writes the key down."""
    return f"""#!/bin/sh
request=$(cat)
case $request in
*'"call":"perform"'*) printf '%s\\n' "$request" | sed 's/.*"idempotencyKey":"\\([^"]*\\)".*/\\1/' >>{machine.directory}/performed ;;
*) printf '{{"view":{{"button":"Add","id":"add","intent":"Add"}},"policy":"never"}}' ;;
esac
"""


def performed(machine):
    """How often the machine's provider performed each key."""
    counts = {}
    try:
        with open(f"{machine.directory}/performed", encoding="utf-8") as file:
            for line in file:
                counts[line.strip()] = counts.get(line.strip(), 0) + 1
    except FileNotFoundError:
        pass
    return counts


class Tapper(threading.Thread):
    def __init__(self, name, path, goal, widgets, seed):
        """Taps `goal` times: one of the `widgets` each time."""
        super().__init__(name=f"tapper {name}", daemon=True)
        self.tapper, self.path, self.goal, self.widgets = name, path, goal, widgets
        self.random = random.Random(f"{seed}{name}")
        self.client, self.stop, self.fault = None, threading.Event(), None
        # Keys by what the person was told: it was done; it wasn't; a machine died in the middle of it, and nobody knows.
        self.done, self.refused, self.unknown = set(), set(), set()
        self.reasons = {}

    @property
    def decided(self):
        return len(self.done) + len(self.refused) + len(self.unknown)

    def run(self):
        try:
            for number in range(self.goal):
                if self.stop.is_set():
                    return
                self.tap(self.random.choice(self.widgets), f"{self.tapper}-{number}")
        except Exception as error:  # Told by the main thread.
            self.fault = error

    def tap(self, widget, key):
        """Asks under the key until the answer is one."""
        is_open = False
        while True:
            try:
                if self.client is None:
                    self.client = Client(self.path, TIMEOUT)
                self.client.call("Widgets", "Perform", field(1, widget) + field(2, "add") + field(3, key))
                return self.done.add(key)
            except Broken:
                is_open = True
                if self.client:
                    self.client.close()
                self.client = None
            except Refused as error:
                text = f"{error}".split(";")[0].replace(widget, "WIDGET")
                self.reasons[text] = self.reasons.get(text, 0) + 1
                if error.code == ABORTED and "interrupted" in str(error) or error.code == ABORTED and "daemon stopped" in str(error):
                    return self.unknown.add(key)
                if error.code == DATA_LOSS:
                    return self.done.add(key)
                if error.code in (ABORTED, DEADLINE_EXCEEDED):
                    is_open = True
                elif error.code not in (UNAVAILABLE, RESOURCE_EXHAUSTED, FAILED_PRECONDITION):
                    raise
                elif not is_open:
                    return self.refused.add(key)
            time.sleep(PAUSE)


def check(tappers, machines):
    """Each tap was performed exactly once where the person was told so, and not at all where they were told that it wasn't."""
    counts = {}
    for machine in machines:
        for key, count in performed(machine).items():
            counts[key] = counts.get(key, 0) + count
    for tapper in tappers:
        for key in tapper.done:
            assert counts.get(key, 0) == 1, f"{key} was performed {counts.get(key, 0)} times, and confirmed"
        for key in tapper.refused:
            assert counts.get(key, 0) == 0, f"{key} was performed {counts[key]} times, and {tapper.tapper} was told that it wasn't"
        for key in tapper.unknown:
            assert counts.get(key, 0) <= 1, f"{key} was performed {counts[key]} times"


def is_shown(machine, widget):
    """Whether a machine can tap it: its entry is there."""
    try:
        client = Client(machine.socket)
        try:
            return client.call("Widgets", "Get", field(1, widget)).get(4, [0])[0] == 2
        finally:
            client.close()
    except (Broken, Refused):
        return False
