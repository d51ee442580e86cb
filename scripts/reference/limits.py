"""The page of all limits: the constants of the sources, with their values and reasons."""

import os
import re

from sources import MADE, ROOT, wrapped

CONSTANT = re.compile(r"^\s*(?:public |package )?static let (\w+)(?:: [^=]+)? = (.+?)\s*(?://.*)?$")


def limits():
    """The files of limits: the module, the type, its text, and each constant's name, value and text."""
    found = []
    for directory, _, files in os.walk(f"{ROOT}/Sources"):
        for name in files:
            if name.endswith("Limits.swift"):
                found.append(os.path.relpath(os.path.join(directory, name), f"{ROOT}/Sources"))
    for path in sorted(found):
        with open(f"{ROOT}/Sources/{path}") as file:
            lines = file.read().splitlines()
        kind, text, words, rows, depth = "", [], [], [], 0
        for line in lines:
            comment = re.match(r"^\s*/// ?(.*)$", line)
            declared = re.match(r"^(?:public |package )?enum (\w+)", line)
            constant = CONSTANT.match(line)
            if comment:
                words.append(comment[1])
                continue
            if declared:
                if rows:
                    yield path.split("/")[0], kind, text, rows
                kind, text, rows = declared[1], words, []
            elif constant and not re.match(r"^\s*private ", line):
                rows.append((constant[1], constant[2], " ".join(words)))
            if line.strip():
                words = []
        if rows:
            yield path.split("/")[0], kind, text, rows


def number(text):
    """A whole number that the sources write as digits, a shift or a product; none: something else."""
    if not re.fullmatch(r"[\d_ <*+()-]+", text):
        return None
    try:
        return int(eval(text.replace("_", ""), {"__builtins__": {}}))  # Digits and operators alone.
    except (SyntaxError, TypeError):
        return None


def value(name, text, known, kind, depth=0):
    """A constant's value as a reader writes it: with its unit."""
    duration = re.fullmatch(r"(?:Duration|Milliseconds|TimeAmount)?\.?(milliseconds|seconds|minutes|hours|days|microseconds)\(([\d_ *.]+)\)", text)
    if duration:
        amount = number(duration[2])
        unit = {"milliseconds": "ms", "microseconds": "µs", "seconds": "s", "minutes": "min", "hours": "h", "days": "days"}[duration[1]]
        return f"{amount:,} {unit}" if amount is not None else f"{duration[2]} {unit}"
    milliseconds = re.fullmatch(r"Milliseconds\(([^()]+)\)", text)
    if milliseconds and number(milliseconds[1]) is not None:
        amount = number(milliseconds[1])
        return f"{amount // 1000:,} s" if amount % 1000 == 0 else f"{amount:,} ms"
    span = re.fullmatch(r"\(?([\d_.]+)\)?\.\.\.\(?([\d_.]+)\)?", text)
    if span:
        return " to ".join(f"{int(part.replace('_', '')):,}" if "." not in part else part for part in span.groups())
    reference = re.fullmatch(r"(?:(\w+)\.)?(\w+)", text)
    if reference and depth < 4 and (reference[1] or kind, reference[2]) in known:
        owner = reference[1] or kind
        return value(reference[2], known[owner, reference[2]], known, owner, depth + 1)
    amount = number(text)
    if amount is None:
        return text if re.fullmatch(r"[\d._]+", text) else f"`{text}`"
    if re.search(r"[Bb]ytes|Length|Reservation|[wW]indow", name) and amount >= 1 << 10 and amount % (1 << 10) == 0:
        return f"{amount >> 20:,} MiB" if amount % (1 << 20) == 0 else f"{amount >> 10:,} KiB"
    return f"{amount:,}"


def symbols(text):
    """Swift's ``names`` as Markdown's."""
    return re.sub(r"``([^`]+)``", lambda match: f"`{match[1].split('/')[-1]}`", text).replace("|", "\\|")


def limits_page():
    every = list(limits())
    known = {(kind, name): text for _, kind, _, rows in every for name, text, _ in rows}
    yield "# Limits\n"
    yield MADE
    yield "Every bound of the programs, by module, with its reason. Errors name the limit that was passed.\n"
    yield "```text\ngrep -n nodesPerArchive docs/reference/limits.md\n```\n"
    module = ""
    for owner, kind, text, rows in every:
        if owner != module:
            module = owner
            yield f"## {module}\n"
        yield f"### {kind}\n"
        if text:
            yield wrapped(symbols(" ".join(text))) + "\n"
        yield "| name | value | why |\n|---|---|---|\n" + "\n".join(
            f"| `{name}` | {value(name, raw, known, kind)} | {symbols(words)} |" for name, raw, words in rows) + "\n"
