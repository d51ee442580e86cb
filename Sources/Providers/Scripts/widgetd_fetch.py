"""How the bundled scripts fetch over HTTP and HTTPS: bounded in time and in size, with errors that people can read.

It lies beside the scripts, which import it. Only the standard library is used.
"""

import base64
import contextlib
import hashlib
import http.client
import json
import os
import signal
import socket
import ssl
import urllib.error
import urllib.parse
import urllib.request

from widgetd_provider import Refusal, line, note, state_directory, write_file

# The time for a whole fetch, with redirects and reading. It is below the daemon's usual deadline of 10 s, so that time is left to report an error.
TOTAL_SECONDS = 8.0
# The time for one operation on the network. A server that sends nothing for this long doesn't answer.
SILENCE_SECONDS = 5.0
# More is a loop.
MAXIMUM_REDIRECTS = 5
# A URL is a parameter, and has at most 1 KiB; a redirect's may be longer.
MAXIMUM_URL_CHARACTERS = 8 << 10
# Answers of servers that are kept, so that a server can say that nothing has changed.
MAXIMUM_CACHED = 32
AGENT = "widgetd (https and http, a widget)"


def fetch(url, limit, what, cache=None):
    """The content at an address.

    limit: bytes of the answer. what: the parameter that names it, for errors. cache: the name of a directory for state; a server that knows what was kept there
    (ETag, Last-Modified) needn't send it again. Raises Refusal.
    """
    shown = place(url, what)
    # The text of a server's error is read within that time too.
    with limited_time(shown):
        return fetch_from(shown, url, limit, what, cache)


def fetch_from(shown, url, limit, what, cache):
    kept = read_cached(cache, url) if cache else None
    request = make_request(url, kept)
    try:
        with opener().open(request, timeout=SILENCE_SECONDS) as answer:
            size = answer.headers.get("Content-Length", "")
            if size.isdigit() and int(size) > limit:
                raise Refusal(f"{what}: {shown} has {int(size):,} bytes; the limit is {limit:,}")
            body = answer.read(limit + 1)
            if len(body) > limit:
                raise Refusal(f"{what}: {shown} has more than {limit:,} bytes, which is the limit")
            if size.isdigit() and len(body) < int(size):
                raise Refusal(f"{shown} broke off after {len(body):,} of {int(size):,} bytes")
            if answer.headers.get("Content-Encoding", "identity").lower() != "identity":
                raise Refusal(f"{shown} answers compressed, which wasn't asked for")
            if cache:
                keep(cache, url, answer.headers, body)
            return body
    except urllib.error.HTTPError as error:
        if error.code == 304 and kept:
            return kept[1]
        reason = refusal_of(error)
        raise Refusal(f"{shown} answers {error.code} {line(without_password(error.reason), 60)}{': ' + reason if reason else ''}") from error
    except urllib.error.URLError as error:
        raise Refusal(explain(error.reason, shown)) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Refusal(explain(error, shown)) from error


def place(url, what):
    """The server that a URL names, for errors. The rest of the URL may be a secret."""
    if len(url) > MAXIMUM_URL_CHARACTERS or any(not 0x20 < ord(character) < 0x7F for character in url):
        raise Refusal(f"{what}: an address has no spaces and no characters beyond ASCII; write them as %20 and the like")
    try:
        parts = urllib.parse.urlsplit(url)
        port = parts.port
    except ValueError:
        # Its message may have a part of a password.
        raise Refusal(f"{what}: '{line(without_password(url), 60)}' isn't an address: its host or port is wrong; a password's '/' is written %2F") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refusal(f"{what}: '{line(without_password(url), 60)}' isn't an address; write https://example.org/…")
    return f"{parts.scheme}://{parts.hostname}{f':{port}' if port else ''}"


def without_password(text):
    """A text for errors, without the password of an address in it. Even in a misspelt address, everything before the last @ may be a name and a password."""
    before, at, after = str(text).rpartition("@")
    return "…@" + after if at else before + after


def public(url):
    """An address without the name and the password in it."""
    parts = urllib.parse.urlsplit(url)
    return urllib.parse.urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def make_request(url, kept):
    parts = urllib.parse.urlsplit(url)
    headers = {"User-Agent": AGENT, "Accept-Encoding": "identity"}
    if parts.username is not None:
        name = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
        headers["Authorization"] = "Basic " + base64.b64encode(name.encode()).decode()
    if kept and kept[0].get("etag"):
        headers["If-None-Match"] = kept[0]["etag"]
    if kept and kept[0].get("modified"):
        headers["If-Modified-Since"] = kept[0]["modified"]
    return urllib.request.Request(public(url), headers=headers)


class Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a few redirects, only to HTTP and HTTPS, never from HTTPS to HTTP. Another server gets no password."""

    max_redirections = MAXIMUM_REDIRECTS
    max_repeats = MAXIMUM_REDIRECTS
    # Python before 3.11 doesn't know status 308.
    http_error_308 = urllib.request.HTTPRedirectHandler.http_error_302

    def redirect_request(self, request, file, code, message, headers, new):
        old, target = urllib.parse.urlsplit(request.full_url), urllib.parse.urlsplit(new)
        shown = place(new, "a redirect")
        if old.scheme == "https" and target.scheme != "https":
            raise Refusal(f"https://{old.hostname} sends on to {shown}, which isn't encrypted")
        made = super().redirect_request(request, file, 307 if code == 308 else code, message, headers, new)
        if made and (old.hostname, old.port) != (target.hostname, target.port):
            made.remove_header("Authorization")
        return made


def opener():
    made = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(), urllib.request.UnknownHandler(), urllib.request.HTTPHandler(), urllib.request.HTTPSHandler(context=ssl.create_default_context()),
        urllib.request.HTTPDefaultErrorHandler(), Redirects(), urllib.request.HTTPErrorProcessor()):
        made.add_handler(handler)
    return made


@contextlib.contextmanager
def limited_time(shown):
    """Limits the time of the whole fetch, even for a server that sends a byte now and then."""
    def over(*_):
        raise Refusal(f"{shown} took longer than {TOTAL_SECONDS:g} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, TOTAL_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def refusal_of(error):
    """A server's reason in JSON, {"reason": …}, as Open-Meteo sends it. It is empty where there is none."""
    try:
        said = json.loads(error.read(4 << 10))
        return line(said.get("reason", ""), 120) if isinstance(said, dict) else ""
    except (OSError, ValueError, http.client.HTTPException):
        return ""


def explain(reason, shown):
    """A text that says why the fetch failed."""
    if isinstance(reason, ssl.SSLCertVerificationError):
        return f"{shown}: its certificate isn't trusted: {line(reason.verify_message, 80)}; a manifest's environment can name one to trust (SSL_CERT_FILE)"
    if isinstance(reason, ssl.SSLError):
        return f"{shown}: TLS failed: {line(reason.reason or reason, 80)}"
    if isinstance(reason, socket.gaierror):
        return f"{shown}: no such name is known: there is no network, or it is misspelt"
    if isinstance(reason, TimeoutError):
        return f"{shown} doesn't answer"
    if isinstance(reason, ConnectionRefusedError):
        return f"{shown} refuses the connection"
    if isinstance(reason, http.client.IncompleteRead):
        return f"{shown} broke off"
    if isinstance(reason, http.client.HTTPException):
        return f"{shown} doesn't answer as HTTP does: {line(reason, 80) or type(reason).__name__}"
    if isinstance(reason, OSError) and reason.strerror:
        return f"{shown}: {line(reason.strerror, 80)}"
    return f"{shown}: {line(reason, 120)}"


# MARK: What servers sent last


def cache_path(cache, url):
    return os.path.join(state_directory(cache), hashlib.sha256(url.encode()).hexdigest()[:32] + ".cache")


def read_cached(cache, url):
    """The kept header and body. None where there are none that can be used."""
    try:
        with open(cache_path(cache, url), "rb") as file:
            head = json.loads(file.readline(16 << 10))
            body = file.read()
        # A file that is cut short, or is of another address, is ignored.
        if head["url"] == url and head["bytes"] == len(body):
            return head, body
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def keep(cache, url, headers, body):
    """Keeps an answer. Where that fails, the answer is still shown, and is fetched again the next time."""
    head = {"url": url, "bytes": len(body), "etag": headers.get("ETag", "")[:1_000], "modified": headers.get("Last-Modified", "")[:100]}
    try:
        path = cache_path(cache, url)
        if not head["etag"] and not head["modified"]:
            if os.path.exists(path):
                os.unlink(path)
            return
        write_file(path, json.dumps(head).encode() + b"\n" + body)
        directory = os.path.dirname(path)
        kept = sorted((os.path.join(directory, name) for name in os.listdir(directory) if name.endswith(".cache")), key=os.path.getmtime)
        for old in kept[:-MAXIMUM_CACHED]:
            os.unlink(old)
    except OSError as error:
        note(f"what came can't be kept: {error}")
