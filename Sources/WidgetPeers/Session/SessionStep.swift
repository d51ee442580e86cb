import WidgetCore
import WidgetReplication

/// The result of a session's step. It isn't nested in ``SessionRunner``, because that is generic, and each use of a type nested in it costs a lookup.
struct SessionStep: Sendable {
    var session: PeerSession
    var codec: MessageCodec
    var effects: [SessionEffect] = []
    var asked: [UInt64: @Sendable (PeerAnswer) -> Void] = [:]
    /// Why the session ended.
    var end: String?
    var nextStep: Int64 = 0
    var lag = SessionLag()
    var isCaughtUp = false
    var unconcernedDevices: Set<DeviceID> = []

    /// Ends the session because the peer broke a rule.
    mutating func end(_ fault: ReplicationFault, _ time: SessionTime) {
        effects += session.end("\(fault)", time)
        end = "\(fault)"
    }

    /// Passes the step through the store as one reference, because a session is some hundred words large.
    final class Box: Sendable {
        let step: SessionStep

        init(_ step: SessionStep) { self.step = step }
    }
}
