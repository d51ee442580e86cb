"""Just enough ttrpc and protobuf to place widgets and to wait for their timelines. Nothing is measured with it."""

import socket
import struct

REQUEST, RESPONSE = 1, 2


class RPCError(Exception):
    pass


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """A field with a text, bytes or a whole number."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def fields(data):
    """Every field of a message: its number, and its value as bytes or a whole number."""
    at = 0

    def read():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        tag = read()
        if tag & 7 == 0:
            yield tag >> 3, read()
            continue
        count = read() if tag & 7 == 2 else {1: 8, 5: 4}[tag & 7]
        yield tag >> 3, data[at:at + count]
        at += count


def first(data, number, default=b""):
    return next((value for key, value in fields(data) if key == number), default)


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.stream = 1

    def close(self):
        self.socket.close()

    def call(self, service, method, payload=b""):
        request = field(1, service) + field(2, method) + field(3, payload)
        self.socket.sendall(struct.pack(">IIBB", len(request), self.stream, REQUEST, 0) + request)
        self.stream += 2
        length, _, kind, _ = struct.unpack(">IIBB", self.read(10))
        data = self.read(length)
        if kind != RESPONSE:
            raise RPCError(f"{method} is answered by a frame of type {kind}")
        status = first(data, 1)
        if first(status, 1, 0) != 0:
            raise RPCError(f"{method}: {first(status, 2).decode()}")
        return first(data, 2)

    def read(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise RPCError("the daemon closed the connection")
            data += piece
        return data

    def place(self, kind):
        """Places a widget; its id."""
        response = self.call("widgetd.v1.Widgets", "Place", field(1, kind))
        return first(first(response, 1), 1).decode()

    def rename(self, widget, name):
        self.call("widgetd.v1.Widgets", "Configure", field(1, widget) + field(4, name))

    def name(self, widget):
        """WidgetSnapshot.widget.name."""
        return first(first(self.call("widgetd.v1.Widgets", "Get", field(1, widget)), 1), 4).decode()

    def state(self, widget):
        """WidgetSnapshot.state and .last_error."""
        snapshot = self.call("widgetd.v1.Widgets", "Get", field(1, widget))
        return first(snapshot, 4, 0), first(snapshot, 8).decode()

    def widgets(self):
        """The ids of all widgets, and how many of them show a current entry."""
        ids, current, token = [], 0, b""
        while True:
            page = self.call("widgetd.v1.Widgets", "List", field(2, token) if token else b"")
            for key, value in fields(page):
                if key == 1:
                    ids.append(first(first(value, 1), 1).decode())
                    current += first(value, 4, 0) == 2
            token = first(page, 2)
            if not token:
                return ids, current
