import NIOCore

/// When a connection last did something, and the one alarm for all that comes due on it: handshake, deadlines of its streams, stalled output, idleness.
///
/// The alarm is set for the earliest. When it rings, all of them are looked at; ends that come earlier don't move it. So a call with a deadline costs a
/// comparison, and an idle connection no wake-up but the one that closes it.
struct ConnectionTimes {
    private var alarm = Alarm()
    /// When the first frame header must have come; nil: it has.
    private(set) var handshakeDue: NIODeadline?
    /// The newest reading of the clock: when input came, or a call ended.
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
    mutating func setAlarm(for due: NIODeadline, on eventLoop: any EventLoop, _ ring: @escaping () -> Void) { alarm.set(for: due, on: eventLoop, ring) }

    /// To be called first when the alarm rings.
    mutating func alarmRang() { alarm.rang() }

    mutating func cancelAlarm() { alarm.cancel() }
}
