#!/usr/bin/env -S python3 -B
"""A list to tick off: a widgetd provider (protocol json), and the command widgetd-notes.

The list is the widget's parameter `items` and nothing else, so widgetd has it on all devices, in exports and in backups.
A tick changes the parameter, as this does:

    widgetctl configure notes items="milk; [x] bread"
"""

import argparse
import contextlib
import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass

from widgetd_provider import Refusal, advice, header, line, page, run, state_directory, wants_sample

# Within the daemon's deadline of 10 s.
COMMAND_SECONDS = 8
# How long a change waits for another one on this machine.
LOCK_SECONDS = 5
STATE = "widgetd-notes"
# More than a parameter has room for: 1 KiB.
MAXIMUM_BYTES = 1_024
MAXIMUM_ITEMS = 512
ROWS = {"systemSmall": 4, "systemMedium": 4, "systemLarge": 12, "accessoryRectangular": 2}
DONE = re.compile(r"\[[xX]\]\s*")


# Two items may have one title, so they are equal only where they are the same.
@dataclass(eq=False)
class Item:
    title: str
    done: bool = False


# MARK: The list


def read(text):
    """The items of "milk; [x] bread". Line breaks separate as well."""
    items = []
    for part in re.split(r"[;\r\n]", text):
        # The title isn't cut, because a tick writes the list back.
        title = line(DONE.sub("", part.strip(), count=1), MAXIMUM_BYTES)
        if title and len(items) < MAXIMUM_ITEMS:
            items.append(Item(title, bool(DONE.match(part.strip()))))
    return items


def written(items):
    return "; ".join(("[x] " if item.done else "") + item.title for item in items)


def find(items, text):
    """The item with this title or number, or the one whose title begins with the text. Raises Refusal."""
    named = [item for item in items if item.title == text]
    numbered = [item for number, item in enumerate(items, 1) if str(number) == text]
    near = [item for item in items if item.title.lower().startswith(text.lower())]
    for found in (named, numbered, near):
        if len(found) == 1:
            return found[0]
    raise Refusal(f"'{line(text, 40)}' means {len(named or near) or 'none'} of the notes; `widgetd-notes list` numbers them")


def addresses(items):
    """The parameters by which a tick names each item: its title, and its number among items with that title, from 1."""
    counts = {}
    for item in items:
        counts[item.title] = counts.get(item.title, 0) + 1
        yield {"item": item.title, "number": counts[item.title]}, item


# MARK: The widget


def name(item, taken):
    """The id of an item for `widgetctl tap`, made of its title, in characters that need no quotes."""
    stem = re.sub(r"[^a-z0-9]+", "-", item.title.lower()).strip("-")[:40] or "item"
    made, number = stem, 2
    while made in taken:
        made, number = f"{stem}-{number}", number + 1
    taken.add(made)
    return made


def view(title, items, family):
    left = [item for item in items if not item.done]
    if family == "accessoryInline":
        return {"label": f"{len(left)} to do: {left[0].title}" if left else "Nothing to do", "symbol": "checklist"}
    taken = {"clear"}
    rows = [
        {"toggle": item.title, "on": item.done, "intent": "Check", "parameters": address, "id": name(item, taken), "font": "caption", "lineLimit": 1}
        for address, item in addresses(items)]
    # Open items come first.
    rows = sorted(rows, key=lambda row: row["on"])[:ROWS.get(family, 4)]
    count = {"text": str(len(left)), "font": "title3", "weight": "bold", "fontDesign": "rounded", "contentTransition": "numericText", "invalidatable": True}
    head = [] if family == "accessoryRectangular" else [{"hstack": [header(title or "Notes", "checklist", "orange"), {"spacer": True}, count]}]
    tail = []
    if len(rows) < len(items):
        tail.append({"text": f"and {len(items) - len(rows)} more", "font": "caption2", "color": "secondary"})
    if len(left) < len(items) and family in ("systemMedium", "systemLarge"):
        tail.append({"button": {"text": "Clear done", "font": "caption"}, "intent": "Clear", "id": "clear"})
    return {**page(head + rows + tail, 5, family), "tint": "orange"}


def answer(request):
    if request["call"] == "perform":
        return perform(request)
    family, parameters = request.get("family", "systemSmall"), request.get("parameters", {})
    if wants_sample(request):
        return {"view": view("", [Item("Milk"), Item("Bread", True), Item("Call Ada")], family), "policy": "never"}
    items = read(parameters.get("items", ""))
    if not items:
        shown = advice(parameters.get("title") or "Notes", 'Nothing to do. widgetd-notes add "milk"', "checklist", "orange", family)
        return {"view": shown, "policy": "never"}
    return {"view": view(parameters.get("title", ""), items, family), "policy": "never"}


