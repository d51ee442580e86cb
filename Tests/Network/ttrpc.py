"""A client of widgetd over its Unix socket, as small as a test needs it: ttrpc's frames, and protobuf by hand. One process makes thousands of calls a second with it."""

import socket
import struct

HEADER = struct.Struct(">IIBB")
REQUEST, RESPONSE = 1, 2


class Refused(Exception):
    """The daemon answered with a status: nothing was done."""

    def __init__(self, code, message):
        super().__init__(f"status {code}: {message}")
        self.code = code


class Broken(Exception):
    """The connection ended before the answer: whether it was done isn't known."""


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, value):
    """A field of a message: text, bytes or a number; nothing where it is empty, as in proto3."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value) if value else b""
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data if data else b""


def fields(data):
    """A message's fields: a list of values by number."""
    found, at = {}, 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    while at < len(data):
        tag = number()
        if tag & 7 == 0:
            value = number()
        else:
            size = {1: 8, 5: 4}.get(tag & 7) or number()
            value, at = data[at : at + size], at + size
        found.setdefault(tag >> 3, []).append(value)
    return found


class Client:
    """One connection, one call at a time."""

    def __init__(self, path, timeout=10):
        self.stream = -1
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        try:
            self.socket.connect(path)
        except OSError as error:
            self.close()
            raise Broken(str(error)) from error

    def close(self):
        self.socket.close()

    def call(self, service, method, payload=b""):
        """The fields of the answer."""
        self.stream += 2
        request = field(1, f"widgetd.v1.{service}") + field(2, method) + field(3, payload)
        try:
            self.socket.sendall(HEADER.pack(len(request), self.stream, REQUEST, 0) + request)
            while True:
                length, stream, kind, _ = HEADER.unpack(self.read(HEADER.size))
                data = self.read(length)
                if stream == self.stream and kind == RESPONSE:
                    break
        except OSError as error:
            raise Broken(str(error)) from error
        response = fields(data)
        status = fields(response.get(1, [b""])[0])
        if code := status.get(1, [0])[0]:
            raise Refused(code, status.get(2, [b""])[0].decode())
        return fields(response.get(2, [b""])[0])

    def read(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise Broken("the daemon closed the connection")
            data += more
        return data
