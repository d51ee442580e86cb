"""Tab in real shells: what is offered, with its description, and what is put into the line. run.sh says how it is called."""

import os
import shutil
import subprocess
import sys
import tempfile
import time

LIMIT = float(os.environ.get("LIMIT", "20"))

PROVIDER = """#!/bin/sh
request=$(cat)
case $request in
*'"call":"performControl"'*) ;;
*'"call":"perform"'*) ;;
*'"call":"value"'*|*ontrol*) printf '{"isOn":false}' ;;
*) printf '{"view":{"vstack":[{"button":"Espresso","id":"log-espresso","intent":"Log"},{"button":"Green tea","id":"log-tea","intent":"Log"}]},"policy":"never"}' ;;
esac
"""

MANIFEST = """
{"format": 1, "id": "drinks", "name": "Drinks", "protocol": "json", "exec": ["drinks.sh"],
 "kinds": [
  {"id": "drinks", "display_name": "Drinks today", "description": "What you had", "families": ["systemSmall", "systemMedium"],
   "parameters": [
    {"name": "size", "type": "text", "title": "How large a cup is", "options": ["small", "large"], "default": "small"},
    {"name": "shots", "type": "integer", "title": "How strong", "default": 2}]},
  {"id": "greeting", "display_name": "A greeting", "families": ["systemSmall"]}],
 "controls": [{"id": "eco", "type": "toggle", "symbol": "leaf", "display_name": "Power saver"}]}
"""

# What is typed; how: "list" shows what there is, "insert" completes the word; what must stand on the screen in every shell; what must where descriptions are shown.
CASES = [
    ("widgetctl st", "list", ["stack", "status"], ["Show what the daemon is doing"]),
    ("widgetctl show ", "list", ["drinks", "greeting"], ["A greeting, small"]),
    ("widgetctl place ", "list", ["drinks", "greeting"], ["Drinks today: What you had"]),
    ("widgetctl place drinks ", "list", ["size=", "shots="], ["How large a cup is: small large", "How strong: integer"]),
    ("widgetctl place drinks size=", "list", ["small", "large"], ["the default"]),
    ("widgetctl place drinks si|l", "insert", ["widgetctl place drinks size=large"], []),
    ("widgetctl place drinks --family ", "list", ["small", "medium"], ["systemMedium"]),
    ("widgetctl place drinks --family m", "insert", ["--family medium"], []),
    ("widgetctl configure My\\ drinks --reset ", "list", ["size", "shots"], ["How strong"]),
    ("widgetctl tap My\\ drinks ", "list", ["log-espresso", "log-tea"], ["Green tea"]),
    ("widgetctl tap 'My drinks' log-t", "insert", ["widgetctl tap 'My drinks' log-tea"], []),
    ("widgetctl show My", "insert", ["widgetctl show My\\ drinks"], []),
    ("widgetctl control press Po", "insert", ["widgetctl control press Power\\ saver"], []),
    ("widgetctl control show Power\\ saver --place ", "list", ["control-center", "menu-bar", "lock-screen"], []),
    ("widgetctl control add ", "insert", ["widgetctl control add eco"], []),
    ("widgetctl activity show ", "list", ["tea", "wash"], ["Earl Grey, active"]),
    ("widgetctl activity show tea --surface d", "insert", ["--surface dynamic-island"], []),
    ("widgetctl bar ", "list", ["waybar", "i3bar", "polybar"], []),
    ("widgetctl motion plot .s", "list", [".spring", ".smooth", ".snappy"], []),
    ("widgetctl device rename ", "insert", ["widgetctl device rename desk"], []),
    ("widgetctl provider check dr", "insert", ["widgetctl provider check drinks"], []),
    ("widgetctl --json wi", "insert", ["widgetctl --json widgets"], []),
    ("widgetctl --socket SOCKET explain gr", "insert", ["explain greeting"], []),
    ("widgetctl import exp", "insert", ["widgetctl import exported.jsonl"], []),
    # A name is never run.
    ("widgetctl remove ", "list", ["touch"], []),
    ("widgetctl remove \\$", "insert", ["touch"], []),
]


class Failed(Exception):
    pass


def wait(what, check):
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        value = check()
        if value:
            return value
        time.sleep(0.02)
    raise Failed(f"{what} didn't happen within {LIMIT} s")


class Daemon:
    def __init__(self, programs, directory):
        self.directory, self.socket = directory, f"{directory}/sock"
        providers = f"{directory}/providers"
        os.makedirs(providers)
        with open(f"{providers}/drinks.sh", "w") as file:
            file.write(PROVIDER)
        os.chmod(f"{providers}/drinks.sh", 0o755)
        with open(f"{providers}/drinks.json", "w") as file:
            file.write(MANIFEST)
        os.chmod(f"{providers}/drinks.json", 0o644)
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}", "HOME": directory, "WIDGETD_SOCKET": self.socket, "LANG": "C.UTF-8", "TERM": "screen-256color",
            "XDG_RUNTIME_DIR": directory, "XDG_CONFIG_HOME": f"{directory}/config", "XDG_STATE_HOME": f"{directory}/person", "INPUTRC": "/dev/null"}
        self.process = subprocess.Popen(
            ["widgetd", "--config", "none", "--state-directory", f"{directory}/state", "--socket", self.socket, "--providers", providers, "--no-announce", "--device-name", "desk"],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(f"{directory}/log", "wb"), executable=f"{programs}/widgetd")
        self.program = f"{programs}/widgetctl"
        wait("the daemon's start", lambda: self.ctl("status", check=False).returncode == 0)

    def ctl(self, *arguments, check=True):
        result = subprocess.run([self.program, *arguments], env=self.environment, capture_output=True, text=True)
        if check and result.returncode != 0:
            raise Failed(f"widgetctl {' '.join(arguments)}: {result.stderr}")
        return result

    def fill(self):
        wait("the provider's kinds", lambda: "eco" in self.ctl("control", "kinds").stdout)
        self.ctl("place", "drinks", "--name", "My drinks")
        self.ctl("place", "greeting")
        self.ctl("place", "drinks", "--name", "$(touch run)`touch run`")
        self.ctl("control", "add", "eco")
        self.ctl("activity", "start", "--title", "Earl Grey", "--tag", "tea")
        self.ctl("activity", "start", "--title", "Laundry", "--tag", "wash")
        wait("the widget's actions", lambda: "log-tea" in self.ctl("tap", "My drinks").stdout)
        open(f"{self.directory}/exported.jsonl", "w").close()

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


