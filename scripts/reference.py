#!/usr/bin/env python3
"""Makes the reference pages and the man pages from the programs' help and from the sources.

    reference.py pages PROGRAMS              writes docs/reference/widgetctl.md and docs/reference/limits.md
    reference.py check PROGRAMS              fails where a committed page isn't what `pages` would write, and where manifest.md lacks a key
    reference.py man PROGRAMS DIRECTORY      writes man pages below DIRECTORY, in man1, man5 and man8

PROGRAMS is the directory of the built programs, such as .build/debug. Needs Python 3.9 and nothing else.
"""

import difflib
import json
import os
import re
import subprocess
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLUMNS = 160
MADE = "<!-- Made by `make reference`: don't edit it here. -->\n"
# Options of nearly every command, described once.
COMMON = ("socket", "timeout", "json", "version", "help")


# The help of the programs, as ArgumentParser dumps it.

class Argument:
    def __init__(self, dump):
        self.kind = dump["kind"]
        self.value = dump.get("valueName", "")
        self.abstract = dump.get("abstract", "")
        self.optional, self.repeating = dump["isOptional"], dump["isRepeating"]
        self.values, self.default = dump.get("allValues", []), dump.get("defaultValue")
        names = sorted(dump.get("names", []), key=lambda name: name["kind"] != "short")
        self.names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in names]
        self.long = next((name["name"] for name in names if name["kind"] == "long"), "")
        self.shown = dump["shouldDisplay"]

    def title(self):
        """How it is typed, such as `--family <family>`."""
        if self.kind == "positional":
            return f"<{self.value}>"
        return ", ".join(self.names) + (f" <{self.value}>" if self.kind == "option" else "")

    def usage(self):
        if self.kind == "positional":
            text = f"<{self.value}>" + (" ..." if self.repeating else "")
        else:
            text = f"--{self.long}" if self.long else self.names[0]
            text += f" <{self.value}>" if self.kind == "option" else ""
            text += " ..." if self.repeating else ""
        return f"[{text}]" if self.optional or self.default is not None or self.kind == "flag" else text

    def description(self):
        parts = [self.abstract]
        if self.values:
            parts.append(f"Values: {', '.join(self.values)}.")
        if self.default is not None:
            parts.append(f"Default: {self.default}.")
        if self.repeating and "repeated" not in self.abstract:
            parts.append("May be given several times.")
        return " ".join(part for part in parts if part)


class Command:
    def __init__(self, dump, parents=(), name=""):
        self.words = [*parents, name or dump["commandName"]]
        self.name = " ".join(self.words)
        self.abstract = dump.get("abstract", "")
        self.discussion = dump.get("discussion", "")
        self.default = dump.get("defaultSubcommand")
        self.arguments = [argument for argument in map(Argument, dump.get("arguments", [])) if argument.shown]
        self.commands = [Command(sub, self.words) for sub in dump.get("subcommands", []) if sub["commandName"] != "help" and sub["shouldDisplay"]]

    def own(self):
        """Its arguments without those that are described once."""
        return [argument for argument in self.arguments if argument.long not in COMMON]

    def common(self):
        return [argument.long for argument in self.arguments if argument.long in COMMON]

    def usage(self):
        if self.commands:
            return f"{self.name} <command>"
        return " ".join([self.name, *(argument.usage() for argument in self.own())])

    def all(self):
        yield self
        for command in self.commands:
            yield from command.all()


def help_of(programs, program, parents=(), name=""):
    dump = subprocess.run([f"{programs}/{program}", "--experimental-dump-help"], capture_output=True, text=True, check=True)
    return Command(json.loads(dump.stdout)["command"], parents, name)


def widgetctl(programs):
    """All of its commands; `motion` is a program of its own, whose help takes the place of what widgetctl says of it."""
    root = help_of(programs, "widgetctl")
    motion = help_of(programs, "widgetctl-motion", ["widgetctl"])
    root.commands = [motion if command.name == motion.name else command for command in root.commands]
    return root


def blocks(discussion):
    """A discussion's paragraphs, and the lines that stand together as they are: examples."""
    paragraph, literal = [], []
    for line in [*discussion.splitlines(), ""]:
        inline = re.match(r"\s*(Examples?:) (\S.*)$", line)
        if literal and not line.startswith(" "):
            yield "literal", "\n".join(literal)
            literal = []
        if inline:
            if paragraph:
                yield "text", " ".join(paragraph)
            yield "text", inline[1]
            yield "literal", inline[2]
            paragraph = []
        elif line.startswith("  "):
            if paragraph:
                yield "text", " ".join(paragraph)
            paragraph = []
            literal.append(line[2:])
        elif line.strip():
            paragraph.append(line.strip())
        elif paragraph:
            yield "text", " ".join(paragraph)
            paragraph = []


