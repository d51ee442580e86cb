"""From the start of a program to its first pixels."""

import os
import time

from .desk import HEIGHT, WIDTH
from .rivals import available, beside


def first_frame(desk):
    """Each is started in its turn, shows 20 lines, and is ended."""
    subjects = {}
    for name, command in available(desk).items():
        subjects[name] = (lambda command=command: on_x(desk, command)) if name == "conky" else (lambda command=command: on_wayland(desk, command))
    results = desk.bench.in_turn(subjects)
    return beside("from the start to the first frame of 20", "ms", results, "ms", ("<=", 80), note="of the program; the daemon and the compositor run")


def on_wayland(desk, command):
    with desk.running(command(desk), trace=True) as run:
        def frame():
            run.check()
            return run.trace.first_after(run.began)
        return {"ms": desk.until("the first frame is there", frame)}


def on_x(desk, command):
    """The X server has its pixels in a file: until one of them is another."""
    def pixels():
        with open(desk.screen, "rb") as file:
            file.seek(os.path.getsize(desk.screen) - WIDTH * HEIGHT * 4)
            return file.read(WIDTH * 4 * 200)
    before = pixels()
    with desk.running(command(desk)) as run:
        def frame():
            run.check()
            return pixels() != before and (time.time_ns() - run.began) / 1e6
        taken = desk.until("the first frame is there", frame)
    desk.until("its pixels are gone", lambda: pixels() == before)
    return {"ms": taken}
