"""Escape sequences and markup in every text that a provider or a user gives, looked for on every surface: nothing of it acts there."""

import json
import os
import pty
import re
import select
import signal
import time
import urllib.request
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

from devices import free_port

ESCAPES = "\x1b]777;evil\x07\x1b[66z\x1bPevil\x1b\\\u009b66z\x00\x08\r\nnext"
TEXTS = {
    "escapes": ESCAPES, "bidi": "a\u202eevil\u2066b",
    "html": "<script>evil()</script><b onclick=evil()>&lt;b&gt;</b><img src=x onerror=evil()>\"'><svg onload=evil()>]]>-->",
    "pango": "<span foreground='evil'>x</span>&evil;<a href='evil:'>y</a>",
    "bars": "%{A1:evil:}%{F#f00}x%{A}|bash=evil href=evil:\n--evil|bash=evil $(evil) `evil`",
}  # fmt: skip
# What may stand on no surface: controls, sequences of the terminal, and overrides of the direction.
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202a-\u202e]")
# JSON gives a text whole to another program; its controls are escaped.
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f]")
COMMANDS = [
    "widgets", "kinds", "log", "status", "stack", "control list", "control kinds", "activity list", "provider list", "surface list",
    "intent list", "push token", "doctor",
]  # fmt: skip


def view(text):
    return {"vstack": [
        {"text": text}, {"label": text, "symbol": "star"}, {"gauge": 0.5, "label": text, "value": text}, {"button": text, "id": "go", "intent": "Go"},
        {"link": "https://example.org/", "view": {"text": text}}, {"text": "end"},
    ]}  # fmt: skip


def provide(device):
    for name, text in TEXTS.items():
        # A manifest with a control in a name is refused. There is one of both sorts.
        raw = {"format": 1, "id": f"r-{name}", "name": text[:40], "protocol": "json", "exec": [f"m-{name}.sh"],
               "kinds": [{"id": f"r-{name}", "families": ["systemSmall"], "display_name": text[:40]}]}  # fmt: skip
        with open(f"{device.directory}/providers/r-{name}.json", "w") as file:
            json.dump(raw, file)
        label = "".join(letter for letter in text if letter.isprintable())
        manifest = {
            "format": 1, "id": f"m-{name}", "name": label[:40], "protocol": "json", "exec": [f"m-{name}.sh"],
            "kinds": [{"id": f"m-{name}", "families": ["systemLarge"], "display_name": label[:40], "description": label,
                       "parameters": [{"name": "value", "type": "text", "title": label[:40]}]},
                      {"id": f"m-{name}-fails", "families": ["systemSmall"]}],
            "activities": [{"type": f"m-{name}"}],
            "controls": [{"id": f"m-{name}", "type": "toggle", "symbol": "star", "display_name": label[:40]}],
        }  # fmt: skip
        answers = f"{device.directory}/m-{name}"
        for what, answer in (
            ("view", {"view": view(text), "policy": "never"}),
            ("activity", {"views": {"lockScreen": view(text), "compactTrailing": text, "compactLeading": {"text": text}}}),
            ("control", {"isOn": True, "status": text}),
        ):  # fmt: skip
            with open(f"{answers}-{what}", "w") as file:
                json.dump(answer, file)
        with open(f"{answers}-error", "w") as file:
            file.write(text)
        script = f"""#!/bin/sh
case $(cat) in
*-fails*) cat {answers}-error >&2; exit 1 ;;
*'"call":"activity"'*) cat {answers}-activity ;;
*'"call":"controlValue"'*) cat {answers}-control ;;
*) cat {answers}-view ;;
esac
"""
        device.provide(manifest, script)


