"""The real bars and a real notification daemon. See run.sh."""

import os
import shutil
import signal
import subprocess
import sys

import desk as machinery
from desk import word
from pointer import Pointer

FONT = "DejaVu Sans"


def providers(desk):
    """A widget, and activities with a button of their own."""
    desk.directory("providers")
    desk.file("providers/caffeine.json", f'{{"format": 1, "id": "caffeine", "name": "Caffeine", "protocol": "rpc", "exec": ["{desk.place}/bin/widgetd-providers", "caffeine"]}}')
    desk.file("providers/player.json", '{"format": 1, "id": "player", "name": "Player", "protocol": "json", "exec": ["player.sh"], "activities": [{"type": "Player"}]}')
    desk.file(
        "providers/player.sh",
        f"""#!/bin/sh
case $(cat) in
*'"call":"perform"'*) if [ -e {desk.place}/paused ]; then rm {desk.place}/paused; else touch {desk.place}/paused; fi; exit ;;
esac
how=Playing what=Pause
if [ -e {desk.place}/paused ]; then how=Paused what=Resume; fi
printf '{{"views": {{"lockScreen": {{"vstack": ["Evening Song", "%s", {{"button": "%s", "id": "toggle", "intent": "Toggle"}}]}}, "compactTrailing": "%s"}}}}' $how $what $how
""",
        mode=0o700)


def player(desk):
    desk.ctl("activity", "start", "--type", "Player", "--tag", "player", "--state", "{}")


class Screen:
    """An X display that nobody sees."""

    def __init__(self, desk, width, height):
        self.desk = desk
        self.size = f"{width}x{height}x24"
        self.launch()
        desk.until("the display answers", self.answers)

    def launch(self):
        end, other = os.pipe()
        os.set_inheritable(other, True)
        # Without a reset when its last client goes: who comes just then would be turned away.
        with open(f"{self.desk.place}/Xvfb.log", "ab") as log:
            self.process = subprocess.Popen(
                ["Xvfb", "-displayfd", str(other), "-screen", "0", self.size, "-nolisten", "tcp", "-noreset"],
                env=self.desk.variables, stdout=log, stderr=log, pass_fds=[other], start_new_session=True)
        self.desk.started.append(self.process)
        os.close(other)
        with os.fdopen(end) as file:
            self.name = f":{file.readline().strip()}"

    def answers(self):
        # Two servers that begin at once may want the same number; the one that loses ends.
        if self.process.poll() is not None:
            self.desk.started.remove(self.process)
            self.launch()
        geometry = subprocess.run(
            ["xdotool", "getdisplaygeometry"], env={**self.desk.variables, "DISPLAY": self.name}, capture_output=True, check=False)
        return geometry.returncode == 0

    def start(self, *command):
        return self.desk.start(*command, DISPLAY=self.name)

    def shoot(self, path):
        self.desk.run("import", "-window", "root", path, DISPLAY=self.name)

    def click(self, place, button=1):
        self.desk.run("xdotool", "mousemove", str(place.x), str(place.y), "click", str(button), DISPLAY=self.name)

    def close(self):
        self.desk.stop(self.process)


def begin(desk):
    """The daemon, a widget, an activity."""
    providers(desk)
    desk.daemon_process = desk.daemon()
    desk.ctl("place", "caffeine", "--name", "coffee")
    desk.until("the widget has a timeline", lambda: "0 mg" in desk.ctl("bar", "plain", "coffee", "--once"))


def activity(desk, progress="0.6"):
    desk.ctl("activity", "start", "--title", "Backup", "--tag", "nightly", "--progress", progress, "--detail", "12 GB left")


def i3(desk, screen, command):
    config = desk.file(
        "i3.conf",
        f"""# i3 config file (v4)
font pango:{FONT} 20
bar {{
    status_command {command}
    font pango:{FONT} 20
    position top
    workspace_buttons no
    colors {{
        background #20242c
        statusline #f0f0f0
        separator #20242c
    }}
}}
""")
    return screen.start("i3", "-c", config)


