import NIOCore
import WidgetCore
import WidgetReplication

/// What a ``SessionRunner`` keeps from one step to the next.
struct SessionRunnerState {
    var session: PeerSession
    /// It had nothing left to send or to compare.
    var isCaughtUp = false
    var codec = MessageCodec()
    var answers: [UInt64: @Sendable (PeerAnswer) -> Void] = [:]
    var timer: (uptime: Int64, scheduled: Scheduled<Void>)?
}
