"""A keyboard for a Wayland compositor without one: the protocol virtual-keyboard-unstable-v1, by hand."""

import os
import socket
import struct

from pointer import Pointer

KEYMAP = b"""xkb_keymap {
xkb_keycodes "test" { minimum = 8; maximum = 255; <ESC> = 9; <TAB> = 23; <RTRN> = 36; <LFSH> = 50; <LEFT> = 113; <RGHT> = 114; };
xkb_types "test" { type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Any"; }; };
xkb_compatibility "test" { };
xkb_symbols "test" {
    key <ESC> { [ Escape ] }; key <TAB> { [ Tab ] }; key <RTRN> { [ Return ] }; key <LFSH> { [ Shift_L ] }; key <LEFT> { [ Left ] }; key <RGHT> { [ Right ] };
};
};
\0"""


class Keyboard(Pointer):
    # linux/input-event-codes.h
    ESCAPE, TAB, ENTER, LEFT, RIGHT = 1, 15, 28, 105, 106

    def __init__(self, path):
        self.time = 0
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.socket_buffer = b""
        self.send(1, 1, struct.pack("=I", 2))
        # Both globals in one list: the seat becomes object 4, the manager object 5.
        self.send(1, 0, struct.pack("=I", 3))
        found = self.globals(3)
        for number, interface in ((4, "wl_seat"), (5, "zwp_virtual_keyboard_manager_v1")):
            self.send(2, 0, struct.pack("=I", found[interface]) + self.text(interface) + struct.pack("=II", 1, number))
        # create_virtual_keyboard: object 6; keymap, with a descriptor beside the message.
        self.send(5, 0, struct.pack("=II", 4, 6))
        descriptor = os.memfd_create("keymap")
        os.write(descriptor, KEYMAP)
        message = struct.pack("=IHHII", 6, 0, 16, 1, len(KEYMAP))
        socket.send_fds(self.socket, [message], [descriptor])
        os.close(descriptor)
        self.next = 7
        self.roundtrip(self.next)

    def globals(self, until):
        found = {}
        while True:
            target, opcode, arguments = self.receive()
            if target == until:
                return found
            if target == 2 and opcode == 0:
                name, length = struct.unpack("=II", arguments[:8])
                found[arguments[8 : 8 + length - 1].decode()] = name

    def press(self, code):
        for state in (1, 0):
            self.send(6, 1, struct.pack("=III", self.tick(), code, state))
        self.roundtrip(self.next)
