"""widgetd-wall in KWin without a display: fractional scales and a touch screen. See run.sh."""

import json
import os
import struct
import subprocess
import sys
import threading
import time

import desk as machinery
from board import Log, begin, check, configure, differing, number, settled, surface, target
from pointer import Pointer

WIDTH, HEIGHT = 1280, 800  # Points.


class Plasma:
    """KWin with one display. A group on the desktop lies on its black ground."""

    def __init__(self, desk, scale):
        self.desk = desk
        name = f"plasma-{scale}"
        # Touch and screenshots are for programs with a desktop file alone, which the tests aren't.
        self.process = desk.start(
            "kwin_wayland", "--virtual", "--width", str(WIDTH), "--height", str(HEIGHT), "--scale", str(scale), "--no-lockscreen", "--no-global-shortcuts",
            "--no-kactivities", "--socket", name, KWIN_COMPOSE="O2", KWIN_WAYLAND_NO_PERMISSION_CHECKS="1", KWIN_SCREENSHOT_NO_PERMISSION_CHECKS="1")
        self.display, self.path = name, f"{desk.variables['XDG_RUNTIME_DIR']}/{name}"
        desk.until("KWin listens", lambda: os.path.exists(self.path), 30)
        desk.until("KWin takes screenshots", self.capture, 30)

    def capture(self):
        """The size of the screen in pixels, and its bytes; nothing where KWin isn't ready."""
        import dbus
        bus = dbus.bus.BusConnection(self.desk.variables["DBUS_SESSION_BUS_ADDRESS"])
        reader, writer = os.pipe()
        data = []
        with os.fdopen(reader, "rb") as pipe:
            thread = threading.Thread(target=lambda: data.append(pipe.read()))
            thread.start()
            try:
                shooter = dbus.Interface(bus.get_object("org.kde.KWin", "/org/kde/KWin/ScreenShot2", introspect=False), "org.kde.KWin.ScreenShot2")
                options = dbus.Dictionary({"native-resolution": True}, signature="sv")
                answer = shooter.CaptureActiveScreen(options, dbus.types.UnixFd(writer))
            except dbus.exceptions.DBusException:
                return None
            finally:
                os.close(writer)
                thread.join()
                bus.close()
        return int(answer["width"]), int(answer["height"]), data[0]

    def shoot(self, name):
        path = f"{self.desk.place}/shots/{name}.png"
        width, height, data = self.capture()
        subprocess.run(["convert", "-size", f"{width}x{height}", "-depth", "8", "bgra:-", "-alpha", "off", path], input=data, env=self.desk.variables, check=True)
        return path

    def start(self, *options):
        return self.desk.start("widgetd-wall", "--log-level", "trace", *options, WAYLAND_DISPLAY=self.display)


class Finger(Pointer):
    """A touch screen: KWin's protocol org_kde_kwin_fake_input, by hand. Places are in points."""

    def __init__(self, path):
        import socket
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.socket_buffer = b""
        self.send(1, 1, struct.pack("=I", 2))
        self.send(1, 0, struct.pack("=I", 3))
        name, _ = self.find("org_kde_kwin_fake_input", until=3)
        self.send(2, 0, struct.pack("=I", name) + self.text("org_kde_kwin_fake_input") + struct.pack("=II", 4, 4))
        self.send(4, 0, self.text("test") + self.text("a finger"))
        self.roundtrip(5)
        # A touch is lost before the program has heard of the new screen.
        time.sleep(0.5)

    def touch(self, opcode, finger, x=None, y=None):
        place = b"" if x is None else struct.pack("=ii", round(x * 256), round(y * 256))
        self.send(4, opcode, struct.pack("=I", finger) + place)
        self.send(4, 8)
        self.roundtrip(self.next)

    def down(self, x, y, finger=0):
        self.touch(4, finger, x, y)

    def glide(self, x, y, finger=0):
        self.touch(5, finger, x, y)

    def up(self, finger=0):
        self.touch(6, finger)

    def cancel(self):
        self.send(4, 7)
        self.roundtrip(self.next)

    def tap(self, x, y):
        self.down(x, y)
        self.up()

    def swipe(self, start, end, steps=8):
        self.down(*start)
        for step in range(1, steps + 1):
            time.sleep(0.01)
            self.glide(start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
        self.up()


def scaled(desk, scale):
    session = desk.session = Plasma(desk, scale)
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one", "two"]})
    desk.log = Log(desk)
    desk.wall = session.start()
    settled(desk, desk.log)
    whole = session.shoot(f"plasma-{scale}")
    for name, left in (("one", 20), ("two", 200)):
        drawn, shown = f"{desk.place}/plasma-drawn.png", f"{desk.place}/plasma-shown.png"
        desk.ctl("render", name, "--scale", str(scale), "--color-scheme", "dark", "-o", drawn)
        width, height = desk.run("identify", "-format", "%w %h", drawn).split()
        desk.run("convert", "-size", f"{width}x{height}", "xc:black", drawn, "-composite", drawn)
        desk.run("convert", whole, "-crop", f"{width}x{height}+{round(left * scale)}+{round(20 * scale)}", "+repage", shown)
        off = differing(desk, shown, drawn)
        check(f"at {scale} {name} is as sharp as widgetctl render draws it: {off:.2%} of the pixels are off", off <= 0.002)
    finger = desk.finger = Finger(session.path)
    x, y = target(desk, "one", "add")
    before = number(desk)
    finger.tap(20 + x, 20 + y)
    desk.until("the button under the finger is performed", lambda: number(desk) == before + 1, 20)
    desk.until("the widget shows it", lambda: f'"{before + 1}"' in desk.ctl("show", "one", "--json"))


def quarter(desk):
    """At a scale of 1.25 each pixel of a widget is one of the display, and a finger meets what is seen"""
    scaled(desk, 1.25)
    desk.finger.close()
    desk.stop(desk.wall)
    desk.stop(desk.session.process)


def half(desk):
    """At 1.5 too"""
    scaled(desk, 1.5)


def toggle(desk):
    """A finger near a toggle switches it"""
    x, y = target(desk, "one", "lamp")
    desk.finger.tap(20 + x, 20 + y)
    desk.until("the toggle is switched", lambda: os.path.exists(f"{desk.place}/on"), 20)


def carry(desk):
    """A finger that rests lifts a widget, and carries it to another place; the board has the new order"""
    finger = desk.finger
    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20})
    settled(desk, desk.log)
    finger.down(40, 30)
    time.sleep(0.7)
    for x in range(60, 341, 20):
        finger.glide(x, 40)
        time.sleep(0.01)
    desk.session.shoot("plasma-carried")
    finger.up()

    def order():
        return [entry["widget"]["name"] for entry in json.loads(desk.ctl("widgets", "--json"))["widgets"]]

    desk.until("the first widget stands behind the second", lambda: order()[:2] == ["two", "one"], 10)


