"""Servers of the tests' own, on loopback: HTTP, and HTTPS with a certificate that is made for it."""

import http.server
import pathlib
import ssl
import subprocess
import tempfile
import threading


class Server:
    """Answers each path with what a test put there: a function of the request, or bytes."""

    def __init__(self, test, certificate=None):
        self.pages, self.requests = {}, []
        self.ended = threading.Event()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                server.requests.append((self.path, dict(self.headers)))
                page = server.pages.get(self.path.partition("?")[0], lambda handler: handler.send_error(404))
                page(self) if callable(page) else self.answer(page)

            def answer(self, body, status=200, **headers):
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body)

            def send_on(self, place, status=302):
                self.send_response(status)
                self.send_header("Location", place)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        class Listener(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                # A client that gives up is what some tests are about.
                pass

        self.http = Listener(("127.0.0.1", 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True)
        self.url = f"http{'s' if certificate else ''}://localhost:{self.http.server_port}"
        thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()

        def stop():
            self.ended.set()
            self.http.shutdown()
            self.http.server_close()
        test.addCleanup(stop)

    def silence(self, handler):
        """Takes a request and says nothing."""
        self.ended.wait()

    def drip(self, handler, status=200):
        """Begins, and then sends a byte now and then."""
        handler.send_response(status)
        handler.end_headers()
        while not self.ended.wait(0.05):
            handler.wfile.write(b" ")


def certificate(test):
    """The paths of a certificate for localhost and its key."""
    directory = tempfile.TemporaryDirectory()
    test.addCleanup(directory.cleanup)
    chain, key = pathlib.Path(directory.name, "chain.pem"), pathlib.Path(directory.name, "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost", "-keyout", key, "-out", chain], check=True, capture_output=True)
    return chain, key