def attack(place):
    device = place.device("desk")
    provide(device)
    device.start()
    refused, given = 0, 0
    for name, text in TEXTS.items():
        # A text that is refused can do nothing. Where one is, the widget is placed without it.
        plain = text.replace("\0", "")
        for command in (["place", f"m-{name}", f"value={plain}", "--name", plain[:30]], ["place", f"m-{name}"], ["place", f"m-{name}-fails"],
                        ["control", "add", f"m-{name}", "--name", plain[:30]], ["control", "add", f"m-{name}"],
                        ["activity", "start", "--title", plain, "--detail", plain, "--tag", name, "--progress", "40%"],
                        ["activity", "start", "--type", f"m-{name}", "--app", f"m-{name}", "--tag", f"{name}-own", "--attributes", "{}",
                         "--state", "{}"]):  # fmt: skip
            status, output, errors = device.widgetctl(*command)
            clean(f"widgetctl {command[0]}", output + errors)
            refused, given = refused + (status != 0), given + 1
    device.widgetctl("reload", "--all", "--wait")
    surfaces = terminal(device) + bars(device) + pictures(device) + [board(device), web(place, device)]
    assert refused < given / 4, f"{refused} of {given} are refused: little is shown"
    return f"escape sequences and markup in {given} things ({refused} refused), looked for in {len(surfaces)} commands, bars, pictures and pages"


def clean(where, text, forbidden=FORBIDDEN):
    found = forbidden.search(text)
    assert not found, f"{where} prints {found[0]!r}: {text[max(0, found.start() - 80) : found.end() + 40]!r}"


def terminal(device):
    """What is printed where no terminal is: nothing but text."""
    items = json.loads(device.widgetctl("widgets", "--json")[1])["widgets"]
    commands = [command.split() for command in COMMANDS]
    for item in items:
        identifier = item["widget"]["id"]
        commands += [[command, identifier] for command in ("show", "explain", "timeline", "tap", "simulate", "lint")]
    commands += [["kinds", f"m-{name}"] for name in TEXTS] + [["activity", "show", tag] for name in TEXTS for tag in (name, f"{name}-own")]
    shown = 0
    for command in commands:
        status, output, errors = device.widgetctl(*command)
        clean("widgetctl " + " ".join(command), output + errors)
        shown += "evil" in output
        status, output, errors = device.widgetctl(*command, "--json")
        clean("widgetctl " + " ".join(command) + " --json", output + errors, CONTROLS)
        for line in output.splitlines():
            json.loads(line)
    assert shown > len(TEXTS) * 3, f"only {shown} commands show the texts at all"
    return commands


def bars(device):
    formats = ["waybar", "i3bar", "polybar", "i3blocks", "xbar", "plain"]
    widgets = [item["widget"]["id"] for item in json.loads(device.widgetctl("widgets", "--json")[1])["widgets"]]
    for bar in formats:
        status, output, errors = device.widgetctl("bar", bar, "--once", "--activities", "--controls", "--limit", "20", *widgets)
        assert status == 0 and "evil" in output, f"bar {bar}: exit status {status}: {output[:200]}{errors}"
        clean(f"bar {bar}", output)
        if bar == "waybar":
            for text in (json.loads(output.splitlines()[0])[key] for key in ("text", "tooltip")):
                pango("bar waybar", text)
        elif bar == "i3bar":
            for block in json.loads(last_blocks(output)):
                if block.get("markup") == "pango":
                    pango("bar i3bar", block["full_text"])
        elif bar == "polybar":
            assert not re.search(r"%\{(A1:evil|F#f00)", output), f"bar polybar: a tag of the text: {output}"
        elif bar == "xbar":
            assert not re.search(r"\|[^\n]*(bash|href)=evil", output), f"bar xbar: a parameter of the text: {output}"
            assert not re.search(r"^--evil", output, re.MULTILINE), f"bar xbar: a menu of the text: {output}"
    return formats


def last_blocks(output):
    """i3bar's protocol: an array without end, a line for each state."""
    return [line for line in output.splitlines() if line.lstrip(",").startswith("[{")][-1].lstrip(",").rstrip(",")


