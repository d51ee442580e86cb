internal import WidgetCore

/// Whether the peer is still there: when it was heard and asked last, and whether somebody waits for it. All times are uptimes in milliseconds.
struct KeepAlive: Sendable {
    private var heardAt: Int64
    /// When the peer was sent a ping, which also asks for its clock. Its hello tells that first.
    private var pingedAt: Int64
    /// nil: nobody waits for the peer to say something.
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

    /// The peer said something, perhaps not a whole message.
    mutating func heard(at uptime: Int64) { heardAt = max(heardAt, uptime) }

    mutating func pinged(at uptime: Int64) { pingedAt = uptime }

    /// Somebody waits for the peer from now on, or goes on to wait.
    mutating func expectAnswer(at uptime: Int64) {
        wait = Wait(since: wait?.since ?? uptime, until: uptime + ReplicationLimits.answersWithin.count)
    }

    mutating func stopWaiting() { wait = nil }

    /// Gives up a wait that has lasted for too long.
    mutating func expireWait(at uptime: Int64) { if let wait, uptime >= wait.until { stopWaiting() } }

    /// How long the peer was allowed to be silent, where it was for longer; nil: it is there.
    func exceededSilence(at uptime: Int64) -> Milliseconds? {
        guard let silentSince else { return uptime - heardAt >= ReplicationLimits.silence.count ? ReplicationLimits.silence : nil }
        // An awaited peer must have had time to answer a ping: it may have been this device that stood still.
        let isGone =
            uptime - silentSince >= ReplicationLimits.awaitedSilence.count && pingedAt > silentSince
            && uptime - pingedAt >= ReplicationLimits.probeAfter.count
        return isGone ? ReplicationLimits.awaitedSilence : nil
    }

    /// When a ping is due.
    /// - Parameter saidAt: when this side said something last.
    func pingDue(saidAt: Int64) -> Int64 { probeDue(saidAt: saidAt) ?? keepAliveDue(saidAt: saidAt) }

    /// When a ping is due, or the peer has been silent for too long.
    func nextStep(saidAt: Int64) -> Int64 {
        probeDue(saidAt: saidAt) ?? min(heardAt + ReplicationLimits.silence.count, keepAliveDue(saidAt: saidAt))
    }

    /// When an awaited peer is sent a ping, or is gone; nil: nobody waits.
    func probeDue(saidAt: Int64) -> Int64? {
        silentSince.map { min(max($0, pingedAt) + ReplicationLimits.probeAfter.count, keepAliveDue(saidAt: saidAt)) }
    }

    private func keepAliveDue(saidAt: Int64) -> Int64 { min(saidAt + ReplicationLimits.keepAlive.count, pingedAt + ReplicationLimits.clockAge.count) }

    /// Since when an awaited peer has said nothing.
    private var silentSince: Int64? { wait.map { max(heardAt, $0.since) } }
}
