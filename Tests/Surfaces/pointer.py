"""A mouse for a Wayland compositor without one: the protocol wlr-virtual-pointer-unstable-v1, by hand."""

import socket
import struct


class Pointer:
    LEFT, RIGHT, MIDDLE = 0x110, 0x111, 0x112  # linux/input-event-codes.h

    def __init__(self, path, width, height):
        self.size = (width, height)
        self.time = 0
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.socket_buffer = b""
        # wl_display.get_registry: object 2; sync: object 3, whose answer comes after every global.
        self.send(1, 1, struct.pack("=I", 2))
        self.send(1, 0, struct.pack("=I", 3))
        name, version = self.find("zwlr_virtual_pointer_manager_v1", until=3)
        # wl_registry.bind: the manager becomes object 4; create_virtual_pointer without a seat: object 5.
        self.send(2, 0, struct.pack("=I", name) + self.text("zwlr_virtual_pointer_manager_v1") + struct.pack("=II", min(version, 1), 4))
        self.send(4, 0, struct.pack("=II", 0, 5))
        self.roundtrip(6)

    def send(self, target, opcode, arguments=b""):
        self.socket.sendall(struct.pack("=IHH", target, opcode, 8 + len(arguments)) + arguments)

    @staticmethod
    def text(value):
        data = value.encode() + b"\0"
        return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)

    def receive(self):
        while True:
            if len(self.socket_buffer) >= 8:
                target, opcode, size = struct.unpack("=IHH", self.socket_buffer[:8])
                if len(self.socket_buffer) >= size:
                    arguments, self.socket_buffer = self.socket_buffer[8:size], self.socket_buffer[size:]
                    if target == 1 and opcode == 0:
                        raise RuntimeError(f"the compositor refuses: {arguments!r}")
                    return target, opcode, arguments
            data = self.socket.recv(65536)
            if not data:
                raise RuntimeError("the compositor hung up")
            self.socket_buffer += data

    def find(self, interface, until):
        found = None
        while True:
            target, opcode, arguments = self.receive()
            if target == until:
                if not found:
                    raise RuntimeError(f"the compositor has no {interface}")
                return found
            if target == 2 and opcode == 0:
                name, length = struct.unpack("=II", arguments[:8])
                if arguments[8 : 8 + length - 1].decode() == interface:
                    found = name, struct.unpack("=I", arguments[-4:])[0]

    def roundtrip(self, number):
        self.send(1, 0, struct.pack("=I", number))
        while self.receive()[0] != number:
            pass
        self.next = number + 1

    def tick(self):
        self.time += 10
        return self.time

    def move(self, place):
        """To the middle of a word."""
        # motion_absolute, frame
        self.send(5, 1, struct.pack("=IIIII", self.tick(), place.x, place.y, *self.size))
        self.send(5, 4)
        self.roundtrip(self.next)

    def click(self, button=LEFT):
        for state in (1, 0):
            # button, frame
            self.send(5, 2, struct.pack("=III", self.tick(), button, state))
            self.send(5, 4)
        self.roundtrip(self.next)

    def close(self):
        self.socket.close()
