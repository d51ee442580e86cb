"""The bytes that a browser is sent: for the first board, for a changed text, for a widget in the place of another."""

import statistics

from ..table import Row
from . import web
from .desk import percent, still

CHANGES = 8
# No event comes so much later than the one before.
QUIET = 0.3


def traffic(desk):
    """On a board of so many widgets as the desk has now. The same widget is changed again and again, as by a provider; others are replaced once each."""
    with web.served(desk) as server:
        sent, read, since = desk.until("the board is whole", lambda: web.board(server.port))
        stream = web.Stream(server.port, since)
        try:
            # The first byte of a stream comes at once, with nothing that is new.
            stream.take(QUIET)
            changed = [update(desk, stream, 0, still(0, text=f"{turn + 2} more")) for turn in range(CHANGES)]
            replaced = [update(desk, stream, number, another(number)) for number in range(1, desk.widgets)]
        finally:
            stream.close()
    for number in range(desk.widgets):
        desk.answer(number, still(number))
        desk.reload(number)
    return [
        Row(f"first board of {desk.widgets} in a browser", "bytes", sent, target=("<=", 30_000), note=f"as sent (gzip), {read:,} as read; without fonts"),
        updated("a changed text, with its animation", changed, 400),
        updated("a widget in the place of another", replaced, 1_200),
    ]


def update(desk, stream, number, timeline):
    desk.answer(number, timeline)
    desk.reload(number)
    return stream.take(QUIET)


def updated(figure, updates, limit):
    sent, text = (statistics.median(column) for column in zip(*((sent, len(text)) for sent, text in updates)))
    first = updates[0][0]
    note = f"as sent, the median of {len(updates)}; the first one {first:,}; {text:,.0f} before compression"
    return Row(figure, "bytes", sent, target=("<=", limit), note=note)


def another(number):
    """A view with other parts."""
    def row(index):
        return {"hstack": [{"image": "bolt"}, {"text": f"Line {number}.{index}"}, {"spacer": True}, {"text": f"{percent(number, index)}"}]}
    rows = [row(index) for index in range(3)]
    return {"view": {"vstack": [{"text": f"Power {number}", "font": "headline"}, *rows]}, "policy": "never"}
