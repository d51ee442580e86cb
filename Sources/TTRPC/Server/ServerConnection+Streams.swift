import NIOCore
import TTRPCWire

/// Streams take turns: a turn sends at most 16 KiB, and the next one comes when the socket has taken it all and the event
/// loop has looked at its sockets. So a stream alone never fills the channel (which would stop reading), and an answer to
/// a unary call has at most one turn ahead of it.
extension ServerConnection {
    func startStream(
        _ context: CallContext, _ entry: MethodTable.Entry, started: NIODeadline, isRemoteClosed: Bool, payload: ByteBuffer,
        _ body: @Sendable (CallContext, ByteBuffer, ServerStream) throws -> any ServerStreamHandler
    ) throws {
        try takeStream()
        let id = context.streamID
        let handler: any ServerStreamHandler
        do {
            handler = try body(context, payload, ServerStream(id: id, link: link))
        } catch {
            shared.ledger.releaseStream(uid: link.peer.uid)
            throw error
        }
        let stream = OpenStream(context, entry, started: started, role: .stream(handler), isRemoteClosed: isRemoteClosed)
        open(stream)
        if isRemoteClosed { handler.remoteClosed() }
        enqueue(stream)
    }

    /// A stream's handle says that it has something to send.
    func wake(streamID: UInt32) {
        guard let stream = streams[streamID] else { return }
        enqueue(stream)
        scheduleTurn(after: nil)
    }

    private func enqueue(_ stream: OpenStream) {
        guard !stream.isReady, !stream.isOver else { return }
        stream.isReady = true
        ready.append(stream)
    }

    /// One turn.
    func pump() {
        guard !ready.isEmpty, !isPumping, !isTurnUnderWay, context != nil else { return }
        isPumping = true
        var budget = Tuning.turnBudget
        while budget > 0, isWritable, let stream = ready.popFirst() {
            stream.isReady = false
            budget = serve(stream, budget)
        }
        isPumping = false
        // A turn without messages has no write to wait for.
        if !ready.isEmpty, !hasTurnInOutput, isWritable { scheduleTurn(after: nextPause()) }
    }

    /// The channel has written the turn.
    func turnIsWritten() {
        if !ready.isEmpty { scheduleTurn(after: nextPause()) }
    }

    private func nextPause() -> TimeAmount {
        turns += 1
        return turns.isMultiple(of: Tuning.turnsPerLongPause) ? Tuning.longTurnPause : Tuning.turnPause
    }

    /// Sends of one stream until its messages or the budget run out; returns what is left of it.
    private func serve(_ stream: OpenStream, _ budget: Int) -> Int {
        guard case .stream(let handler) = stream.role else { return budget }
        var budget = budget
        do {
            while !stream.isOver {
                guard budget > 0 else {
                    enqueue(stream)
                    return budget
                }
                switch try handler.next() {
                case .message(let message):
                    if let refusal = refusal(ofMessage: message.count, limit: stream.answerLength, size: message.count) { throw refusal }
                    guard !stream.isOver else { break }
                    output.writeData(streamID: stream.id, flags: [], message: message)
                    hasTurnInOutput = true
                    budget -= WireLimits.headerLength + message.count
                case .idle:
                    return budget
                case .finish:
                    guard !stream.isOver else { break }
                    output.writeData(streamID: stream.id, flags: [.remoteClosed, .noData], message: [])
                    finish(stream, .ok)
                case .end(let payload):
                    guard !stream.isOver else { break }
                    respond(stream.id, payload, limit: stream.answerLength)
                    finish(stream, .ok)
                }
            }
        } catch {
            fail(stream, RPCStatus(describing: error))
        }
        return budget
    }

    /// The first turn comes with the loop's current round, further ones after it has polled.
    private func scheduleTurn(after pause: TimeAmount?) {
        guard !isTurnScheduled, !isTurnUnderWay, !isPumping, !isInBatch else { return }
        isTurnScheduled = true
        let view = link.eventLoop.assumeIsolated()
        if let pause {
            view.scheduleTask(in: pause) { self.turn() }
        } else {
            view.execute { self.turn() }
        }
    }

    private func turn() {
        isTurnScheduled = false
        guard !isInBatch else { return }
        pump()
        flush()
        armAlarm()
    }
}
