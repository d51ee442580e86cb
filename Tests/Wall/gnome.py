"""widgetd-wall in mutter, GNOME's compositor: it has no layers, so that each surface is an ordinary window. See run.sh."""

import os
import subprocess
import sys
import time

import desk as machinery
from board import Log, begin, check, colors, configure, differing, settled, target
from desk import Failed

WIDTH, HEIGHT = 1280, 800  # Pixels of the X display in which mutter runs.


class Gnome:
    """mutter as a window of an X display without a screen. xdotool moves its pointer."""

    def __init__(self, desk, name, scale="1"):
        self.desk, self.display = desk, name
        # mutter makes a window of its own for its display, without a frame.
        self.process = desk.start(
            "mutter", "--wayland", "--nested", "--no-x11", "--wayland-display", name, DISPLAY=desk.x, GSETTINGS_BACKEND="memory",
            MUTTER_DEBUG_DUMMY_MODE_SPECS=f"{WIDTH}x{HEIGHT}", MUTTER_DEBUG_DUMMY_MONITOR_SCALES=scale)
        desk.until("mutter listens", lambda: os.path.exists(f"{desk.variables['XDG_RUNTIME_DIR']}/{name}"), 30)
        desk.until("mutter draws", lambda: colors(desk, self.shoot("gnome-empty")) > 1, 30)

    def shoot(self, name):
        path = f"{self.desk.place}/shots/{name}.png"
        self.desk.run("import", "-window", "root", "+repage", path, DISPLAY=self.desk.x)
        return path

    def start(self, *options):
        return self.desk.start("widgetd-wall", "--log-level", "trace", *options, WAYLAND_DISPLAY=self.display)

    def hand(self, *words):
        self.desk.run("xdotool", *[str(word) for word in words], DISPLAY=self.desk.x)


if __name__ == "__main__":
    pass
