import NIOCore
import TTRPCWire

/// The meaning of frames: how calls begin and end. A frame against the protocol is answered on its stream, and ends that stream if it is open. Too many of them
/// close the connection.
extension ServerConnection {
    func handle(_ header: FrameHeader, _ data: ByteBuffer) {
        times.shakeHands()
        switch header.type {
        case .request: handleRequest(header, data)
        case .data: handleData(header, data)
        default: violation(header.streamID, "a client doesn't send frames of \(header.type); requests are type 1, data type 3")
        }
    }

    /// Answers a frame whose data is skipped. The frame is only too large, so it doesn't count as a protocol error.
    func refuse(_ header: FrameHeader, _ status: RPCStatus) {
        times.shakeHands()
        if let stream = calls[header.streamID] {
            fail(stream, status)
        } else {
            if header.type == .request { _ = ids.accept(header.streamID) { _ in false } }
            output.respond(header.streamID, status)
            countUnknown(status.code)
        }
    }

    // MARK: Requests

    private func handleRequest(_ header: FrameHeader, _ data: ByteBuffer) {
        let id = header.streamID
        if let refusal = ids.accept(id, isOpen: { calls[$0] != nil }) { return violation(id, refusal.message) }
        if header.flags.isSuperset(of: [.remoteClosed, .remoteOpen]) {
            return violation(id, "Request flags \(header.flags.rawValue) say both that the client sends more and that it doesn't")
        }
        do throws(RPCStatus) {
            var payload = data
            let request: MethodTable.Request
            do throws(RPCStatus) { request = try shared.methods.request(in: &payload) } catch {
                countUnknown(error.code)
                throw error
            }
            try start(request, id: id, flags: header.flags, payload: payload)
        } catch { output.respond(id, error) }
    }

    // MARK: Data

    private func handleData(_ header: FrameHeader, _ data: ByteBuffer) {
        let id = header.streamID
        guard let stream = calls[id] else {
            // A client may have sent Data before it read that the stream had ended. An id that was never used is an error.
            if id & 1 == 0 || id > ids.last { violation(id, "Data on stream \(id), which was never opened") }
            return
        }
        if case .asked(let call) = stream.role {
            guard !stream.isRemoteClosed else { return violation(id, "Data after the client closed its side") }
            stream.isRemoteClosed = header.flags.contains(.remoteClosed)
            if let refusal = call.keep(header, data.owned) { fail(stream, refusal) }
            return
        }
        guard case .stream(let handler) = stream.role else { return violation(id, "Data on a unary call, which takes none") }
        if stream.isRemoteClosed { return violation(id, "Data after the client closed its side") }
        let isEmpty = header.flags.contains(.noData)
        if isEmpty, header.length > 0 { return violation(id, "Data flags \(header.flags.rawValue) say `no data`, and \(header.length) bytes follow") }
        do {
            if !isEmpty {
                try admit(messageOf: data.readableBytes)
                try handler.receive(data)
            }
            if header.flags.contains(.remoteClosed), !stream.isOver {
                stream.isRemoteClosed = true
                handler.remoteClosed()
            }
        } catch { fail(stream, RPCStatus(describing: error)) }
    }

    // MARK: Errors

    private func violation(_ id: UInt32, _ what: String) {
        let status = RPCStatus(.invalidArgument, what)
        if let stream = calls[id] {
            fail(stream, status)
        } else {
            output.respond(id, status)
            countUnknown(status.code)
        }
        protocolErrors += 1
        shared.configuration.logger.debug("protocol error", metadata: ["connection": "\(link.id)", "what": "\(what)"])
        if protocolErrors >= limits.protocolErrorsPerConnection {
            flush()
            close()
        }
    }

    private func countUnknown(_ code: StatusCode) { shared.configuration.observer?.callFinished(nil, status: code, duration: .zero) }

    // MARK: Calls

    private func start(_ request: MethodTable.Request, id: UInt32, flags: FrameFlags, payload: ByteBuffer) throws(RPCStatus) {
        let entry = request.entry
        // The time at which the last call ended or the batch began. It saves a reading of the clock for each call.
        let started = times.lastActivity
        do {
            if isDraining { throw RPCStatus(.unavailable, "the server is stopping; connect again in a moment") }
            let decision = shared.configuration.authorize(link.peer, entry.requested)
            if case .denied(let denial) = decision { throw noted(denial, entry) }
            try admit(messageOf: payload.readableBytes)
            let context = CallContext(
                link: link, requested: entry.requested, streamID: id, metadata: request.metadata,
                deadline: try deadline(request.timeoutNanoseconds, from: started))
            if case .undecided(let question) = decision {
                let call = UndecidedCall(context, entry, started: started, isRemoteClosed: !flags.contains(.remoteOpen), payload: payload.owned)
                return try ask(question, about: call)
            }
            try begin(context, entry, started: started, isRemoteClosed: !flags.contains(.remoteOpen), payload: payload)
        } catch {
            let status = RPCStatus(describing: error)
            count(entry.requested, status.code, since: started)
            throw status
        }
    }