# Markdown.

def wrapped(text, first="", after=""):
    return textwrap.fill(text, COLUMNS, initial_indent=first, subsequent_indent=after, break_long_words=False, break_on_hyphens=False)


def safe(text):
    """Text whose angle brackets Markdown doesn't take for HTML."""
    return "".join(part if part.startswith("`") else part.replace("<", "&lt;") for part in re.split(r"(`[^`]*`)", text))


def section(command, depth):
    yield f"{'#' * depth} {command.name}\n"
    yield wrapped(safe(command.abstract)) + "\n"
    yield "```text\n" + wrapped(command.usage(), after="    ") + "\n```\n"
    for kind, text in blocks(command.discussion):
        yield (wrapped(safe(text)) if kind == "text" else f"```text\n{text}\n```") + "\n"
    if command.commands:
        yield "\n".join(wrapped(safe(sub.abstract), f"- [`{sub.name}`](#{anchor(sub.name)}): ", "  ") for sub in command.commands) + "\n"
        if command.default:
            yield f"Without a command: `{command.default}`.\n"
    elif command.own():
        yield "\n".join(wrapped(safe(argument.description()), f"- `{argument.title()}`: ", "  ") for argument in command.own()) + "\n"
    common = [f"`--{name}`" for name in command.common() if name in ("socket", "timeout", "json")]
    if common and not command.commands:
        yield f"Also: {', '.join(common)}.\n"


def anchor(name):
    return name.lower().replace(" ", "-")


def commands_page(programs):
    root = widgetctl(programs)
    yield "# widgetctl: the commands\n"
    yield MADE
    yield "Every command and option, as `--help` says it. [How the commands work together](../widgetctl.md) is told by task.\n"
    yield "```text\nwidgetctl kinds\nwidgetctl place --help\n```\n"
    yield "\n".join(wrapped(safe(command.abstract), f"- [`{command.name}`](#{anchor(command.name)}): ", "  ") for command in root.commands) + "\n"
    yield "## Options of every command\n"
    known = {argument.long: argument for command in root.all() for argument in command.arguments if argument.long in COMMON}
    yield "\n".join(wrapped(safe(known[name].description()), f"- `{known[name].title()}`: ", "  ") for name in COMMON) + "\n"
    yield "`--json`, `--socket` and `--timeout` may stand anywhere, before the command too.\n"
    yield "## Exit status\n"
    yield "| status | meaning |\n|---|---|\n" + "\n".join(f"| {status} | {meaning} |" for status, meaning in statuses()) + "\n"
    for command in root.commands:
        for each in command.all():
            yield from section(each, min(len(each.words), 4))
    for program in ("widgetd", "widgetd-notify"):
        yield from section(help_of(programs, program), 2)


def statuses():
    with open(f"{ROOT}/Sources/WidgetCommands/Support/ExitStatus.swift") as file:
        text = file.read()
    yield 0, "Done."
    for meaning, status in re.findall(r"/// (EX_[^\n]*)\n\s*case [^=\n]* = (\d+)", text):
        yield status, f"{meaning[0].upper()}{meaning[1:]}"


# The limits.

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


# The keys of manifests: the page is written by hand, and must have each key that the code reads.

def manifest_keys():
    found = set()
    for name in ("ManifestDecoder", "KindDecoder", "ControlKindDecoder"):
        with open(f"{ROOT}/Sources/WidgetProviders/Manifest/{name}.swift") as file:
            found |= set(re.findall(r'reader\.(?:value|required|text|flag|number|integer|list)\(\s*"(\w+)"', file.read()))
    return found


def missing_keys():
    with open(f"{ROOT}/docs/reference/manifest.md") as file:
        rows = [line.split("|")[1] for line in file if line.startswith("| `")]
    told = {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    return [f"docs/reference/manifest.md lacks the key {key}" for key in sorted(manifest_keys() - told)] + [
        f"docs/reference/manifest.md has the key {key}, which no manifest has" for key in sorted(told - manifest_keys())]


# Man pages.

def roff(text):
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)
    text = "".join(letter if letter.isascii() else f"\\[u{ord(letter):04X}]" for letter in text)
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.splitlines())


def literal(text):
    return ".PP\n.RS 4\n.nf\n" + roff(text) + "\n.fi\n.RE\n"


def described(command):
    for kind, text in blocks(command.discussion):
        yield f".PP\n{roff(text)}\n" if kind == "text" else literal(text)