def i3bar(desk):
    """i3bar: what is drawn, clicks, and the daemon's restart"""
    screen = Screen(desk, 1200, 160)
    activity(desk)
    manager = i3(desk, screen, "exec widgetctl bar i3bar coffee --activities")
    words = desk.sees("i3bar", screen.shoot, "60 %", "Total Caffeine 0 mg")
    screen.click(word(words, "Caffeine"))
    desk.until("the click is performed", lambda: "63 mg" in desk.ctl("bar", "plain", "coffee", "--once"))
    desk.ctl("activity", "update", "nightly", "--progress", "0.75")
    words = desk.sees("i3bar-updated", screen.shoot, "75 %", "63 mg")
    screen.click(word(words, "75"))
    words = desk.sees("i3bar-selected", screen.shoot, "Backup 75 % 12 GB left", "dismiss")
    desk.stop(desk.daemon_process, signal.SIGKILL)
    desk.sees("i3bar-without-daemon", screen.shoot, absent=["Backup", "mg"])
    desk.daemon_process = desk.daemon()
    words = desk.sees("i3bar-again", screen.shoot, "Backup 75 % 12 GB left", "dismiss", "63 mg")
    screen.click(word(words, "dismiss"))
    desk.sees("i3bar-dismissed", screen.shoot, "63 mg", absent=["Backup", "%"])
    check("the activity is gone", not desk.activities())
    player(desk)
    words = desk.sees("i3bar-player", screen.shoot, "Playing", "63 mg")
    screen.click(word(words, "Playing"))
    words = desk.sees("i3bar-player-paused", screen.shoot, "Paused", "63 mg")
    screen.click(word(words, "Paused"), button=3)
    desk.sees("i3bar-player-selected", screen.shoot, "Evening Song Paused", "Resume", "dismiss")
    desk.ctl("activity", "dismiss", "player")
    desk.stop(manager)
    screen.close()


def i3blocks(desk):
    """i3blocks: a block that persists"""
    if not shutil.which("i3blocks"):
        return print("  skipped: there is no i3blocks")
    screen = Screen(desk, 1200, 160)
    activity(desk)
    blocks = desk.file("i3blocks.conf", "[widgets]\ncommand=exec widgetctl bar i3blocks coffee --activities\ninterval=persist\nformat=json\n")
    manager = i3(desk, screen, f"exec i3blocks -c {blocks}")
    desk.sees("i3blocks", screen.shoot, "60 %", "Total Caffeine")
    desk.stop(manager)
    screen.close()
    desk.ctl("activity", "dismiss", "nightly")


def polybar(desk):
    """polybar: what is drawn, and a click on each"""
    if not shutil.which("polybar"):
        return print("  skipped: there is no polybar")
    screen = Screen(desk, 1200, 160)
    activity(desk)
    config = desk.file(
        "polybar.ini",
        f"""[bar/main]
width = 100%
height = 48
background = #20242c
foreground = #f0f0f0
font-0 = {FONT}:size=20;4
padding-right = 2
modules-right = widgets

[module/widgets]
type = custom/script
exec = widgetctl bar polybar coffee --activities
tail = true
""")
    bar = screen.start("polybar", "-c", config, "main")
    before = desk.ctl("show", "coffee")
    words = desk.sees("polybar", screen.shoot, "60 %", "Total Caffeine")
    screen.click(word(words, "Caffeine"))
    desk.until("the click is performed", lambda: desk.ctl("show", "coffee") != before)
    screen.click(word(words, "60"), button=2)
    desk.sees("polybar-dismissed", screen.shoot, "Total Caffeine", absent=["%"])
    desk.until("the activity is dismissed", lambda: not desk.activities())
    desk.stop(bar)
    screen.close()


