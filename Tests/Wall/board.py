"""The board of the tests, and what they ask of a desktop's screenshots and of widgetd-wall's log."""

import json
import os
import re
import subprocess
import time

from desk import Failed

# What the test's provider draws: a number, a toggle and a button, each a word of its own.
SCRIPT = """#!/bin/sh
case $(cat) in
*'"call":"performControl"'*'"isOn":true'*) touch {place}/fan; exit ;;
*'"call":"performControl"'*) rm -f {place}/fan; exit ;;
*'"call":"controlValue"'*) on=false; [ -e {place}/fan ] && on=true; printf '{{"isOn": %s}}' $on; exit ;;
*'"call":"perform"'*'"add"'*) echo $(($(cat {place}/count) + 1)) >{place}/count.new; mv {place}/count.new {place}/count ;; # nobody reads half of it
*'"call":"perform"'*) if [ -e {place}/on ]; then rm {place}/on; else touch {place}/on; fi ;;
esac
on=false; [ -e {place}/on ] && on=true
printf '{{"entries": [{{"date": "2026-01-01T00:00:00Z", "view": {{"vstack": [{{"text": "%s", "font": "largeTitle"}},
  {{"text": "secret", "privacySensitive": true}}, {{"toggle": "Lamp", "id": "lamp", "intent": "lamp", "on": %s}}, {{"button": "Add", "id": "add", "intent": "add"}}]}}}}]}}' "$(cat {place}/count)" $on
"""


class Place:
    """A point of the screen, for the pointer."""

    def __init__(self, x, y):
        self.x, self.y = round(x), round(y)


class Log:
    """What widgetd-wall has said since a moment."""

    def __init__(self, desk):
        self.path = f"{desk.place}/widgetd-wall.log"
        self.mark()

    def mark(self):
        self.start = os.path.getsize(self.path) if os.path.exists(self.path) else 0

    def text(self):
        with open(self.path, errors="replace") as file:
            file.seek(self.start)
            return file.read()

    def frames(self):
        return [line for line in self.text().splitlines() if re.search(r"\bframe\b", line) and "microseconds" in line]


def configure(desk, *surfaces):
    desk.directory("config/widgetd")
    path = f"{desk.place}/config/widgetd/wall.json"
    with open(path + ".new", "w") as file:
        json.dump({"surfaces": list(surfaces)}, file)
    os.rename(path + ".new", path)


def differing(desk, first, second):
    """The part of the pixels that are off by more than 48 of 255."""
    result = subprocess.run(
        ["compare", "-metric", "AE", "-fuzz", f"{48 / 255:.4%}", first, second, "null:"], env=desk.variables, capture_output=True, text=True)
    size = desk.run("identify", "-format", "%w %h", first).split()
    return float(result.stderr.split()[0]) / (int(size[0]) * int(size[1]))


def colors(desk, path, crop=None):
    """How many colours a picture has; one: nothing is drawn there."""
    return int(desk.run("identify", "-format", "%k", path)) if crop is None else int(desk.run("convert", path, "-crop", crop, "-format", "%k", "info:"))


def check(what, holds):
    if not holds:
        raise Failed(what)


def settled(desk, log, seconds=0.7):
    """Waits until nothing is drawn any more."""
    last = [-1, time.monotonic()]

    def still():
        count = len(log.frames())
        if count != last[0]:
            last[:] = [count, time.monotonic()]
        return count > 0 and time.monotonic() - last[1] > seconds

    desk.until("nothing moves any more", still, 20)


def begin(desk):
    """The daemon and three widgets"""
    desk.directory("providers")
    desk.file("count", "63\n")
    desk.file("providers/tally.json", json.dumps({
        "format": 1, "id": "tally", "name": "Tally", "protocol": "json", "exec": ["tally.sh"],
        "kinds": [{"id": "tally", "display_name": "Tally", "families": ["systemSmall", "systemMedium"]}],
        "controls": [{"id": "fan", "type": "toggle", "symbol": "fan", "display_name": "Fan", "tint": "teal"}]}))
    desk.file("providers/tally.sh", SCRIPT.format(place=desk.place), mode=0o700)
    desk.daemon_process = desk.daemon()
    for name, family in (("one", "small"), ("two", "small"), ("three", "medium")):
        desk.ctl("place", "tally", "--name", name, "--family", family)
    desk.until("the widgets have timelines", lambda: all('"63"' in desk.ctl("show", name, "--json") for name in ("one", "two", "three")))


def target(desk, widget, action):
    """The middle of an action on a widget, in points."""
    path = f"{desk.place}/{widget}.json"
    desk.ctl("render", widget, "--scale", "1", "--color-scheme", "dark", "-o", path)

    def find(node, dx=0, dy=0):
        effect = node.get("effect") or {}
        if node.get("action") == action:
            x, y, width, height = node["frame"]
            return x + width / 2, y + height / 2
        for child in node.get("nodes", []):
            found = find(child)
            if found:
                return found
        return None

    with open(path) as file:
        return find(json.load(file))


def surface(desk, name="hall"):
    """What the daemon says of a surface; nothing where it knows none of the name."""
    found = [info for info in json.loads(desk.ctl("surface", "list", "--json"))["surfaces"] if info["surface"]["name"] == name]
    return found[0] if found else {"surface": {}}


def number(desk):
    """How often buttons were pressed, and some more."""
    with open(f"{desk.place}/count") as file:
        return int(file.read())
