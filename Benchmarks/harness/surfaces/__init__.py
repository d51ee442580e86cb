"""What shows widgets, beside what users would pick instead: a terminal, a desktop and a browser, at rest, at the start, and while they change."""

from ..programs import find
from ..table import Row
from . import change, first_frame, motion, rest, traffic
from .desk import WIDGETS, desktop

PROGRAMS = ["widgetd", "widgetctl", "widgetctl-board", "widgetd-wall", "widgetd-web", "surfaces_floor", "surfaces_gtk"]
# The widgets of the board whose bytes are counted.
BOARD = 8


def surfaces(bench):
    """All on one desktop, one after another."""
    if not find("sway"):
        return [Row("surfaces", "", None, note="skipped: no sway")]
    with desktop(bench, BOARD) as desk:
        rows = traffic.traffic(desk)
        desk.fill(WIDGETS)
        rows += rest.rest(desk)
        for figure in (first_frame.first_frame, change.change, motion.motion):
            bench.say(f"  {figure.__name__.replace('_', ' ')}")
            rows += figure(desk)
    return rows
