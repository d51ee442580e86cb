#!/usr/bin/env python3
"""Measures the prose of the pages, and fails where it is hard to read.

    prose.py ROOT [PAGE…]

A sentence has at most 35 words, those of a page 16 on average, and it has no subject such as "What comes next". A line has at most
160 columns, without tables and addresses.
"""

import glob
import os
import re
import sys

WORDS, AVERAGE, COLUMNS = 35, 16, 160
SUBJECT = re.compile(r"^(What|Whatever|Who|Whoever|Whose|Of|That|Whether|Which)\b")


def sentences(text):
    """The sentences of paragraphs, list items and table cells; code counts as a word."""
    pieces, piece, is_code = [], [], False
    for line in [*text.splitlines(), ""]:
        if line.startswith("```"):
            is_code = not is_code
        begins = re.match(r"\s*([-*]|\d+\.) |[|#]|```|\s*$", line)
        if begins and piece:
            pieces.append(" ".join(piece))
            piece = []
        if is_code or line.startswith(("```", "#")):
            continue
        if line.startswith("|"):
            pieces += [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
        elif line.strip():
            piece.append(re.sub(r"^\s*([-*]|\d+\.) ", "", line).strip())
    for piece in pieces:
        piece = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "CODE", piece)).replace("*", "")
        for sentence in re.split(r"(?<=[.!?:;])\s+(?=[A-Z\"(])|(?<=[.!?])\s+", piece):
            if len(sentence.split()) > 1:
                yield sentence


def faults(text):
    found = list(sentences(text))
    lengths = [len(sentence.split()) for sentence in found]
    if lengths and sum(lengths) / len(lengths) > AVERAGE:
        yield f"sentences have {sum(lengths) / len(lengths):.1f} words on average"
    for sentence, length in zip(found, lengths):
        if length > WORDS:
            yield f"{length} words: {sentence}"
        if SUBJECT.match(sentence) and not sentence.endswith("?"):
            yield f"begins with {sentence.split()[0]}: {sentence}"
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        is_code ^= line.startswith("```")
        if len(line) > COLUMNS and not is_code and not line.startswith(("|", "![")) and "http" not in line:
            yield f"line {number} has {len(line)} columns"


def main():
    root, *pages = sys.argv[1:]
    if not pages:
        pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/reference/manifest.md"]
        pages += [os.path.relpath(page, root) for page in glob.glob(f"{root}/docs/*.md")]
    status = 0
    for page in sorted(pages):
        with open(f"{root}/{page}") as file:
            for fault in faults(file.read()):
                status = 1
                print(f"FAIL {page}: {fault}")
    return status


if __name__ == "__main__":
    sys.exit(main())