def edit(desk):
    """A finger that rests and leaves gives each widget a mark, and a tap on one takes the widget off"""
    finger = desk.finger
    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one", "two"]})
    settled(desk, desk.log)
    finger.down(300, 30)
    time.sleep(0.7)
    finger.up()
    settled(desk, desk.log)
    editing = desk.session.shoot("plasma-editing")
    for left in (20, 200):
        place = f"{round((left + 11) * 1.5)},{round((20 + 4) * 1.5)}"
        check(f"there is a mark at {place}", float(desk.run("convert", editing, "-format", f"%[fx:p{{{place}}}.r]", "info:")) > 0.6)
    finger.tap(200 + 16, 20 + 16)
    with_file = f"{desk.place}/config/widgetd/wall.json"

    def left():
        with open(with_file) as file:
            return json.load(file)["surfaces"][0]["widgets"]

    desk.until("the file has the other one alone", lambda: left() == ["one"], 10)

    def mark():
        return float(desk.run("convert", desk.session.shoot("plasma-edited"), "-format", f"%[fx:p{{{round(31 * 1.5)},{round(24 * 1.5)}}}.r]", "info:")) > 0.6

    desk.until("the other one has its mark still", mark, 10)
    before = number(desk)
    x, y = target(desk, "one", "add")
    finger.tap(20 + x, 20 + y)
    desk.until("a tap ends the editing", lambda: not mark(), 10)
    check("and presses nothing", number(desk) == before)


def cancelled(desk):
    """A finger that the compositor takes for itself is no tap, and neither is a second one"""
    finger = desk.finger
    x, y = target(desk, "one", "add")
    before = number(desk)
    finger.down(20 + x, 20 + y)
    finger.cancel()
    finger.down(25, 25)
    finger.down(20 + x, 20 + y, finger=1)
    finger.up(finger=1)
    finger.glide(25, 60)
    finger.up()
    # What comes after it is taken, so what was before is too.
    finger.tap(20 + x, 20 + y)
    desk.until("the tap is performed", lambda: number(desk) > before, 20)
    check(f"that one alone: {number(desk)} after {before}", number(desk) == before + 1)


def swipe(desk):
    """A finger turns the pages of a wall, and a swipe of the Smart Stack its cards"""
    finger, session = desk.finger, desk.session
    desk.log.mark()
    configure(desk, {"name": "hall", "kind": "wall", "background": "#c0d0e0", "pages": [["one", "two"], ["@stack"]]})
    settled(desk, desk.log)
    first = session.shoot("plasma-wall")
    desk.log.mark()
    finger.swipe((700, 100), (300, 110))
    settled(desk, desk.log)
    second = session.shoot("plasma-wall-second")
    check("the next page is seen", differing(desk, first, second) > 0.001)
    check("the daemon knows it", surface(desk)["surface"]["visiblePages"] == [2])
    check(f"it glides: {len(desk.log.frames())} frames", len(desk.log.frames()) >= 8)
    desk.log.mark()
    middle = WIDTH / 2, HEIGHT / 2
    finger.swipe((middle[0], middle[1] + 30), (middle[0], middle[1] - 40))
    settled(desk, desk.log)
    check("another card is seen", differing(desk, second, session.shoot("plasma-stack-second")) > 0.0001)
    desk.log.mark()
    finger.swipe((300, 100), (700, 110))
    settled(desk, desk.log)
    check("the first page again", differing(desk, first, session.shoot("plasma-wall-back")) < 0.0001)


if __name__ == "__main__":
    sys.exit(machinery.main(sys.argv[1], [begin, quarter, half, toggle, carry, edit, cancelled, swipe]))
