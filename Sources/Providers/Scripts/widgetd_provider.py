"""The shared part of the bundled script providers (protocol json): it reads a request and prints the answer.

It lies beside the scripts, which import it. Only the standard library is used.
"""

import json
import os
import sys
import tempfile
from datetime import datetime, timezone

# A request has parameters of 4 KiB, or a push's widgets; the daemon sends nothing near this.
MAXIMUM_REQUEST_BYTES = 4 << 20
# Characters of a reason that people read.
MAXIMUM_REASON_CHARACTERS = 300


class Refusal(Exception):
    """Why there is no answer, in a text that says what to do. It becomes the widget's error."""


def note(text):
    """Writes a line to the log."""
    print(text, file=sys.stderr)


def line(text, limit=200):
    """Text from elsewhere as one line without control characters."""
    return "".join(" " if character.isspace() else character for character in str(text) if character.isspace() or character.isprintable()).strip()[:limit]


def now(request):
    """The request's date in whole seconds: entries are told apart by their dates."""
    return datetime.fromisoformat(request["date"].replace("Z", "+00:00")).astimezone(timezone.utc).replace(microsecond=0)


def stamp(moment):
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def wants_sample(request):
    """Whether the request is for sample data, as for a placeholder or a preview."""
    return request["call"] == "placeholder" or bool(request.get("preview"))


def column(rows, spacing):
    """Rows below each other, from the leading edge of the widget on."""
    return {"vstack": rows, "alignment": "leading", "spacing": spacing, "frame": {"maxWidth": "infinity", "alignment": "leading"}}


def page(rows, spacing, family):
    """A widget's rows, from its top on. Those of an accessory are in its middle."""
    made = column(rows, spacing)
    if family.startswith("system"):
        made["frame"] |= {"maxHeight": "infinity", "alignment": "topLeading"}
    return made


def header(title, symbol, color):
    """The title at the top of a widget, in the widget's own colour."""
    return {"label": title, "symbol": symbol, "font": "subheadline", "weight": "semibold", "color": color, "lineLimit": 1}


# The largest text for which a family has room. A user's larger size counts as this one.
LARGEST_TEXT = {"systemSmall": "xLarge", "systemMedium": "xLarge", "systemLarge": "xxLarge", "systemExtraLarge": "xxxLarge"}


def limited(answer, family):
    """An answer whose views have no larger text than their family has room for. That to an action or a push has no views."""
    def limit(made):
        size = {"dynamicTypeSize": {"maximum": LARGEST_TEXT.get(family, "large")}}
        return made | {"modifiers": [*made.get("modifiers", []), size]} if isinstance(made, dict) else made

    if not isinstance(answer, dict):
        return answer
    for part in (answer, *answer.get("entries", [])):
        for one in (part, *part.get("variants", [])):
            if "view" in one:
                one["view"] = limit(one["view"])
    return answer


def advice(title, text, symbol, color, family):
    """The view of a widget that isn't configured yet."""
    if family == "accessoryInline":
        return {"text": f"{title}: {text}"}
    return page([header(title, symbol, color), {"text": text, "font": "caption", "color": "secondary", "lineLimit": 4}], 4, family)


def state_directory(name):
    """The directory in which a provider keeps its state. It is created where it doesn't exist."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    path = os.path.join(base, name)
    os.makedirs(path, mode=0o700, exist_ok=True)
    return path


def write_file(path, data):
    """Replaces a file as a whole, readable by its owner alone. On an error the old file stays."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def run(name, answer):
    """Reads the request and prints the answer. On an error it prints the reason and exits with status 1."""
    if sys.stdin.isatty():
        raise SystemExit(f"this is a provider for widgetd, which gives it a request on standard input. To see that it works: widgetctl provider check {name}")
    try:
        request = json.loads(sys.stdin.buffer.read(MAXIMUM_REQUEST_BYTES))
        json.dump(limited(answer(request), request.get("family", "")), sys.stdout, ensure_ascii=False, allow_nan=False)
    except Refusal as error:
        raise SystemExit(line(error, MAXIMUM_REASON_CHARACTERS)) from error
    except OSError as error:
        raise SystemExit(line(f"{error.filename}: {error.strerror}" if error.filename else error, MAXIMUM_REASON_CHARACTERS)) from error
