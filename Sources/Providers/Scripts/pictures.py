#!/usr/bin/env -S python3 -B
"""A widgetd provider (protocol json): the pictures of a directory in turn, each scaled down to the widget.

It reads PNG by itself. JPEG and others need one of Pillow (python3-pil), ImageMagick and ffmpeg. Scaled pictures are kept in the cache.
The first bytes of a file decide its format, not its name. Each program is told that format, since the programs know many more,
some of which run programs or read other files.
"""

import base64
import hashlib
import io
import os
import shutil
import stat
import subprocess
import time
from dataclasses import dataclass
from datetime import timedelta

import widgetd_png
from widgetd_provider import Refusal, advice, line, note, now, run, stamp, wants_sample, write_file

# The endings of files that are read.
ENDINGS = {".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"}
# The most files that are read, and the most levels of directories.
MAXIMUM_FILES = 10_000
MAXIMUM_DEPTH = 8
MAXIMUM_FILE_BYTES = 64 << 20
# The most entries: a night's pictures at half an hour each.
MAXIMUM_ENTRIES = 16
# Bytes of all pictures of a timeline, whose limit is 4 MiB.
MAXIMUM_BYTES = 4 << 20
# How long new pictures are scaled, within the manifest's deadline of 60 s. The rest are scaled the next time.
SCALING_SECONDS = 25
HELPER_SECONDS = 20
# Scaled pictures that are kept.
MAXIMUM_CACHED = 500
LOOK_AGAIN = timedelta(hours=1)


# MARK: Files


@dataclass(frozen=True)
class Format:
    """A picture format, as the first bytes of a file show it."""
    # Pillow's name; ImageMagick's is the same in small letters.
    name: str
    # ffmpeg's.
    demuxer: str
    begins: tuple

    def is_of(self, head):
        return head.startswith(self.begins) and (self.name != "WEBP" or head[8:12] == b"WEBP")


FORMATS = [
    Format("PNG", "png_pipe", (widgetd_png.SIGNATURE,)), Format("JPEG", "jpeg_pipe", (b"\xff\xd8\xff",)), Format("GIF", "gif", (b"GIF87a", b"GIF89a")),
    Format("WEBP", "webp_pipe", (b"RIFF",)), Format("BMP", "bmp_pipe", (b"BM",)), Format("TIFF", "tiff_pipe", (b"II*\0", b"MM\0*"))]


def format_of(path):
    """Raises Refusal."""
    with open(path, "rb") as file:
        head = file.read(16)
    for one in FORMATS:
        if one.is_of(head):
            return one
    raise Refusal("it is no picture of PNG, JPEG, GIF, WebP, BMP or TIFF, whatever its name is")


def find(directory):
    """The pictures of a directory and those below it, by name."""
    found = []
    base = directory.rstrip("/").count("/")
    for place, directories, names in os.walk(directory):
        directories[:] = sorted(name for name in directories if not name.startswith(".")) if place.count("/") - base < MAXIMUM_DEPTH else []
        found += [os.path.join(place, name) for name in sorted(names) if os.path.splitext(name)[1].lower() in ENDINGS and not name.startswith(".")]
        if len(found) > MAXIMUM_FILES:
            note(f"{directory} has more than {MAXIMUM_FILES} pictures; these are shown")
            return found[:MAXIMUM_FILES]
    return found


def fit(width, height, room):
    """The size that fits into the room, never larger than the picture."""
    factor = min(1, room[0] / width, room[1] / height)
    return max(1, int(width * factor)), max(1, int(height * factor))


# MARK: Scaling


def with_pillow(path, room, kind):
    try:
        from PIL import Image, ImageOps
    except ImportError:
        return None
    try:
        with Image.open(path, formats=[kind.name]) as picture:
            picture.draft("RGB", room)
            picture = ImageOps.exif_transpose(picture)
            picture = picture.convert("RGBA" if picture.mode in ("RGBA", "LA", "P") else "RGB")
            picture.thumbnail(room)
            made = io.BytesIO()
            picture.save(made, "PNG", optimize=True)
            return made.getvalue()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise Refusal(f"it can't be read: {line(error, 100)}") from error


def with_program(path, room, kind):
    """The picture scaled by ImageMagick or ffmpeg. None where neither is installed."""
    width, height = room
    # ImageMagick reads standard input, since it gives some file names a special meaning. ffmpeg can read TIFF only from a file, and may read no other file.
    magick = [f"{kind.name.lower()}:-[0]", "-auto-orient", "-resize", f"{width}x{height}>", "-strip", "png:-"]
    scale = f"scale='min({width},iw)':'min({height},ih)':force_original_aspect_ratio=decrease"
    ffmpeg = ["-v", "error", "-protocol_whitelist", "file,pipe", "-f", kind.demuxer, "-i", f"file:{path}", "-frames:v", "1", "-vf", scale, "-f", "image2pipe", "-c:v", "png", "-"]
    commands = [("magick", magick), ("convert", magick), ("ffmpeg", ffmpeg)]
    for name, arguments in commands:
        program = shutil.which(name)
        if program is None:
            continue
        try:
            with open(path, "rb") as file:
                done = subprocess.run([program, *arguments], capture_output=True, timeout=HELPER_SECONDS, stdin=file)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Refusal(f"{name} didn't scale it: {line(error, 80)}") from error
        if done.returncode != 0 or widgetd_png.size(done.stdout) is None:
            raise Refusal(f"{name} can't read it: {line(done.stderr.decode('utf-8', 'replace'), 80)}")
        return done.stdout
    return None


