"""widgetd-wall in headless sway. See run.sh."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import desk as machinery
from board import Log, Place, begin, check, colors, configure, differing, number, settled, surface, target
from desk import Failed
from keyboard import Keyboard
from pointer import Pointer

WIDTH, HEIGHT = 1280, 800


class Sway:
    """sway without a screen, or in a window of another one."""

    def __init__(self, desk, outer=None):
        self.desk = desk
        runtime = desk.variables["XDG_RUNTIME_DIR"]
        config = desk.file("sway.conf", f"output HEADLESS-1 resolution {WIDTH}x{HEIGHT}\noutput * bg #39404d solid_color\nseat seat0 hide_cursor 1\n")
        before = set(os.listdir(runtime))
        backend = {"WLR_BACKENDS": "wayland", "WAYLAND_DISPLAY": outer.display} if outer else {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1"}
        self.process = desk.start("sway", "-c", config, WLR_RENDERER="pixman", **backend)

        def fresh(pattern):
            return [name for name in os.listdir(runtime) if name not in before and re.fullmatch(pattern, name)]

        desk.until("sway listens", lambda: fresh(r"wayland-\d+") and fresh(r"sway-ipc.*\.sock"))
        self.display = fresh(r"wayland-\d+")[0]
        self.control = f"{runtime}/{fresh(r'sway-ipc.*[.]sock')[0]}"
        self.path = f"{runtime}/{self.display}"
        desk.until("sway answers", self.answers)

    @staticmethod
    def version(desk):
        """Such as (1, 7)."""
        return tuple(int(number) for number in re.findall(r"\d+", desk.run("sway", "--version"))[:2])

    def answers(self):
        return subprocess.run(["swaymsg", "-t", "get_outputs"], env={**self.desk.variables, "SWAYSOCK": self.control}, capture_output=True).returncode == 0

    def message(self, *words):
        return self.desk.run("swaymsg", *words, SWAYSOCK=self.control)

    def shoot(self, name, *options):
        path = f"{self.desk.place}/shots/{name}.png"
        self.desk.run("grim", *options, path, WAYLAND_DISPLAY=self.display)
        return path

    def start(self, *options):
        return self.desk.start("widgetd-wall", "--log-level", "trace", *options, WAYLAND_DISPLAY=self.display)


def desktop(desk):
    """A group on the desktop is drawn as `widgetctl render` draws it"""
    sway = desk.sway = Sway(desk)
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one", "two", "three"]})
    desk.log = log = Log(desk)
    desk.wall = sway.start()
    settled(desk, log)
    whole = sway.shoot("desktop")
    check("something is drawn", colors(desk, whole) > 20)
    for name, x, y, width, height in (("one", 20, 20, 158, 158), ("two", 200, 20, 158, 158), ("three", 380, 20, 338, 158)):
        shown = f"{desk.place}/{name}-shown.png"
        desk.run("convert", whole, "-crop", f"{width}x{height}+{x}+{y}", "+repage", shown)
        drawn = f"{desk.place}/{name}-drawn.png"
        desk.ctl("render", name, "--scale", "1", "--color-scheme", "dark", "-o", drawn)
        desk.run("convert", "-size", f"{width}x{height}", "xc:#39404d", drawn, "-composite", drawn)
        off = differing(desk, shown, drawn)
        check(f"{name} is as widgetctl render draws it: {off:.2%} of the pixels are off", off <= 0.002)
    check("between the widgets the desktop is seen", colors(desk, whole, "10x100+182+30") == 1)


def idle(desk):
    """Nothing wakes it while nothing changes"""
    def switches():
        count = 0
        for thread in os.listdir(f"/proc/{desk.wall.pid}/task"):
            with open(f"/proc/{desk.wall.pid}/task/{thread}/status") as file:
                count += int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", file.read(), re.M)[1])
        return count

    before, frames = switches(), len(desk.log.frames())
    time.sleep(2)
    check(f"it sleeps: {switches() - before} wake-ups in 2 s", switches() == before)
    check("no frame is drawn", len(desk.log.frames()) == frames)


def tap(desk):
    """A click on a button is performed, the number rolls, and nothing is drawn afterwards"""
    pointer = desk.pointer = Pointer(desk.sway.path, WIDTH, HEIGHT)
    words = target(desk, "one", "add")
    desk.log.mark()
    pointer.move(Place(20 + words[0], 20 + words[1]))
    pointer.click()
    desk.until("the button is performed", lambda: open(f"{desk.place}/count").read().strip() == "64")
    desk.until("the widget shows it", lambda: '"64"' in desk.ctl("show", "one", "--json"))
    settled(desk, desk.log)
    frames = desk.log.frames()
    check(f"the number rolls over several frames: {len(frames)}", len(frames) >= 8)
    sizes = sorted(int(re.search(r"pixels=?:? ?(\d+)", frame)[1]) for frame in frames)
    check(f"only what moves is drawn: half of the frames have at most {sizes[len(sizes) // 2]} pixels", sizes[len(sizes) // 2] < 158 * 158)
    desk.sway.shoot("tapped")
    x, y = target(desk, "one", "lamp")
    pointer.move(Place(20 + x, 20 + y))
    pointer.click()
    desk.until("the toggle is switched", lambda: os.path.exists(f"{desk.place}/on"))


def carry(desk):
    """A widget is carried to another place; the board has the new order"""
    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20})
    settled(desk, desk.log)
    pointer = desk.pointer
    pointer.move(Place(40, 30))
    press(pointer, 1)
    time.sleep(0.7)
    for x in (100, 200, 300, 340):
        pointer.move(Place(x, 40))
    time.sleep(0.1)
    desk.sway.shoot("carried")
    press(pointer, 0)

    def order():
        return [entry["widget"]["name"] for entry in json.loads(desk.ctl("widgets", "--json"))["widgets"]]

    desk.until(f"the first widget stands behind the second", lambda: order()[:2] == ["two", "one"], 10)


def edit(desk):
    """A widget that is pressed for a while has a mark that takes it off the surface"""
    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one", "two"]})
    settled(desk, desk.log)
    pointer = desk.pointer
    pointer.move(Place(300, 30))
    press(pointer, 1)
    time.sleep(0.7)
    press(pointer, 0)
    settled(desk, desk.log)
    desk.sway.shoot("editing")
    pointer.move(Place(200 + 11, 20 + 11))
    pointer.click()
    desk.until("it is gone", lambda: colors(desk, desk.sway.shoot("edited"), "158x158+200+20") == 1, 10)
    with open(f"{desk.place}/config/widgetd/wall.json") as file:
        check("the file has the other one alone", json.load(file)["surfaces"][0]["widgets"] == ["one"])
    check("the widget stays placed", "two" in desk.ctl("widgets"))
    pointer.move(Place(600, 600))


def press(pointer, state):
    import struct
    pointer.send(5, 2, struct.pack("=III", pointer.tick(), Pointer.LEFT, state))
    pointer.send(5, 4)
    pointer.roundtrip(pointer.next)


def file(desk):
    """The file is edited by widgetctl wall, and a bad one changes nothing"""
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one"]})
    desk.until("one widget is left", lambda: colors(desk, desk.sway.shoot("one"), "158x158+200+20") == 1)
    desk.ctl("wall", "place", "two")
    desk.until("the other one is there again", lambda: colors(desk, desk.sway.shoot("two"), "158x158+200+20") > 20)
    desk.log.mark()
    desk.file("config/widgetd/wall.json", '{"surfaces": [{"name": "desk", "kind": "desktp"}]}')
    desk.until("the mistake is named", lambda: "did you mean desktop" in desk.log.text())
    check("the surfaces stay", colors(desk, desk.sway.shoot("bad"), "158x158+200+20") > 20)


def restart(desk):
    """The daemon restarts: the widgets stay, and go on"""
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one", "two"]})
    time.sleep(0.3)
    desk.stop(desk.daemon_process, signal.SIGKILL)
    check("the widgets stay", colors(desk, desk.sway.shoot("without-daemon"), "158x158+20+20") > 20)
    desk.file("count", "70\n")
    desk.daemon_process = desk.daemon()
    desk.log.mark()
    desk.ctl("reload", "one")
    desk.until("the new daemon's entry is shown", lambda: desk.log.frames(), 20)
    check("it still runs", desk.wall.poll() is None)


def wall(desk):
    """A wall has pages, which turn by keys and by themselves, and is dimmed by the clock"""
    base = {"name": "lobby", "kind": "wall", "background": ["#102030", "#304050"], "pages": [["one", "two"], ["three"]]}
    desk.log.mark()
    configure(desk, base)
    settled(desk, desk.log)
    first = desk.sway.shoot("wall")
    check("the wall fills the display", colors(desk, first, "20x700+5+50") > 20)
    keyboard = Keyboard(desk.sway.path)

    def turned():
        # A key is lost before the program has heard of the new keyboard. Beyond the last page it does nothing.
        keyboard.press(Keyboard.RIGHT)
        return differing(desk, first, desk.sway.shoot("wall-second")) > 0.001

    desk.until("an arrow key turns the page", turned, 20)
    settled(desk, desk.log)
    keyboard.press(Keyboard.LEFT)
    desk.until("and back", lambda: differing(desk, first, desk.sway.shoot("wall-back")) < 0.0001, 10)
    keyboard.press(Keyboard.TAB)
    desk.until("Tab draws a ring", lambda: differing(desk, first, desk.sway.shoot("wall-focus")) > 0.0001, 10)
    count = int(open(f"{desk.place}/count").read())
    keyboard.press(Keyboard.TAB)
    keyboard.press(Keyboard.ENTER)
    desk.until("Enter presses the button", lambda: int(open(f"{desk.place}/count").read()) == count + 1, 20)
    keyboard.press(Keyboard.ESCAPE)
    keyboard.close()
    settled(desk, desk.log)
    first = desk.sway.shoot("wall")
    configure(desk, {**base, "turnAfter": 2})
    desk.until("the next page comes by itself", lambda: differing(desk, first, desk.sway.shoot("wall-turned")) > 0.001, 20)
    desk.log.mark()
    configure(desk, {**base, "dimming": {"from": "00:00", "to": "00:00", "level": 0.3}})
    settled(desk, desk.log)
    dark = desk.sway.shoot("wall-dimmed")

    def brightness(path):
        return float(desk.run("convert", path, "-colorspace", "Gray", "-format", "%[fx:mean]", "info:"))

    check("it is darker", brightness(dark) < 0.5 * brightness(first))


def listed(desk):
    """The daemon knows the wall by its name and what is seen on it, and its settings are changed from elsewhere"""
    base = {"name": "hall", "kind": "wall", "background": "#102030", "pages": [["one", "two"], ["three"]]}
    path = f"{desk.place}/config/widgetd/wall.json"

    def written():
        with open(path) as file:
            return json.load(file)["surfaces"][0]

    desk.log.mark()
    configure(desk, base)
    desk.until("it is listed with its pages", lambda: [len(page["items"]) for page in surface(desk)["surface"].get("pages", [])] == [2, 1])
    check("the surface that was there before has ended", not surface(desk, "desk").get("connected"))
    check("the first page is seen", surface(desk)["surface"]["visiblePages"] == [1])
    settled(desk, desk.log)
    before = desk.sway.shoot("surface-before")
    keyboard = Keyboard(desk.sway.path)

    def turned():
        keyboard.press(Keyboard.RIGHT)
        return surface(desk)["surface"]["visiblePages"] == [2]

    desk.until("the page that is turned is seen", turned)
    keyboard.press(Keyboard.LEFT)
    keyboard.close()
    desk.until("and the first one again", lambda: surface(desk)["surface"]["visiblePages"] == [1])
    settled(desk, desk.log)
    desk.log.mark()
    desk.ctl("surface", "set", "hall", "zoom=1.5", "background=#c04020")
    settled(desk, desk.log)
    check("it is drawn anew", differing(desk, before, desk.sway.shoot("surface-set")) > 0.5)
    check(f"the file has the settings: {written()}", written()["zoom"] == 1.5 and written()["pages"] == base["pages"])
    desk.ctl("surface", "set", "hall", "widgets=two", "zoom=")
    check("a setting without a value is as usual", "zoom" not in written() and written()["widgets"] == ["two"])
    desk.ctl("surface", "set", "hall", "widgets+=three")
    check("a widget is added", written()["widgets"] == ["two", "three"])
    try:
        desk.ctl("surface", "set", "hall", "theme=glass", "zoom=99")
        raise AssertionError
    except Failed as error:
        check(f"a mistake is named: {error}", "zoom: must be 0.25 to 8" in str(error))
    check("nothing of that change is made", "theme" not in written())
    desk.stop(desk.wall)
    desk.until("it has ended", lambda: not surface(desk).get("connected"))
    check("a change waits", "when it comes" in desk.ctl("surface", "set", "hall", "theme=glass"))
    desk.log.mark()
    desk.wall = desk.sway.start()
    desk.until("and is made", lambda: written().get("theme") == "glass")
    desk.until("it waits no more", lambda: not surface(desk)["waiting"])
    settled(desk, desk.log)


def stack(desk):
    """The Smart Stack is one card, which a wheel turns; a pinned widget comes by itself"""
    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["@stack", "one"]})
    settled(desk, desk.log)
    items = desk.until("it is listed", lambda: [page["items"] for page in surface(desk, "desk")["surface"].get("pages", [])])
    check(f"with the stack: {items}", items[0][0] == {"stack": True} and len(items[0]) == 2)
    cards = json.loads(desk.ctl("stack", "--json"))["cards"]
    check("it has several cards", len(cards) >= 3)

    def shown(name):
        """The colour beside the middle of the stack's place: a medium card has its ground there, and a small one nothing."""
        return desk.run("convert", desk.sway.shoot(name), "-format", "%[pixel:p{40,100}]", "info:")

    first = shown("stack")
    pointer = desk.pointer
    pointer.move(Place(60, 60))
    desk.log.mark()
    scroll(pointer, 40)
    settled(desk, desk.log)
    check(f"the next card slides in: {len(desk.log.frames())} frames", len(desk.log.frames()) >= 8)
    check("another card is seen", shown("stack-second") != first)
    desk.log.mark()
    scroll(pointer, -40)
    settled(desk, desk.log)
    check("and the first one again", shown("stack-back") == first)
    desk.log.mark()
    desk.ctl("stack", "pin", cards[2]["widgetId"])
    settled(desk, desk.log)
    check("the pinned card comes", shown("stack-pinned") != first)
    desk.ctl("stack", "unpin", cards[2]["widgetId"])
    pointer.move(Place(600, 600))


