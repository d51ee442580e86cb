import WidgetCore

/// Something that is to happen to activities of this device.
enum ActivityChange: Sendable {
    /// - Parameters:
    ///   - id: that it gets; one that is there under it isn't started again. Nil: a new one.
    ///   - follower: the number of the stream that holds it; nil: it isn't followed.
    case start(ActivityRequest, id: ActivityID? = nil, follower: Int? = nil)
    case update(ActivityID, ActivityUpdate)
    case end(ActivityID, ActivityUpdate, ActivityDismissalPolicy)
    case dismiss(ActivityID)
    /// The stream that held it is over; nil: none has come for it since the daemon started. Without effect where another one holds it by now.
    case abandon(ActivityID, follower: Int?, reason: String)
    /// A message for all that listen to a channel.
    case broadcast(PushChannel, ActivityPush)
    /// A post to a topic.
    case post(TopicPost)
    /// Its provider has drawn it, or couldn't.
    case drawn(ActivityID, ActivityPicture)
    /// Something has come due.
    case advance
    case sessionLocked
}

/// Why a change wasn't made.
enum ActivityChangeFailure: Error {
    /// By the rules: it will never be.
    case refused(WidgetError)
    /// The disk didn't take it, or too many wait for it.
    case unwritten(WidgetError)

    var error: WidgetError {
        switch self {
        case .refused(let error), .unwritten(let error): error
        }
    }
}
