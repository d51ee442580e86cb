"""The programs that pages show.

    blocks.py PAGE LANGUAGE     prints the page's first block in a language
"""

import re
import sys


def read(path):
    with open(path) as file:
        return file.read()


def named(text, language, file):
    """The block below the line that names the file."""
    return _only(re.search(rf"^[^\n]*(?:/|`){re.escape(file)}`[^\n]*\n\n```{language}\n(.*?)^```", text, re.M | re.S), language, f" below a line that names {file}")


def first(text, language):
    return _only(re.search(rf"^```{language}\n(.*?)^```", text, re.M | re.S), language, "")


def _only(found, language, where):
    if not found:
        raise AssertionError(f"the page has no {language} block{where}")
    return found[1]


if __name__ == "__main__":
    print(first(read(sys.argv[1]), sys.argv[2]), end="")