def own_stack(desk):
    """The widgets of a stack that somebody has made stand as one on the whole board, and the wheel turns it"""
    def items():
        return [item for page in surface(desk, "desk")["surface"].get("pages", []) for item in page["items"]]

    def shown(name):
        # Another widget is before it, and a small card is in the middle of its place.
        return desk.run("convert", desk.sway.shoot(name), "-format", "%[pixel:p{220,100}]", "info:")

    desk.ctl("stack", "add", "left", "one", "three")
    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20})
    listed = desk.until("the stack is listed", lambda: [item for item in items() if "namedStack" in item])
    check(f"it has both widgets: {listed}", len(items()) == 2 and len(listed[0]["namedStack"]["widgetIds"]) == 2)
    settled(desk, desk.log)
    first = shown("own-stack")
    desk.pointer.move(Place(240, 60))
    desk.log.mark()
    scroll(desk.pointer, 40)
    settled(desk, desk.log)
    check("the other widget is seen", shown("own-stack-second") != first)
    desk.pointer.move(Place(600, 600))
    desk.ctl("stack", "remove", "left")
    desk.until("the widgets stand alone again", lambda: len(items()) == 3)
    settled(desk, desk.log)


def control(desk):
    """A control stands among the widgets, and a click presses it"""
    desk.ctl("control", "add", "fan")
    desk.until("it has a value", lambda: "off" in desk.ctl("control", "list").lower())
    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one", "@control/fan"]})
    settled(desk, desk.log)
    items = desk.until("it is listed", lambda: [page["items"] for page in surface(desk, "desk")["surface"].get("pages", [])])
    check(f"with the control: {items}", "controlId" in items[0][1])
    off = desk.sway.shoot("control-off")
    desk.pointer.move(Place(280, 100))
    desk.pointer.click()
    desk.until("it is pressed", lambda: os.path.exists(f"{desk.place}/fan"))
    desk.until("it is drawn as it is", lambda: differing(desk, off, desk.sway.shoot("control-on")) > 0.0001)
    desk.pointer.move(Place(600, 600))


