public import WidgetCore

/// The bounds of notifications, each with its reason.
public enum NotificationLimits {
    /// Between two updates of a notification: as often as a user's eye follows a bar, and servers lay everything out anew for each.
    public static let drawingInterval = Milliseconds(200)
    /// Between two updates that only the clock asks for: what it shows are seconds.
    static let tickInterval = Milliseconds.seconds(1)
    /// How long an alert's words stand in its notification: as a banner stays.
    static let alertShown = Milliseconds.seconds(10)
    /// A notification that its server closes so soon after one of its buttons was pressed was closed by that, not by the user.
    static let closesAfterAction = Milliseconds.seconds(2)
    /// How long notifications stay when the daemon is gone: a restart takes less, and later they would be untrue.
    static let offlineShown = Milliseconds.seconds(60)
    /// Bytes of the file that a restart reads: sixty-four activities of several devices, a line of a hundred bytes each, many times.
    static let fileBytes = 256 << 10
    /// How long the end of the program waits for notifications to close, in milliseconds.
    static let closingPause: Int64 = 1_000
    /// How long a server may take to show one: some are started by it.
    static let callTimeout = Duration.seconds(10)
    /// How long it is looked whether a program that opens an address fails: it says so at once or not at all.
    static let openerPause = Duration.seconds(2)
    /// Buttons of an activity's own: servers have room for a few.
    static let actions = 4
}
