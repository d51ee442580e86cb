"""Follows the pages and the examples of --help, and says what isn't as they say.

    follow.py ROOT PROGRAMS PLACE [PAGE…]
"""

import glob
import json
import os
import re
import signal
import subprocess
import sys
import time

import pages
import tables
from person import Failed, Person


class Run:
    """One run over the pages: what was done, what couldn't be, what failed."""

    def __init__(self, root, programs, place):
        self.root, self.programs, self.place = root, programs, place
        self.done, self.left, self.failed, self.used = 0, [], [], set()
        # Providers' files that were written, with the modes that the umask leaves, and weren't tried yet.
        self.written = []

    def follow(self, page):
        name = os.path.basename(page).removesuffix(".md")
        others = tables.others(page)
        person = Person(self.root, self.programs, self.place, name, tables.options(page))
        people = {"": person}
        try:
            person.start()
            for other, options in others.items():
                people[other] = Person(self.root, self.programs, self.place, f"{name}-{other}", options)
                people[other].start()
            for someone in people.values():
                someone.knows({**people, tables.own_name(page): person})
            for command in tables.prepared(page):
                self.must(people, command, f"{page}: what the test prepares")
            for step in self.steps(page):
                self.take(people, step)
            self.try_written(person)
        finally:
            for someone in people.values():
                someone.remove()

    def steps(self, page):
        if page == "help":
            return list(examples(self.programs))
        with open(f"{self.root}/{page}") as file:
            return pages.steps(page, file.read())

    def take(self, people, step):
        person = people.get(step.host, people[""])
        if step.path == "?":
            return self.fail(step, "a program, and the line above it doesn't say which file it is: `~/PATH`, executable:")
        if step.path:
            person.write(step.path, step.text, step.executable)
            if "/widgetd/providers/" in step.path:
                self.written.append(step)
            self.done += 1
            return
        reason = tables.reason(step, self.used)
        if reason:
            return self.left.append((step, reason))
        try:
            self.try_written(person)
            for command in tables.before(step, self.used):
                self.must(people, command, f"{step}: what the test does before it")
            text = step.text
            for shown, command in tables.PLACEHOLDERS:
                if shown in text:
                    text = text.replace(shown, people[""].type(command)[1].strip())
            status, output = person.type(text, tables.is_endless(step.text), tables.needs_terminal(step.text), tables.answer(step, self.used))
            if status != tables.status(step, self.used):
                raise Failed(f"it exits with {status}: {output[-600:].strip()}")
            for command in tables.after(step, self.used):
                self.must(people, command, f"{step}: what the test does after it")
            self.done += 1
        except Failed as failure:
            self.fail(step, str(failure))

    def try_written(self, person):
        """What was written into the directory of providers works, after what the daemon itself says."""
        written, self.written = self.written, []
        if written:
            person.mended()
        for step in written:
            if not step.path.endswith(".json"):
                continue
            for command in ("check", "lint"):
                status, output = person.type(f"widgetctl provider {command} {os.path.basename(step.path)[:-5]}".replace("provider lint", "lint"))
                if status:
                    self.fail(step, f"{command} exits with {status}: {output}")

    def must(self, people, command, what):
        host, _, rest = command.partition("$ ")
        person, command = (people[host], rest) if host in people and host else (people[""], command)
        status, output = person.type(command, tables.is_endless(command))
        if status:
            raise Failed(f"{what}: {command}: it exits with {status}: {output[-600:].strip()}")

    def fail(self, step, why):
        print(f"FAIL {step}\n     {why}", flush=True)
        self.failed.append(step)


def examples(programs):
    """The examples of every command of every program."""
    for program in ("widgetctl", "widgetctl-board", "widgetctl-motion", "widgetctl-render", "widgetd", "widgetd-notify", "widgetd-web", "widgetd-wall"):
        dump = subprocess.run([f"{programs}/{program}", "--experimental-dump-help"], capture_output=True, text=True, check=True)
        tree = json.loads(dump.stdout)["command"]
        yield from of_command(tree, [])


def of_command(command, parents):
    path = parents + [command["commandName"]]
    lines = command.get("discussion", "").splitlines()
    indent = None
    found = []
    for number, line in enumerate(lines, 1):
        inline = re.match(r"\s*Examples?: (\S.*)$", line)
        if inline:
            found.append((number, inline[1]))
        elif re.match(r"\s*Examples?:$", line):
            indent = len(line) - len(line.lstrip())
        elif indent is not None:
            if not line.strip() or len(line) - len(line.lstrip()) <= indent:
                indent = None
            else:
                found.append((number, line.strip()))
    for number, text in pages.commands(found):
        yield pages.Step(f"help of {' '.join(path)}", number, text)
    for sub in command.get("subcommands", []):
        if sub["commandName"] != "help":
            yield from of_command(sub, path)


def main():
    # A job in the background ignores SIGINT, and so would the examples, which it is to end.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    root, programs, place, *only = sys.argv[1:]
    begin = time.monotonic()
    run = Run(root, programs, place)
    found = ["README.md"] + sorted(os.path.relpath(path, root) for path in glob.glob(f"{root}/docs/*.md")) + ["help"]
    for page in only or found:
        start = time.monotonic()
        count = run.done
        try:
            run.follow(page)
        except Failed as failure:
            print(f"FAIL {page}\n     {failure}", flush=True)
            run.failed.append(page)
        print(f"{page}: {run.done - count} steps, {time.monotonic() - start:.0f} s", flush=True)
    for step, reason in run.left:
        print(f"left out: {step}: {reason}")
    if not only:
        for entry in tables.unused(run.used):
            print(f"FAIL tables.py: nothing needs this any more: {entry}")
            run.failed.append(entry)
    print(f"{run.done} steps were taken, {len(run.left)} left out, {len(run.failed)} failed, in {time.monotonic() - begin:.0f} s")
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
