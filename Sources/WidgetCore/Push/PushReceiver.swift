/// What takes the pushes that aren't for widgets: controls and Live Activities.
public protocol PushReceiver: Sendable {
    /// Takes a push to a control, an activity, or the attributes of activities that it starts. It is on disk, and comes again after a crash: what has been done for its
    /// id is not done twice.
    func receive(_ notification: PushNotification) async -> PushReception

    /// Takes a payload for the activities that listen to a channel.
    func receive(_ payload: [UInt8], on channel: PushChannel, id: String, priority: Int, expiration: Timestamp?) async -> PushReception
}

/// What came of a push.
public enum PushReception: Sendable, Hashable {
    case delivered
    /// For people.
    case discarded(reason: String)
}
