"""ttrpc's frames on a Unix socket, and the status of an answer."""

import enum
import socket
import struct
import time

HEADER = struct.Struct(">IIBB")
REQUEST, RESPONSE, DATA = 1, 2, 3
# The flags of a frame: it is the last one of its side, the client still sends, it has no message.
LAST, OPEN, EMPTY = 1, 2, 4
# The protocol's limit, in bytes.
FRAME = 4 << 20


class Code(enum.IntEnum):
    """Why a call failed: gRPC's numbers."""

    CANCELLED = 1
    UNKNOWN = 2
    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    ALREADY_EXISTS = 6
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    ABORTED = 10
    OUT_OF_RANGE = 11
    UNIMPLEMENTED = 12
    INTERNAL = 13
    UNAVAILABLE = 14
    DATA_LOSS = 15
    UNAUTHENTICATED = 16

    @classmethod
    def _missing_(cls, value):
        return cls.UNKNOWN


class Error(Exception):
    """A call failed. `message` names the field, the limit and what to do."""

    def __init__(self, code, message):
        super().__init__(f"{Code(code).name}: {message}")
        self.code = Code(code)
        self.message = message


class Connection:
    """A connected socket that sends and receives whole frames."""

    def __init__(self, path, timeout):
        self.stream = -1
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.deadline = deadline(timeout)
        try:
            self.socket.settimeout(self._left())
            self.socket.connect(path)
        except OSError as error:
            self.socket.close()
            if isinstance(error, TimeoutError):
                raise self._broken(error) from error
            code = Code.PERMISSION_DENIED if isinstance(error, PermissionError) else Code.UNAVAILABLE
            raise Error(code, f"{path}: {error.strerror or error}; is widgetd running?") from error

    def close(self):
        self.socket.close()

    def is_closed(self):
        """Whether the daemon has closed it, as it does after five silent minutes. Nothing else can be readable between two calls."""
        try:
            self.socket.settimeout(0)
            self.socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            pass
        return True

    def send(self, kind, flags, data):
        if len(data) > FRAME:
            raise Error(Code.RESOURCE_EXHAUSTED, f"the request has {len(data)} bytes; a frame has at most {FRAME}")
        try:
            self.socket.settimeout(self._left())
            self.socket.sendall(HEADER.pack(len(data), self.stream, kind, flags) + data)
        except OSError as error:
            raise self._broken(error) from error

    def receive(self):
        """The next frame of the stream that was begun last: its type, its flags and its data."""
        while True:
            length, stream, kind, flags = HEADER.unpack(self._read(HEADER.size))
            data = self._read(length)
            if stream == self.stream:
                return kind, flags, data

    def _read(self, count):
        data = bytearray()
        while len(data) < count:
            try:
                self.socket.settimeout(self._left())
                more = self.socket.recv(min(count - len(data), 1 << 18))
            except OSError as error:
                raise self._broken(error) from error
            if not more:
                raise Error(Code.UNAVAILABLE, "the daemon closed the connection before its answer")
            data += more
        return bytes(data)

    def _left(self):
        """Seconds until the deadline."""
        if self.deadline is None:
            return None
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def _broken(self, error):
        if isinstance(error, TimeoutError):
            return Error(Code.DEADLINE_EXCEEDED, "the daemon hasn't answered in time")
        return Error(Code.UNAVAILABLE, f"the connection to the daemon is broken: {error.strerror or error}")


def deadline(timeout):
    return None if timeout is None else time.monotonic() + timeout


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def request(service, method, payload, timeout):
    """ttrpc's Request: the names, the encoded message, and nanoseconds for the answer."""

    def field(number, data):
        return varint(number << 3 | 2) + varint(len(data)) + data if data else b""

    nanoseconds = b"" if timeout is None else varint(4 << 3) + varint(max(1, int(timeout * 1e9)))
    return field(1, service.encode()) + field(2, method.encode()) + field(3, payload) + nanoseconds


def answer(data):
    """The encoded message of ttrpc's Response, or its status as an error."""
    fields = _fields(data)
    status = _fields(fields.get(1, b""))
    if status.get(1):
        raise Error(status[1], status.get(2, b"").decode(errors="replace"))
    return fields.get(2, b"")


def _fields(data):
    """A message's fields by number; of a repeated one the last."""
    found, at = {}, 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    try:
        while at < len(data):
            tag = number()
            if tag & 7 == 0:
                found[tag >> 3] = number()
                continue
            size = {1: 8, 5: 4}.get(tag & 7) or number()
            found[tag >> 3] = data[at : at + size]
            at += size
    except IndexError:
        raise Error(Code.INTERNAL, "the daemon's answer isn't a message of protobuf") from None
    return found
