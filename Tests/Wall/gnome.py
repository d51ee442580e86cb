"""widgetd-wall in mutter, GNOME's compositor: it has no layers, so that each surface is an ordinary window. See run.sh."""

import json
import os
import re
import sys
import time

import desk as machinery
from board import Log, begin, check, colors, configure, differing, number, settled, surface, target
from desk import Failed

WIDTH, HEIGHT = 1280, 800  # Pixels.
# No other thing on the screen has the colour.
GROUND = "#a03070"
GROUP = {"name": "desk", "kind": "desktop", "margin": 20, "background": GROUND, "widgets": ["one", "two"]}

# Where the first widget is in the window, in points. A window is at least 200 points high.
LEFT, TOP = 20, 21


class Gnome:
    """mutter in an X display without a screen. xdotool moves its pointer and presses its keys."""

    def __init__(self, desk, scale=1):
        self.desk, self.display = desk, f"gnome-{scale}"
        self.process = desk.start(
            "mutter", "--wayland", "--nested", "--no-x11", "--wayland-display", self.display, DISPLAY=desk.screen,
            GSETTINGS_BACKEND="memory", MUTTER_DEBUG_DUMMY_MODE_SPECS=f"{WIDTH}x{HEIGHT}", MUTTER_DEBUG_DUMMY_MONITOR_SCALES=str(scale))
        desk.until("mutter listens", lambda: os.path.exists(f"{desk.variables['XDG_RUNTIME_DIR']}/{self.display}"), 30)
        # The background comes last.
        desk.until("mutter draws", lambda: colors(desk, self.shoot(f"gnome-{scale}-empty"), "1280x400+0+400") > 20, 30)

    def shoot(self, name):
        path = f"{self.desk.place}/shots/{name}.png"
        self.desk.run("import", "-window", "root", "+repage", path, DISPLAY=self.desk.screen)
        return path

    def start(self, *options):
        return self.desk.start("widgetd-wall", "--log-level", "trace", *options, WAYLAND_DISPLAY=self.display)

    def hand(self, *words):
        self.desk.run("xdotool", *[str(word) for word in words], DISPLAY=self.desk.screen)

    def drag(self, start, end, rest=0.0):
        self.hand("mousemove", *start, "sleep", 0.1, "mousedown", 1, "sleep", rest)
        for step in range(1, 9):
            self.hand("mousemove", *(round(a + (b - a) * step / 8) for a, b in zip(start, end)), "sleep", 0.02)
        self.hand("sleep", 0.1, "mouseup", 1)

    def window(self, name="gnome-window"):
        """The window's frame in pixels."""
        found = self.desk.run("convert", self.shoot(name), "-fill", "white", "+opaque", GROUND, "-format", "%@", "info:")
        width, height, x, y = (int(number) for number in re.findall(r"\d+", found))
        return x, y, width, height


def screen(desk):
    number = next(number for number in range(80, 200) if not os.path.exists(f"/tmp/.X11-unix/X{number}") and not os.path.exists(f"/tmp/.X{number}-lock"))
    desk.screen = f":{number}"
    desk.start("Xvfb", desk.screen, "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp")
    desk.until("the X display is there", lambda: os.path.exists(f"/tmp/.X11-unix/X{number}"))


def window(desk):
    """A group is an ordinary window, as large as its widgets, and they are drawn as `widgetctl render` draws them"""
    screen(desk)
    session = desk.session = Gnome(desk)
    configure(desk, GROUP)
    desk.log = Log(desk)
    desk.wall = session.start()
    settled(desk, desk.log)
    desk.until("it has the size of its widgets and margins", lambda: session.window()[2:] == (378, 200), 10)
    sharp(desk, 1)
    kind = surface(desk, "desk")["surface"]["kind"]
    check(f"the daemon knows the group as what the file says it is, not as {kind}", kind.lower() == "desktop")


def sharp(desk, scale):
    x, y, _, _ = desk.session.window(f"gnome-{scale}")
    shown, drawn = f"{desk.place}/gnome-shown.png", f"{desk.place}/gnome-drawn.png"
    side = 158 * scale
    desk.run("convert", f"{desk.place}/shots/gnome-{scale}.png", "-crop", f"{side}x{side}+{x + LEFT * scale}+{y + TOP * scale}", "+repage", shown)
    desk.ctl("render", "one", "--scale", str(scale), "--color-scheme", "dark", "-o", drawn)
    desk.run("convert", "-size", f"{side}x{side}", f"xc:{GROUND}", drawn, "-composite", drawn)
    off = differing(desk, shown, drawn)
    check(f"at {scale} a widget is as widgetctl render draws it: {off:.2%} of the pixels are off", off <= 0.002)


def press(desk):
    """A click and the keyboard press buttons"""
    session = desk.session
    x, y, _, _ = session.window()
    left, top = target(desk, "one", "add")
    before = number(desk)
    session.hand("mousemove", round(x + LEFT + left), round(y + TOP + top), "sleep", 0.1, "click", 1)
    desk.until("the click is performed", lambda: number(desk) == before + 1, 20)
    session.hand("key", "Tab", "key", "Tab", "key", "Return")
    desk.until("the key is performed", lambda: number(desk) == before + 2, 20)
    session.hand("key", "Escape", "mousemove", 1200, 780)


