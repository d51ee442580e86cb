"""widgetd-web as a browser meets it: its page and what the page needs, and the stream of its events, in bytes as they are sent."""

import contextlib
import http.client
import json
import re
import select
import socket
import subprocess
import time
import urllib.parse
import zlib

from ..process import free_ports

COMPRESSED = "gzip, deflate"


@contextlib.contextmanager
def served(desk):
    """A server that everybody of this machine may look at; its port."""
    (port,) = free_ports(1)
    with desk.running([desk.bench.programs.path("widgetd-web"), "--listen", f"127.0.0.1:{port}", "--open"]) as run:
        run.port = port
        desk.until("widgetd-web listens", lambda: run.check() or answers(port))
        yield run


def answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def fetch(port, path):
    """Bytes as they are sent, and as they are read."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", path, headers={"Accept-Encoding": COMPRESSED})
        response = connection.getresponse()
        body = response.read()
        if response.status != 200:
            raise RuntimeError(f"{path} is answered by {response.status}")
        return len(body), zlib.decompress(body, wbits=47) if response.getheader("Content-Encoding") == "gzip" else body
    finally:
        connection.close()


def board(port):
    """The page, its style and its script: bytes as sent, bytes as read, and the id from which its events go on."""
    sent, page = fetch(port, "/?scheme=light")
    read = len(page)
    page = page.decode()
    if 'data-since=""' in page:
        return None
    parts = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page) + re.findall(r'<script src="([^"]+)"', page)
    if len(parts) < 2:
        raise RuntimeError(f"the board's page has neither style nor script: {page[:300]}")
    for part in parts:
        more, text = fetch(port, part)
        sent, read = sent + more, read + len(text)
    return sent, read, re.search(r'data-since="([^"]+)"', page)[1]


def pair(desk, port, source):
    """Pairs a browser of another address, as a person does with an invitation; its cookie."""
    command = [desk.bench.programs.path("widgetctl"), "web", "invite", "--json", "--role", "look"]
    result = subprocess.run(command, env=desk.environment, capture_output=True, text=True, timeout=20)
    if result.returncode != 0:
        raise RuntimeError(f"widgetctl web invite: {result.stderr.strip()}")
    secret = json.loads(result.stdout)["url"].rpartition("/")[2]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(source, 0))
    try:
        form = urllib.parse.urlencode({"invitation": secret})
        connection.request("POST", "/pair", form, {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{port}"})
        response = connection.getresponse()
        cookie = response.getheader("Set-Cookie", "").partition(";")[0]
        if not cookie:
            raise RuntimeError(f"pairing is answered by {response.status}: {response.read()[:200]!r}")
        return cookie
    finally:
        connection.close()


class Stream:
    """What one browser is sent after its page."""

    def __init__(self, port, since, cookie="", source="127.0.0.1"):
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
        self.socket.sendall(
            f"GET /events?scheme=light&since={since} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n"
            f"Accept-Encoding: {COMPRESSED}\r\nCookie: {cookie}\r\n\r\n".encode())
        self.data, self.body, self.begun = b"", zlib.decompressobj(wbits=47), False

    def fileno(self):
        return self.socket.fileno()

    def take(self, quiet, patience=20):
        """Bytes as sent, and the text of them, until nothing has come for `quiet` seconds after the first of it."""
        sent, text, end = 0, b"", time.monotonic() + patience
        while select.select([self.socket], [], [], quiet if sent else max(0, end - time.monotonic()))[0]:
            data = self.socket.recv(1 << 16)
            if not data:
                raise RuntimeError("widgetd-web has ended a stream of events")
            self.data += data
            for chunk in self.chunks():
                sent += len(chunk)
                text += self.body.decompress(chunk)
        if not sent:
            raise RuntimeError("widgetd-web sends nothing")
        return sent, text.decode()

    def chunks(self):
        """The bodies of the whole chunks so far."""
        if not self.begun:
            head, found, rest = self.data.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 200 " not in head.partition(b"\r\n")[0]:
                raise RuntimeError(f"a stream of events is answered by {head[:100]!r}")
            self.data, self.begun = rest, True
        while b"\r\n" in self.data:
            size, _, rest = self.data.partition(b"\r\n")
            length = int(size, 16)
            if len(rest) < length + 2:
                return
            self.data = rest[length + 2:]
            yield rest[:length]

    def close(self):
        self.socket.close()
