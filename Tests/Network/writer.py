"""One person at one device: writes without pause, and keeps a journal of what the daemon acknowledged."""

import random
import threading
import time

from ttrpc import Broken, Client, Refused, field, fields

NOT_FOUND = 5
KIND = "note"
# Of a writer's own widgets, at a time.
WIDGETS = 12
# After a daemon that isn't there, or has no room on its disk.
PAUSE = 0.05


def parameter(number):
    """An entry of a map of parameters: value = number."""
    zigzag = number << 1
    return field(1, "value") + field(2, field(2, zigzag) or b"\x10\x00")


class Field:
    """What a field must hold in the end: the last acknowledged value, or one of those whose fate isn't known since."""

    def __init__(self, value):
        self.allowed = {value}

    def acknowledged(self, value):
        self.allowed = {value}

    def unknown(self, value):
        self.allowed.add(value)


class Writer(threading.Thread):
    def __init__(self, name, path, goal, shared, seed, enough):
        """Writes `goal` times, and on until there was `enough` of what befalls the machines."""
        super().__init__(name=name, daemon=True)
        self.path, self.goal, self.shared, self.enough = path, goal, shared, enough
        self.random = random.Random(f"{seed}{name}")
        self.client = None
        self.stop = threading.Event()
        self.written = self.refused = self.broken = self.number = 0
        # Widgets by id, each with its fields' journal; those that are gone, and those whose removal wasn't answered.
        self.widgets, self.removed, self.leaving = {}, set(), set()
        # Of the shared widget's name: whoever wrote last won, so it is the last of one of the writers.
        self.last = Field(None)
        self.reasons, self.fault = {}, None

    def run(self):
        try:
            while not self.stop.is_set() and (self.written < self.goal or not self.enough.is_set()):
                self.step()
                if self.written >= self.goal:
                    time.sleep(PAUSE)
        except Exception as error:  # Told by the main thread.
            self.fault = error

    def step(self):
        dice = self.random.random()
        if len(self.widgets) < WIDGETS:
            self.place()
        elif dice < 0.005:
            self.remove(self.random.choice(list(self.widgets)))
        elif dice < 0.1:
            self.rename(self.shared, self.last)
        elif dice < 0.12:
            self.configure(self.random.choice(list(self.widgets)))
        else:
            widget = self.random.choice(list(self.widgets))
            self.rename(widget, self.widgets[widget]["name"])

    def call(self, method, payload):
        """The answer; nothing where the write may or may not have been done."""
        try:
            if self.client is None:
                self.client = Client(self.path)
            answer = self.client.call("Widgets", method, payload)
            self.written += 1
            return answer
        except Broken:
            self.broken += 1
            if self.client:
                self.client.close()
            self.client = None
            time.sleep(PAUSE)
            return None
        except Refused as error:
            self.refused += 1
            self.reasons[str(error)] = self.reasons.get(str(error), 0) + 1
            if error.code != NOT_FOUND:
                time.sleep(PAUSE)
            raise

    def next(self):
        self.number += 1
        return self.number

    def place(self):
        number = self.next()
        name = f"{self.name}-{number}"
        request = field(1, KIND) + field(3, parameter(number)) + field(4, name) + field(5, f"{self.name}:{number}")
        # The key makes it one widget, however often it is asked for.
        while not self.stop.is_set():
            try:
                answer = self.call("Place", request)
            except Refused:
                continue
            if answer is not None:
                identifier = Widget(answer[1][0]).id
                self.widgets[identifier] = {"name": Field(name), "value": Field(number)}
                return

    def rename(self, widget, journal):
        name = f"{self.name}-{self.next()}"
        self.write(widget, field(4, name), journal, name)

    def configure(self, widget):
        number = self.next()
        self.write(widget, field(2, parameter(number)), self.widgets[widget]["value"], number)

    def write(self, widget, change, journal, value):
        try:
            answer = self.call("Configure", field(1, widget) + change)
        except Refused:
            return
        if answer is None:
            journal.unknown(value)
        else:
            journal.acknowledged(value)

    def remove(self, widget):
        while not self.stop.is_set():
            try:
                answer = self.call("Remove", field(1, widget))
            except Refused as error:
                if error.code != NOT_FOUND:
                    continue
                if widget not in self.leaving:
                    raise
                answer = {}  # It was done when the connection broke.
            if answer is None:
                self.leaving.add(widget)
                continue
            del self.widgets[widget]
            self.removed.add(widget)
            return


class Widget:
    """A widget as the API says it."""

    def __init__(self, data):
        found = fields(data)
        self.id = found[1][0].decode()
        self.name = found.get(4, [b""])[0].decode()
        self.value = None
        for entry in found.get(5, []):
            value = fields(fields(entry)[2][0]).get(2, [0])[0]
            self.value = value >> 1


def board(path):
    """All widgets that a daemon has."""
    client, found, page = Client(path), {}, ""
    try:
        while True:
            answer = client.call("Widgets", "List", field(2, page))
            for snapshot in answer.get(1, []):
                widget = Widget(fields(snapshot)[1][0])
                found[widget.id] = widget
            page = answer.get(2, [b""])[0].decode()
            if not page:
                return found
    finally:
        client.close()
