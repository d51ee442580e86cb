"""What the picture frame shows of a directory."""

import base64
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

from scripts import SCRIPTS, Failed, ask, families, parts, texts

import widgetd_png
from widgetd_provider import Refusal



def works(name):
    return shutil.which(name) is not None and subprocess.run([name, "-version"], capture_output=True).returncode == 0


HELPER = next((name for name in ("magick", "convert", "ffmpeg") if works(name)), None)
RED, GREEN, BLUE, CLEAR = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0, 0)


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width, height, kind, depth, rows, *more, interlace=0):
    """A PNG of raw rows, each with its filter's number before it."""
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlace)
    return widgetd_png.SIGNATURE + chunk(b"IHDR", head) + b"".join(more) + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b"")


def plain(width, height, colour):
    return widgetd_png.write(width, height, 3, [bytes(colour) * width] * height)


class PNGs(unittest.TestCase):
    def pixels(self, data):
        width, _, channels, rows = widgetd_png.read(data)
        return [[tuple(row[channels * x:channels * x + channels]) for x in range(width)] for row in rows]

    def test_every_kind_of_colour_is_read(self):
        palette, clear = chunk(b"PLTE", bytes(RED + GREEN + BLUE)), chunk(b"tRNS", b"\x00\x80")
        table = [
            ("RGB", png(2, 1, 2, 8, [b"\0" + bytes(RED + BLUE)]), [[RED, BLUE]]),
            ("RGBA", png(1, 1, 6, 8, [b"\0\1\2\3\4"]), [[(1, 2, 3, 4)]]),
            ("16 bits", png(1, 1, 2, 16, [b"\0\xff\x12\x00\x34\x80\x56"]), [[(255, 0, 128)]]),
            ("grey", png(2, 1, 0, 8, [b"\0\x10\x20"]), [[(16, 16, 16), (32, 32, 32)]]),
            ("grey of 1 bit", png(3, 1, 0, 1, [b"\0\xa0"]), [[(255,) * 3, (0,) * 3, (255,) * 3]]),
            ("grey and alpha", png(1, 1, 4, 8, [b"\0\x10\x80"]), [[(16, 16, 16, 128)]]),
            ("palette", png(3, 1, 3, 2, [b"\0\x18"], palette), [[RED, GREEN, BLUE]]),
            ("palette with transparency", png(3, 1, 3, 8, [b"\0\0\1\2"], palette, clear), [[(*RED, 0), (*GREEN, 128), (*BLUE, 255)]]),
        ]
        for name, data, expected in table:
            with self.subTest(name):
                self.assertEqual(self.pixels(data), expected)

    def test_every_filter_is_undone(self):
        # The same two rows (10, 20, 30 and 13, 27, 35), each written with its filter.
        first = b"\0\x0a\x14\x1e"
        for name, row in [("none", [0, 13, 27, 35]), ("sub", [1, 13, 14, 8]), ("up", [2, 3, 7, 5]), ("average", [3, 8, 11, 7]), ("paeth", [4, 3, 7, 5])]:
            with self.subTest(name):
                made = self.pixels(png(3, 2, 0, 8, [first, bytes(row)]))
                self.assertEqual([pixel[0] for pixel in made[1]], [13, 27, 35])

    def test_paeths_filter_takes_the_nearest_of_three(self):
        # The first byte from above, then what lies above, the corner, and the left.
        made = self.pixels(png(4, 2, 0, 8, [b"\0" + bytes([10, 15, 10, 30]), bytes([4, 3, 5, 35, 246])]))
        self.assertEqual([pixel[0] for pixel in made[1]], [13, 20, 50, 40])

    def test_scaled_pixels_are_means_of_what_they_stand_for(self):
        rows = [bytes(RED * 2 + BLUE * 2)] * 2 + [bytes(GREEN * 4)] * 2
        self.assertEqual(widgetd_png.scaled(4, 4, 3, rows, 2, 2), [bytes(RED + BLUE), bytes(GREEN * 2)])
        self.assertEqual(widgetd_png.scaled(2, 1, 3, [bytes(RED + BLUE)], 1, 1), [bytes((127, 0, 127))])

    def test_what_is_written_is_read_again(self):
        rows = [bytes((x * y) % 256 for x in range(4 * 7)) for y in range(5)]
        self.assertEqual(widgetd_png.read(widgetd_png.write(7, 5, 4, rows)), (7, 5, 4, rows))

    def test_what_is_damaged_too_large_or_a_trap_is_refused(self):
        good = plain(4, 4, RED)
        flipped = bytearray(good)
        flipped[-20] ^= 1
        bomb = png(4, 4, 2, 8, [b"\0" * (64 << 20)])
        self.assertEqual(widgetd_png.read(bomb)[:2], (4, 4), "no more is unpacked than there is to be")
        for data, pattern in [
                (b"", "isn't a PNG"), (b"\xff\xd8\xff" * 20, "isn't a PNG"), (bytes(flipped), "damaged"), (good[:40], "damaged|cut short"), (png(0, 4, 2, 8, [b""]), "damaged"),
                (png(4, 4, 2, 8, [b"\0" * 5]), "cut short"), (png(4, 4, 2, 8, [b"\x09" + b"\0" * 12] * 4), "damaged"), (png(1, 1, 3, 8, [b"\0\5"], chunk(b"PLTE", b"abc")), "damaged"),
                (png(4, 4, 2, 8, [b"\0" * 52], interlace=1), "interlaced"), (png(60_000, 60_000, 2, 8, [b"\0"]), "6,000,000 are the limit")]:
            with self.subTest(pattern), self.assertRaisesRegex(Refusal, pattern):
                widgetd_png.read(data)