def scroll(pointer, length):
    import struct
    pointer.send(5, 3, struct.pack("=IIi", pointer.tick(), 0, length * 256))
    pointer.send(5, 4)
    pointer.roundtrip(pointer.next)


def window(desk):
    """A window is an ordinary one, and the program ends when it is closed"""
    file = desk.file("window.json", json.dumps({"surfaces": [{"name": "window", "kind": "window", "widgets": ["one"]}]}))
    process = desk.sway.start("--file", file)

    def titles():
        def names(node):
            return ([node["app_id"]] if node.get("app_id") else []) + [name for child in node["nodes"] + node["floating_nodes"] for name in names(child)]
        return names(json.loads(desk.sway.message("-t", "get_tree")))

    desk.until("there is a window", lambda: "widgetd-wall" in titles(), 20)
    desk.until("the widget is in it", lambda: colors(desk, desk.sway.shoot("window"), "400x400+600+200") > 20, 20)
    desk.sway.message('[app_id="widgetd-wall"]', "kill")
    desk.until("the program has ended", lambda: process.poll() is not None, 10)
    check(f"with status 0, not {process.returncode}", process.returncode == 0)
    desk.started.remove(process)


def lock(desk):
    """While the session is locked, what is private is hidden"""
    try:
        import dbus
        import dbusmock  # noqa: F401
    except ImportError:
        return print("  skipped: there is no python3-dbusmock")
    address = f"unix:path={desk.place}/system"
    bus = desk.start("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}")
    desk.until("the system bus is there", lambda: os.path.exists(f"{desk.place}/system"))
    variables = {"DBUS_SYSTEM_BUS_ADDRESS": address}
    mock = desk.start(sys.executable, "-m", "dbusmock", "--template", "logind", DBUS_SESSION_BUS_ADDRESS=address, **variables)
    connection = dbus.bus.BusConnection(address)
    desk.until("logind is there", lambda: connection.name_has_owner("org.freedesktop.login1"), 20)
    manager = dbus.Interface(connection.get_object("org.freedesktop.login1", "/org/freedesktop/login1"), "org.freedesktop.DBus.Mock")
    manager.AddSession("c1", "seat0", dbus.UInt32(os.getuid()), "person", True)
    session = dbus.Interface(connection.get_object("org.freedesktop.login1", "/org/freedesktop/login1/session/c1"), "org.freedesktop.login1.Session")

    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one"]})
    desk.stop(desk.wall)
    desk.wall = desk.start("widgetd-wall", "--log-level", "trace", WAYLAND_DISPLAY=desk.sway.display, **variables)
    settled(desk, desk.log)
    shown = desk.sway.shoot("unlocked")
    session.SetLockedHint(True)
    desk.until("the private text is hidden", lambda: differing(desk, shown, desk.sway.shoot("locked")) > 0.0001, 10)
    session.SetLockedHint(False)
    desk.until("and shown again", lambda: differing(desk, shown, desk.sway.shoot("unlocked-again")) < 0.0001, 10)
    for process in (mock, bus):
        desk.stop(process)