    /// Begins a call that its caller may make.
    private func begin(_ context: CallContext, _ entry: MethodTable.Entry, started: NIODeadline, isRemoteClosed: Bool, payload: ByteBuffer) throws {
        switch entry.handler {
        case .immediate(let body):
            let answer = try body(context, payload)
            output.respond(context.streamID, answer, limit: entry.answerLength)
            count(entry.requested, .ok, since: started)
        case .unary(let body): try startUnary(context, entry, started: started, payload: payload, body)
        case .stream(let body): try startStream(context, entry, started: started, isRemoteClosed: isRemoteClosed, payload: payload, body)
        }
    }

    // MARK: Rights

    /// Tells the observer of a denial, and returns the answer.
    private func noted(_ denial: AccessDenial, _ entry: MethodTable.Entry) -> RPCStatus {
        shared.configuration.observer?.callDenied(link.peer, entry.requested, rule: denial.rule)
        return denial.status
    }

    /// Lets a call wait until it is decided whether its caller may make it. It counts as an open stream and a running call meanwhile.
    private func ask(_ question: @escaping @Sendable (CallContext) async -> AccessDenial?, about call: UndecidedCall) throws(RPCStatus) {
        try takeStream()
        let (context, size) = (call.context, call.payload.readableBytes)
        calls.taskBegins(size)
        calls.open(OpenStream(context, call.entry, started: call.started, role: .asked(call), isRemoteClosed: call.isRemoteClosed))
        let (link, ledger, id) = (link, shared.ledger, context.streamID)
        call.question = Task {
            let denial = await question(context)
            ledger.releaseStream(uid: link.peer.uid)
            link.withConnection { $0.decided(id, size, denial) }
        }
    }

    /// Begins a call that waited, and its stream's messages that came meanwhile; or denies it.
    private func decided(_ id: UInt32, _ size: Int, _ denial: AccessDenial?) {
        calls.taskEnded(size)
        defer { scheduleFlush() }
        guard let stream = calls[id], case .asked(let call) = stream.role else { return }
        if let denial { return fail(stream, noted(denial, call.entry)) }
        // The call itself takes the place of the one that waited.
        stream.isOver = true
        calls.close(stream)
        do {
            try begin(call.context, call.entry, started: call.started, isRemoteClosed: call.isRemoteClosed, payload: call.payload)
            for (header, data) in call.frames where calls[id] != nil { handleData(header, data) }
        } catch {
            let status = RPCStatus(describing: error)
            count(call.entry.requested, status.code, since: call.started)
            output.respond(id, status)
        }
        if calls.isEmpty { times.noteActivity() }
        reportDrained()
    }

    /// Refuses a message of a client that is too long.
    private func admit(messageOf length: Int) throws(RPCStatus) {
        guard length <= limits.messageLength else {
            throw RPCStatus(.resourceExhausted, "message of \(length) bytes is over the limit of \(limits.messageLength) bytes; send less in one message")
        }
    }

    private func deadline(_ timeoutNanoseconds: Int64, from now: NIODeadline) throws(RPCStatus) -> NIODeadline? {
        guard timeoutNanoseconds != 0 else { return nil }
        guard timeoutNanoseconds > 0 else { throw RPCStatus.overdueOnArrival }
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
        calls.taskBegins(size)
        let stream = OpenStream(context, entry, started: started, role: .unary(nil), isRemoteClosed: true)
        calls.open(stream)
        let (link, ledger) = (link, shared.ledger)
        let task = Task.immediate {
            let result: Result<[UInt8], RPCStatus>
            do { result = .success(try await body(context, payload)) } catch { result = .failure(RPCStatus(describing: error)) }
            // The stream counts to the uid until the work is over, even when the client was answered or went away before.
            ledger.releaseStream(uid: link.peer.uid)
            link.withConnection { $0.complete(id, size, result) }
        }
        if !stream.isOver { stream.role = .unary(task) }
    }

