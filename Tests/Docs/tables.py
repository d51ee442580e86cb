"""What the pages can't say of themselves: which steps no test can take, what has to be there before a step, and which commands run until they are ended.

Each entry has a pattern for "PAGE: COMMAND". One that nothing matches any more fails the test."""

import re

# Steps that no test can take, with why.
LEFT_OUT = [
    (r"README.md: make (run|test)", "the test's own daemon runs as `make run` starts it"),
    (r"(README|docs/install).md: make deb", "builds for minutes; Tests/Boot installs the packages"),
    (r": .*\bsystemctl\b", "needs a systemd that runs"),
    (r": .*\b(sudo|loginctl)\b", "changes the machine"),
    (r": widgetctl --system ", "needs the machine's own daemon; Tests/Boot does it"),
    (r": .*\bjournalctl\b", "needs a journal; Tests/Boot does it"),
    (r"ssh -N -L|(desk|laptop)\$ widgetctl device (invite --address unix:|join$)", "needs a tunnel between two machines"),
    (r"rsync .* backup:/", "needs another machine"),
    (r"help of widgetctl device join: widgetctl device join$", "asks for the code on a terminal"),
    (r"docs/(push|topics|observability).md: widgetd ", "the test's own daemon is started with it"),
    (r"help of widgetd(-notify|-wall|-web)?: ", "runs already, or needs a session bus or a certificate"),
    (r"docs/web.md: widgetd-web ", "runs until it is ended, or needs a certificate; Tests/Browser and WidgetWebTests do it"),
    (r"docs/wall.md: widgetd-wall$", "needs a compositor; Tests/Wall does it"),
    (r": widgetctl surface (show|set|forget) |: widgetctl place .* --on ", "needs a surface, which needs a compositor; Tests/Wall does it"),
    (r"zsh > ", "is typed into zsh"),
    (r"xsetroot", "runs with the display, until it ends"),
    (r"help of widgetctl preview: ", "builds a package of the user's for minutes; PreviewProgramTests does it"),
    (r"docs/replication.md: .*carrier", "needs a database; WidgetCarrierTests does it"),
    (r"help of widgetctl device leave", "needs a leaf; docs/leaves.md has it"),
    (r"docs/fleet.md: .*device (join|revoke)", "needs three hubs and ten displays; Tests/Fleet types it"),
    (r"fleet init --connection|device invite --hub", "needs a database; Tests/Fleet does it"),
    (r"help of widgetctl space.*: widgetctl space (join|leave)", "needs another set of machines; docs/spaces.md has it"),
    (r"help of widgetctl fleet move", "needs a display; FleetTests does it"),
    (r"docs/push.md: (pip install|python3)", "installs from the network; Tests/PushClients does it"),
    (r"docs/clients.md: (pip install|proto/go|go mod)", "installs from the network; Tests/Clients does it"),
]

