"""widgetd-wall under X11: weston gives it an ordinary window there. See run.sh."""

import os
import sys

import desk as machinery
from board import Log, begin, check, colors, configure, number, settled, target
from gnome import GROUND, GROUP, Gnome, screen

WIDTH, HEIGHT = 700, 400


class Weston(Gnome):
    """weston in a window of an X display. Its shell gives one program all of its room."""

    def __init__(self, desk):
        self.desk, self.display = desk, "widgets"
        self.process = desk.start(
            "weston", "--backend=x11-backend.so", "--shell=kiosk-shell.so", "--use-pixman", f"--width={WIDTH}", f"--height={HEIGHT}", "--idle-time=0",
            f"--socket={self.display}", DISPLAY=desk.screen)
        desk.until("weston listens", lambda: os.path.exists(f"{desk.variables['XDG_RUNTIME_DIR']}/{self.display}"), 30)


def alone(desk):
    """Without a compositor the program says what to do"""
    screen(desk)
    desk.log = Log(desk)
    process = desk.start("widgetd-wall", DISPLAY=desk.screen)
    desk.until("it has ended", lambda: process.poll() is not None, 10)
    desk.started.remove(process)
    check(f"with EX_UNAVAILABLE, not {process.returncode}", process.returncode == 69)
    check(f"it names weston: {desk.log.text()}", "weston" in desk.log.text())


def window(desk):
    """A window of X11 shows widgets, and a click in it presses a button"""
    session = desk.session = Weston(desk)
    configure(desk, GROUP)
    desk.log.mark()
    desk.wall = session.start()
    settled(desk, desk.log)
    desk.until("it fills the window", lambda: session.window("x11")[2] > 0 and colors(desk, session.shoot("x11"), f"338x158+{(WIDTH - 338) // 2}+{(HEIGHT - 158) // 2}") > 20, 20)
    x, y = target(desk, "one", "add")
    before = number(desk)
    session.hand("mousemove", 300, 20, "sleep", 0.2, "mousemove", round((WIDTH - 338) / 2 + x), round((HEIGHT - 158) / 2 + y), "sleep", 0.2, "click", 1)
    desk.until("the button is performed", lambda: number(desk) == before + 1, 20)


def close(desk):
    """The window is closed: the program ends"""
    desk.stop(desk.session.process)
    desk.until("the program has ended", lambda: desk.wall.poll() is not None, 20)
    check(f"with EX_UNAVAILABLE, not {desk.wall.returncode}", desk.wall.returncode == 69)
    desk.started.remove(desk.wall)


if __name__ == "__main__":
    sys.exit(machinery.main(sys.argv[1], [begin, alone, window, close]))
