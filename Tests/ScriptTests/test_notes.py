"""What the notes show, and what a tick and the command make of them. A program stands for widgetctl; with the real one they are tried by the Swift test suite."""

import fcntl
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

from scripts import PATIENCE, SCRIPTS, Failed, ask, families, parts, texts

import notes
from widgetd_provider import Refusal

WIDGETCTL = r"""#!/usr/bin/env python3
import json, os, sys
place = os.path.join(os.path.dirname(__file__), "items")
meeting = os.path.join(os.path.dirname(__file__), "meeting")
if sys.argv[1:] == ["widgets", "--json"]:
    items = open(place).read()
    if os.path.exists(meeting):
        # Says that the list was read, and waits until it may go on.
        open(meeting, "w").write("read")
        open(meeting).read()
    widget = {"id": "0192", "kind": "notes", "name": "Shop", "parameters": {"items": {"text": items}}}
    print(json.dumps({"format": "widgetctl/v1", "widgets": [{"widget": {"id": "1", "kind": "clock"}}, {"widget": widget}]}))
elif sys.argv[1:3] == ["configure", "0192"]:
    text = sys.argv[3].removeprefix("items=")
    if len(text) > 1024:
        sys.exit("widgetctl: parameters.items: has %d bytes; the limit is 1024" % len(text))
    open(place, "w").write(text)
else:
    sys.exit("widgetctl: what? %s" % sys.argv)
"""


