"""What must hold for a program that uses the Python package."""

import threading

import widgetd
from widgetd.client import FILES, is_stream
from widgetd.v1 import widgets_pb2

KIND = "hours-up"


def check(daemon, checks):
    with widgetd.connect() as client:
        for name, body in CHECKS:
            checks.check(f"Python: {name}", lambda: body(client))
        checks.check("Python: a client goes on after a restart of the daemon", lambda: restart(client, daemon))
    checks.check("Python: nobody listens", lambda: fails(widgetd.Code.UNAVAILABLE, "is widgetd running?", lambda: widgetd.connect("/nowhere/widgetd.sock")))


def calls(client):
    client.Daemon.Check()
    status = client.Daemon.Status()
    expect(status.version and status.process_id, "the status lacks a version or a process")


def describes(client):
    """The daemon serves what the package can call, and both say the same of streams."""
    answer = client.Daemon.Describe()
    served = {(service.name, method.name): method.is_stream for service in answer.services for method in service.methods}
    known = {}
    for file in FILES:
        for service in file.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                known[service.full_name, method.name] = is_stream(method)
    expect(served == known, f"they differ in {set(served.items()) ^ set(known.items())}")
    expect(answer.right == answer.MANAGE and answer.limits.frame_bytes == 4 << 20, f"right {answer.right}, {answer.limits}")


def placing(client):
    placed = client.Widgets.Place(kind=KIND, name="From Python", idempotency_key="python-1")
    again = client.Widgets.Place(widgets_pb2.PlaceRequest(kind=KIND, name="From Python", idempotency_key="python-1"))
    expect(placed.widget.id == again.widget.id, "one key placed two widgets")
    listed = [snapshot.widget.id for snapshot in client.Widgets.List(kind=KIND).widgets]
    expect(placed.widget.id in listed, f"{placed.widget.id} isn't among {listed}")
    client.Widgets.Remove(widget=placed.widget.id)
    fails(widgetd.Code.NOT_FOUND, placed.widget.id, lambda: client.Widgets.Get(widget=placed.widget.id))


def following(client):
    with client.Widgets.Watch(credit_messages=1000) as events:
        seen = []
        for event in events:
            if event.initial_state_sent:
                break
            seen.append(event.widget.widget.kind)
        expect(KIND in seen, f"the first events are of {seen}")
        client.Widgets.Reload(kind=KIND)
        event = events.receive(60)
        expect(event.widget.widget.kind == KIND, f"after the reload comes {event}")
    expect(list(events) == [], "an ended stream goes on")


def waiting(client):
    # Nobody adds a control: nothing comes.
    with client.Controls.Watch() as events:
        expect(next(events).initial_state_sent, "the first event isn't the end of the initial state")
        fails(widgetd.Code.DEADLINE_EXCEEDED, "in time", lambda: events.receive(0.05))
    client.Daemon.Check()


def streaming(client):
    """An activity that lives as long as its stream."""
    with client.Activities.Follow(start={"app": "test", "tag": "python", "type": "task", "attributes": '{"title": "Test"}'}) as receipts:
        activity = next(receipts).activity_id
        receipts.send(update={"content": {"state": '{"progress": 0.5}'}})
        expect(next(receipts).activity_id == activity, "the second receipt is of another activity")
        shown = client.Activities.Get(activity=activity).activity
        expect("0.5" in shown.content.state, f"the state is {shown.content.state}")
        receipts.send(end={})
        expect(next(receipts).outcome, "the end has no outcome")
    fails(widgetd.Code.INVALID_ARGUMENT, "", lambda: next(client.Activities.Follow(start={"app": "test", "type": "task"})))


def unread(client):
    streams = [client.Widgets.Watch() for _ in range(8)]
    for _ in range(100):
        client.Widgets.List()
    for stream in streams:
        stream.close()


def errors(client):
    fails(widgetd.Code.INVALID_ARGUMENT, "idempotency_key", lambda: client.Widgets.Place(kind=KIND, idempotency_key="x" * 200))
    fails(widgetd.Code.RESOURCE_EXHAUSTED, "1048576", lambda: client.Widgets.Get(widget="x" * (1 << 20)))
    fails(widgetd.Code.RESOURCE_EXHAUSTED, "4194304", lambda: client.Widgets.Get(widget="x" * (5 << 20)))
    fails(widgetd.Code.UNIMPLEMENTED, "Nothing", lambda: client.call("widgetd.v1.Widgets", "Nothing", b"", 60))
    try:
        client.Widgets.Get(colour="red")
    except (ValueError, TypeError):
        return client.Daemon.Check()
    raise AssertionError("a request took a field that it hasn't")


def deadlines(client):
    fails(widgetd.Code.DEADLINE_EXCEEDED, "", lambda: client.Daemon.CheckProvider(provider=KIND, timeout=1e-9))
    client.Daemon.Check(timeout=None)


def threads(client):
    found, threads = [], []
    for number in range(8):
        threads.append(threading.Thread(target=lambda: found.append([client.Widgets.List(page_size=1) for _ in range(50)])))
        threads[-1].start()
    for thread in threads:
        thread.join()
    expect(len(found) == 8 and all(answer.widgets for answers in found for answer in answers), "an answer is missing or empty")


def restart(client, daemon):
    before = client.Daemon.Status().process_id
    daemon.stop()
    daemon.start()
    expect(client.Daemon.Status().process_id != before, "the old daemon answers")


CHECKS = [
    ("unary calls", calls),
    ("Daemon.Describe has what the package can call", describes),
    ("a widget is placed once for a key, listed and removed", placing),
    ("a stream is an iterator over changes", following),
    ("a stream waits no longer than it is told", waiting),
    ("a stream in both directions", streaming),
    ("streams that nobody reads delay no call", unread),
    ("errors have a code, and name the field and the limit", errors),
    ("a deadline, and calls after it", deadlines),
    ("eight threads share a client", threads),
]


def fails(code, word, call):
    try:
        call()
    except widgetd.Error as error:
        expect(error.code == code and word in error.message, f"it fails with {error} instead of {code.name} with '{word}'")
        return
    raise AssertionError(f"it succeeds instead of failing with {code.name}")


def expect(holds, message):
    if not holds:
        raise AssertionError(message)
