"""The board in a terminal of tmux's. run.sh says how it is called."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

LIMIT = float(os.environ.get("LIMIT", "20"))

# Shows what a file says.
PROVIDER = """#!/bin/sh
cat >/dev/null
cat {directory}/view
"""

MANIFEST = """
{"format": 1, "id": "stage", "name": "Stage", "protocol": "json", "exec": ["stage.sh"],
 "kinds": [{"id": "stage", "display_name": "Stage", "families": ["systemMedium"]}]}
"""


def view(number, part, first, second):
    rows = [{"text": name, "id": name} for name in (first, second)]
    number = {"text": str(number), "contentTransition": {"numericText": number}, "id": "number"}
    return {"view": {"vstack": [number, {"progress": part}, rows[0], {"spacer": 32}, rows[1]], "widgetURL": "stage-of-tests:1"}, "policy": "never"}


class Failed(Exception):
    pass


def wait(what, check):
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        value = check()
        if value:
            return value
        time.sleep(0.02)
    raise Failed(f"{what} didn't happen within {LIMIT} s")


def check(holds, what):
    if not holds:
        raise Failed(what)


class Daemon:
    def __init__(self, programs, directory):
        self.directory = directory
        self.program = f"{programs}/widgetctl"
        providers = f"{directory}/providers"
        os.makedirs(providers)
        self.show(view(1, 0.1, "alpha", "omega"))
        for name, text, mode in (("stage.sh", PROVIDER.replace("{directory}", directory), 0o755), ("stage.json", MANIFEST, 0o644)):
            with open(f"{providers}/{name}", "w") as file:
                file.write(text)
            os.chmod(f"{providers}/{name}", mode)
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}", "HOME": directory, "WIDGETD_SOCKET": f"{directory}/sock", "LANG": "C.UTF-8", "TERM": "tmux-256color",
            "COLORTERM": "truecolor", "XDG_RUNTIME_DIR": directory, "XDG_CONFIG_HOME": f"{directory}/config", "XDG_STATE_HOME": f"{directory}/person"}
        self.daemon, self.providers = f"{programs}/widgetd", providers
        self.start()
        wait("the provider's kinds", lambda: "stage" in self.ctl("kinds").stdout)
        self.ctl("place", "stage")
        wait("the widget's first timeline", lambda: "alpha" in self.ctl("show", "stage").stdout)

    def start(self):
        with open(f"{self.directory}/log", "ab") as log:
            self.process = subprocess.Popen(
                ["widgetd", "--config", "none", "--state-directory", f"{self.directory}/state", "--socket", f"{self.directory}/sock", "--providers", self.providers,
                 "--no-announce", "--device-name", "desk"],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, executable=self.daemon)
        wait("the daemon's start", lambda: self.ctl("status", check=False).returncode == 0)

    def show(self, content):
        with open(f"{self.directory}/view.new", "w") as file:
            json.dump(content, file)
        os.rename(f"{self.directory}/view.new", f"{self.directory}/view")

    def change(self, *content):
        """The widget has another view."""
        self.show(view(*content))
        self.ctl("reload", "stage")

    def ctl(self, *arguments, check=True):
        result = subprocess.run([self.program, *arguments], env=self.environment, capture_output=True, text=True)
        if check and result.returncode != 0:
            raise Failed(f"widgetctl {' '.join(arguments)}: {result.stderr}")
        return result

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


class Board:
    """A board in a terminal of its own."""

    def __init__(self, daemon, name, **variables):
        self.daemon, self.output = daemon, f"{daemon.directory}/{name}.output"
        self.tmux = ["tmux", "-S", f"{daemon.directory}/{name}.tmux", "-f", "/dev/null"]
        subprocess.run(
            [*self.tmux, "new-session", "-d", "-x", "80", "-y", "24", "-c", daemon.directory, "sh"], env={**daemon.environment, **variables}, check=True)
        self.send("stty -echo; PS1='ready'; clear", "Enter")
        wait("the shell's prompt", lambda: self.screen().strip() == "ready")
        subprocess.run([*self.tmux, "pipe-pane", f"cat >{self.output}"], check=True)
        self.send("widgetctl board", "Enter")
        wait("the board", lambda: "q quit" in self.screen() and "alpha" in self.screen())
        self.process = self.find()

    def tell(self, *words):
        return subprocess.run([*self.tmux, *words], capture_output=True, text=True, check=True).stdout

    def send(self, *keys):
        subprocess.run([*self.tmux, "send-keys", *keys], check=True)

    def screen(self):
        return self.tell("capture-pane", "-p")

    def find(self):
        shell = self.tell("display", "-p", "#{pane_pid}").strip()
        with open(f"/proc/{shell}/task/{shell}/children") as file:
            return file.read().split()[0]

    def program(self):
        return os.path.basename(os.readlink(f"/proc/{self.process}/exe"))

    def wakeups(self):
        with open(f"/proc/{self.process}/status") as file:
            return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", file.read(), re.MULTILINE)[1])

    def ticks(self):
        """Of the processor, since the program's start."""
        with open(f"/proc/{self.process}/stat") as file:
            return sum(int(number) for number in file.read().rsplit(")", 1)[1].split()[11:13])

    def written(self):
        with open(self.output, "rb") as file:
            return file.read()

    def watch(self, until):
        """The screens from now on, until one is as wanted and stays so for half a second."""
        screens = []
        end, since = time.monotonic() + LIMIT, None
        while time.monotonic() < end:
            screens.append(self.screen())
            if not until(screens[-1]):
                since = None
            elif since is None:
                since = time.monotonic()
            elif time.monotonic() - since > 0.5:
                return screens
        raise Failed(f"the screen didn't become what it should; it is\n{screens[-1]}")

    def stop(self):
        subprocess.run([*self.tmux, "kill-server"], capture_output=True)