def waybar(desk):
    """waybar in headless sway: what is drawn, and a click"""
    activity(desk)
    module = (
        '{"exec": "widgetctl bar waybar coffee --activities", "return-type": "json", '
        '"on-click": "widgetctl bar waybar coffee --activities --click left", "on-click-middle": "widgetctl bar waybar coffee --activities --click middle"}')
    config = desk.file("waybar.json", f'{{"layer": "top", "position": "top", "height": 52, "modules-right": ["custom/widgets"], "custom/widgets": {module}}}')
    style = desk.file(
        "waybar.css",
        f"""* {{ font-family: "{FONT}"; font-size: 26px; }}
window#waybar {{ background: #20242c; color: #f0f0f0; }}
#custom-widgets {{ padding: 0 16px; }}
""")
    sway = desk.file("sway.conf", f"output HEADLESS-1 resolution 1200x400\noutput * bg #39404d solid_color\nexec exec waybar -c {config} -s {style}\n")
    compositor = desk.start("sway", "-c", sway, WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
    runtime = desk.variables["XDG_RUNTIME_DIR"]
    desk.until("sway listens", lambda: os.path.exists(f"{runtime}/wayland-1"))

    def shoot(path):
        desk.run("grim", path, WAYLAND_DISPLAY="wayland-1")

    before = desk.ctl("show", "coffee")
    words = desk.sees("waybar", shoot, "60 %", "Total Caffeine")
    pointer = Pointer(f"{runtime}/wayland-1", 1200, 400)
    pointer.move(word(words, "Caffeine"))
    desk.sees("waybar-tooltip", shoot, "Backup 60 %", "12 GB left", "coffee")
    pointer.click()
    desk.until("the click is performed", lambda: desk.ctl("show", "coffee") != before)
    pointer.click(button=Pointer.MIDDLE)
    desk.until("the activity is dismissed", lambda: not desk.activities())
    desk.sees("waybar-dismissed", shoot, "Total Caffeine", absent=["60"])
    pointer.close()
    desk.stop(compositor)


def dunst(desk):
    """dunst: a notification for each activity, replaced in place, its buttons, and restarts"""
    screen = Screen(desk, 800, 200)
    # dunst offers a notification's buttons to a menu of the person's; this one chooses by a file.
    menu = desk.file("menu", f"#!/bin/sh\ngrep -m 1 -F -f {desk.place}/choice\n", mode=0o700)
    config = desk.file(
        "dunstrc",
        f"""[global]
font = {FONT} 18
width = (0, 560)
height = 300
origin = top-right
offset = 20x20
markup = full
show_indicators = no
frame_width = 1
frame_color = "#5c6370"
corner_radius = 8
padding = 14
horizontal_padding = 16
progress_bar = true
icon_position = off
dmenu = {menu}
[urgency_low]
background = "#20242c"
foreground = "#f0f0f0"
[urgency_normal]
background = "#20242c"
foreground = "#f0f0f0"
""")

    def displayed():
        return int(desk.run("dunstctl", "count", "displayed"))

    def serve():
        process = screen.start("dunst", "-conf", config)
        desk.until("dunst answers", lambda: os.path.exists(f"{desk.place}/bus") and _answers(desk))
        return process

    server = serve()
    activity(desk)
    notify = desk.start("widgetd-notify")
    desk.sees("dunst", screen.shoot, "Backup 60 %", "12 GB left")
    desk.ctl("activity", "update", "nightly", "--progress", "0.75", "--detail", "7 GB left & <less>")
    desk.sees("dunst-updated", screen.shoot, "Backup 75 %", "7 GB left & <less>")
    check("an update makes no second notification", displayed() == 1)

    desk.stop(notify, signal.SIGKILL)
    desk.ctl("activity", "update", "nightly", "--progress", "0.8")
    notify = desk.start("widgetd-notify")
    desk.sees("dunst-own-restart", screen.shoot, "Backup 80 %")
    check("after its own restart there is no second notification", displayed() == 1)

    desk.stop(server)
    server = serve()
    desk.sees("dunst-server-restart", screen.shoot, "Backup 80 %")

    desk.file("choice", "End")
    desk.run("dunstctl", "context")
    desk.until("the button ends the activity", lambda: desk.activities().get("nightly") == "ended")
    desk.sees("dunst-ended", screen.shoot, "Backup")
    desk.ctl("activity", "dismiss", "nightly")
    desk.until("its notification is closed", lambda: displayed() == 0)

    player(desk)
    desk.sees("dunst-player", screen.shoot, "Evening Song", "Paused")
    desk.file("choice", "Resume")
    desk.run("dunstctl", "context")
    desk.sees("dunst-player-resumed", screen.shoot, "Evening Song", "Playing")
    check("an action makes no second notification", displayed() == 1)
    desk.ctl("activity", "dismiss", "player")
    desk.until("its notification is closed", lambda: displayed() == 0)

    desk.ctl("activity", "start", "--title", "Timer", "--tag", "tea", "--transient", "--progress", "0.5")
    desk.sees("dunst-transient", screen.shoot, "Timer")
    desk.run("dunstctl", "close")
    desk.until("closing a transient one dismisses it", lambda: not desk.activities())

    activity(desk)
    desk.until("it is shown", lambda: displayed() == 1)
    desk.stop(notify)
    desk.until("its end leaves nothing behind", lambda: displayed() == 0)
    desk.stop(server)
    screen.close()


def _answers(desk):
    try:
        return desk.run("dunstctl", "count", "displayed").strip().isdigit()
    except machinery.Failed:
        return False


def check(what, holds):
    if not holds:
        raise machinery.Failed(what)


if __name__ == "__main__":
    sys.exit(machinery.main(sys.argv[1], [begin, i3bar, i3blocks, polybar, waybar, dunst]))
