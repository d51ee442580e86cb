import NIOCore
import TTRPCWire

/// The way out: one buffer, one flush for a batch.
extension ServerConnection {
    /// Answers a call, or says why its answer can't be sent.
    ///
    /// - Parameter limit: bytes of the method's largest answer.
    func respond(_ id: UInt32, _ payload: [UInt8], limit: Int) {
        let size = ResponseEnvelope.size(payloadCount: payload.count)
        if let refusal = refusal(ofMessage: payload.count, limit: limit, size: size) ?? refusal(ofOutput: size) {
            output.writeResponse(streamID: id, status: refusal)
        } else {
            output.writeResponse(streamID: id, payload: payload)
        }
    }

    /// Why a message is too long to be sent: for its method, or with its envelope for a frame.
    func refusal(ofMessage count: Int, limit: Int, size: Int) -> RPCStatus? {
        guard count <= limit else {
            return RPCStatus(.resourceExhausted, "answer of \(count) bytes is over the limit of \(limit) bytes for a message; ask for less")
        }
        guard size <= limits.frameLength else {
            return RPCStatus(.resourceExhausted, "answer of \(size) bytes is over the frame limit of \(limits.frameLength) bytes; ask for less")
        }
        return nil
    }

    private func refusal(ofOutput size: Int) -> RPCStatus? {
        guard !isWritable else { return nil }
        guard unsent + output.readableBytes + size <= limits.bufferedBytesPerConnection else {
            return RPCStatus(
                .resourceExhausted, "\(limits.bufferedBytesPerConnection) bytes of answers wait unread on this connection, the limit; read them first")
        }
        if let refusal = shared.ledger.takeBytes(size, uid: link.peer.uid) { return refusal }
        outputCharge += size
        return nil
    }

    func flush() {
        guard output.readableBytes > 0, let context, !isClosing else { return }
        flushed += output.readableBytes
        if writesUnderWay == 0, let direct, context.channel.isActive { direct.write(&output) }
        if output.readableBytes > 0 {
            write(output, context)
            output = ByteBuffer()
        } else {
            if output.storageCapacity > Tuning.keptOutput { output = ByteBuffer() } else { output.clear() }
            if hasTurnInOutput {
                hasTurnInOutput = false
                turnIsWritten()
            }
        }
        if !isWritable { measureOutput() }
    }

    /// Through the channel, for what the socket doesn't take at once.
    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        writesUnderWay += 1
        let hasTurn = hasTurnInOutput
        if hasTurn {
            hasTurnInOutput = false
            isTurnUnderWay = true
        }
        isFlushing = true
        let written = context.writeAndFlush(wrapOutboundOut(bytes))
        isFlushing = false
        written.assumeIsolated().whenComplete { _ in
            self.writesUnderWay -= 1
            guard hasTurn, self.context != nil else { return }
            self.isTurnUnderWay = false
            self.turnIsWritten()
        }
    }

    /// From outside a batch: one flush for all that happens in this round of the loop.
    func scheduleFlush() {
        guard !isInBatch, !isFlushScheduled else { return }
        isFlushScheduled = true
        link.eventLoop.assumeIsolated().execute {
            self.isFlushScheduled = false
            self.resume()
        }
    }

    /// The channel is full: remembers how full, and watches whether it moves.
    private func measureOutput() {
        unsent = bufferedByChannel
        if stall == nil { stall = StallWatch(timeout: limits.stalledOutputTimeout, now: .now(), taken: flushed - unsent) }
    }

    /// The channel has room again.
    func relieveOutput() {
        unsent = 0
        stall = nil
        shared.ledger.releaseBytes(outputCharge, uid: link.peer.uid)
        outputCharge = 0
    }

    var bufferedByChannel: Int {
        guard let options = context?.channel.syncOptions, let count = try? options.getOption(.bufferedWritableBytes) else { return 0 }
        return count
    }
}