def perform(request):
    """Performs a tick. A repeated tick changes nothing."""
    intent, widget = request["intent"], request["widget"]
    if intent["name"] not in ("Check", "Clear"):
        raise Refusal(f"no intent {line(intent['name'], 40)!r} here; there are Check and Clear")
    with alone():
        # The list is read now, because another change may have come since the tap.
        items = read(placed(widget)[0]["items"])
        if intent["name"] == "Clear":
            items = [item for item in items if not item.done]
        else:
            meant = {"number": 1, **intent["parameters"]}
            for address, item in addresses(items):
                if address == meant:
                    item.done = bool(intent.get("value", not item.done))
        configure(widget, items)


# MARK: The daemon


@contextlib.contextmanager
def alone():
    """Allows one change at a time on this machine, because each reads the list and writes it back. Raises Refusal."""
    def over(*_):
        raise Refusal(f"another change of the notes takes longer than {LOCK_SECONDS:g} s; try again")

    with open(os.path.join(state_directory(STATE), "lock"), "w") as file:
        before = signal.signal(signal.SIGALRM, over)
        signal.setitimer(signal.ITIMER_REAL, LOCK_SECONDS)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        # The lock goes with the file.
        yield


def widgetctl(*arguments):
    """The output of widgetctl. Raises Refusal with its error."""
    beside = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../bin/widgetctl")
    program = os.environ.get("WIDGETCTL") or shutil.which("widgetctl") or beside
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=COMMAND_SECONDS, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise Refusal(f"widgetctl can't be run: {error.strerror}; set WIDGETCTL to its path") from error
    except subprocess.TimeoutExpired as error:
        raise Refusal(f"widgetd didn't answer within {COMMAND_SECONDS} s") from error
    if done.returncode != 0:
        raise Refusal(done.stderr.strip().split("\n")[-1].removeprefix("widgetctl: ") or f"widgetctl ended with status {done.returncode}")
    return done.stdout


def placed(widget=None):
    """The placed widgets of notes on all devices, or those with this id or name."""
    found = []
    for summary in json.loads(widgetctl("widgets", "--json")).get("widgets", []):
        one = summary.get("widget", summary)
        if one.get("kind") != "notes" or widget not in (None, one["id"], one.get("name", "")):
            continue
        value = one.get("parameters", {}).get("items", {})
        found.append({"id": one["id"], "name": one.get("name", ""), "items": value.get("text", "") if isinstance(value, dict) else value})
    if widget is not None and not found:
        raise Refusal(f"there are no notes '{line(widget, 40)}'; `widgetctl widgets` lists what is placed")
    return found


def configure(widget, items):
    widgetctl("configure", widget, "items=" + written(items))


# MARK: The command


def command(arguments):
    parser = argparse.ArgumentParser(
        prog="widgetd-notes", description="The notes of the widget of that kind, on all devices.", epilog="Example: widgetd-notes add milk bread; widgetd-notes check milk")
    parser.add_argument("--widget", metavar="NAME", help="the widget's id or name, where several are placed")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", help="show them, numbered")
    for verb, text in [("add", "add notes"), ("check", "tick notes off"), ("uncheck", "take the tick back"), ("remove", "take notes away")]:
        commands.add_parser(verb, help=text).add_argument("note", nargs="+", help="its text" if verb == "add" else "its text, the beginning of it, or its number")
    commands.add_parser("clear", help="take away what is ticked off")
    given = parser.parse_args(arguments)
    with contextlib.nullcontext() if given.command == "list" else alone():
        items = carry_out(given)
    for number, item in enumerate(items, 1):
        print(f"{number:2} [{'x' if item.done else ' '}] {item.title}")


def carry_out(given):
    """Performs a command. Returns the notes after it."""
    widgets = placed(given.widget)
    if not widgets:
        raise Refusal("no notes are placed; place them: widgetctl place notes")
    if len(widgets) > 1:
        names = ", ".join(one["name"] or one["id"] for one in widgets[:5])
        raise Refusal(f"{len(widgets)} notes are placed ({names}); name one with --widget")
    items = read(widgets[0]["items"])
    changed = change(items, given)
    if changed is not None:
        configure(widgets[0]["id"], changed)
    return items if changed is None else changed


def change(items, given):
    """The changed notes. None where nothing changes."""
    if given.command == "add":
        if any(";" in text for text in given.note):
            raise Refusal("a note has no ';' in it, which separates notes")
        return items + read("\n".join(given.note))
    if given.command == "clear":
        return [item for item in items if not item.done]
    if given.command == "list":
        return None
    # All notes are found before any is changed, because numbers refer to the list as it was shown.
    meant = [find(items, text) for text in given.note]
    if given.command == "remove":
        return [item for item in items if item not in meant]
    for item in meant:
        item.done = given.command == "check"
    return items


def main():
    if len(sys.argv) == 1 and not sys.stdin.isatty():
        return run("notes", answer)
    try:
        command(sys.argv[1:])
    except (Refusal, OSError) as error:
        raise SystemExit(f"widgetd-notes: {error}") from error


if __name__ == "__main__":
    main()
