/// The credit of a watcher: how much may be on its way, in events and in bytes. An event goes while both are left; the last one may overdraw the bytes.
///
/// A kind that was never granted doesn't count: the watcher is sent what its socket takes.
struct FlowControlWindow {
    private var messages: Int?
    /// Below zero: overdrawn. The next grant pays for it.
    private var bytes: Int?

    /// Whether an event of any size may be sent.
    var isLeft: Bool { (messages ?? 1) > 0 && (bytes ?? 1) > 0 }

    /// Adds to what is left; nothing where it is zero.
    mutating func grant(messages newMessages: UInt32, bytes newBytes: UInt32) {
        if newMessages > 0 { messages = min((messages ?? 0) + Int(newMessages), DaemonLimits.maximumWatchCredit) }
        if newBytes > 0 { bytes = min((bytes ?? 0) + Int(newBytes), DaemonLimits.maximumWatchCreditBytes) }
    }

    /// An event of so many bytes was sent.
    mutating func spend(_ count: Int) {
        messages = messages.map { $0 - 1 }
        bytes = bytes.map { $0 - count }
    }
}
