/// What is to be done about notifications.
public enum NotificationEffect: Sendable, Hashable {
    /// Shows an activity, in the place of the notification `replaces`; 0: in a new one. What became of it is told by ``NotificationStateMachine/shown(_:as:by:)`` or
    /// ``NotificationStateMachine/failed(_:by:)``.
    case show(activity: String, replaces: UInt32, NotificationContent)
    case close(UInt32)
    /// Nobody shows notifications: the bus may start who does.
    case startServer
    /// Asks the activity's owner.
    case perform(NotificationAction, activity: String)
    /// What ``NotificationStateMachine/memory`` says is another than before.
    case remember
}

/// What a restart of this program has to know, so that nothing is shown twice.
public struct NotificationMemory: Sendable, Hashable {
    public struct Line: Sendable, Hashable {
        /// 0: it is hidden, because a user closed it.
        public var notification: UInt32
        /// The revision of the last alert that was shown.
        public var alert: Int64

        public init(notification: UInt32, alert: Int64) {
            self.notification = notification
            self.alert = alert
        }
    }

    /// The server's unique name on the bus: another one knows none of the numbers.
    public var server: String
    /// By activity.
    public var lines: [String: Line]

    public init(server: String = "", lines: [String: Line] = [:]) {
        self.server = server
        self.lines = lines
    }
}