def options(arguments):
    for argument in arguments:
        yield f".TP\n\\fB{roff(argument.title())}\\fR\n{roff(argument.description())}\n"


def title(name, number, abstract):
    yield f'.TH {name.upper().replace(" ", "-")} {number} "" widgetd widgetd\n'
    yield f".SH NAME\n{roff(name.replace(' ', '-'))} \\- {roff(abstract.rstrip('.'))}\n"


def entry(command):
    yield f".SS {roff(command.name)}\n{roff(command.abstract)}\n.PP\n\\fB{roff(command.usage())}\\fR\n"
    yield from described(command)
    yield from options(command.own())


def program_page(command, number, see):
    yield from title(command.name, number, command.abstract)
    yield f".SH SYNOPSIS\n\\fB{roff(command.usage())}\\fR\n.SH DESCRIPTION\n{roff(command.abstract)}\n"
    yield from described(command)
    leaves = [leaf for sub in command.commands for leaf in sub.all() if not leaf.commands]
    if leaves:
        yield ".SH COMMANDS\n"
        for leaf in leaves:
            yield from entry(leaf)
        # Those of each command that the page describes.
        shared = {argument.long: argument for leaf in leaves for argument in leaf.arguments if argument.long in COMMON}
        yield ".SH OPTIONS\n"
        yield from options(shared[name] for name in COMMON if name in shared)
    else:
        yield ".SH OPTIONS\n"
        yield from options(command.arguments)
    yield f".SH SEE ALSO\n{see}\n"


def references(names):
    return ",\n".join(f"\\fB{roff(name)}\\fR({number})" for name, number in names)


def manifest_man():
    with open(f"{ROOT}/docs/reference/manifest.md") as file:
        lines = file.read().splitlines()
    yield from title("widgetd.provider", 5, "what a provider of widgets is, in JSON")
    yield ".SH DESCRIPTION\n"
    code, heading = None, False
    for line in lines[1:]:
        if line.startswith("```"):
            if code is not None:
                yield literal("\n".join(code))
            code = [] if code is None else None
        elif code is not None:
            code.append(line)
        elif line.startswith("#"):
            yield f".SH {roff(line.lstrip('# ').upper())}\n"
        elif line.startswith("|---"):
            heading = False
        elif line.startswith("| `"):
            key, meaning, bounds = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:4]]
            yield f".TP\n{roff(key)}\n{roff(meaning)}\n({roff(bounds)})\n"
        elif line.startswith("|") or line.startswith("<!--"):
            continue
        elif line.startswith("- "):
            yield f".IP \\(bu 2\n{roff(line[2:])}\n"
        elif line.strip():
            yield roff(line.strip()) + "\n"
        else:
            yield ".PP\n"
    yield f".SH SEE ALSO\n{references([('widgetd', 8), ('widgetctl-provider', 1)])}\n"


def man_pages(programs):
    """Each man page's file, such as man1/widgetctl.1, with its text."""
    root = widgetctl(programs)
    groups = [command for command in root.commands if command.commands]
    names = [(group.name.replace(" ", "-"), 1) for group in groups]
    root.commands = [command for command in root.commands if not command.commands]
    yield "man1/widgetctl.1", program_page(root, 1, references([*names, ("widgetd", 8), ("widgetd.provider", 5)]))
    for group in groups:
        yield f"man1/{group.name.replace(' ', '-')}.1", program_page(group, 1, references([("widgetctl", 1), ("widgetd", 8)]))
    yield "man1/widgetd-notify.1", program_page(help_of(programs, "widgetd-notify"), 1, references([("widgetctl-activity", 1), ("widgetd", 8)]))
    yield "man8/widgetd.8", program_page(help_of(programs, "widgetd"), 8, references([("widgetctl", 1), ("widgetd.provider", 5), ("widgetd-notify", 1)]))
    yield "man5/widgetd.provider.5", manifest_man()


def pages(programs):
    yield "docs/reference/widgetctl.md", "\n".join(commands_page(programs))
    yield "docs/reference/limits.md", "\n".join(limits_page())


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
    match sys.argv[1:]:
        case ["pages", programs]:
            for path, text in pages(programs):
                write(f"{ROOT}/{path}", text)
        case ["check", programs]:
            return check(programs)
        case ["man", programs, directory]:
            for path, parts in man_pages(programs):
                write(f"{directory}/{path}", "".join(parts))
        case _:
            print(__doc__, file=sys.stderr)
            return 64
    return 0


if __name__ == "__main__":
    sys.exit(main())
