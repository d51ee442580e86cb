"""Just enough of HTTP/2 to send a prepared push on one connection and read the status: no library stands between the clock and the wire."""

import socket
import ssl
import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, SETTINGS, PING, GOAWAY = 0, 1, 4, 6, 7
END_STREAM, ACKNOWLEDGEMENT, END_HEADERS = 1, 1, 4


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def text(value):
    """A string without Huffman's code (RFC 7541, 5.2)."""
    data = value.encode()
    length = bytes([len(data)]) if len(data) < 127 else b"\x7f" + variable(len(data) - 127)
    return length + data


def variable(number):
    out = b""
    while number >= 128:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def block(headers):
    """Literal fields that nobody remembers (RFC 7541, 6.2.2)."""
    return b"".join(b"\0" + text(name) + text(value) for name, value in headers)


class Connection:
    def __init__(self, port, authority):
        context = ssl.create_default_context(cafile=authority)
        context.set_alpn_protocols(["h2"])
        self.socket = context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost")
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(PREFACE + frame(SETTINGS, 0, 0))
        self.stream, self.buffer = 1, b""

    def prepare(self, headers, body):
        """The bytes of one request, to be sent as they are."""
        bytes_ = frame(HEADERS, END_HEADERS, self.stream, block(headers)) + frame(DATA, END_STREAM, self.stream, body)
        self.stream += 2
        return bytes_

    def status(self):
        """The status of the next answer, by its first field, which servers take from HPACK's table."""
        while True:
            kind, flags, payload = self.read()
            if kind == SETTINGS and not flags & ACKNOWLEDGEMENT:
                self.socket.sendall(frame(SETTINGS, ACKNOWLEDGEMENT, 0))
            elif kind == PING and not flags & ACKNOWLEDGEMENT:
                self.socket.sendall(frame(PING, ACKNOWLEDGEMENT, 0, payload))
            elif kind == HEADERS:
                return 200 if payload[0] == 0x88 else 0
            elif kind == GOAWAY:
                raise RuntimeError(f"the gateway goes away: {payload[8:].decode(errors='replace')}")

    def read(self):
        while len(self.buffer) < 9 or len(self.buffer) < 9 + int.from_bytes(self.buffer[:3], "big"):
            data = self.socket.recv(65536)
            if not data:
                raise RuntimeError("the gateway closed the connection")
            self.buffer += data
        length, kind, flags = int.from_bytes(self.buffer[:3], "big"), self.buffer[3], self.buffer[4]
        payload, self.buffer = self.buffer[9:9 + length], self.buffer[9 + length:]
        return kind, flags, payload

    def close(self):
        self.socket.close()
