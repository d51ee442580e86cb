internal import WidgetCore

/// Decides whether the peer is still there. It knows when the peer was last heard and pinged, and whether somebody waits for it. All times are uptimes in
/// milliseconds.
struct KeepAlive: Sendable {
    private var heardAt: Int64
    /// When the peer was last sent a ping, which also asks for its clock. At first it is the session's start, since the hello has the clock too.
    private var pingedAt: Int64
    /// Nil while nobody waits for the peer.
    private var wait: Wait?

    private struct Wait {
        let since: Int64
        let until: Int64
    }

    init(at uptime: Int64) {
        heardAt = uptime
        pingedAt = uptime
    }

    var isAwaited: Bool { wait != nil }

    /// Bytes have come from the peer, perhaps not a whole message.
    mutating func noteReceived(at uptime: Int64) { heardAt = max(heardAt, uptime) }

    mutating func pinged(at uptime: Int64) { pingedAt = uptime }

    /// Somebody waits for the peer from now on. An earlier wait is extended.
    mutating func expectAnswer(at uptime: Int64) {
        wait = Wait(since: wait?.since ?? uptime, until: uptime + ReplicationLimits.answersWithin.count)
    }

    mutating func stopWaiting() { wait = nil }

    /// Ends a wait whose time is over.
    mutating func expireWait(at uptime: Int64) { if let wait, uptime >= wait.until { stopWaiting() } }

    /// The allowed silence, if the peer was silent for longer. Nil where the peer still counts as there.
    func exceededSilence(at uptime: Int64) -> Milliseconds? {
        guard let silentSince else { return uptime - heardAt >= ReplicationLimits.silence.count ? ReplicationLimits.silence : nil }
        // An awaited peer must have had time to answer a ping, because this device itself may have been suspended.
        let isGone =
            uptime - silentSince >= ReplicationLimits.awaitedSilence.count && pingedAt > silentSince
            && uptime - pingedAt >= ReplicationLimits.probeAfter.count
        return isGone ? ReplicationLimits.awaitedSilence : nil
    }

    /// When a ping is due.
    /// - Parameter saidAt: when this side last sent a message.
    func pingDue(saidAt: Int64) -> Int64 { probeDue(saidAt: saidAt) ?? keepAliveDue(saidAt: saidAt) }

    /// When a ping is due, or the peer has been silent for too long.
    func nextStep(saidAt: Int64) -> Int64 {
        probeDue(saidAt: saidAt) ?? min(heardAt + ReplicationLimits.silence.count, keepAliveDue(saidAt: saidAt))
    }

    /// When an awaited peer must be pinged, or counts as gone. Nil while nobody waits.
    func probeDue(saidAt: Int64) -> Int64? {
        silentSince.map { min(max($0, pingedAt) + ReplicationLimits.probeAfter.count, keepAliveDue(saidAt: saidAt)) }
    }

    private func keepAliveDue(saidAt: Int64) -> Int64 { min(saidAt + ReplicationLimits.keepAlive.count, pingedAt + ReplicationLimits.clockAge.count) }

    /// When the silence of an awaited peer began.
    private var silentSince: Int64? { wait.map { max(heardAt, $0.since) } }
}