def panel(desk):
    """A panel lies on an edge, and windows end beside it"""
    desk.log.mark()
    configure(desk, {"name": "bar", "kind": "panel", "edge": "left", "background": "#202020", "widgets": ["one", "two"]})
    settled(desk, desk.log)
    path = desk.sway.shoot("panel")
    check("it is as wide as its widgets", colors(desk, path, "6x700+176+50") == 1)
    workspace = json.loads(desk.sway.message("-t", "get_workspaces"))[0]["rect"]
    check(f"windows begin beside it, at {workspace['x']}", workspace["x"] == 158 + 16)


def usage(desk):
    """The processor time of the wall in seconds, and how many descriptors it has."""
    check(f"it runs, and hasn't ended with status {desk.wall.poll()}", desk.wall.poll() is None)
    with open(f"/proc/{desk.wall.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK"), len(os.listdir(f"/proc/{desk.wall.pid}/fd"))


def covered(desk):
    """Under a full-screen window nothing is drawn, and the daemon knows it; when the window goes, the newest state is there"""
    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one", "two"]})
    settled(desk, desk.log)
    desk.until("it is seen", lambda: surface(desk, "desk")["surface"].get("visibility") == "visible", 20)
    file = desk.file("over.json", json.dumps({"surfaces": [{"name": "over", "kind": "window", "background": "#808080", "widgets": ["three"]}]}))
    over = desk.sway.start("--file", file)
    desk.until("the window is there", lambda: "widgetd-wall" in desk.sway.message("-t", "get_tree"), 20)
    desk.sway.message("fullscreen", "enable")
    desk.until("it covers all", lambda: colors(desk, desk.sway.shoot("covered"), "300x158+20+20") == 1, 20)
    desk.log.mark()
    before = number(desk)
    # The window shows the third widget, whose frames count too.
    for _ in range(3):
        desk.ctl("tap", "one", "add")
    desk.until("the widget has changed", lambda: f'"{before + 3}"' in desk.ctl("show", "one", "--json"), 20)
    desk.until("the daemon knows that it is covered", lambda: surface(desk, "desk")["surface"].get("visibility") == "covered", 20)
    frames = [frame for frame in desk.log.frames() if "surface=desk" in frame]
    check(f"at most one frame is drawn: {len(frames)}", len(frames) <= 1)
    (time_before, _) = usage(desk)
    desk.ctl("tap", "one", "add")
    time.sleep(2)
    check(f"it doesn't spin: {usage(desk)[0] - time_before} s of 2", usage(desk)[0] - time_before <= 0.1)
    check("the window that covers it is seen", surface(desk, "over")["surface"].get("visibility") == "visible")
    desk.stop(over)
    desk.until("it is seen again", lambda: surface(desk, "desk")["surface"].get("visibility") == "visible", 20)
    settled(desk, desk.log)
    shown, drawn = f"{desk.place}/cover-shown.png", f"{desk.place}/cover-drawn.png"
    desk.run("convert", desk.sway.shoot("uncovered"), "-crop", "158x158+20+20", "+repage", shown)
    desk.ctl("render", "one", "--scale", "1", "--color-scheme", "dark", "-o", drawn)
    desk.run("convert", "-size", "158x158", "xc:#39404d", drawn, "-composite", drawn)
    check("the newest state is shown", differing(desk, shown, drawn) <= 0.002)


