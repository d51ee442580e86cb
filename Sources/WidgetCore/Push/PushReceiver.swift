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

/// Where nothing listens to such pushes.
public struct NoPushReceiver: PushReceiver {
    public init() {}

    public func receive(_ notification: PushNotification) async -> PushReception {
        switch notification.address {
        case .widgets: .discarded(reason: "it is for widgets")
        case .control: .discarded(reason: "nothing on this device shows controls yet")
        case .activity, .attributes: .discarded(reason: "nothing on this device shows Live Activities yet")
        }
    }

    public func receive(_ payload: [UInt8], on channel: PushChannel, id: String, priority: Int, expiration: Timestamp?) async -> PushReception {
        .discarded(reason: "no Live Activity on this device listens to the channel")
    }
}
