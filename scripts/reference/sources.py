"""Where the sources are, and how the pages are laid out."""

import os
import re
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COLUMNS = 160
MADE = "<!-- Made by `make reference`: don't edit it here. -->\n"


def wrapped(text, first="", after=""):
    return textwrap.fill(text, COLUMNS, initial_indent=first, subsequent_indent=after, break_long_words=False, break_on_hyphens=False)


def safe(text):
    """Text whose angle brackets Markdown doesn't take for HTML."""
    return "".join(part if part.startswith("`") else part.replace("<", "&lt;") for part in re.split(r"(`[^`]*`)", text))
