import NIOCore
import TTRPCWire

/// From a request to its answer.
extension ServerConnection {
    func start(_ request: Request, id: UInt32, flags: FrameFlags, payload: ByteBuffer) throws(RPCStatus) {
        let entry = request.entry
        // The end of the call before, or the batch's start: a reading of the clock less for each call.
        let started = lastActivity
        do {
            if isDraining { throw RPCStatus(.unavailable, "the server is stopping; connect again in a moment") }
            guard shared.configuration.authorize(link.peer, entry.right) else {
                throw RPCStatus(.permissionDenied, "\(entry.names.method) needs the right `\(entry.right)`, which uid \(link.peer.uid) doesn't have")
            }
            try admit(messageOf: payload.readableBytes)
            let context = CallContext(
                link: link, names: entry.names, streamID: id, metadata: request.metadata,
                deadline: try deadline(request.timeoutNanoseconds, from: started))
            switch entry.handler {
            case .immediate(let body):
                respond(id, try body(context, payload), limit: entry.answerLength)
                count(entry.names, .ok, since: started)
            case .unary(let body):
                try startUnary(context, entry, started: started, payload: payload, body)
            case .stream(let body):
                try startStream(context, entry, started: started, isRemoteClosed: !flags.contains(.remoteOpen), payload: payload, body)
            }
        } catch {
            let status = RPCStatus(describing: error)
            count(entry.names, status.code, since: started)
            throw status
        }
    }

    /// Refuses a message of a client that is too long.
    func admit(messageOf length: Int) throws(RPCStatus) {
        guard length <= limits.messageLength else {
            throw RPCStatus(.resourceExhausted, "message of \(length) bytes is over the limit of \(limits.messageLength) bytes; send less in one message")
        }
    }

    private func deadline(_ timeoutNanoseconds: Int64, from now: NIODeadline) throws(RPCStatus) -> NIODeadline? {
        guard timeoutNanoseconds != 0 else { return nil }
        guard timeoutNanoseconds > 0 else { throw RPCStatus(.deadlineExceeded, "the deadline had passed on arrival") }
        return now + .nanoseconds(min(timeoutNanoseconds, Tuning.maximumTimeoutNanoseconds))
    }

    private func startUnary(
        _ context: CallContext, _ entry: MethodTable.Entry, started: NIODeadline, payload: ByteBuffer,
        _ body: @escaping @Sendable (CallContext, ByteBuffer) async throws -> [UInt8]
    ) throws(RPCStatus) {
        try takeStream()
        let id = context.streamID
        let size = payload.readableBytes
        let payload = payload.owned
        callsInFlight += 1
        callBytes += size
        let stream = OpenStream(context, entry, started: started, role: .unary(nil), isRemoteClosed: true)
        open(stream)
        let (link, ledger) = (link, shared.ledger)
        let task = Task.immediate {
            let result: Result<[UInt8], RPCStatus>
            do {
                result = .success(try await body(context, payload))
            } catch {
                result = .failure(RPCStatus(describing: error))
            }
            // The uid's share is held until the work is over, also when the client was answered or went away before.
            ledger.releaseStream(uid: link.peer.uid)
            link.withConnection { $0.complete(id, size, result) }
        }
        if !stream.isOver { stream.role = .unary(task) }
    }

    /// A task has returned.
    private func complete(_ id: UInt32, _ size: Int, _ result: Result<[UInt8], RPCStatus>) {
        callsInFlight -= 1
        callBytes -= size
        if let stream = streams[id], case .unary = stream.role {
            switch result {
            case .success(let payload):
                respond(id, payload, limit: stream.answerLength)
                finish(stream, .ok)
            case .failure(let status):
                output.writeResponse(streamID: id, status: status)
                finish(stream, status.code)
            }
        }
        scheduleFlush()
    }

    func open(_ stream: OpenStream) {
        streams[stream.id] = stream
        if let deadline = stream.deadline { earliestDeadline = min(earliestDeadline, deadline) }
    }

    /// Room for one more stream, here and in the uid's share. Paired with `releaseStream`.
    func takeStream() throws(RPCStatus) {
        guard streams.count < limits.streamsPerConnection else {
            throw RPCStatus(.resourceExhausted, "\(limits.streamsPerConnection) streams are open on this connection, the limit; end one first")
        }
        if let refusal = shared.ledger.takeStream(uid: link.peer.uid) { throw refusal }
    }

    // MARK: Ends

    /// Cancels a stream if it is open, and tells its client why.
    func cancel(streamID: UInt32, status: RPCStatus) {
        guard let stream = streams[streamID] else { return }
        fail(stream, status)
        scheduleFlush()
    }

    /// Ends a stream with a status.
    func fail(_ stream: OpenStream, _ status: RPCStatus) {
        guard !stream.isOver else { return }
        output.writeResponse(streamID: stream.id, status: status)
        finish(stream, status.code)
    }

    /// The one way out for every open stream.
    func finish(_ stream: OpenStream, _ code: StatusCode) {
        guard !stream.isOver else { return }
        stream.isOver = true
        streams[stream.id] = nil
        if streams.isEmpty { lastActivity = .now() }
        count(stream.names, code, since: stream.started)
        switch stream.role {
        case .unary(let task):
            stream.role = .unary(nil)
            task?.cancel()
        case .stream(let handler):
            shared.ledger.releaseStream(uid: link.peer.uid)
            handler.closed()
        }
        reportDrained()
    }

    private func count(_ names: MethodNames, _ code: StatusCode, since started: NIODeadline) {
        guard let observer = shared.configuration.observer else { return }
        lastActivity = .now()
        observer.callFinished(service: names.service, method: names.method, status: code, duration: lastActivity - started)
    }
}

extension ByteBuffer {
    /// Itself, or a copy where it is a small slice that would keep a large read buffer alive.
    fileprivate var owned: ByteBuffer {
        storageCapacity / 4 > readableBytes ? ByteBuffer(bytes: readableBytesView) : self
    }
}
