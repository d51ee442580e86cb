import NIOCore

/// When a connection was last active, and its one alarm. The alarm serves the handshake, the deadlines of streams, stalled output and idleness.
///
/// The alarm is set for the earliest of them. When it rings, all of them are checked. A call that ends early doesn't move it. So a call with a deadline costs a
/// comparison, and an idle connection is woken only to be closed.
struct ConnectionTimes {
    private var alarm = Alarm()
    /// When the first frame header must have come; nil: it has.
    private(set) var handshakeDue: NIODeadline?
    /// The newest reading of the clock. It is read when input comes and when a call ends.
    private(set) var lastActivity = NIODeadline.now()

    init(handshakeTimeout: TimeAmount) { handshakeDue = lastActivity + handshakeTimeout }

    /// The connection has opened.
    mutating func open(handshakeTimeout: TimeAmount) {
        noteActivity()
        if handshakeDue != nil { handshakeDue = lastActivity + handshakeTimeout }
    }

    mutating func noteActivity() { lastActivity = .now() }

    /// The first frame header has come: the handshake's time doesn't count any more.
    mutating func shakeHands() {
        guard handshakeDue != nil else { return }
        handshakeDue = nil
        alarm.cancel()
    }

    // MARK: Alarm

    func isAlarmLater(than due: NIODeadline) -> Bool { alarm.isLater(than: due) }

    /// See ``Alarm/set(for:on:_:)``.
    mutating func setAlarm(for due: NIODeadline, on eventLoop: any EventLoop, _ fire: @escaping () -> Void) { alarm.set(for: due, on: eventLoop, fire) }

    /// To be called first when the alarm fires.
    mutating func alarmFired() { alarm.fired() }

    mutating func cancelAlarm() { alarm.cancel() }
}
