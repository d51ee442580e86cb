"""Man pages, of the programs' help, of the keys of widgetd.conf and of the page of manifests."""

import re

from configuration import explanation, sections
from programs import COMMON, blocks, help_of, plain_help, widgetctl
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


def plain_page(name, abstract, texts, see):
    usage, rest = texts
    yield from title(name, 1, abstract)
    yield f".SH SYNOPSIS\n.nf\n{roff(usage)}\n.fi\n.SH DESCRIPTION\n{literal(rest).removeprefix('.PP')}.SH SEE ALSO\n{see}\n"


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


FILES = [
    ("/etc/widgetd/widgetd.conf", "The machine's file, for every daemon on it."),
    ("/usr/lib/widgetd/widgetd.conf.d/*.conf", "Drop-ins of packages."),
    ("/etc/widgetd/widgetd.conf.d/*.conf", "The machine's drop-ins. One replaces a package's of the same name; a link to /dev/null switches that off."),
    ("~/.config/widgetd/widgetd.conf", "A user's own file; $XDG_CONFIG_HOME takes the place of ~/.config where it is set."),
    ("~/.config/widgetd/widgetd.conf.d/*.conf", "A user's own drop-ins."),
]


def configuration_man(programs):
    yield from title("widgetd.conf", 5, "the settings of the widget daemon")
    yield f".SH SYNOPSIS\n{roff(FILES[0][0])}\n.br\n{roff(FILES[3][0])}\n.SH DESCRIPTION\n"
    yield roff("widgetd reads these files when it starts and for a reload. A later one goes before an earlier one, key by key, and the options of the "
               "command line go before all. Drop-ins are read in the order of their names. With `widgetd --config FILE` that file is read alone.") + "\n.PP\n"
    yield roff("The syntax is that of systemd.syntax(7): sections in brackets, Key=value, and comments behind # or ;. A backslash at the end of a line joins "
               "it to the next. A key of a list may be repeated; an empty value takes back what was listed before, or brings back the default. "
               "Each key has an option of its name: ReloadsPerDay= is --reloads-per-day.") + "\n.PP\n"
    yield roff("An unknown key, a value beyond its limit and a file that others can write are mistakes. A daemon says all of them and doesn't start "
               "(status 78); a reload with one changes nothing. `widgetctl config check` finds them without a daemon, and `widgetctl config show` says "
               "where each value comes from.") + "\n"
    for section, every in sections(programs):
        yield f".SH {roff('[' + section + ']')}\n"
        for key in every:
            yield f".TP\n\\fB{roff(key['name'])}=\\fR\n{roff(explanation(key))}\n"
    yield ".SH FILES\n"
    for path, meaning in FILES:
        yield f".TP\n{roff(path)}\n{roff(meaning)}\n"
    yield literal("[Reloads]\nReloadsPerDay=96\nKindBudget=weather=24/4").replace(".PP\n", ".SH EXAMPLE\n", 1)
    yield f".SH SEE ALSO\n{references([('widgetd', 8), ('widgetctl-config', 1), ('systemd.syntax', 7)])}\n"


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
    notes = plain_help(["python3", "-B", f"{ROOT}/Sources/Providers/Scripts/notes.py"])
    transfer = plain_help(["widgetd-transfer"], executable=f"{programs}/widgetd-providers")
    yield "man1/widgetd-notes.1", plain_page("widgetd-notes", "the notes of a widget, on all devices", notes, references([("widgetctl", 1)]))
    yield "man1/widgetd-transfer.1", plain_page(
        "widgetd-transfer", "copy a file, and show its progress on all devices", transfer, references([("widgetctl-activity", 1)]))
    yield "man8/widgetd.8", program_page(help_of(programs, "widgetd"), 8, references([("widgetctl", 1), ("widgetd.conf", 5), ("widgetd.provider", 5), ("widgetd-notify", 1), ("widgetd-web", 1), ("widgetd-wall", 1)]))
    yield "man5/widgetd.conf.5", configuration_man(programs)
    yield "man5/widgetd.provider.5", manifest_man()
