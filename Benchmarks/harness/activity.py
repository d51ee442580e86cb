"""Live Activities and intents: how soon an update is seen, here and on another device, what comes of more updates than are drawn, and how soon a tap begins to be performed."""

import os

from . import devices, rpc
from .fixture import write_json
from .process import measure
from .sync import pair_in_c
from .table import Row, compare

UPDATES = ["widgetd", "activity_client", "pair"]
OFFERED = ["widgetd", "activity_client"]
TAPS = ["widgetd", "activity_client", "activity_provider"]
# So many are updated in turn that each may be shown anew when its turn comes, and an app may have no more.
ACTIVITIES = 16
RATE = 10_000
ACTION = "press"


def client(bench, *arguments):
    return measure([bench.programs.path("activity_client"), *map(str, arguments)])


def activity(bench):
    """From an update's call until a watcher sees it: on the same device in turn with bare calls, and on another one, on the disk, in turn with a durable commit and a round trip in C."""
    times = bench.scaled(2_000)

    def here():
        with devices.directory(bench) as place, devices.Devices(bench, place) as all_:
            device = all_.start("here")
            return client(bench, "update", device.socket, device.socket, times, *begin(device))

    def there():
        with devices.pair(bench, is_durable=True) as (both, _):
            here, there = both["here"], both["there"]
            ids = begin(here)
            devices.until(lambda: there_are(there) == len(ids), "every activity is there")
            return client(bench, "update", here.socket, there.socket, times, *ids)

    subjects = {"here": here, "there": there}
    if bench.programs.has("pair"):
        subjects["pair"] = lambda: pair_in_c(bench, "once", bench.scaled(3_000), is_durable=True)
    results = bench.in_turn(subjects, rounds=bench.few_rounds)

    def micro(name, key):
        found = results.get(name, {}).get(key)
        return None if found is None else found / 1e3

    call, shown, far = micro("here", "call_p50_ns"), micro("here", "visible_p50_ns"), micro("there", "visible_p50_ns")
    commit, least = (results.get("pair", {}).get(f"pair.{name}.p50_us") for name in ("commit", "once"))
    alone = "" if commit is None else f"; a durable commit takes {commit:.3g} us in C"
    return [
        compare("an update until another watcher here sees it, p50", "us", shown, call, ("<=", 2.5), floor=call, note=f"to Daemon.Check in turn{alone}"),
        Row("an update until it is answered, p50", "us", micro("here", "acknowledged_p50_ns"), floor=call, note="durable; not judged"),
        compare("an update until another device's watcher sees it, p50", "us", far, least, ("<=", 2), floor=least, note="to a durable commit and a TLS 1.3 round trip in C"),
    ]


def offered(bench):
    """What comes of 10,000 updates a second of one activity: what its watcher sees, how often, and what the daemon's memory does."""
    seconds = 5 if bench.quick else 15

    def ours():
        with devices.directory(bench) as place, devices.Devices(bench, place) as all_:
            device = all_.start("here")
            return client(bench, "offer", device.socket, begin(device, 1)[0], RATE, seconds, device.id)

    found = bench.in_turn({"ours": ours}, rounds=bench.few_rounds)["ours"]
    growth, most = found.get("growth_bytes"), found.get("most_growth_bytes")
    figure = f"{RATE:,} updates a second of one activity"
    taken, refused = found.get("answered_per_second"), found.get("refused")
    return [
        Row(f"{figure}: written", "/s", taken, note="" if taken is None else f"{found['offered_per_second']:,.0f}/s went out, {refused:,.0f} were refused; not judged"),
        Row(f"{figure}: events in 16 ms", "", found.get("events_a_picture"), target=("<=", 1)),
        Row(f"{figure}: behind at the end", "", found.get("behind"), target=("<=", 0), note="updates between the watcher's last state and the last that was sent"),
        Row(f"{figure}: growth of memory", "MiB", None if growth is None else growth / (1 << 20), target=("<=", 4),
            note="" if most is None else f"RSS over the last two thirds of {seconds} s; at most {most / (1 << 20):.3g} MiB in between"),
    ]


def tap(bench):
    """From a tap at one device until the provider on the other one has the intent, in turn with a reload, which goes the same way and is no intent."""
    times = bench.scaled(100)

    def ours():
        with devices.pair(bench, provide=lambda place: provide(bench, place)) as (both, (widget,)):
            there = both["there"]
            devices.until(lambda: shows_something(there, widget), "the other device shows the widget")
            return client(bench, "tap", there.socket, widget, ACTION, fifo(both.directory("here")), times)

    found = bench.in_turn({"ours": ours}, rounds=bench.few_rounds)["ours"]
    intent, reload = (None if key not in found else found[key] / 1e3 for key in ("tap_p50_ns", "reload_p50_ns"))
    return [compare("from a tap on another device to perform(), p50", "us", intent, reload, ("<=", 1.5), floor=reload, note="to a reload that is asked for there, until the same provider has it")]


def begin(device, count=ACTIVITIES):
    """Starts activities; their ids."""
    ids = []
    for number in range(count):
        request = rpc.field(1, "bench") + rpc.field(2, f"tag-{number}") + rpc.field(3, "task") + rpc.field(4, '{"title":"a benchmark"}')
        receipt = device.client.call("widgetd.v1.Activities", "Start", request + rpc.field(5, rpc.field(1, '{"detail":"begins","progress":0}')))
        ids.append(rpc.first(receipt, 1).decode())
    return ids


def there_are(device):
    """How many activities a device shows."""
    return sum(number == 1 for number, _ in rpc.fields(device.client.call("widgetd.v1.Activities", "List")))


def shows_something(device, widget):
    """Whether a device has the archive of what a widget shows."""
    return rpc.first(device.client.call("widgetd.v1.Widgets", "Get", rpc.field(1, widget)), 2) != b""


def fifo(place):
    return os.path.join(place, "calls")


def provide(bench, place):
    """Makes a device's directory with a provider that stays, whose widget is a button that never needs a new timeline."""
    providers, answers = os.path.join(place, "providers"), os.path.join(place, "answers")
    os.makedirs(providers)
    os.makedirs(answers)
    os.mkfifo(fifo(place))
    # Message by message: a button with its text and an intent; an entry of long ago, and the policy "never"; a kind in the family systemSmall.
    button, text = rpc.field(18, rpc.field(1, 0)), rpc.field(1, 0) + rpc.field(10, rpc.field(1, "press"))
    archive = rpc.field(1, 1) + rpc.field(2, 1) + rpc.field(3, button) + rpc.field(3, text)
    archive += rpc.field(4, rpc.field(1, ACTION) + rpc.field(2, rpc.field(1, "Press")))
    entry = rpc.field(1, rpc.field(1, 1_700_000_000)) + rpc.field(2, archive)
    kind = rpc.field(1, devices.KIND) + rpc.field(3, "a button") + rpc.field(5, 1)
    for method, answer in {
        "Describe": rpc.field(1, kind), "Placeholder": rpc.field(1, entry), "Snapshot": rpc.field(1, entry),
        "Timeline": rpc.field(1, entry) + rpc.field(2, rpc.field(3, 1)),
    }.items():
        with open(os.path.join(answers, method), "wb") as file:
            file.write(answer)
    write_json(providers, "note.json", {
        "format": 1, "id": "note", "name": "note", "protocol": "rpc", "idle_timeout_seconds": 3600,
        "exec": [bench.programs.path("activity_provider"), answers, fifo(place)],
    })
