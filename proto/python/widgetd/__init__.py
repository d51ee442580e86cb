"""A client of widgetd.

    with widgetd.connect() as daemon:
        for snapshot in daemon.Widgets.List().widgets:
            print(snapshot.widget.id, snapshot.display_name)

A service of the .proto files is an attribute, and a method of it takes the fields of its request by name, or the request itself.
"""

from widgetd.client import Client, connect, socket_path
from widgetd.stream import Stream
from widgetd.wire import Code, Error

__all__ = ["Client", "Code", "Error", "Stream", "connect", "socket_path"]
