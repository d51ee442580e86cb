"""What a page of the documentation tells a person to do: its command blocks, and the files that it has them write."""

import re
import subprocess
from dataclasses import dataclass

# A line that names the file in the block below it: "`~/.config/widgetd/providers/hours-up`, executable:".
FILE = re.compile(r"^`(~/[^`]+)`(?:, executable| \(executable\)|)?:$")
EXECUTABLE = re.compile(r"executable")
# Such as "$ widgetctl stack" or "laptop$ ssh desk": what follows is typed, other lines of the block are what is seen.
PROMPT = re.compile(r"^(?:([a-z]+))?\$ +(.*)$")


@dataclass
class Step:
    """One thing that a page has a person do."""

    page: str
    line: int
    # The command, or the text of the file.
    text: str
    # The path of a file that is written; none: it is a command.
    path: str = ""
    executable: bool = False
    # The machine at whose prompt it is typed, where the page names one.
    host: str = ""

    def __str__(self):
        return f"{self.page}:{self.line}: {self.path or self.text.splitlines()[0]}"


def steps(page, text):
    """What the page has a person do, in its order."""
    found = []
    language, start, block, before = None, 0, [], ""
    for number, line in enumerate(text.splitlines(), 1):
        if language is None:
            if line.startswith("```"):
                language, start, block = line[3:].strip(), number + 1, []
            elif line.strip():
                before = line.strip()
        elif line.startswith("```"):
            found += of_block(page, language, start, block, before)
            language = None
        else:
            block.append(line)
    return found


def of_block(page, language, start, lines, before):
    named = FILE.match(before)
    if named and language in ("sh", "json", "python"):
        return [Step(page, start, "\n".join(lines) + "\n", named[1], bool(EXECUTABLE.search(before)))]
    if language not in ("", "sh", "console"):
        return []
    if lines and lines[0].startswith("#!"):
        return [Step(page, start, "\n".join(lines) + "\n", "?")]
    typed = [(start + index, line) for index, line in enumerate(lines)]
    if any(PROMPT.match(line) for _, line in typed):
        return of_transcript(page, typed)
    return [Step(page, number, command) for number, command in commands(typed)]


def of_transcript(page, lines):
    """What stands behind a prompt, and the lines after it as long as the shell would wait for more."""
    found = []
    rest = list(lines)
    while rest:
        number, line = rest.pop(0)
        prompt = PROMPT.match(line)
        if not prompt:
            continue
        command = prompt[2]
        while rest and is_open(command):
            command += "\n" + rest.pop(0)[1]
        found.append(Step(page, number, command, host=prompt[1] or ""))
    return found


def commands(lines):
    """The complete commands of some lines, each with the number of its first line."""
    number, command = None, ""
    for index, line in lines:
        if number is None:
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            number, command = index, line
        else:
            command += "\n" + line
        if not is_open(command):
            yield number, command
            number = None
    if number is not None:
        yield number, command


def is_open(command):
    """Whether a shell waits for more: a quote, a bracket, a here document or a line that goes on."""
    if command.endswith("\\"):
        return True
    parsed = subprocess.run(["bash", "-n"], input=command + "\n", capture_output=True, text=True)
    return "unexpected end of file" in parsed.stderr or "unexpected EOF" in parsed.stderr or "here-document" in parsed.stderr
