"""The programs on the desktop that show the same 20 lines, and the rows in which they stand beside ours."""

import json

from ..programs import find
from ..table import Row
from .desk import WIDGETS, wall_file

# Seconds between two looks of what polls: kind to it, since its number is old for half of them.
POLL = 5
PEERS = ["waybar", "conky", "GTK 4"]

CONKY = """conky.config = {{
    own_window = false, double_buffer = true, update_interval = {poll}, alignment = 'top_left', use_xft = true, font = 'Inter:size=12',
}}
conky.text = [[${{execi {poll} cat {path}}}]]
"""


def wall(desk):
    return [desk.bench.programs.path("widgetd-wall"), "--file", wall_file(desk), "--log-level", "warning"]


def floor(desk, moving=0):
    return [desk.bench.programs.path("surfaces_floor"), desk.list("floor")[0], str(moving)]


def gtk(desk, moving=0):
    return [desk.bench.programs.path("surfaces_gtk"), desk.list("gtk")[0], str(moving)]


def waybar(desk):
    """A bar with a custom module for each line."""
    path, _ = desk.list("waybar")
    names = [f"custom/room{number}" for number in range(WIDGETS)]
    modules = {name: {"exec": f"sed -n {number + 1}p {path}", "interval": POLL, "format": "{}"} for number, name in enumerate(names)}
    with open(desk.path("waybar.json"), "w") as file:
        json.dump({"layer": "top", "modules-left": names, **modules}, file)
    with open(desk.path("waybar.css"), "w") as file:
        file.write("* { font: 11px Inter } label { margin: 0 3px }")
    return ["waybar", "-c", desk.path("waybar.json"), "-s", desk.path("waybar.css")]


def conky(desk):
    path, _ = desk.list("conky")
    with open(desk.path("conky.conf"), "w") as file:
        file.write(CONKY.format(poll=POLL, path=path))
    return ["conky", "-c", desk.path("conky.conf")]


def available(desk):
    """The programs that are here, by their names in the rows: functions that give a command."""
    programs = desk.bench.programs
    found = {"ours": wall}
    if programs.has("surfaces_floor"):
        found["floor"] = floor
    if programs.has("surfaces_gtk"):
        found["GTK 4"] = gtk
    if find("waybar"):
        found["waybar"] = waybar
    if find("conky") and find("Xvfb"):
        found["conky"] = conky
    return found


def beside(figure, unit, results, key, target=None, note="", peers=None, skipped="skipped: no {}"):
    """A row of ours and the floor with the target, and one for each peer with the ratio to it."""
    ours, floor = (results.get(name, {}).get(key) for name in ("ours", "floor"))
    rows = [Row(figure, unit, ours, floor=floor, target=target, note=note)]
    for name in PEERS if peers is None else peers:
        peer = results.get(name, {}).get(key)
        ratio = ours / peer if ours is not None and peer else None
        rows.append(Row(f"  beside {name}", unit, ours, peer=peer, ratio=ratio, note=skipped.format(name) if peer is None else ""))
    return rows