class Notes(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.home = pathlib.Path(directory.name)
        self.program = self.home / "widgetctl"
        self.program.write_text(WIDGETCTL)
        self.program.chmod(0o755)
        self.items = self.home / "items"
        self.items.write_text("milk; [x] bread; call Ada")

    def shown(self, text, family="systemLarge"):
        return ask("notes", family=family, parameters={"items": text})["view"]

    def perform(self, name, **intent):
        ask("notes", "perform", home=self.home, widget="0192", environment={"WIDGETCTL": str(self.program)}, intent={"name": name, "parameters": {}, "idempotencyKey": "1", **intent})

    def begin(self, *arguments):
        return subprocess.Popen(
            [SCRIPTS / "notes.py", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home), "WIDGETCTL": str(self.program)})

    def command(self, *arguments):
        begun = self.begin(*arguments)
        output, errors = begun.communicate(timeout=PATIENCE)
        return subprocess.CompletedProcess(begun.args, begun.returncode, output, errors)

    def test_what_is_to_be_done_stands_first_with_a_toggle_each(self):
        made = self.shown("milk; [x] bread;; call Ada")
        toggles = parts(made, "toggle")
        self.assertEqual([(one["toggle"], one["on"], one["id"]) for one in toggles], [("milk", False, "milk"), ("call Ada", False, "call-ada"), ("bread", True, "bread")])

    def test_names_of_actions_are_unique_and_of_letters(self):
        ids = [one["id"] for one in parts(self.shown("A b; a B; a-b; ü; ß; clear"), "toggle")]
        self.assertEqual(ids, ["a-b", "a-b-2", "a-b-3", "item", "item-2", "clear-2"])

    def test_notes_of_one_title_are_ticked_and_taken_away_each_by_itself(self):
        self.items.write_text("milk; bread; milk; milk")
        toggles = parts(self.shown(self.items.read_text()), "toggle")
        self.assertEqual([one["id"] for one in toggles], ["milk", "bread", "milk-2", "milk-3"])
        self.perform(toggles[2]["intent"], parameters=toggles[2]["parameters"], value=True)
        self.assertEqual(self.items.read_text(), "milk; bread; [x] milk; milk")
        self.assertEqual([(one["id"], one["on"]) for one in parts(self.shown(self.items.read_text()), "toggle")][-1], ("milk-2", True), "an item keeps its name when it is ticked")
        self.assertIn("'milk' means 3 of the notes; `widgetd-notes list` numbers them", self.command("check", "milk").stderr)
        self.assertEqual(self.command("remove", "1").stdout, " 1 [ ] bread\n 2 [x] milk\n 3 [ ] milk\n")

    def test_of_two_changes_at_once_none_is_lost(self):
        meeting = self.home / "meeting"
        os.mkfifo(meeting)
        first = self.begin("add", "eggs")
        self.assertEqual(meeting.read_text(), "read")
        # The first has read the list and not written it. The second one waits for it, or would read the same.
        lock = open(self.home / ".local/state/widgetd-notes/lock", "w")
        self.addCleanup(lock.close)
        with self.assertRaises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        second = self.begin("check", "milk")
        meeting.write_text("go on")
        first.communicate(timeout=PATIENCE)
        self.assertEqual(meeting.read_text(), "read")
        meeting.write_text("go on")
        second.communicate(timeout=PATIENCE)
        self.assertEqual(self.items.read_text(), "[x] milk; [x] bread; call Ada; eggs")

    def test_who_waits_for_another_change_says_so_in_the_end(self):
        state = self.home / ".local/state/widgetd-notes"
        state.mkdir(parents=True)
        with open(state / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with mock.patch.dict(os.environ, XDG_STATE_HOME=str(state.parent)), mock.patch.object(notes, "LOCK_SECONDS", 0.05):
                with self.assertRaisesRegex(Refusal, "another change of the notes takes longer than 0.05 s; try again"), notes.alone():
                    self.fail("two at once")
            self.assertEqual(self.command("list").returncode, 0, "who only looks doesn't wait")

    def test_every_family_and_what_has_no_room(self):
        for family in families("notes"):
            with self.subTest(family):
                self.assertIn("milk", " ".join(texts(self.shown("milk; bread", family))))
        self.assertIn("and 2 more", texts(self.shown("a; b; c; d; e; f", "systemSmall")))
        self.assertIn("Nothing to do", texts(self.shown("[x] a", "accessoryInline")))

    def test_an_empty_list_says_what_to_do(self):
        self.assertIn("widgetd-notes add", " ".join(texts(self.shown(""))))

    def test_a_tick_changes_the_list_as_it_is_now_and_twice_is_once(self):
        for _ in range(2):
            self.perform("Check", parameters={"item": "milk"}, value=True)
        self.assertEqual(self.items.read_text(), "[x] milk; [x] bread; call Ada")
        self.perform("Check", parameters={"item": "gone"}, value=True)
        self.perform("Clear")
        self.assertEqual(self.items.read_text(), "call Ada")
        with self.assertRaisesRegex(Failed, "no intent 'Fly' here"):
            self.perform("Fly")

    def test_the_command_adds_ticks_and_takes_away(self):
        self.assertEqual(self.command("add", "eggs", "milk").returncode, 0)
        self.assertEqual(self.items.read_text(), "milk; [x] bread; call Ada; eggs; milk")
        self.command("remove", "1")
        self.assertEqual(self.command("check", "2", "egg").stdout, " 1 [x] bread\n 2 [x] call Ada\n 3 [x] eggs\n 4 [ ] milk\n")
        self.command("uncheck", "bread")
        self.command("remove", "1", "2")
        self.assertEqual(self.items.read_text(), "[x] eggs; milk")
        self.command("clear")
        self.assertEqual(self.command("list").stdout, " 1 [ ] milk\n")

    def test_the_command_says_what_is_wrong(self):
        for arguments, reason in [
                (["check", "x"], "'x' means none of the notes"), (["add", "a;b"], "no ';' in it"), (["add", "x" * 200] + ["y" * 199 + str(number) for number in range(9)], "the limit is 1024"),
                (["--widget", "nobody", "list"], "there are no notes 'nobody'")]:
            with self.subTest(reason):
                done = self.command(*arguments)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(reason, done.stderr)
        self.program.unlink()
        self.assertIn("widgetctl can't be run", self.command("list").stderr)


if __name__ == "__main__":
    unittest.main()
