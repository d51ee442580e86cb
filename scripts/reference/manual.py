"""Man pages, of the programs' help and of the page of manifests."""

import re

from programs import COMMON, blocks, help_of, widgetctl
from sources import ROOT


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
    yield "man1/widgetd-web.1", program_page(help_of(programs, "widgetd-web"), 1, references([("widgetctl-web", 1), ("widgetd", 8)]))
    yield "man1/widgetd-wall.1", program_page(help_of(programs, "widgetd-wall"), 1, references([("widgetctl-wall", 1), ("widgetd", 8)]))
    yield "man8/widgetd.8", program_page(help_of(programs, "widgetd"), 8, references([("widgetctl", 1), ("widgetd.provider", 5), ("widgetd-notify", 1), ("widgetd-web", 1), ("widgetd-wall", 1)]))
    yield "man5/widgetd.provider.5", manifest_man()