    /// A task has returned.
    private func complete(_ id: UInt32, _ size: Int, _ result: Result<[UInt8], RPCStatus>) {
        calls.taskEnded(size)
        if let stream = calls[id], case .unary = stream.role {
            switch result {
            case .success(let payload):
                output.respond(id, payload, limit: stream.answerLength)
                finish(stream, .ok)
            case .failure(let status):
                output.respond(id, status)
                finish(stream, status.code)
            }
        }
        scheduleFlush()
    }

    /// Counts one more stream, for the connection and for the uid. The ledger's `releaseStream` gives it back.
    private func takeStream() throws(RPCStatus) {
        guard calls.hasRoomForStream else {
            throw RPCStatus(.resourceExhausted, "\(limits.streamsPerConnection) streams are open on this connection, the limit; end one first")
        }
        if let refusal = shared.ledger.takeStream(uid: link.peer.uid) { throw refusal }
    }

    // MARK: Ends

    /// Cancels a stream if it is open, and tells its client why.
    func cancel(streamID: UInt32, status: RPCStatus) {
        guard let stream = calls[streamID] else { return }
        fail(stream, status)
        scheduleFlush()
    }

    /// Ends a stream with a status.
    func fail(_ stream: OpenStream, _ status: RPCStatus) {
        guard !stream.isOver else { return }
        output.respond(stream.id, status)
        finish(stream, status.code)
    }

    /// Ends a stream. Every open stream ends here.
    func finish(_ stream: OpenStream, _ code: StatusCode) {
        guard !stream.isOver else { return }
        stream.isOver = true
        calls.close(stream)
        if calls.isEmpty { times.noteActivity() }
        count(stream.requested, code, since: stream.started)
        switch stream.role {
        case .unary(let task):
            stream.role = .unary(nil)
            task?.cancel()
        case .stream(let handler):
            shared.ledger.releaseStream(uid: link.peer.uid)
            handler.closed()
        case .asked(let call): call.question?.cancel()
        }
        reportDrained()
    }

    private func count(_ method: RequestedMethod, _ code: StatusCode, since started: NIODeadline) {
        guard let observer = shared.configuration.observer else { return }
        times.noteActivity()
        observer.callFinished(method, status: code, duration: times.lastActivity - started)
    }

    // MARK: Streams

    private func startStream(
        _ context: CallContext, _ entry: MethodTable.Entry, started: NIODeadline, isRemoteClosed: Bool, payload: ByteBuffer,
        _ body: @Sendable (CallContext, ByteBuffer, ServerStream) throws -> any ServerStreamHandler
    ) throws {
        try takeStream()
        let id = context.streamID
        let handler: any ServerStreamHandler
        do { handler = try body(context, payload, ServerStream(id: id, link: link)) } catch {
            shared.ledger.releaseStream(uid: link.peer.uid)
            throw error
        }
        let stream = OpenStream(context, entry, started: started, role: .stream(handler), isRemoteClosed: isRemoteClosed)
        calls.open(stream)
        if isRemoteClosed { handler.remoteClosed() }
        turns.enqueue(stream)
    }

    /// A stream's handle says that it has something to send.
    func wake(streamID: UInt32) {
        guard let stream = calls[streamID] else { return }
        turns.enqueue(stream)
        scheduleFirstTurn()
    }

    /// Sends messages of one stream until it has no more or the budget is used up. It returns the rest of the budget, below zero where the last message was
    /// longer.
    func serve(_ stream: OpenStream, _ budget: Int) -> Int {
        guard case .stream(let handler) = stream.role else { return budget }
        var budget = budget
        do {
            while !stream.isOver {
                guard budget > 0 else {
                    turns.enqueue(stream)
                    return budget
                }
                switch try handler.next() {
                case .message(let message):
                    if let refusal = output.refusal(ofMessage: message.count, limit: stream.answerLength, size: message.count) { throw refusal }
                    guard !stream.isOver else { break }
                    output.send(message, on: stream.id)
                    turns.messageIsInOutput()
                    budget -= WireLimits.headerLength + message.count
                case .idle: return budget
                case .finish:
                    guard !stream.isOver else { break }
                    output.finish(stream.id)
                    finish(stream, .ok)
                case .end(let payload):
                    guard !stream.isOver else { break }
                    output.respond(stream.id, payload, limit: stream.answerLength)
                    finish(stream, .ok)
                }
            }
        } catch { fail(stream, RPCStatus(describing: error)) }
        return budget
    }
}

extension ByteBuffer {
    /// The buffer itself, or a copy of it. A small slice is copied, since it would keep a large read buffer alive.
    fileprivate var owned: ByteBuffer { storageCapacity / 4 > readableBytes ? ByteBuffer(bytes: readableBytesView) : self }
}