# What a page or an example takes for given.
BEFORE = [
    (r"docs/observability.md: widgetctl trace", ["widgetctl place system --unless-placed"]),
    (r"widgetctl debug bundle", ["rm -f widgetd-debug.tar.gz /tmp/widgetd.tar.gz"]),
    (r"make -j8", ["printf 'all:\\n\\ttrue\\n' >Makefile"]),
    (r"help of widgetctl activity (show|update|end|dismiss|tap)", ["widgetctl activity start --title Backup --tag nightly"]),
    (r"help of widgetctl trace: .*nightly", ["widgetctl activity start --title Backup --tag nightly"]),
    (r"help of widgetctl provider check|help of widgetctl provider run|help of widgetctl lint|help of widgetctl provider dev",
     ["[ -e ~/my-widgets ] || widgetctl provider new my-widget --language sh ~/my-widgets"]),
    (r"help of widgetctl push.* server.p8", ["[ -e server.p8 ] || openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out server.p8"]),
    (r"help of widgetctl push key add: openssl", ["openssl ecparam -name prime256v1 -genkey -out server.pem"]),
    (r"help of widgetctl push key remove", ["openssl ecparam -name prime256v1 -genkey | widgetctl push key add --team home --id KEY0000001 -"]),
    (r"help of widgetctl push topic remove", ["widgetctl push topic add build"]),
    (r"help of widgetctl place: .* system", ["widgetctl remove system"]),
    (r"help of widgetctl place: .* agenda", ["widgetctl remove agenda"]),
    (r"help of widgetctl control add: .* Coffee", ["widgetctl control remove Coffee"]),
    (r"help of widgetctl control remove", ["widgetctl control list | grep -q Coffee || widgetctl control add log-drink drink=coffee --name Coffee"]),
    (r"docs/wall.md: widgetctl wall place system", ["widgetctl place system --unless-placed", "widgetctl place agenda --unless-placed"]),
    (r"docs/web.md: widgetctl activity update nightly", ["widgetctl activity start --title Backup --tag nightly"]),
    (r"help of widgetctl config check: .*widgetd.conf",
     ["install -d -m 755 ~/.config/widgetd", "widgetctl config example | install -m 644 /dev/stdin ~/.config/widgetd/widgetd.conf"]),
    (r": widgetctl web invite", ["mkdir -p ~/.local/state/widgetd", "echo http://127.0.0.1:8470 >~/.local/state/widgetd/web-address"]),
    (r"help of widgetctl wall place", ["rm -f ~/.config/widgetd/wall.json"]),
    (r"help of widgetctl wall (move|remove)", ["rm -f ~/.config/widgetd/wall.json", "widgetctl wall place system", "widgetctl wall place agenda"]),
    (r"help of widgetctl wall pages", ["rm -f ~/.config/widgetd/wall.json", "widgetctl wall place system --surface hall --kind wall"]),
    # No bundled kind has relevance: one that is of use while the machine runs on its battery.
    (r"help of widgetctl stack invalidate", [
        "install -d -m 755 ~/.config/widgetd/providers",
        """printf '#!/bin/sh\\necho \'\\'\'{"relevance": [{"contexts": [{"power": "battery"}], "view": {"text": "Charge me"}}]}\'\\'\'\\n' |
install -m 755 /dev/stdin ~/.config/widgetd/providers/meetings""",
        """echo '{"format": 1, "protocol": "json", "exec": ["meetings"], "kinds": [{"id": "meetings", "families": ["systemSmall"], "configuration": "relevance"}]}' |
install -m 644 /dev/stdin ~/.config/widgetd/providers/meetings.json""",
        "widgetctl provider rescan",
    ]),
    (r"docs/surfaces.md: widgetctl stack add", ["widgetctl place system --unless-placed", "widgetctl place agenda --unless-placed"]),
    (r"help of widgetctl stack (show|remove)|docs/.*: widgetctl (stack (show|remove)|move @stack|wall place @stack/)", ["widgetctl stack add work system agenda"]),
    (r"apply (-f|--back)", ["printf 'groups: {lobby: {pages: 1}}\\nwidgets: {Load: {kind: system}}\\n' >fleet.yaml"]),
    (r"apply --back", ["widgetctl apply -f fleet.yaml"]),
    (r"fleet enrol .*--pages", ["widgetctl fleet group remove lobby || true"]),
    (r"help of widgetctl fleet (list: .*--group|enrol: .*--json|group remove)", ["widgetctl fleet group set lobby --pages 2"]),
    (r"fleet enrolment end", ["widgetctl fleet enrol"]),
    (r"help of widgetctl sync verify", ["for try in $(seq 50); do widgetctl sync verify desk >/dev/null && exit; sleep 0.2; done"]),
]

# What is put back after an example, for those that follow.
AFTER = [
    (r"help of widgetctl remove", ["widgetctl place system", "widgetctl place agenda"]),
    (r"help of widgetctl control add: .*--device", [
        "widgetctl control remove $(widgetctl control list --json | jq -r '[.controls[].control | select(.kind == \"power-saver\")][-1].id')"]),
    (r"help of widgetctl device rename", ["widgetctl device rename 'Old laptop' laptop"]),
]

# What a person answers on a terminal.
ANSWERS = [
    (r"widgetctl device (revoke|forget|leave)\b", "yes"),
]

# Exit statuses that aren't 0, and why that is right.
STATUS = [
    (r"control set power-saver on", 75, "there is no power-profiles-daemon"),
    (r"control press power-saver", 69, "there is no power-profiles-daemon"),
    (r"control token power-saver", 69, "no bundled control takes pushes"),
    (r"activity tap photos cancel", 69, "nobody copies photos here"),
    (r"intent cancel", 66, "nothing waits"),
    (r"widgetctl web revoke kitchen", 66, "no browser is paired; Tests/Browser does it"),
]

