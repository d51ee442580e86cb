"""The providers of docs/providers.md, in four languages: each is written as the page has it, built, checked and placed."""

import os
import shutil
import subprocess

import blocks

# By id: the language of its block, the file, and what builds the program; and a word that the widget shows.
PROVIDERS = {
    "hours-up": ("sh", "hours-up", None, "Up for"),
    "disk-use": ("python", "disk-use", None, "GB free"),
    "load": ("go", "load.go", ["go", "build", "load.go"], "Load"),
    "memory": ("rust", "memory.rs", ["rustc", "-O", "memory.rs"], "GB free"),
}
# "Under 20 lines", as the page says.
LINES = 19

written = []


def write(root, directory, checks):
    page = blocks.read(f"{root}/docs/providers.md")
    manifest = blocks.named(page, "json", "hours-up.json")
    for name, (language, file, build, _) in PROVIDERS.items():
        if build and not shutil.which(build[0]):
            print(f"skipped: {name}: there is no {build[0]}", flush=True)
            continue
        text = blocks.named(page, language, file)
        checks.check(f"{name}, in {language}, has {text.count(chr(10))} lines", lambda: check_length(text))
        put(f"{directory}/{file}", text, 0o644 if build else 0o755)
        own = blocks.named(page, "json", f"{name}.json") if f"{name}.json`:" in page else manifest.replace("hours-up", name)
        put(f"{directory}/{name}.json", own, 0o644)
        if build:
            environment = os.environ | {"GO111MODULE": "off", "GOFLAGS": "", "GOCACHE": f"{root}/.build/clients/go-cache"}
            checks.check(f"{name} builds: {' '.join(build)}", lambda: subprocess.run(build, cwd=directory, env=environment, check=True, timeout=300))
        written.append(name)


def check(daemon, checks):
    for name in written:
        checks.check(f"provider check {name}", lambda: daemon.widgetctl("provider", "check", name))
        checks.check(f"lint {name}", lambda: daemon.widgetctl("lint", name))
        checks.check(f"{name} is placed and shown", lambda: show(daemon, name))


def show(daemon, name):
    daemon.widgetctl("place", name)
    daemon.widgetctl("reload", name, "--wait")
    shown = daemon.widgetctl("show", name).stdout
    if PROVIDERS[name][3] not in shown:
        raise AssertionError(f"it shows {shown}")


def check_length(text):
    if text.count("\n") > LINES:
        raise AssertionError(f"the page says that each has fewer than {LINES + 1}")


def put(path, text, mode):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)