class Frames(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.home = pathlib.Path(directory.name)
        self.pictures = self.home / "Pictures"
        (self.pictures / "holidays").mkdir(parents=True)

    def ask(self, helper=False, **more):
        # Without the programs that scale pictures unless a test is about them; python3 itself is there.
        programs = self.home / "programs"
        programs.mkdir(exist_ok=True)
        for name in ("env", "python3"):
            if not (programs / name).exists():
                (programs / name).symlink_to(sys.executable if name == "python3" else "/usr/bin/env")
        # A module of Pillow's name that can't be imported hides the real one.
        hidden = self.home / "hidden"
        hidden.mkdir(exist_ok=True)
        (hidden / "PIL.py").write_text("raise ImportError\n")
        environment = {"PATH": os.environ["PATH"]} if helper else {"PATH": str(programs), "PYTHONPATH": str(hidden)}
        parameters = {"minutes": 30, **more.pop("parameters", {})}
        return ask("pictures", home=self.home, environment=environment, parameters=parameters, **{"width": 338, "height": 354, **more})

    def shown(self, made):
        return [base64.b64decode(part["image"]["png"]) for part in parts(made.get("entries", made), "image")]

    def test_each_is_shown_in_turn_and_the_next_timeline_goes_on_where_this_one_ends(self):
        for name, colour in [("a.png", RED), ("holidays/b.PNG", GREEN), ("c.png", BLUE), (".hidden.png", RED), ("notes.txt", RED)]:
            (self.pictures / name).write_bytes(plain(2, 2, colour))
        made = self.ask()
        self.assertEqual([entry["date"][11:16] for entry in made["entries"]][:4], ["12:00", "12:30", "13:00", "13:30"])
        self.assertEqual(made["policy"], "atEnd")
        names = [part["accessibilityLabel"] for part in parts(made["entries"], "image")]
        self.assertEqual(sorted(set(names)), ["a", "b", "c"])
        self.assertEqual(names[:3], names[3:6])
        later = self.ask(date="2026-11-20T12:31:00Z")
        self.assertEqual(self.shown(later)[0], self.shown(made)[1])

    def test_a_picture_is_scaled_down_to_the_widget_and_never_up(self):
        (self.pictures / "a.png").write_bytes(plain(1_000, 500, RED))
        self.assertEqual(widgetd_png.size(self.shown(self.ask())[0]), (338, 169))
        self.assertEqual(widgetd_png.size(self.shown(self.ask(scale=2.0))[0]), (676, 338))
        self.assertEqual(widgetd_png.size(self.shown(self.ask(scale=9.0))[0]), (676, 338), "at most twice the points")
        (self.pictures / "a.png").write_bytes(plain(20, 10, RED))
        self.assertEqual(widgetd_png.size(self.shown(self.ask())[0]), (20, 10))

    def test_what_was_scaled_is_not_scaled_again(self):
        (self.pictures / "a.png").write_bytes(plain(800, 800, RED))
        first = self.ask()
        kept = list((self.home / ".cache/widgetd-pictures").iterdir())
        self.assertEqual(len(kept), 1)
        kept[0].write_bytes(plain(3, 3, BLUE))
        self.assertEqual(widgetd_png.size(self.shown(self.ask())[0]), (3, 3))
        kept[0].write_bytes(b"damaged")
        self.assertEqual(self.ask(), first)

    def test_a_timeline_stays_within_its_limit(self):
        for number in range(8):
            noise = os.urandom(3 * 600 * 600)
            (self.pictures / f"{number}.png").write_bytes(widgetd_png.write(600, 600, 3, [noise[1_800 * y:1_800 * y + 1_800] for y in range(600)]))
        made = self.ask(scale=2.0)
        self.assertGreater(len(self.shown(made)), 1)
        self.assertLessEqual(sum(len(one) for one in set(self.shown(made))), 4 << 20)

    def test_a_program_is_told_the_format_and_given_no_name(self):
        # Stands for ImageMagick, and says with which arguments it was called.
        programs = self.home / "programs"
        programs.mkdir()
        (programs / "magick").write_text("#!/bin/sh\n/bin/echo \"$1 $(/usr/bin/head -c 3 | /usr/bin/od -An -tx1)\" >&2; exit 1\n")
        (programs / "magick").chmod(0o755)
        for name, head, told in [
                ("a.jpg", b"\xff\xd8\xff\xe0", r"jpeg:-\[0\]  ff d8 ff"), ("msl:x%d[1].gif", b"GIF89a", r"gif:-\[0\]  47 49 46"), ("a.bmp", b"RIFF1234WEBPVP8 ", r"webp:-\[0\]"),
                ("a.png", b"MM\0*", r"tiff:-\[0\]"), ("a.webp", widgetd_png.SIGNATURE, r"png:-\[0\]")]:
            with self.subTest(name):
                (self.pictures / name).write_bytes(head)
                with self.assertRaisesRegex(Failed, "magick can't read it: " + told):
                    self.ask()
                (self.pictures / name).unlink()

    def test_ffmpeg_too_is_told_the_format_and_opens_files_alone(self):
        programs = self.home / "programs"
        programs.mkdir()
        (programs / "ffmpeg").write_text("#!/bin/sh\n/bin/echo \"$*\" >&2; exit 1\n")
        (programs / "ffmpeg").chmod(0o755)
        (self.pictures / "a.jpg").write_bytes(b"GIF89a")
        with self.assertRaisesRegex(Failed, "ffmpeg can't read it: -v error -protocol_whitelist file,pipe -f gif -i file:/"):
            self.ask()

    def test_what_is_no_picture_whatever_its_name_is_given_to_no_program(self):
        programs = self.home / "programs"
        programs.mkdir()
        (programs / "magick").write_text(f"#!/bin/sh\n: >{self.home}/called\n")
        (programs / "magick").chmod(0o755)
        traps = [b"push graphic-context\nimage over 0,0 0,0 '/etc/passwd'\npop graphic-context\n", b"<?xml version='1.0'?><image><read filename='/etc/passwd'/></image>",
                 b"#EXTM3U\nfile:///etc/passwd\n", b"%!PS-Adobe-3.0\n", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"RIFF1234AVI ", b""]
        for trap in traps:
            with self.subTest(trap):
                (self.pictures / "a.jpg").write_bytes(trap)
                with self.assertRaisesRegex(Failed, "a.jpg: it is no picture of PNG, JPEG, GIF, WebP, BMP or TIFF"):
                    self.ask()
        self.assertFalse((self.home / "called").exists())

    def test_a_pipe_is_no_picture(self):
        os.mkfifo(self.pictures / "a.png")
        with self.assertRaisesRegex(Failed, "a.png: it is no file"):
            self.ask()

    def test_one_that_cannot_be_read_is_passed_over(self):
        (self.pictures / "a.png").write_bytes(b"garbage")
        (self.pictures / "b.png").write_bytes(plain(2, 2, RED))
        self.assertEqual(set(self.shown(self.ask())), {plain(2, 2, RED)})
        (self.pictures / "b.png").unlink()
        with self.assertRaisesRegex(Failed, "a.png: it is no picture"):
            self.ask()

    def test_without_a_program_for_it_a_jpeg_says_what_to_install(self):
        (self.pictures / "a.jpg").write_bytes(b"\xff\xd8\xff\xe0")
        with self.assertRaisesRegex(Failed, "a.jpg: only PNG is read here; for JPEG and others install one of python3-pil, imagemagick, ffmpeg"):
            self.ask()

    @unittest.skipUnless(HELPER, "neither ImageMagick nor ffmpeg is here")
    def test_with_a_program_for_it_a_jpeg_is_shown(self):
        (self.home / "source.png").write_bytes(plain(800, 400, RED))
        made = {"ffmpeg": ["-v", "error", "-i", self.home / "source.png", self.pictures / "a.jpg"]}.get(HELPER, [self.home / "source.png", self.pictures / "a.jpg"])
        subprocess.run([HELPER, *made], check=True)
        self.assertEqual(widgetd_png.size(self.shown(self.ask(helper=True))[0]), (338, 169))
        (self.pictures / "a.jpg").write_bytes(b"\xff\xd8\xff\xe0 and nothing more")
        with self.assertRaisesRegex(Failed, "a.jpg: .*can't (be read|read it)"):
            self.ask(helper=True)

    def test_no_pictures_and_no_directory(self):
        self.assertIn("There are none in ~/Pictures", " ".join(texts(self.ask()["view"])))
        with self.assertRaisesRegex(Failed, "is no directory"):
            self.ask(parameters={"path": "/nowhere"})

    def test_a_preview_needs_no_pictures(self):
        for family in families("pictures"):
            self.assertEqual(len(self.shown(self.ask(call="snapshot", preview=True, family=family))), 1)

    def test_a_picture_keeps_its_colours_in_accented_places(self):
        self.assertEqual(self.ask(call="snapshot", preview=True)["view"]["renderingMode"], "fullColor")

    def test_a_large_picture_does_not_take_long(self):
        (self.pictures / "a.png").write_bytes(plain(2_000, 1_500, RED))
        begin = time.monotonic()
        self.ask()
        self.assertLess(time.monotonic() - begin, 30, "within the deadline")


if __name__ == "__main__":
    unittest.main()
