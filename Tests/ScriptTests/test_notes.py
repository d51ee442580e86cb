"""What the notes show, and what a tick and the command make of them. A program stands for widgetctl; with the real one they are tried by the Swift test suite."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from scripts import PATIENCE, SCRIPTS, Failed, ask, families, parts, texts

WIDGETCTL = r"""#!/usr/bin/env python3
import json, os, sys
place = os.path.join(os.path.dirname(__file__), "items")
if sys.argv[1:] == ["widgets", "--json"]:
    items = open(place).read()
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
        ask("notes", "perform", widget="0192", environment={"WIDGETCTL": str(self.program)}, intent={"name": name, "parameters": {}, "idempotencyKey": "1", **intent})

    def command(self, *arguments):
        return subprocess.run(
            [SCRIPTS / "notes.py", *arguments], capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "WIDGETCTL": str(self.program)})

    def test_what_is_to_be_done_stands_first_with_a_toggle_each(self):
        made = self.shown("milk; [x] bread;; call Ada\nmilk")
        toggles = parts(made, "toggle")
        self.assertEqual([(one["toggle"], one["on"], one["id"]) for one in toggles], [("milk", False, "milk"), ("call Ada", False, "call-ada"), ("bread", True, "bread")])

    def test_names_of_actions_are_unique_and_of_letters(self):
        ids = [one["id"] for one in parts(self.shown("A b; a B; a-b; ü; ß; clear"), "toggle")]
        self.assertEqual(ids, ["a-b", "a-b-2", "a-b-3", "item", "item-2", "clear-2"])

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
        self.assertEqual(self.items.read_text(), "[x] bread; call Ada; eggs; milk")
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