def pango(where, text):
    try:
        root = ElementTree.fromstring(f"<text>{text}</text>")
    except ElementTree.ParseError as error:
        raise AssertionError(f"{where}: {error}: {text}") from error
    for element in root.iter():
        assert element.tag in ("text", "span", "b", "i", "u", "s"), f"{where}: <{element.tag}> of the text"
        assert "evil" not in str(element.attrib), f"{where}: {element.attrib} of the text"


def pictures(device):
    """SVG that a browser may open."""
    path, found = f"{device.directory}/picture.svg", []
    items = [["widget", item["widget"]["id"]] for item in json.loads(device.widgetctl("widgets", "--json")[1])["widgets"]]
    for what in [["board"], *items, *(["activity", tag] for tag in TEXTS)]:
        if os.path.exists(path):
            os.unlink(path)
        status, _, errors = device.widgetctl("render", *what, "-o", path)
        clean(f"render {what}", errors)
        if status:
            continue
        found.append(what)
        for element in ElementTree.parse(path).getroot().iter():
            tag = element.tag.rpartition("}")[2]
            assert tag not in ("script", "foreignObject", "b", "img"), f"render {what}: <{tag}>"
            acts = [name for name in element.attrib if name.lower().startswith("on") or "evil" in element.attrib[name] and name.endswith("href")]
            assert not acts, f"render {what}: {acts} of <{tag}>"
    assert len(found) > len(TEXTS), f"only {found} were rendered"
    return found


def board(device):
    """The board on a terminal prints sequences, its own."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update({"TERM": "xterm-256color", "COLUMNS": "200", "LINES": "120", "WIDGETD_SOCKET": device.socket, "WIDGETCTL_PICTURES": "blocks"})
        os.execv(f"{device.programs}/widgetctl", ["widgetctl", "board"])
    data, end = b"", time.monotonic() + 4
    try:
        while time.monotonic() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                data += os.read(terminal, 1 << 16)
        os.write(terminal, b"q")
    except OSError:
        pass
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
    assert b"evil" in data or len(data) > 2_000, f"the board shows nothing: {data[:300]!r}"
    for sequence in (b"\x1b]777", b"\x1b[66z", b"\x1bPevil", "\u009b".encode(), "\u202e".encode(), b"\x00"):
        assert sequence not in data, f"the board prints {sequence!r}"
    return "board"


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.faults, self.is_script = [], False

    def handle_starttag(self, tag, attributes):
        self.is_script = tag == "script"
        for name, value in attributes:
            if name.startswith("on") or name in ("src", "href") and "evil" in (value or ""):
                self.faults.append(f"<{tag} {name}={value}>")

    def handle_endtag(self, tag):
        self.is_script = False

    def handle_data(self, data):
        if self.is_script and "evil()" in data:
            self.faults.append(data[:100])


def web(place, device):
    port = free_port()
    environment = {"PATH": os.environ["PATH"], "HOME": device.directory, "XDG_STATE_HOME": f"{device.directory}/web"}
    with open(f"{device.directory}/web.log", "wb") as log:
        command = [f"{place.programs}/widgetd-web", "--open", "--listen", f"127.0.0.1:{port}", "--socket", device.socket]
        place.run(*command, env=environment, stdout=log, stderr=log)
    end = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
                text = answer.read().decode()
            break
        except OSError as error:
            if time.monotonic() > end:
                with open(f"{device.directory}/web.log", errors="replace") as log:
                    raise AssertionError(f"widgetd-web doesn't answer: {error}: {log.read()[-500:]}") from error
            time.sleep(0.1)
    assert "evil" in text, f"the page shows no text: {text[:300]}"
    # An override of the direction ends with its text there, and a carriage return is a space.
    clean("the page", text.replace("\r", ""), CONTROLS)
    page = Page()
    page.feed(text)
    assert not page.faults, f"the page has {page.faults}"
    return "web"
