"""What the example of pushes shows, and where it keeps its token."""

import pathlib
import tempfile
import unittest

from scripts import ask, families, texts


class Scores(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.home = pathlib.Path(directory.name)
        self.state = self.home / ".local/state/widgetd-scores"

    def test_it_shows_the_first_line_of_its_file(self):
        self.assertIn("–", texts(ask("scores", home=self.home)["view"]))
        (self.state / "score").write_text("3:2\nnot this\n")
        for family in families("scores"):
            with self.subTest(family):
                made = ask("scores", home=self.home, family=family)
                self.assertEqual((made["policy"], "3:2" in " ".join(texts(made["view"]))), ("never", True))

    def test_a_file_of_anything_is_one_short_line(self):
        self.state.mkdir(parents=True)
        (self.state / "score").write_bytes(b"\x1b[31m\xff" + b"9" * 100_000)
        shown = [text for text in texts(ask("scores", home=self.home)["view"]) if "9" in text]
        self.assertEqual((len(shown[0]), shown[0][:6]), (60, "[31m\ufffd9"))

    def test_the_token_is_kept_for_its_owner_alone_until_it_ends(self):
        ask("scores", "push", self.home, token="2efd", widgets=[])
        kept = self.state / "token"
        self.assertEqual((kept.read_text(), kept.stat().st_mode & 0o777), ("2efd\n", 0o600))
        ask("scores", "push", self.home, token=None, widgets=[])
        self.assertFalse(kept.exists())
        ask("scores", "push", self.home, token=None, widgets=[])

    def test_a_preview_reads_nothing(self):
        self.assertIn("2:1", texts(ask("scores", "snapshot", preview=True)["view"]))


if __name__ == "__main__":
    unittest.main()
