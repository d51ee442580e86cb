/// What takes the pushes that aren't for widgets: controls and Live Activities.
public protocol PushReceiver: Sendable {
    /// Takes a push to a control, an activity, or the attributes of activities that it starts. It is on disk, and comes again after a crash until what became of it is noted.
    func receive(_ push: OpenPush) async -> PushReception

    /// Shows what was posted to a topic, durably.
    /// - Throws: why it can't: INVALID_ARGUMENT, RESOURCE_EXHAUSTED, UNAVAILABLE.
    func post(_ post: TopicPost) async throws(WidgetError) -> ActivityReceipt

    /// Takes a payload for the activities that listen to a channel.
    func receive(_ payload: [UInt8], on channel: PushChannel, id: String, priority: Int, expiration: Timestamp?) async -> PushReception
}

/// What came of a push.
public enum PushReception: Sendable, Hashable {
    case delivered
    /// It was delivered or dropped, and that is on disk already: in the commit of what it changed, so that it is never done twice.
    case recorded
    /// For people.
    case discarded(reason: String)
    /// Nothing yet, since the daemon stops: it comes again at the next start.
    case left
}