def unplugged(desk):
    """Displays that come and go fifty times: nothing is lost, nothing is left over, and nothing spins"""
    # A headless display of Debian 12's sway can't go; one that is a window can. Newer ones end with their last display, so the first one stays.
    goes = Sway.version(desk) >= (1, 8)
    configure(desk, {"name": "hall", "kind": "wall", "background": "#c0d0e0", "pages": [["one", "two"], ["three"]]})
    outer, first_wall, first_log = desk.sway, desk.wall, desk.log
    inner = Sway(desk, None if goes else outer)
    log = desk.log = Log(desk)
    desk.stop(first_wall)
    desk.wall = inner.start()

    def names():
        return [entry["name"] for entry in json.loads(inner.message("-t", "get_outputs")) if entry["name"] != "HEADLESS-1"]

    def unplug():
        if goes:
            inner.message("output", names()[0], "unplug")
        else:
            outer.message('[app_id="wlroots"]', "kill")
        desk.until("no display is left", lambda: not names(), 10)

    def plug():
        inner.message("create_output")
        return desk.until("there is a display", names, 10)[0]

    if goes:
        plug()
    settled(desk, log)
    name = names()[0]
    shown = inner.shoot("plugged", "-o", name)
    check("the widgets are on it", colors(desk, shown) > 20)
    for _ in range(3):
        unplug()
        plug()
    settled(desk, log)
    (_, files), memory = usage(desk), resident(desk)
    for _ in range(50):
        unplug()
        plug()
    unplug()
    if not goes:
        desk.until("the surface has ended", lambda: not surface(desk).get("connected"), 20)
    before, _ = usage(desk)
    time.sleep(2)
    check(f"without a display it doesn't spin: {usage(desk)[0] - before} s of 2", usage(desk)[0] - before <= 0.05)
    log.mark()
    name = plug()
    settled(desk, log)
    desk.until("the widgets are in their places", lambda: differing(desk, shown, inner.shoot("plugged-again", "-o", name)) < 0.0001, 10)
    desk.until(f"as many descriptors are open as before, {files}: {usage(desk)[1]}", lambda: usage(desk)[1] == files, 10)
    grown = resident(desk) - memory
    print(f"  {grown} KiB more than before")
    check(f"memory hasn't grown: {grown} KiB", grown < 4096)
    desk.stop(desk.wall)
    desk.stop(inner.process)
    desk.wall, desk.log = outer.start(), first_log
    settled(desk, desk.log)