def by_itself(path, room, kind):
    if kind.name != "PNG":
        raise Refusal("only PNG is read here; for JPEG and others install one of python3-pil, imagemagick, ffmpeg")
    with open(path, "rb") as file:
        width, height, channels, rows = widgetd_png.read(file.read(MAXIMUM_FILE_BYTES))
    new = fit(width, height, room)
    return widgetd_png.write(*new, channels, widgetd_png.scaled(width, height, channels, rows, *new) if new != (width, height) else rows)


def make(path, room):
    """A PNG of the picture that fits into the room. Raises Refusal."""
    kind = format_of(path)
    return with_pillow(path, room, kind) or with_program(path, room, kind) or by_itself(path, room, kind)


class Cache:
    """Scaled pictures, by their file's path, date and size."""

    def __init__(self):
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        self.directory = os.path.join(base, "widgetd-pictures")
        self.end = time.monotonic() + SCALING_SECONDS

    def picture(self, path, room):
        """The scaled picture. None where no time is left for it. Raises Refusal."""
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise Refusal("it is no file")
        if status.st_size > MAXIMUM_FILE_BYTES:
            raise Refusal(f"it has {status.st_size:,} bytes; the limit is {MAXIMUM_FILE_BYTES:,}")
        key = hashlib.sha256(f"{path}\n{status.st_mtime_ns}\n{status.st_size}\n{room}".encode("utf-8", "surrogateescape")).hexdigest()[:32]
        kept = os.path.join(self.directory, key + ".png")
        try:
            with open(kept, "rb") as file:
                data = file.read(MAXIMUM_BYTES)
            if self.fits(data, room):
                return data
        except OSError:
            pass
        if time.monotonic() > self.end:
            return None
        data = make(path, room)
        if not self.fits(data, room):
            raise Refusal("what became of it is larger than the widget")
        self.keep(kept, data)
        return data

    @staticmethod
    def fits(data, room):
        made = widgetd_png.size(data)
        return made is not None and made[0] <= room[0] and made[1] <= room[1]

    def keep(self, path, data):
        try:
            os.makedirs(self.directory, mode=0o700, exist_ok=True)
            write_file(path, data)
            kept = sorted((os.path.join(self.directory, name) for name in os.listdir(self.directory)), key=os.path.getmtime)
            for old in kept[:-MAXIMUM_CACHED]:
                os.unlink(old)
        except OSError as error:
            note(f"a scaled picture can't be kept: {error}")


# MARK: The widget


def view(data, path):
    name = line(os.path.splitext(os.path.basename(path))[0], 60)
    # A picture in one colour would be a plain square.
    return {"image": {"png": base64.b64encode(data).decode()}, "renderingMode": "fullColor", "accessibilityLabel": name}


def room(request):
    """The widget's size in pixels, at most two pixels a point."""
    scale = min(2.0, max(1.0, float(request.get("scale", 1.0))))
    return max(1, int(request.get("width", 158) * scale)), max(1, int(request.get("height", 158) * scale))


def timeline(files, at, each, space):
    """An entry for each picture, on the dates at which all such widgets change."""
    cache, used, entries, faults = Cache(), {}, [], []
    turn = int(at.timestamp() // each.total_seconds())
    begin = at.replace(microsecond=0)
    # Pictures that can't be read are skipped, as long as some can.
    for step in range(min(len(files) * 2, MAXIMUM_ENTRIES * 2)):
        if len(entries) == MAXIMUM_ENTRIES or (len(files) == 1 and entries):
            break
        path = files[(turn + step) % len(files)]
        try:
            data = cache.picture(path, space)
        except (Refusal, OSError) as error:
            faults.append(f"{os.path.basename(path)}: {error}")
            note(line(faults[-1], 300))
            continue
        if data is None or sum(len(one) for one in {**used, data: None}) > MAXIMUM_BYTES:
            break
        used[data] = None
        date = begin if not entries else begin.fromtimestamp((turn + len(entries)) * each.total_seconds(), begin.tzinfo)
        entries.append({"date": stamp(date), "view": view(data, path)})
    if not entries:
        raise Refusal(faults[0] if faults else f"the first picture has more than {MAXIMUM_BYTES:,} bytes when it is scaled")
    return {"entries": entries, "policy": "atEnd" if len(entries) > 1 else {"after": stamp(begin + LOOK_AGAIN)}}


def sample(space):
    """A sky over a meadow."""
    width, height = fit(96, 96 * space[1] // space[0] or 1, space)
    rows = [bytes(value for _ in range(width) for value in ((90 + row * 60 // height, 150 + row * 40 // height, 230) if row * 5 < height * 3 else (70, 150, 80))) for row in range(height)]
    return view(widgetd_png.write(width, height, 3, rows), "A meadow.png")


def answer(request):
    if request["call"] == "perform":
        raise Refusal("there are no actions here")
    at, family, parameters = now(request), request.get("family", "systemSmall"), request.get("parameters", {})
    if wants_sample(request):
        return {"view": sample(room(request)), "policy": "never"}
    path = os.path.expanduser(parameters.get("path") or "~/Pictures")
    if parameters.get("path") and not os.path.isdir(path):
        raise Refusal(f"path: {path} is no directory")
    files = find(path)
    if not files:
        # The user may put pictures there later.
        return {"view": advice("Pictures", f"There are none in {line(parameters.get('path') or '~/Pictures', 60)}", "photo", "blue", family), "policy": {"after": stamp(at + LOOK_AGAIN)}}
    return timeline(files, at, timedelta(minutes=int(parameters.get("minutes", 30))), room(request))


if __name__ == "__main__":
    run("pictures", answer)
