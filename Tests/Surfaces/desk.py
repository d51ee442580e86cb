"""A person's desktop for tests: a daemon, a bus, displays, programs on them, and eyes."""

import csv
import io
import itertools
import json
import os
import signal
import subprocess
import sys
import time

LIMIT = 180  # seconds that anything may take


class Failed(Exception):
    pass


class Word:
    """A word on a screenshot and where it is."""

    def __init__(self, text, left, top, width, height):
        self.text = text
        self.x, self.y = left + width // 2, top + height // 2


class Desk:
    def __init__(self, place):
        self.place = place
        self.started = []
        self.variables = {
            "PATH": f"{place}/bin:{os.environ['PATH']}",
            "HOME": self.directory("home"),
            "XDG_RUNTIME_DIR": self.directory("run"),
            "XDG_STATE_HOME": self.directory("state"),
            "XDG_CONFIG_HOME": self.directory("config"),
            "WIDGETD_SOCKET": f"{place}/socket",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={place}/bus",
            "LANG": "C.UTF-8",
            "NO_AT_BRIDGE": "1",
        }
        self.start("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={self.variables['DBUS_SESSION_BUS_ADDRESS']}")
        self.until("the bus is there", lambda: os.path.exists(f"{place}/bus"))

    def directory(self, name):
        path = f"{self.place}/{name}"
        os.makedirs(path, mode=0o700, exist_ok=True)
        return path

    def file(self, name, text, mode=0o600):
        path = f"{self.place}/{name}"
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    # Programs

    def start(self, *command, **variables):
        """Starts a program; its output goes to a file named after it."""
        log = open(f"{self.place}/{os.path.basename(command[0])}.log", "ab")
        process = subprocess.Popen(command, env={**self.variables, **variables}, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.started.append(process)
        return process

    def stop(self, process, number=signal.SIGTERM):
        """Ends a program and waits for its end."""
        self.started.remove(process)
        process.send_signal(number)
        try:
            process.wait(LIMIT / 4)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def close(self):
        for process in reversed(list(self.started)):
            self.stop(process)

    def run(self, *command, **variables):
        result = subprocess.run(command, env={**self.variables, **variables}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT)
        if result.returncode != 0:
            raise Failed(f"{' '.join(command)} failed ({result.returncode}): {result.stdout}{result.stderr}")
        return result.stdout

    # The daemon

    def daemon(self):
        process = self.start("widgetd", "--config", "none", "--state-directory", f"{self.place}/store", "--socket", f"{self.place}/socket", "--providers", f"{self.place}/providers", "--no-announce")
        self.until("the daemon answers", lambda: subprocess.run(["widgetctl", "status"], env=self.variables, capture_output=True).returncode == 0)
        return process

    def ctl(self, *arguments):
        return self.run("widgetctl", *arguments)

    def activities(self):
        """The activities that are shown: their tags and states."""
        answer = json.loads(self.ctl("activity", "list", "--json"))
        return {entry["activity"]["tag"]: entry["activity"]["state"] for entry in answer.get("activities", [])}

    # Looking

    def until(self, what, check, seconds=LIMIT):
        """Waits until a check gives something true, and gives that."""
        end = time.monotonic() + seconds
        while True:
            answer = check()
            if answer:
                return answer
            if time.monotonic() > end:
                raise Failed(f"not within {seconds} s: {what}")
            time.sleep(0.05)

    def sees(self, name, shoot, *texts, absent=()):
        """Takes screenshots until one shows all of the texts and none of the absent ones; keeps it by that name, and gives its words.

        Spaces don't count: how wide they are is for each font and renderer to say. Each look reads at another size: a letter that tesseract takes for
        another one at one size it reads at the next."""
        path = f"{self.place}/shots/{name}.png"
        read = []
        sizes = itertools.cycle((2, 3, 4))

        def look():
            shoot(path)
            read[:] = self.words(path, next(sizes))
            line = "".join(word.text for word in read)
            return all(text.replace(" ", "") in line for text in texts) and not any(text in line for text in absent)

        try:
            self.until(f"{name} shows {texts}", look)
        except Failed as failure:
            raise Failed(f"{failure}; what is read is: {' '.join(word.text for word in read)}") from None
        print(f"  {name}: {' '.join(word.text for word in read)}")
        return list(read)

    def words(self, path, size):
        """The words of a screenshot, read by tesseract: black on white and enlarged. A bar's own background would be the edge of a picture to it."""
        large = f"{self.place}/large.png"
        self.run("convert", path, "-colorspace", "Gray", "-negate", "-level", "50%,80%", "-resize", f"{size}00%", large)
        table = self.run("tesseract", large, "-", "--psm", "11", "tsv", OMP_THREAD_LIMIT="1")
        rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Word(row["text"], *(int(row[key]) // size for key in ("left", "top", "width", "height"))) for row in rows if (row["text"] or "").strip()
        ]


def word(words, text):
    """The first word that has the text in it."""
    for candidate in words:
        if text in candidate.text:
            return candidate
    raise Failed(f"no word has {text!r}: {[candidate.text for candidate in words]}")


def main(place, tests):
    """Runs tests one after another on one desk; the first that fails ends it."""
    desk = Desk(place)
    try:
        for test in tests:
            began = time.monotonic()
            print(f"{test.__doc__}", flush=True)
            test(desk)
            print(f"  passed after {time.monotonic() - began:.1f} s", flush=True)
    except (Failed, subprocess.TimeoutExpired) as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        for name in sorted(os.listdir(place)):
            if name.endswith(".log"):
                with open(f"{place}/{name}", errors="replace") as log:
                    print(f"--- {name}\n{''.join(log.readlines()[-12:])}", file=sys.stderr)
        return 1
    finally:
        desk.close()
    return 0
