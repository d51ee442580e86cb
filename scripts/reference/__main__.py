#!/usr/bin/env python3
"""Makes the reference pages and the man pages from the programs' help and from the sources.

    python3 scripts/reference pages PROGRAMS              writes widgetctl.md, limits.md and configuration.md in docs/reference
    python3 scripts/reference check PROGRAMS              fails where a committed page isn't what `pages` would write, and where manifest.md lacks a key
    python3 scripts/reference man PROGRAMS DIRECTORY      writes man pages below DIRECTORY, in man1, man5 and man8

PROGRAMS is the directory of the built programs, such as .build/debug. Needs Python 3.9 and nothing else.
"""

import difflib
import os
import sys

from commands import commands_page
from configuration import configuration_page
from limits import limits_page
from manifest import missing_keys
from manual import man_pages
from sources import ROOT


def pages(programs):
    yield "docs/reference/widgetctl.md", "\n".join(commands_page(programs))
    yield "docs/reference/limits.md", "\n".join(limits_page())
    yield "docs/reference/configuration.md", "\n".join(configuration_page(programs))


def check(programs):
    status = 0
    for path, text in pages(programs):
        committed = open(f"{ROOT}/{path}").read() if os.path.exists(f"{ROOT}/{path}") else ""
        if committed != text:
            status = 1
            print(f"{path} isn't what the code says; run `make reference`:")
            print("\n".join(list(difflib.unified_diff(committed.splitlines(), text.splitlines(), "committed", "made", n=1, lineterm=""))[:20]))
    for words in missing_keys():
        status = 1
        print(words)
    return status


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def main():
    arguments = sys.argv[1:]
    command = arguments[0] if arguments else ""
    if command == "pages" and len(arguments) == 2:
        for path, text in pages(arguments[1]):
            write(f"{ROOT}/{path}", text)
    elif command == "check" and len(arguments) == 2:
        return check(arguments[1])
    elif command == "man" and len(arguments) == 3:
        for path, parts in man_pages(arguments[1]):
            write(f"{arguments[2]}/{path}", "".join(parts))
    else:
        print(__doc__, file=sys.stderr)
        return 64
    return 0


if __name__ == "__main__":
    sys.exit(main())