class Terminal:
    """A shell in a terminal."""

    def __init__(self, name, daemon):
        self.name, self.daemon = name, daemon
        self.tmux = ["tmux", "-S", f"{daemon.directory}/{name}.tmux", "-f", "/dev/null"]
        command = getattr(self, name)()
        subprocess.run(
            [*self.tmux, "new-session", "-d", "-x", "180", "-y", "40", "-c", daemon.directory, *command], env=daemon.environment, check=True)
        wait(f"{name}'s prompt", lambda: "ready>" in self.screen())

    def script(self, path):
        path = f"{self.daemon.directory}/{path}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(self.daemon.ctl("--generate-completion-script", self.name).stdout)
        return path

    def bash(self):
        start = f"{self.daemon.directory}/bashrc"
        with open(start, "w") as file:
            file.write(f"PS1='ready> '\nHISTFILE=\nbind 'set bell-style none'\nbind 'set show-all-if-ambiguous on'\n. {self.script('bash/widgetctl')}\n")
        return ["bash", "--noprofile", "--rcfile", start]

    def zsh(self):
        folder = os.path.dirname(self.script("zsh/_widgetctl"))
        with open(f"{folder}/.zshrc", "w") as file:
            file.write(f"PROMPT='ready> '\nunsetopt beep list_ambiguous\nfpath=({folder} $fpath)\nautoload -U compinit\ncompinit -u -D\n")
        return ["env", f"ZDOTDIR={folder}", "zsh", "-d", "-i"]

    def fish(self):
        folder = f"{self.daemon.directory}/config/fish"
        self.script("config/fish/completions/widgetctl.fish")
        with open(f"{folder}/config.fish", "w") as file:
            # What it guesses stands behind the cursor in grey, and would look as if it had been completed.
            file.write("set -g fish_autosuggestion_enabled 0\nset -g fish_greeting\nfunction fish_prompt; printf 'ready> '; end\n")
        return ["fish", "-i"]

    def send(self, *keys):
        subprocess.run([*self.tmux, "send-keys", *keys], check=True)

    def screen(self):
        return subprocess.run([*self.tmux, "capture-pane", "-p", "-J"], capture_output=True, text=True).stdout

    def clear(self):
        # fish's list takes the first key for itself.
        self.send(*(["C-c"] if self.name == "fish" else []), "C-u", "C-l")
        wait("an empty line", lambda: self.screen().strip() == "ready>")

    def try_case(self, typed, how, expected, described):
        self.clear()
        for part in typed.replace("SOCKET", self.daemon.socket).split("|"):
            self.send("-l", part)
            line = part.rstrip()
            wait(f"'{line}' on the screen", lambda: line in self.screen())
            if how == "insert":
                before = self.screen()
                self.send("Tab")
                wait(f"a completion of '{part}'", lambda: self.screen() != before)
            else:
                self.send("Tab")
        words = expected + ([] if self.name == "bash" else described)

        def is_there():
            # Of a list what stands below the line.
            text = self.screen()
            return all(word in (text if how == "insert" else text.split("\n", 1)[1]) for word in words)

        try:
            wait(f"{words}", is_there)
        except Failed as error:
            raise Failed(f"{self.name}: '{typed}' and Tab: {error}; the screen:\n{self.screen().rstrip()}") from error

    def stop(self):
        subprocess.run([*self.tmux, "kill-server"], capture_output=True)


def main():
    programs = sys.argv[1]
    missing = [name for name in ("bash", "zsh", "fish") if shutil.which(name) is None]
    if missing:
        print(f"left out: there is no {', no '.join(missing)} (on Debian and Ubuntu: apt-get install {' '.join(missing)})")
    failures = []
    with tempfile.TemporaryDirectory() as directory:
        daemon = Daemon(programs, directory)
        try:
            daemon.fill()
            for name in ("bash", "zsh", "fish"):
                if name in missing:
                    continue
                terminal = Terminal(name, daemon)
                try:
                    for case in CASES:
                        try:
                            terminal.try_case(*case)
                        except Failed as error:
                            failures.append(str(error)); print(f"FAILED: {error}", file=sys.stderr, flush=True)
                    if os.path.exists(f"{directory}/run"):
                        failures.append(f"{name}: a widget's name was run as a command")
                        os.remove(f"{directory}/run")
                    print(f"{name}: {len(CASES)} lines completed")
                finally:
                    terminal.stop()
        finally:
            daemon.stop()
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    sys.exit(bool(failures))


main()