# Programs that run until a person ends them.
ENDLESS = re.compile(
    r"(widgetctl board|widgetctl bar (?!.*--(once|click)|xbar)|widgetctl (activity |control )?watch\b|--follow\b|--watch\b|device invite(?!.*--no-wait)|sleep 60|^widgetd |widgetd-web --open|provider dev|widgetctl top(?!.*--once))")
TERMINAL = re.compile(r"widgetctl (board|provider dev|top$)")

# By page: how its daemon is started, the other machines that it names, and what the test does first.
OPTIONS = {
    "docs/devices.md": ["--device-name", "desk"],
    "docs/install.md": ["--device-name", "desk"],
    "docs/leaves.md": ["--device-name", "desk"],
    "docs/fleet.md": ["--device-name", "first"],
    "docs/spaces.md": ["--device-name", "lab"],
    "docs/topics.md": ["--push-listen", "127.0.0.1:2197"],
    "docs/push.md": ["--push-listen", "127.0.0.1:2197"],
    "docs/observability.md": ["--metrics-listen", "127.0.0.1:9464"],
}
# Who the page's own reader is to the others.
NAMES = {"docs/devices.md": "desk", "docs/install.md": "desk", "docs/leaves.md": "desk", "docs/fleet.md": "first", "docs/spaces.md": "lab"}
OTHERS = {
    "docs/devices.md": {"laptop": ["--device-name", "laptop"]},
    "docs/install.md": {"laptop": ["--device-name", "laptop"]},
    "docs/leaves.md": {"hall": ["--device-name", "hall"]},
    "docs/spaces.md": {"laptop": ["--device-name", "laptop"]},
    "help": {name: ["--device-name", name] for name in ("desk", "laptop", "old-laptop")},
}
JOIN = "ssh {} widgetctl device invite --no-wait --json | jq -r .code | widgetctl device join -"
# What a page shows of what is different each time, and what gives it.
PLACEHOLDERS = [
    ("AEQCAIB-…", "widgetctl device invite --no-wait --json | jq -r .code"),
    ("AEQD4IB-…", "widgetctl device invite --leaf --no-wait --json | jq -r .code"),
    ("4f5b0c", "widgetctl fleet enrolment list --json | jq -r '.enrolments[0].id'"),
]
PREPARED = {
    "help": [
        "widgetctl place system", "widgetctl place caffeine", "widgetctl place agenda", "widgetctl place scores", "widgetctl control add log-drink drink=coffee --name Coffee",
        "widgetctl control add power-saver", "widgetctl activity start --title Backup --tag nightly", f"laptop$ {JOIN.format('own')}", f"old-laptop$ {JOIN.format('own')}",
    ],
    "README.md": ["widgetctl place system", "widgetctl place caffeine"],
}


def options(page):
    return OPTIONS.get(page, [])


def others(page):
    return OTHERS.get(page, {})


def own_name(page):
    return NAMES.get(page, "own")


def prepared(page):
    return PREPARED.get(page, [])


def after(step, used):
    found = []
    for pattern, commands in AFTER:
        if re.search(pattern, name(step)):
            used.add(pattern)
            found += commands
    return found


def answer(step, used):
    for pattern, text in ANSWERS:
        if re.search(pattern, name(step)):
            used.add(pattern)
            return text
    return None


def is_endless(command):
    return bool(ENDLESS.search(command))


def needs_terminal(command):
    return bool(TERMINAL.search(command))


def name(step):
    host = f"{step.host}$ " if step.host else ""
    return f"{step.page}: {host}{step.text}"


def reason(step, used):
    for entry in LEFT_OUT:
        if re.search(entry[0], name(step)):
            used.add(entry[0])
            return entry[1]
    return None


def before(step, used):
    found = []
    for pattern, commands in BEFORE:
        if re.search(pattern, name(step)):
            used.add(pattern)
            found += commands
    return found


def status(step, used):
    for pattern, status, _ in STATUS:
        if re.search(pattern, name(step)):
            used.add(pattern)
            return status
    return 0


def unused(used):
    return [entry[0] for entry in LEFT_OUT + BEFORE + STATUS + AFTER + ANSWERS if entry[0] not in used]