def resident(desk):
    """KiB that the wall has in memory."""
    with open(f"/proc/{desk.wall.pid}/status") as file:
        return int(re.search(r"^VmRSS:\s*(\d+)", file.read(), re.M)[1])


def outputs(desk):
    """A second display gets the widgets too, at twice the scale"""
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "widgets": ["one"]})
    desk.sway.message("create_output")
    desk.sway.message("output", "HEADLESS-2", "resolution", "800x600", "scale", "2")
    desk.until("it is there", lambda: colors(desk, desk.sway.shoot("second", "-o", "HEADLESS-2"), "316x316+40+40") > 20)
    shown = f"{desk.place}/second-shown.png"
    desk.until("it is sharp", lambda: sharp(desk, shown), 10)


def fraction(desk):
    """At a scale of 1.5 each pixel of a widget is one of the display, and a click meets what is seen"""
    if Sway.version(desk) < (1, 9):
        return print("  skipped: this sway tells no program of fractions; the test on Plasma does it")
    desk.log.mark()
    configure(desk, {"name": "desk", "kind": "desktop", "anchor": "topLeft", "margin": 20, "background": "#39404d", "widgets": ["one", "two"]})
    settled(desk, desk.log)
    for scale in (1.25, 1.5):
        desk.log.mark()
        desk.sway.message("output", "HEADLESS-1", "scale", str(scale))
        settled(desk, desk.log)
        whole = desk.sway.shoot(f"sway-{scale}")
        for name, left in (("one", 20), ("two", 200)):
            shown, drawn = f"{desk.place}/fraction-shown.png", f"{desk.place}/fraction-drawn.png"
            desk.ctl("render", name, "--scale", str(scale), "--color-scheme", "dark", "-o", drawn)
            size = "x".join(desk.run("identify", "-format", "%w %h", drawn).split())
            desk.run("convert", "-size", size, "xc:#39404d", drawn, "-composite", drawn)
            desk.run("convert", whole, "-crop", f"{size}+{round(left * scale)}+{round(20 * scale)}", "+repage", shown)
            off = differing(desk, shown, drawn)
            check(f"at {scale} {name} is as sharp as widgetctl render draws it: {off:.2%} of the pixels are off", off <= 0.002)
    before = number(desk)
    x, y = target(desk, "one", "add")
    desk.pointer.move(Place((20 + x) * 1.5, (20 + y) * 1.5))
    desk.pointer.click()
    desk.until("the button is performed", lambda: number(desk) == before + 1, 20)
    desk.log.mark()
    desk.sway.message("output", "HEADLESS-1", "scale", "1")
    settled(desk, desk.log)


def sharp(desk, shown):
    desk.run("convert", desk.sway.shoot("second", "-o", "HEADLESS-2"), "-crop", "316x316+40+40", "+repage", shown)
    drawn = f"{desk.place}/second-drawn.png"
    desk.ctl("render", "one", "--scale", "2", "--color-scheme", "dark", "-o", drawn)
    desk.run("convert", "-size", "316x316", "xc:#39404d", drawn, "-composite", drawn)
    return differing(desk, shown, drawn) <= 0.002


def end(desk):
    """The compositor goes: the program ends by itself, and says why"""
    desk.log.mark()
    desk.stop(desk.sway.process, signal.SIGKILL)
    desk.until("it has ended", lambda: desk.wall.poll() is not None, 10)
    check(f"with EX_UNAVAILABLE, not {desk.wall.returncode}", desk.wall.returncode == 69)
    check("it says why", "compositor has ended the connection" in desk.log.text())
    desk.started.remove(desk.wall)


if __name__ == "__main__":
    sys.exit(machinery.main(sys.argv[1], [
        begin, desktop, idle, tap, carry, edit, file, restart, wall, listed, stack, own_stack, control, panel, window, covered, lock, fraction, unplugged,
        outputs, end]))
