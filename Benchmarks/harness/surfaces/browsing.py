"""Browsers at rest: Chromium with our board, with a page that polls and with one that does nothing, and 500 browsers that only listen."""

import contextlib
import http.server
import json
import os
import threading
import urllib.request

from ..process import descendants
from ..programs import BENCHMARKS, find
from ..table import Row, compare
from . import web
from .desk import percent, WIDGETS

IDLE_BROWSERS = 500
# A browser may have so many streams (WebLimits.streamsPerSession), and 64 browsers may be paired.
TABS = 8
STILL = b"<!DOCTYPE html><title>Still</title><p>Nothing happens here."


class Browsing:
    """widgetd-web with all that looks at it, and the browsers beside it."""

    def __init__(self, desk):
        self.desk, self.quick = desk, desk.bench.quick
        self.stack, self.chromiums = contextlib.ExitStack(), {}

    def __enter__(self):
        try:
            self.server = self.stack.enter_context(web.served(self.desk))
            _, _, since = self.desk.until("the board is whole", lambda: web.board(self.server.port))
            self.listen(since)
            program = find("chromium") or find("chromium-browser") or find("google-chrome")
            if program:
                polled = self.stack.enter_context(pages())
                self.open("chromium", program, f"http://127.0.0.1:{self.server.port}/", "Widgets")
                self.open("polling", program, f"http://127.0.0.1:{polled}/", "20 rooms")
                self.open("still", program, f"http://127.0.0.1:{polled}/still", "Still")
        except BaseException:
            self.stack.close()
            raise
        return self

    def __exit__(self, *_):
        self.stack.close()

    def listen(self, since):
        """Browsers that are paired and only listen: as many as one has tabs at an address, and then from the next."""
        cookie = source = None
        for number in range(self.number):
            if number % TABS == 0:
                source = f"127.0.1.{1 + number // TABS}"
                cookie = web.pair(self.desk, self.server.port, source)
            stream = web.Stream(self.server.port, since, cookie, source)
            self.stack.callback(stream.close)
            stream.take(0)

    @property
    def number(self):
        return IDLE_BROWSERS // 10 if self.quick else IDLE_BROWSERS

    def open(self, name, program, address, title):
        """Starts a Chromium without a display on one page, and waits until the page is there."""
        profile = self.desk.path(f"profile-{name}")
        command = [
            program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage",
            "--remote-debugging-port=0", "--window-size=1280,800", f"--user-data-dir={profile}", address,
        ]
        run = self.stack.enter_context(self.desk.running(command))
        self.desk.until(f"Chromium shows {address}", lambda: run.check() or title in titles(profile))
        self.chromiums[name] = run

    def browsers(self):
        return {name: run.id for name, run in self.chromiums.items()}

    def processes(self):
        return {"web": [self.server.id], **{name: descendants(process) for name, process in self.browsers().items()}}

    def rows(self, found, window):
        server = found["web"]
        listening = f"widgetd-web with {self.number} idle browsers in {window} s"
        rows = [
            Row(f"wake-ups of {listening}", "", server["wakes"], target=("<=", 0)),
            Row("  CPU", "ms", server["cpu"], target=("<=", 0)),
        ]
        if "chromium" not in found:
            return rows + [Row("Chromium with the board, at rest", "% of a core", None, note="skipped: no chromium")]
        share, polling, still = (found[name]["cpu"] / window / 10 for name in ("chromium", "polling", "still"))
        wakes, others, least = (found[name]["wakes"] for name in ("chromium", "polling", "still"))
        ours, theirs, empty = (found[name]["anonymous"] for name in ("chromium", "polling", "still"))
        return rows + [
            Row("Chromium with the board, at rest", "% of a core", share, floor=still, target=("<=", 0.5), note="all its processes; the floor: an empty page"),
            compare("  beside a page that polls", "% of a core", share, polling, None, peer=polling, note="every 5 s"),
            compare("  wake-ups", f"in {window} s", wakes, others, None, floor=least, peer=others),
            compare("  anonymous memory", "MiB", ours, theirs, None, floor=empty, peer=theirs),
        ]


def titles(profile):
    """Of the pages of a browser; none while it starts."""
    try:
        with open(os.path.join(profile, "DevToolsActivePort")) as file:
            port = int(file.readline())
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=5) as answer:
            return [page["title"] for page in json.load(answer)]
    except (OSError, ValueError):
        return []


@contextlib.contextmanager
def pages():
    """Serves the page that polls, its list, and one that does nothing; the port."""
    with open(os.path.join(BENCHMARKS, "surfaces", "polling.html"), "rb") as file:
        polling = file.read()
    listed = "".join(f"Room {number}\t{percent(number)}\n" for number in range(WIDGETS)).encode()
    bodies = {"/": ("text/html", polling), "/list": ("text/plain", listed), "/still": ("text/html", STILL)}

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            kind, body = bodies.get(self.path, ("text/plain", b""))
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=True)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(5,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
