"""The services of a daemon, from the messages that protoc generated."""

import os
import threading

from google.protobuf import descriptor_pb2, message_factory

from widgetd import wire
from widgetd.stream import Stream
from widgetd.v1 import activities_pb2, controls_pb2, daemon_pb2, devices_pb2, fleet_pb2, intents_pb2, push_pb2, stack_pb2, surfaces_pb2, widgets_pb2

FILES = (activities_pb2, controls_pb2, daemon_pb2, devices_pb2, fleet_pb2, intents_pb2, push_pb2, stack_pb2, surfaces_pb2, widgets_pb2)
# Seconds that a call may take unless it is told otherwise: longer than the daemon waits for a provider.
PATIENCE = 60


def connect(path=None, timeout=PATIENCE):
    """A client of the daemon at `path`; without one, of the daemon that `widgetctl` would ask.

    `timeout` is in seconds, for every call that isn't told otherwise; None: no limit. Raises `Error` if nobody listens there."""
    return Client(path or socket_path(), timeout)


def socket_path():
    """Where the daemon's socket is: `WIDGETD_SOCKET`, or the first of the usual places that exists."""
    if os.environ.get("WIDGETD_SOCKET"):
        return os.environ["WIDGETD_SOCKET"]
    home = os.environ.get("HOME")
    state = os.environ.get("XDG_STATE_HOME") or (f"{home}/.local/state" if home else None)
    directories = [os.environ.get("XDG_RUNTIME_DIR"), f"/run/user/{os.getuid()}", state]
    paths = [f"{directory}/widgetd/widgetd.sock" for directory in directories if directory]
    paths += [f"/run/widgetd-{os.getuid()}/widgetd.sock", "/run/widgetd/widgetd.sock"]
    return next((path for path in paths if os.path.exists(path)), paths[0])


class Client:
    """A daemon. Its services are attributes: `client.Widgets.List(kind="clock")`. Threads may share a client; their calls take turns."""

    def __init__(self, path, timeout=PATIENCE):
        self.path, self.timeout = path, timeout
        self._lock = threading.Lock()
        self._connection = wire.Connection(path, timeout)
        for file in FILES:
            for name, service in file.DESCRIPTOR.services_by_name.items():
                setattr(self, name, Service(self, service))

    def close(self):
        with self._lock:
            self._connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def call(self, service, method, payload, timeout):
        """Calls a method that isn't a stream, by its full names, with an encoded message. Returns the encoded answer."""
        with self._lock:
            # The highest number of a stream is 2³¹ - 1.
            if self._connection.stream > (1 << 31) - 3 or self._connection.is_closed():
                self._connection.close()
                self._connection = wire.Connection(self.path, timeout)
            connection = self._connection
            connection.stream += 2
            # The daemon keeps the deadline, and says so; who waits for that waits a little longer.
            connection.deadline = wire.deadline(None if timeout is None else timeout + 1)
            try:
                connection.send(wire.REQUEST, 0, wire.request(service, method, payload, timeout))
                _, _, data = connection.receive()
            except BaseException:
                # The answer may still come, and nobody would read it.
                connection.close()
                raise
        return wire.answer(data)


class Service:
    """A service: its methods are attributes, and are called with a request or with the fields of one."""

    def __init__(self, client, descriptor):
        for method in descriptor.methods:
            setattr(self, method.name, _method(client, method))


def _method(client, method):
    request, response = _message(method.input_type), _message(method.output_type)

    def call(message=None, *, timeout=..., **fields):
        message = request(**fields) if message is None else message
        limit = client.timeout if timeout is ... else timeout
        return response.FromString(client.call(method.containing_service.full_name, method.name, message.SerializeToString(), limit))

    def stream(message=None, **fields):
        opened = Stream(wire.Connection(client.path, client.timeout), method, request, response)
        opened.send(message, **fields)
        return opened

    chosen = stream if is_stream(method) else call
    chosen.__name__ = method.name
    chosen.__doc__ = f"{method.full_name}: {method.input_type.name} to {method.output_type.name}"
    return chosen


def is_stream(method):
    """Whether a method is a stream; only newer runtimes have that as an attribute."""
    described = descriptor_pb2.MethodDescriptorProto()
    method.CopyToProto(described)
    return described.server_streaming


def _message(descriptor):
    """A message's class. Older runtimes keep it at the descriptor, newer ones make it."""
    return message_factory.GetMessageClass(descriptor) if hasattr(message_factory, "GetMessageClass") else descriptor._concrete_class
