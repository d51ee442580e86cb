"""The help of the programs, as ArgumentParser dumps it."""

import json
import os
import re
import subprocess

# Options of nearly every command, described once.
COMMON = ("socket", "system", "timeout", "json", "version", "help")


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


def plain_help(command, executable=None):
    """The output of a program without ArgumentParser for --help: its lines of usage, and the rest."""
    surroundings = {**os.environ, "COLUMNS": "80"}
    text = subprocess.run([*command, "--help"], executable=executable, capture_output=True, text=True, check=True, env=surroundings).stdout
    usage, _, rest = text.partition("\n\n")
    return usage.removeprefix("usage:").strip(), rest.strip("\n")


def widgetctl(programs):
    """All of its commands; some are programs of their own, whose help takes the place of what widgetctl says of them."""
    root = help_of(programs, "widgetctl")
    own = {command.name: command for command in (help_of(programs, f"widgetctl-{name}", ["widgetctl"]) for name in ("motion", "render"))}
    root.commands = [own.get(command.name, command) for command in root.commands]
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
