import NIOCore
import TTRPCWire

/// The calls of a connection, and their answers.
extension ClientConnection {
    func call(_ request: OutgoingRequest, _ ticket: CallTicket, _ caller: Caller) {
        guard !ticket.isCancelled else { return caller.resume(throwing: CancellationError()) }
        do throws(RPCStatus) {
            try start(request) { id, deadline in
                ticket.take(id) ? .call(caller, deadline) : nil
            }
        } catch {
            caller.resume(throwing: error)
        }
    }

    /// The caller's task was cancelled.
    func abandon(_ ticket: CallTicket) {
        guard let id = ticket.cancel(), pending[id] != nil else { return }
        end(id, .failure(CancellationError()))
        tellOfCancel(id)
    }

    /// Has the server stop working on a call, as far as that is possible: nobody waits for the answer, which is passed over.
    private func tellOfCancel(_ id: UInt32) {
        guard let request = cancelMethod?.request(cancelling: id), let cancelID = ids.next() else { return }
        request.write(to: &output, streamID: cancelID, size: request.size)
        scheduleFlush()
    }

    func openStream(_ request: OutgoingRequest, _ link: ClientLink) throws(RPCStatus) -> ClientStream {
        let inbox = StreamInbox(comfortable: limits.comfortableBytesPerStream)
        var streamID: UInt32 = 0
        try start(request) { id, deadline in
            streamID = id
            return .stream(StreamState(inbox: inbox, deadline: deadline, sends: request.flags.contains(.remoteOpen)))
        }
        return ClientStream(id: streamID, link: link, inbox: inbox)
    }

    // MARK: Sending on streams

    func send(_ message: [UInt8], on id: UInt32, _ sender: UnsafeContinuation<Void, any Error>) {
        do {
            try append(message, on: id)
        } catch {
            return sender.resume(throwing: error)
        }
        if context?.channel.isWritable == true, output.readableBytes < Tuning.flushThreshold {
            sender.resume()
        } else {
            waitingSenders.append(sender)
        }
    }

    /// Sends without waiting for room.
    func post(_ message: [UInt8], on id: UInt32) throws(RPCStatus) {
        guard output.readableBytes + bytesUnderWay + message.count <= limits.unsentBytes else {
            throw RPCStatus(.resourceExhausted, "\(limits.unsentBytes) bytes wait to be sent: the other side doesn't read")
        }
        try append(message, on: id)
    }

    private func append(_ message: [UInt8], on id: UInt32) throws(RPCStatus) {
        guard case .stream(let state)? = pending[id] else { throw RPCStatus(.failedPrecondition, "the stream is over") }
        guard state.sends else { throw RPCStatus(.failedPrecondition, "this side of the stream is closed") }
        guard message.count <= limits.frameLength else { throw FrameDecoder.oversizeStatus(message.count, limit: limits.frameLength) }
        output.writeData(streamID: id, flags: [], message: message)
        scheduleFlush()
    }

    func closeSend(_ id: UInt32) {
        guard case .stream(var state)? = pending[id], state.sends else { return }
        state.sends = false
        pending[id] = .stream(state)
        output.writeData(streamID: id, flags: [.remoteClosed, .noData], message: [])
        scheduleFlush()
    }

    func abandonStream(_ id: UInt32) {
        closeSend(id)
        end(id, .failure(RPCStatus(.cancelled, "the stream was given up")))
    }

    // MARK: Frames

    func handle(_ header: FrameHeader, _ data: ByteBuffer) {
        switch header.type {
        case .response: handleResponse(header.streamID, data)
        case .data: handleData(header, data)
        default: close(RPCStatus(.internal, "the server broke the protocol: it sent a frame of \(header.type)"))
        }
    }

    private func handleResponse(_ id: UInt32, _ data: ByteBuffer) {
        // An answer to what was given up meanwhile is of no use any more.
        guard pending[id] != nil else { return }
        do {
            let view = try data.withUnsafeReadableBytes { (bytes) in try ResponseView(bytes) }
            if let status = view.status {
                end(id, .failure(status))
            } else {
                end(id, .success(data.getSlice(at: data.readerIndex + view.payload.lowerBound, length: view.payload.count)))
            }
        } catch {
            end(id, .failure(RPCStatus(.internal, "the server sent a \(error)")))
        }
    }

    private func handleData(_ header: FrameHeader, _ data: ByteBuffer) {
        let id = header.streamID
        guard let entry = pending[id] else { return }
        guard case .stream(let state) = entry else {
            return end(id, .failure(RPCStatus(.internal, "the server answered a unary call with a stream")))
        }
        if !header.flags.contains(.noData) {
            let unread = state.inbox.deliver(data)
            if unread > limits.bufferedBytesPerStream {
                closeSend(id)
                return end(id, .failure(RPCStatus(.resourceExhausted, "more than \(limits.bufferedBytesPerStream) bytes of the stream wait unread")))
            }
            if unread > limits.comfortableBytesPerStream { setCongested(id, true) }
        }
        if header.flags.contains(.remoteClosed) { end(id, .success(nil)) }
    }
}
