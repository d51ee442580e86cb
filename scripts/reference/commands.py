"""The page of all commands and options, in Markdown."""

import re

from programs import COMMON, blocks, help_of, widgetctl
from sources import COLUMNS, MADE, ROOT, safe, wrapped


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
    for program in ("widgetd", "widgetd-notify", "widgetd-web", "widgetd-wall"):
        yield from section(help_of(programs, program), 2)


def statuses():
    with open(f"{ROOT}/Sources/WidgetCommands/Support/ExitStatus.swift") as file:
        text = file.read()
    yield 0, "Done."
    for meaning, status in re.findall(r"/// (EX_[^\n]*)\n\s*case [^=\n]* = (\d+)", text):
        yield status, f"{meaning[0].upper()}{meaning[1:]}"