def move(desk):
    """The window moves with what lies beside the widgets, and grows by its edges; the widgets stay in its middle"""
    session = desk.session
    x, y, width, height = session.window()
    session.drag((x + 189, y + 12), (x + 389, y + 112))
    desk.until("it has moved", lambda: session.window() == (x + 200, y + 100, width, height), 10)
    x, y = x + 200, y + 100
    session.drag((x + width - 3, y + height - 3), (x + width + 97, y + height + 197))
    desk.until("it has grown", lambda: [round(length, -1) for length in session.window("gnome-grown")[2:]] == [480, 400], 10)
    x, y, width, height = session.window("gnome-grown")
    middle = f"{338}x{158}+{x + (width - 338) // 2}+{y + (height - 158) // 2}"
    check("the widgets are in the middle", colors(desk, f"{desk.place}/shots/gnome-grown.png", middle) > 20)
    check("beside them is the ground", colors(desk, f"{desk.place}/shots/gnome-grown.png", f"{width - 4}x60+{x + 2}+{y + 2}") == 1)
    session.drag((x + width - 3, y + height // 2), (x + width - 203, y + height // 2))
    desk.until("a narrow one has one widget above the other", lambda: colors(desk, session.shoot("gnome-narrow"), f"158x158+{x + 60}+{y + 20}") > 20, 10)


def carry(desk):
    """A widget that is pressed for a while is carried, and the window stays where it is"""
    session = desk.session
    before = session.window()
    x, y = before[:2]
    session.drag((x + 60, y + 40), (x + 350, y + 50), rest=0.8)

    def order():
        with open(f"{desk.place}/config/widgetd/wall.json") as file:
            return json.load(file)["surfaces"][0]["widgets"]

    desk.until(f"the other widget is the first", lambda: order() == ["two", "one"], 10)
    settled(desk, desk.log)
    check("the window is the same", session.window("gnome-carried") == before)


def wall(desk):
    """A wall fills the display, and its widgets lie in the middle"""
    session = desk.session
    desk.log.mark()
    configure(desk, {"name": "hall", "kind": "wall", "background": GROUND, "pages": [["one", "two"], ["three"]]})
    settled(desk, desk.log)
    check(f"nothing glides before it is seen: {len(desk.log.frames())} frames", len(desk.log.frames()) <= 2)

    def ground(crop):
        return desk.run("convert", first, "-crop", crop, "-scale", "1x1!", "-format", "%[hex:p{0,0}]", "info:").startswith(GROUND[1:].upper())

    first = session.shoot("gnome-wall")
    check("it fills the display", ground(f"{WIDTH}x60+0+0") and ground(f"{WIDTH}x20+0+{HEIGHT - 20}"))
    check("the widgets are in the middle", colors(desk, first, f"338x158+{(WIDTH - 338) // 2}+{(HEIGHT - 158) // 2}") > 20)
    session.hand("key", "Right")
    desk.until("a key turns the page", lambda: differing(desk, first, session.shoot("gnome-wall-second")) > 0.001, 10)


def covered(desk):
    """Under a full-screen window nothing is drawn, and the daemon knows it; when the window goes, the newest state is there"""
    session = desk.session
    desk.log.mark()
    configure(desk, GROUP)
    settled(desk, desk.log)
    desk.until("it is seen", lambda: surface(desk, "desk")["surface"].get("visibility") == "visible", 20)
    file = desk.file("over.json", json.dumps({"surfaces": [{"name": "over", "kind": "wall", "background": "#808080", "widgets": ["three"]}]}))
    over = session.start("--file", file)
    desk.until("it covers all", lambda: colors(desk, session.shoot("gnome-covered"), "1280x200+0+0") == 1, 20)
    desk.log.mark()
    before = number(desk)
    desk.ctl("tap", "one", "add")
    desk.until("the daemon knows that it is covered", lambda: surface(desk, "desk")["surface"].get("visibility") == "covered", 20)
    frames = [frame for frame in desk.log.frames() if "surface=desk" in frame]
    check(f"at most one frame is drawn: {len(frames)}", len(frames) <= 1)
    desk.stop(over)
    desk.until("it is seen again", lambda: surface(desk, "desk")["surface"].get("visibility") == "visible", 20)
    settled(desk, desk.log)
    sharp(desk, 1)
    check("the newest state is shown", number(desk) == before + 1)


def close(desk):
    """A window that the user closes is gone, and the program ends"""
    session = desk.session
    session.hand("mousemove", 1200, 780)
    session.hand("key", "alt+F4")
    desk.until("the program has ended", lambda: desk.wall.poll() is not None, 20)
    check(f"with status 0, not {desk.wall.returncode}", desk.wall.returncode == 0)
    desk.started.remove(desk.wall)
    desk.stop(session.process)


def twice(desk):
    """At twice the scale it is sharp"""
    desk.session = Gnome(desk, 2)
    desk.log.mark()
    desk.wall = desk.session.start()
    settled(desk, desk.log)
    desk.until("it is twice as large", lambda: desk.session.window("gnome-2")[2:] == (756, 400), 10)
    desk.until("no more is drawn", lambda: sharp_soon(desk, 2), 10)


def sharp_soon(desk, scale):
    try:
        sharp(desk, scale)
        return True
    except Failed:
        return False


if __name__ == "__main__":
    sys.exit(machinery.main(sys.argv[1], [begin, window, press, carry, move, wall, covered, close, twice]))
