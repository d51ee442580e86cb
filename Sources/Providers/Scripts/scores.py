#!/usr/bin/env -S python3 -B
"""A widgetd provider (protocol json) for trying pushes: it shows the first line of a file, and looks at it again when a server pushes.

The file is $XDG_STATE_HOME/widgetd-scores/score. The token that a server pushes to lies beside it, in `token`: a real provider tells its server.
"""

import os

from widgetd_provider import Refusal, header, line, now, page, run, stamp, state_directory, wants_sample, write_file

# Bytes of the first line: more than the largest family has room for.
MAXIMUM_SCORE_BYTES = 1 << 10


def score():
    """The first line of the file. It is empty where there is no file."""
    try:
        with open(os.path.join(state_directory("widgetd-scores"), "score"), "rb") as file:
            return line(file.readline(MAXIMUM_SCORE_BYTES).decode("utf-8", "replace"), 60)
    except FileNotFoundError:
        return ""


def view(text, moment, family):
    if family == "accessoryInline":
        return {"text": f"Score {text}"}
    when = {"hstack": [{"text": "read at"}, {"live": {"date": stamp(moment), "style": "time"}}], "spacing": 4, "font": "caption", "color": "secondary"}
    score = {"text": text, "font": "largeTitle", "weight": "bold", "fontDesign": "rounded", "minimumScaleFactor": 0.5, "contentTransition": "numericText"}
    gap = [{"spacer": True}] if family.startswith("system") else []
    return page([header("Score", "trophy", "yellow"), *gap, score, when], 2, family)


def keep_token(token):
    """Keeps the token that a server pushes to, for the commands of docs/push.md. None removes it."""
    path = os.path.join(state_directory("widgetd-scores"), "token")
    if token is not None:
        write_file(path, token.encode() + b"\n")
    elif os.path.exists(path):
        os.unlink(path)


def answer(request):
    if request["call"] == "push":
        return keep_token(request.get("token"))
    if request["call"] == "perform":
        raise Refusal("there are no actions here")
    text = "2:1" if wants_sample(request) else score() or "–"
    return {"view": view(text, now(request), request.get("family", "systemSmall")), "policy": "never"}


if __name__ == "__main__":
    run("scores", answer)
