import NIOCore
import TTRPCWire

/// One alarm for all of a connection's times: handshake, deadlines of its streams, stalled output, idleness. It is set for
/// the earliest and looks at them all when it rings; ends that come earlier don't move it. So a call with a deadline costs
/// a comparison, and an idle connection no wake-up but the one that closes it.
extension ServerConnection {
    /// Sets the alarm for what is due first, unless it rings before that anyway.
    func armAlarm() {
        guard context != nil else { return }
        var due = NIODeadline.distantFuture
        if !hasShaken { due = min(due, opened + limits.handshakeTimeout) }
        if streams.isEmpty {
            if callsInFlight == 0, let idle = limits.idleTimeout { due = min(due, lastActivity + idle) }
        } else {
            due = min(due, earliestDeadline)
        }
        if let stall { due = min(due, stall.due) }
        guard alarm.isLater(than: due) else { return }
        alarm.set(for: due, on: link.eventLoop) { self.ring() }
    }

    /// The first frame header has come: the handshake's time doesn't count any more.
    func shakeHands() {
        guard !hasShaken else { return }
        hasShaken = true
        alarm.cancel()
    }

    private func ring() {
        alarm.rang()
        let now = NIODeadline.now()
        if !hasShaken, now >= opened + limits.handshakeTimeout {
            return expel("sent no request in \(limits.handshakeTimeout.nanoseconds / 1_000_000) ms")
        }
        endOverdueStreams(now)
        if streams.isEmpty, callsInFlight == 0, let idle = limits.idleTimeout, now >= lastActivity + idle {
            return expel("idle")
        }
        if stall != nil { checkStall(now) }
        flush()
        armAlarm()
    }

    private func endOverdueStreams(_ now: NIODeadline) {
        guard earliestDeadline <= now else { return }
        earliestDeadline = .distantFuture
        for stream in Array(streams.values) {
            guard let deadline = stream.deadline else { continue }
            if deadline <= now {
                fail(stream, RPCStatus(.deadlineExceeded, "the call's deadline has passed"))
            } else {
                earliestDeadline = min(earliestDeadline, deadline)
            }
        }
    }

    private func checkStall(_ now: NIODeadline) {
        unsent = bufferedByChannel
        switch stall?.check(now: now, taken: flushed - unsent) {
        case .endStreams:
            let status = RPCStatus(.resourceExhausted, "the stream's messages weren't read in time")
            for stream in Array(streams.values) {
                if case .stream = stream.role { fail(stream, status) }
            }
        case .close: expel("reads nothing")
        case .patience, nil: break
        }
    }

    private func expel(_ why: String) {
        shared.configuration.logger.debug("closing connection", metadata: ["connection": "\(link.id)", "uid": "\(link.peer.uid)", "why": "\(why)"])
        close()
    }
}
