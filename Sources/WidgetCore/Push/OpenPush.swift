/// A push of which nothing has come yet: it is on disk until something has.
public struct OpenPush: Sendable, Hashable {
    /// Greater than that of every push that is open when it comes.
    public var number: Int64
    public var notification: PushNotification
    public var arrivedAt: Timestamp
    /// It waits for the next time that the daemon wakes, and no longer than this; nil: it was tried.
    public var heldUntil: Timestamp?

    public init(number: Int64, notification: PushNotification, arrivedAt: Timestamp, heldUntil: Timestamp? = nil) {
        self.number = number
        self.notification = notification
        self.arrivedAt = arrivedAt
        self.heldUntil = heldUntil
    }
}

/// What follows from something that happened to pushes. All of it belongs in one transaction.
public enum PushEffect: Sendable, Hashable {
    /// Keep it, or keep it as it is now.
    case keep(OpenPush)
    /// Something has come of it, or nothing ever will.
    case close(Int64)
    case log(PushLogEntry)
    /// Nobody waits any more for the reload of that widget that waits for its budget.
    case giveUp(WidgetID)
}
