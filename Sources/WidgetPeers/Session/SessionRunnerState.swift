import NIOCore
import WidgetCore
import WidgetReplication

/// The state of a ``SessionRunner`` between two steps.
struct SessionRunnerState {
    var session: PeerSession
    /// Whether the session had nothing left to send or to compare.
    var isCaughtUp = false
    var codec = MessageCodec()
    var answers: [UInt64: @Sendable (PeerAnswer) -> Void] = [:]
    var timer: (uptime: Int64, scheduled: Scheduled<Void>)?
}
