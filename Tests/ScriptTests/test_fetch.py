"""What a fetch comes to: what servers do wrong, in words."""

import os
import pathlib
import tempfile
import unittest

from scripts import SCRIPTS  # noqa: F401 (the path)
from servers import Server, certificate

import widgetd_fetch
from widgetd_provider import Refusal


class Fetching(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.state = pathlib.Path(directory.name)
        before = dict(os.environ)

        def restore():
            os.environ.clear()
            os.environ.update(before)
        self.addCleanup(restore)
        os.environ["XDG_STATE_HOME"] = str(self.state)
        self.server = Server(self)

    def fetch(self, path, limit=1_000, **more):
        return widgetd_fetch.fetch(self.server.url + path if path.startswith("/") else path, limit, "url", **more)

    def refused(self, path, pattern, **more):
        with self.assertRaisesRegex(Refusal, pattern):
            self.fetch(path, **more)

    def test_what_a_server_has(self):
        self.server.pages["/a"] = b"hello"
        self.assertEqual(self.fetch("/a?b=c"), b"hello")
        self.assertEqual(self.server.requests[0][0], "/a?b=c")

    def test_no_more_than_the_limit_is_read_whether_its_length_is_said_or_not(self):
        self.server.pages["/said"] = b"x" * 1_001

        def unsaid(handler):
            handler.send_response(200)
            handler.end_headers()
            while not self.server.ended.is_set():
                handler.wfile.write(b"x" * 5_000)
        self.server.pages["/unsaid"] = unsaid
        self.refused("/said", r"url: http://localhost:\d+ has 1,001 bytes; the limit is 1,000")
        self.refused("/unsaid", "has more than 1,000 bytes")

    def test_a_status_is_told_with_the_servers_reason(self):
        self.server.pages["/bad"] = lambda handler: handler.answer(b'{"error":true,"reason":"Latitude must be in range"}', 400)
        self.refused("/nothing", "answers 404 Not Found$")
        self.refused("/bad", "answers 400 Bad Request: Latitude must be in range")

    def test_a_few_redirects_are_followed_and_a_loop_is_not(self):
        self.server.pages.update({"/a": lambda handler: handler.send_on("/b"), "/b": lambda handler: handler.send_on(self.server.url + "/c", 308), "/c": b"here"})
        self.server.pages["/loop"] = lambda handler: handler.send_on("/loop?" + "x" * len(self.server.requests))
        self.assertEqual(self.fetch("/a"), b"here")
        self.refused("/loop", "redirect")
        self.assertLessEqual(len(self.server.requests), 3 + 6)

    def test_a_redirect_leads_to_no_file_and_from_no_encryption_to_none(self):
        self.server.pages["/file"] = lambda handler: handler.send_on("file:///etc/passwd")
        self.refused("/file", "'file:///etc/passwd' is not allow")
        pair = certificate(self)
        os.environ["SSL_CERT_FILE"] = str(pair[0])
        secure = Server(self, pair)
        secure.pages["/plain"] = lambda handler: handler.send_on(self.server.url + "/c")
        self.refused(secure.url + "/plain", "sends on to http://localhost:.* isn't encrypted")
        self.assertEqual([path for path, _ in self.server.requests], ["/file"])

    def test_a_password_goes_to_its_own_server_alone(self):
        other = Server(self)
        other.pages["/b"] = b"there"
        self.server.pages["/a"] = lambda handler: handler.send_on(other.url + "/b")
        self.assertEqual(self.fetch(self.server.url.replace("//", "//me:a%20b@") + "/a"), b"there")
        self.assertEqual(self.server.requests[0][1]["Authorization"], "Basic bWU6YSBi")
        self.assertNotIn("Authorization", other.requests[0][1])

    def test_a_password_stands_in_no_error(self):
        self.server.pages["/on"] = lambda handler: handler.send_on("ftp://me:hunter2@example.org/")
        port = self.server.http.server_port
        for url in [
                f"http://me:hunter2@localhost:{port}/nothing", f"http://me:hunter2@localhost:{port}/on", "http://me:hunter2@nothing.invalid/", "http://me:hunter2@localhost:1/",
                "me:hunter2@example.org/a", "htps://me:hunter2@example.org/", "http:/me:hunter2@example.org/", "http://me:hunter2@example.org:port/", "http://me:hunter2/x@example.org/",
                "http://me:hunter2@", "http://me:hun ter2@example.org/", "http://me:hunter2@[::1/", f"http://me:hunter2@localhost:{port}/a\nb"]:
            with self.subTest(url), self.assertRaises(Refusal) as caught:
                self.fetch(url)
            self.assertNotIn("hun", str(caught.exception))
            self.assertNotIn("me:", str(caught.exception).replace("scheme:", ""))

    def test_a_server_that_is_silent_or_slow_is_given_up_in_time(self):
        before = widgetd_fetch.TOTAL_SECONDS, widgetd_fetch.SILENCE_SECONDS
        self.addCleanup(lambda: (setattr(widgetd_fetch, "TOTAL_SECONDS", before[0]), setattr(widgetd_fetch, "SILENCE_SECONDS", before[1])))
        self.assertLess(sum(before) / 2, 10, "below the daemon's deadline")
        self.server.pages.update({"/silence": self.server.silence, "/drip": self.server.drip, "/bad": lambda handler: self.server.drip(handler, 500)})
        widgetd_fetch.SILENCE_SECONDS = 0.1
        self.refused("/silence", "doesn't answer")
        widgetd_fetch.TOTAL_SECONDS, widgetd_fetch.SILENCE_SECONDS = 0.3, 60
        self.refused("/drip", "took longer than 0.3 s", limit=1 << 20)
        self.refused("/bad", "took longer than 0.3 s")

    def test_nobody_there_and_no_such_name(self):
        closed = Server(self)
        closed.http.server_close()
        self.refused(closed.url + "/", "refuses the connection")
        self.refused("http://nothing.invalid/", "no such name is known: there is no network, or it is misspelt")

    def test_something_else_than_http(self):
        self.server.pages["/short"] = lambda handler: (handler.send_response(200), handler.send_header("Content-Length", "50"), handler.end_headers(), handler.wfile.write(b"x"))
        self.server.pages["/junk"] = lambda handler: handler.wfile.write(b"\x00junk\r\n\r\n")
        self.refused("/short", "broke off")
        self.refused("/junk", "doesn't answer as HTTP does")

    def test_a_certificate_that_nobody_trusts_is_named(self):
        pair = certificate(self)
        secure = Server(self, pair)
        secure.pages["/a"] = b"safe"
        self.refused(secure.url + "/a", "its certificate isn't trusted: self.signed certificate; .*SSL_CERT_FILE")
        self.refused(self.server.url.replace("http", "https") + "/a", "TLS failed|isn't|broke|HTTP")
        os.environ["SSL_CERT_FILE"] = str(pair[0])
        self.assertEqual(self.fetch(secure.url + "/a"), b"safe")

    def test_what_is_no_address(self):
        for url in ["", "example.org", "file:///etc/passwd", "ftp://example.org/", "http://", "http://a b/", "http://ü.example/", "http://[::1", "http://a:99999/"]:
            with self.subTest(url):
                self.refused(url or "x", "^url: ")

    def test_a_server_says_that_nothing_has_changed(self):
        def page(handler):
            if handler.headers.get("If-None-Match") == '"1"' and handler.headers.get("If-Modified-Since") == "Fri, 20 Nov 2026 12:00:00 GMT":
                handler.answer(b"", 304)
            else:
                handler.answer(b"first", ETag='"1"', Last_Modified="Fri, 20 Nov 2026 12:00:00 GMT")
        self.server.pages["/a"] = page
        self.assertEqual([self.fetch("/a", cache="test"), self.fetch("/a", cache="test")], [b"first", b"first"])
        self.assertIn("If-None-Match", self.server.requests[1][1])
        kept = list((self.state / "test").iterdir())
        self.assertEqual((len(kept), kept[0].stat().st_mode & 0o777), (1, 0o600))
        kept[0].write_bytes(kept[0].read_bytes()[:-1])
        self.assertEqual(self.fetch("/a", cache="test"), b"first")
        self.assertNotIn("If-None-Match", self.server.requests[2][1], "what is damaged isn't there")

    def test_what_is_kept_has_an_end(self):
        self.server.pages.update({f"/{number}": lambda handler: handler.answer(b"x", ETag='"1"') for number in range(widgetd_fetch.MAXIMUM_CACHED + 3)})
        for path in list(self.server.pages):
            self.fetch(path, cache="test")
        self.assertEqual(len(list((self.state / "test").iterdir())), widgetd_fetch.MAXIMUM_CACHED)

    def test_a_state_that_cannot_be_written_is_no_reason_to_show_nothing(self):
        (self.state / "test").write_text("a file")
        self.server.pages["/a"] = lambda handler: handler.answer(b"x", ETag='"1"')
        self.assertEqual(self.fetch("/a", cache="test"), b"x")


if __name__ == "__main__":
    unittest.main()
