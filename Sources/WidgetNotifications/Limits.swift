public import WidgetCore

/// The bounds of notifications, each with its reason.
public enum NotificationLimits {
    /// The shortest time between two updates of a notification. A progress bar needs no more updates, and servers lay out the whole notification for each.
    public static let drawingInterval = Milliseconds(200)
    /// The shortest time between two updates that only the clock causes. A clock in a notification shows seconds.
    static let tickInterval = Milliseconds.seconds(1)
    /// How long a notification shows its alert's text. A banner stays about as long.
    static let alertShown = Milliseconds.seconds(10)
    /// A notification that closes within this time after one of its buttons was pressed was closed by its server, not by the user.
    static let closesAfterAction = Milliseconds.seconds(2)
    /// How long notifications stay when the daemon is gone. A restart takes less; after a longer time they would be out of date.
    static let offlineShown = Milliseconds.seconds(60)
    /// Bytes that are read of the file that is kept for a restart. An activity has a line of about 100 bytes, and a device has at most 64 activities.
    static let fileBytes = 256 << 10
    /// How long the end of the program waits for notifications to close, in milliseconds.
    static let closingPause: Int64 = 1_000
    /// How long a server may take to show a notification. The call may have to start the server.
    static let callTimeout = Duration.seconds(10)
    /// The most buttons of an activity's own views. Servers have room for a few.
    static let actions = 4
}
