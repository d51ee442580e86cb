"""A stream of messages in both directions."""

from widgetd import wire


class Stream:
    """An iterator over a stream's answers, on a connection of its own: a slow reader of it delays no other call.

    The daemon sends as much as the socket takes. From then on it keeps the newest state of each widget, and skips what is older."""

    def __init__(self, connection, method, request, response):
        self._connection, self._response = connection, response
        self._message = request
        connection.stream = 1
        connection.send(wire.REQUEST, wire.OPEN, wire.request(method.containing_service.full_name, method.name, b"", None))
        self._is_over = False

    def send(self, message=None, **fields):
        """Sends a further message, such as credit, or how a surface is now."""
        if message is None:
            message = self._message(**fields)
        self._connection.send(wire.DATA, 0, message.SerializeToString())

    def __iter__(self):
        return self

    def __next__(self):
        message = self.receive(None)
        if message is None:
            raise StopIteration
        return message

    def receive(self, timeout):
        """The next answer; None at the stream's end.

        Raises `Error` with DEADLINE_EXCEEDED if nothing comes within `timeout` seconds; None: no limit. A stream on which an error was
        raised is over."""
        if self._is_over:
            return None
        self._connection.deadline = wire.deadline(timeout)
        try:
            while True:
                kind, flags, data = self._connection.receive()
                if kind == wire.RESPONSE:
                    wire.answer(data)
                if kind == wire.RESPONSE or flags & wire.LAST:
                    self.close()
                if kind == wire.DATA and not flags & wire.EMPTY:
                    return self._response.FromString(data)
                if self._is_over:
                    return None
        except wire.Error:
            self.close()
            raise

    def close(self):
        """Ends the stream. What a stream holds, such as an activity or a surface, ends with it."""
        self._is_over = True
        self._connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
