import WidgetCore
import WidgetReplication

/// The result of a session's step, once the store has it. Not within ``SessionRunner``, which is generic: each use of a generic type's types looks
/// them up.
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

    /// The peer did what it may not.
    mutating func end(_ fault: ReplicationFault, _ time: SessionTime) {
        effects += session.end("\(fault)", time)
        end = "\(fault)"
    }

    /// Through the store as one reference: a session is some hundred words.
    final class Box: Sendable {
        let step: SessionStep

        init(_ step: SessionStep) { self.step = step }
    }
}
