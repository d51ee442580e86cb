"""One person at one device: taps buttons of widgets, Live Activities and controls of all devices, each tap under a key of its own until it is known what became of it."""

import random
import threading
import time

from ttrpc import Broken, Client, Refused, field, fields
from writer import Widget

DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, UNAVAILABLE, DATA_LOSS = 4, 8, 9, 10, 14, 15
PAUSE = 0.05
# A client's: longer than the daemon waits for the other device.
TIMEOUT = 60


# A client that asks again what became of a press.
AGAIN = 0.1
PENDING, CONFIRMED, REVERTED, QUEUED = 1, 2, 3, 4
# Of each machine: a control has room for two presses.
CONTROLS = 4


def kind(machine):
    return f"count-{machine.name}"


def manifest(machine):
    return {
        "format": 1, "id": kind(machine), "name": "Count", "protocol": "json", "exec": ["count.sh"], "deadline_seconds": 60,
        "kinds": [{"id": kind(machine), "display_name": "Count", "families": ["systemSmall"]}],
        "activities": [{"type": kind(machine)}],
        "controls": [{"id": kind(machine), "display_name": "Count", "type": "button", "symbol": "plus"}],
    }  # fmt: skip


def script(machine):
    """Performing writes the key down."""
    return f"""#!/bin/sh
request=$(cat)
case $request in
*'"call":"perform'*) printf '%s\\n' "$request" | sed 's/.*"idempotencyKey":"\\([^"]*\\)".*/\\1/' >>{machine.directory}/performed ;;
*'"call":"activity"'*) printf '{{"views":{{"lockScreen":{{"button":"Add","id":"add","intent":"Add"}}}}}}' ;;
*'"call":"controlValue"'*) printf '{{}}' ;;
*) printf '{{"view":{{"button":"Add","id":"add","intent":"Add"}},"policy":"never"}}' ;;
esac
"""


def place(machine):
    """A widget, a Live Activity and controls of a machine's provider: what to tap, each as how it is tapped and its id."""
    client, name = Client(machine.socket), kind(machine)
    try:
        widget = Widget(client.call("Widgets", "Place", field(1, name) + field(4, name))[1][0]).id
        activity = client.call("Activities", "Start", field(1, name) + field(2, name) + field(3, name))[1][0].decode()
        controls = []
        for number in range(CONTROLS):
            control = fields(client.call("Controls", "Add", field(1, name) + field(2, f"{name}-{number}"))[1][0])[1][0].decode()
            controls.append(("control", control))
        return [("widget", widget), ("activity", activity), *controls]
    finally:
        client.close()


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
    def __init__(self, name, path, goal, targets, seed):
        """Taps `goal` times: one of the `targets` each time."""
        super().__init__(name=f"tapper {name}", daemon=True)
        self.tapper, self.path, self.goal, self.targets = name, path, goal, targets
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
                self.tap(*self.random.choice(self.targets), f"{self.tapper}-{number}")
        except Exception as error:  # Told by the main thread.
            self.fault = error

    def tap(self, what, target, key):
        """Asks under the key until the answer is one."""
        is_open = False
        while True:
            try:
                if self.client is None:
                    self.client = Client(self.path, TIMEOUT)
                if what == "control":
                    told = self.press(target, key, is_open)
                    if told is not None:
                        return told.add(key)
                    is_open = True
                    time.sleep(AGAIN)
                    continue
                service = "Widgets" if what == "widget" else "Activities"
                self.client.call(service, "Perform", field(1, target) + field(2, "add") + field(3, key))
                return self.done.add(key)
            except Broken:
                is_open = True
                if self.client:
                    self.client.close()
                self.client = None
            except Refused as error:
                self.count(f"{what}: {error}".replace(target, "ID"))
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

    def press(self, control, key, is_open):
        """Presses a control, or asks what became of it: the set that its key belongs to, or None where that isn't known yet."""
        receipt = self.client.call("Controls", "Press", field(1, control) + field(3, key))
        outcome, reason = receipt.get(3, [0])[0], receipt.get(4, [b""])[0].decode()
        if outcome in (PENDING, QUEUED):
            return None
        if outcome == CONFIRMED:
            return self.done
        self.count(f"control: {reason or 'unavailable'}")
        if outcome == REVERTED:
            return self.unknown if "may have been performed" in reason else self.refused
        # Its device is away: nothing was done by this request.
        return None if is_open else self.refused

    def count(self, reason):
        text = reason.split(";")[0]
        self.reasons[text] = self.reasons.get(text, 0) + 1


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


def is_shown(machine, what, target):
    """Whether a machine can tap it: what is drawn of it is there."""
    try:
        client = Client(machine.socket)
        try:
            if what == "widget":
                return client.call("Widgets", "Get", field(1, target)).get(4, [0])[0] == 2
            if what == "activity":
                return bool(client.call("Activities", "Get", field(1, target)).get(2))
            return bool(client.call("Controls", "Get", field(1, target)).get(3))
        finally:
            client.close()
    except (Broken, Refused):
        return False