def full(screen):
    """The columns of the bar that are filled."""
    return sum(line.count("█") for line in screen.splitlines())


def row(screen, word):
    rows = [number for number, line in enumerate(screen.splitlines()) if word in line]
    return rows[0] if rows else None


def moves(daemon):
    """Numbers roll, bars glide, rows move; what is written is little, and nothing follows."""
    board = Board(daemon, "moves")
    try:
        check(board.program() == "widgetctl-board", f"the board is {board.program()}")
        wait("silence", lambda: still(board))
        start = len(board.written())
        first = board.screen()
        began = time.monotonic()
        daemon.change(9, 0.9, "omega", "alpha")
        screens = board.watch(lambda screen: " 9 " in screen and full(screen) >= full(first) * 5)
        took = time.monotonic() - began
        last = screens[-1]
        bars = [full(screen) for screen in screens]
        check(bars == sorted(bars) and len(set(bars)) >= 4, f"the bar doesn't glide: {bars}")
        digits = {digit for screen in screens for digit in "2345678" if f" {digit} " in screen}
        check(len(digits) >= 2, f"the number doesn't roll: {digits}")
        from_row, to_row = row(first, "alpha"), row(last, "alpha")
        rows = {row(screen, "alpha") for screen in screens} - {None, from_row, to_row}
        check(rows and all(from_row < place < to_row for place in rows), f"the row doesn't move from {from_row} to {to_row}: {rows}")
        # tmux has the answer's time, too.
        frames = board.written()[start:].count(b"\x1b[?2026h")
        check(4 <= frames <= 30 * took + 1, f"{frames} frames in {took:.2f} s")
        wait("silence", lambda: still(board))

        # Keys are taken on the way.
        daemon.change(1, 0.1, "alpha", "omega")
        wait("the beginning of a motion", lambda: full(board.screen()) < full(last))
        board.send("?")
        wait("the help", lambda: "this help; quit" in board.screen())
        board.send("?")
        board.watch(lambda screen: screen == first)

        # A link is opened by widgetctl, which is another program now.
        board.send("o")
        wait("the question about the link", lambda: "stage-of-tests:1" in board.screen())
        board.send("Escape")

        # Another size is taken on the way, too.
        daemon.change(9, 0.9, "omega", "alpha")
        wait("the beginning of a motion", lambda: full(board.screen()) > full(first))
        board.tell("resize-window", "-x", "70", "-y", "20")
        board.watch(lambda screen: " 9 " in screen and "q quit" in screen and len(screen.splitlines()) == 20)
        wait("silence", lambda: still(board))
        board.send("q")
        wait("the shell's own screen", lambda: board.screen().strip().startswith("ready"))
    finally:
        board.stop()


def still(board):
    """The board does nothing for a second and a half."""
    before, written = board.wakeups(), len(board.written())
    time.sleep(1.5)
    return (before, written) == (board.wakeups(), len(board.written()))


def reduced(daemon):
    """Where a user wants less motion, each state is there at once, and the bytes are those of widgetctl itself."""
    daemon.change(1, 0.1, "alpha", "omega")
    wait("the widget's view", lambda: "alpha" in daemon.ctl("show", "stage").stdout)
    board = Board(daemon, "reduced", WIDGETCTL_REDUCE_MOTION="1")
    try:
        check(board.program() == "widgetctl", f"the board is {board.program()}")
        first = board.screen()
        daemon.change(9, 0.9, "omega", "alpha")
        screens = board.watch(lambda screen: " 9 " in screen)
        last = screens[-1]
        # A line is erased before it is written, and tmux may be asked between the two.
        between = {full(screen) for screen in screens} - {full(first), full(last), 0}
        check(not between, f"the bar glides: {between}")
        between = {row(screen, "alpha") for screen in screens} - {row(first, "alpha"), row(last, "alpha"), None}
        check(not between, f"the row moves: {between}")
        check(full(first) < full(last), "nothing has changed")
    finally:
        board.stop()


def alone(daemon):
    """Where the program with the animations isn't installed, the board is shown without them."""
    place = f"{daemon.directory}/bin"
    os.mkdir(place)
    shutil.copy(daemon.program, place)
    board = Board(daemon, "alone", PATH=f"{place}:{os.environ['PATH']}")
    try:
        check(board.program() == "widgetctl", f"the board is {board.program()}")
        board.send("q")
        wait("the shell's own screen", lambda: board.screen().strip().startswith("ready"))
    finally:
        board.stop()


def away(daemon):
    """While the daemon is away the board sleeps, also one with a stack, and goes on when it is back"""
    for name in ("first", "second"):
        daemon.ctl("place", "stage", "--name", name)
    daemon.ctl("stack", "add", "pair", "first", "second")
    board = Board(daemon, "away")
    try:
        daemon.stop()
        wait("the board says that the daemon is away", lambda: "trying again" in board.screen())
        before = board.ticks()
        time.sleep(3)
        spent = board.ticks() - before
        check(spent < 0.5 * os.sysconf("SC_CLK_TCK"), f"the board took {spent} ticks of the processor in 3 s without a daemon")
        daemon.start()
        wait("the board is back", lambda: "trying again" not in board.screen() and "alpha" in board.screen())
    finally:
        board.stop()


def main():
    with tempfile.TemporaryDirectory() as directory:
        daemon = Daemon(sys.argv[1], directory)
        try:
            for trial in (moves, reduced, alone, away):
                trial(daemon)
                print(f"ok: {trial.__doc__.splitlines()[0]}")
        except Failed as error:
            print(f"FAILED: {error}")
            sys.exit(1)
        finally:
            daemon.stop()


main()
