"""Reads, scales and writes PNG, with zlib and nothing else. It lies beside the script that imports it.

It takes half a second for a million pixels, and is for machines without a library for pictures.
"""

import struct
import zlib

from widgetd_provider import Refusal

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# The most pixels of a picture that is read. More take longer than anyone waits for a widget.
MAXIMUM_PIXELS = 6_000_000
# Colour types: how many values a pixel has.
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
# Points that are read in each direction of the square that becomes one pixel.
SAMPLES = 3


def size(data):
    """The width and height in a PNG's header. None where the data is no PNG."""
    if len(data) < 33 or data[:8] != SIGNATURE or data[12:16] != b"IHDR":
        return None
    return struct.unpack(">II", data[16:24])


def chunks(data):
    place = 8
    while place + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if len(body) < length or data[place + 8 + length:place + 12 + length] != struct.pack(">I", zlib.crc32(kind + body)):
            raise Refusal("the PNG is damaged")
        yield kind, body
        place += 12 + length
        if kind == b"IEND":
            return


def read(data):
    """Width, height, values a pixel (3 or 4), and the rows of a PNG. Raises Refusal."""
    if size(data) is None:
        raise Refusal("it isn't a PNG")
    head = palette = transparency = None
    packed = bytearray()
    for kind, body in chunks(data):
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body[:13]) if len(body) == 13 else None
        elif kind == b"PLTE":
            palette = [tuple(body[place:place + 3]) for place in range(0, len(body) - 2, 3)]
        elif kind == b"tRNS":
            transparency = body
        elif kind == b"IDAT":
            packed += body
    if head is None:
        raise Refusal("the PNG is damaged")
    width, height, depth, kind, _, _, interlace = head
    if kind not in CHANNELS or depth not in (1, 2, 4, 8, 16) or (depth < 8 and kind not in (0, 3)) or not width or not height or (kind == 3 and not palette):
        raise Refusal("the PNG is damaged")
    if interlace:
        raise Refusal("it is interlaced, which isn't read here without Pillow, ImageMagick or ffmpeg")
    if width * height > MAXIMUM_PIXELS:
        raise Refusal(f"it has {width * height:,} pixels; {MAXIMUM_PIXELS:,} are the limit without Pillow, ImageMagick or ffmpeg")
    stride = (width * CHANNELS[kind] * depth + 7) // 8
    try:
        # The limit keeps a malicious file from growing without bound.
        raw = zlib.decompressobj().decompress(bytes(packed), (stride + 1) * height)
    except zlib.error as error:
        raise Refusal("the PNG is damaged") from error
    if len(raw) < (stride + 1) * height:
        raise Refusal("the PNG is cut short")
    step = max(1, CHANNELS[kind] * depth // 8)
    alpha = kind in (4, 6) or (kind == 3 and transparency)
    rows, above = [], bytes(stride)
    for number in range(height):
        place = number * (stride + 1)
        above = unfiltered(raw[place], raw[place + 1:place + 1 + stride], above, step)
        rows.append(colours(above, width, depth, kind, palette, transparency))
    return width, height, 4 if alpha else 3, rows


def unfiltered(kind, row, above, step):
    """A row without its filter (PNG, 9.2)."""
    if kind == 0:
        return row
    if kind == 2:
        return bytes((here + up) & 255 for here, up in zip(row, above))
    made = bytearray(row)
    if kind == 1:
        for place in range(step, len(made)):
            made[place] = (made[place] + made[place - step]) & 255
    elif kind == 3:
        for place in range(len(made)):
            left = made[place - step] if place >= step else 0
            made[place] = (made[place] + (left + above[place] >> 1)) & 255
    elif kind == 4:
        for place in range(min(step, len(made))):
            made[place] = (made[place] + above[place]) & 255
        for place in range(step, len(made)):
            left, up, corner = made[place - step], above[place], above[place - step]
            to_left, to_up = abs(up - corner), abs(left - corner)
            to_corner = abs(left + up - corner - corner)
            near = left if to_left <= to_up and to_left <= to_corner else up if to_up <= to_corner else corner
            made[place] = (made[place] + near) & 255
    else:
        raise Refusal("the PNG is damaged")
    return bytes(made)


def colours(row, width, depth, kind, palette, transparency):
    """A row as red, green, blue, and alpha where the picture has it."""
    if depth == 16:
        row = row[::2]
    elif depth < 8:
        most = (1 << depth) - 1
        row = bytes(
            (row[place * depth // 8] >> 8 - depth - place * depth % 8 & most) * (1 if kind == 3 else 255 // most) for place in range(width))
    if kind == 3:
        clear = transparency or b""
        table = [colour + ((clear[index] if index < len(clear) else 255,) if transparency else ()) for index, colour in enumerate(palette)]
        try:
            return b"".join(bytes(table[index]) for index in row)
        except IndexError as error:
            raise Refusal("the PNG is damaged") from error
    if kind == 0:
        return bytes(value for value in row for _ in range(3))
    if kind == 4:
        return b"".join(bytes((row[place], row[place], row[place], row[place + 1])) for place in range(0, len(row), 2))
    return row


def scaled(width, height, channels, rows, new_width, new_height):
    """The rows of a smaller picture. Each pixel is the mean of some points of the square that it replaces."""
    def places(old, new):
        found = []
        for number in range(new):
            begin, end = number * old / new, (number + 1) * old / new
            count = min(SAMPLES, max(1, int(end - begin)))
            found.append([int(begin + (end - begin) * (2 * sample + 1) / (2 * count)) for sample in range(count)])
        return found

    across = [[channels * place for place in some] for some in places(width, new_width)]
    made = []
    for some in places(height, new_height):
        sources = [rows[place] for place in some]
        row = bytearray()
        for columns in across:
            count = len(columns) * len(sources)
            for channel in range(channels):
                row.append(sum(source[column + channel] for source in sources for column in columns) // count)
        made.append(bytes(row))
    return made


def write(width, height, channels, rows):
    """A PNG of these rows."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    # The filter Up costs least here, and most rows are like the row above.
    filtered, above = bytearray(), bytes(width * channels)
    for row in rows:
        filtered += b"\x02" + bytes((here - up) & 255 for here, up in zip(row, above))
        above = row
    head = struct.pack(">IIBBBBB", width, height, 8, 6 if channels == 4 else 2, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(filtered), 6)) + chunk(b"IEND", b"")
