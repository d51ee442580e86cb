"""From new content to the frame that begins to show it."""

import contextlib
import itertools
import time

from .desk import still
from .rivals import available, beside

CHANGES = 25
# Where no frame has come for so long, nothing moves any more.
REST = 0.3


def change(desk):
    """All three run; one after another gets another number, and then all rest."""
    turns = itertools.count(1)
    with contextlib.ExitStack() as stack:
        subjects = {}
        for name, command in available(desk).items():
            if name not in ("ours", "floor", "GTK 4"):
                continue
            run = stack.enter_context(desk.running(command(desk), trace=True))
            desk.until("the first frame is there", lambda: run.check() or run.trace.first_after(run.began))
            subjects[name] = lambda run=run, name=name: {"ms": shown(desk, run, name, next(turns))}
            settle(desk, run)
        results = desk.bench.in_turn(subjects, rounds=desk.bench.scaled(CHANGES))
    note = "from the provider's answer, in the store before it is shown; the floor and GTK are told by inotify"
    return beside("from a new entry to its frame, p50", "ms", results, "ms", ("<=", 20), note=note, peers=["GTK 4"])


def shown(desk, run, name, turn):
    if name == "ours":
        desk.answer(0, still(0, turn))
        begin = desk.reload(0)
    else:
        _, begin = desk.list({"floor": "floor", "GTK 4": "gtk"}[name], turn)
    taken = desk.until(f"{name} shows the change", lambda: run.trace.first_after(begin))
    settle(desk, run)
    return taken


def settle(desk, run):
    """Waits until what a change has set in motion has arrived: a frame of it must not be taken for the next change's."""
    def still():
        count = len(run.trace.read())
        time.sleep(REST)
        return len(run.trace.read()) == count
    desk.until("nothing moves", still)
