import NIOCore
import TTRPCWire

/// What each frame means. A frame against the protocol is answered on its stream, ends that stream if it is open, and
/// costs at most this connection.
extension ServerConnection {
    func handle(_ header: FrameHeader, _ data: ByteBuffer) {
        shakeHands()
        switch header.type {
        case .request: handleRequest(header, data)
        case .data: handleData(header, data)
        default: violation(header.streamID, "a client doesn't send frames of \(header.type); requests are type 1, data type 3")
        }
        if inputCharge > 0 {
            shared.ledger.releaseBytes(inputCharge, uid: link.peer.uid)
            inputCharge = 0
        }
    }

    /// A frame too large to be held for nothing begins: charged to the uid until it has been handled.
    func admit(_ header: FrameHeader) {
        if let refusal = shared.ledger.takeBytes(Int(header.length), uid: link.peer.uid) {
            input.discardAnnounced()
            refuse(header, refusal)
        } else {
            inputCharge = Int(header.length)
        }
    }

    /// Answers a frame whose data is passed over. Not counted as a protocol error: the frame is sound, only too large.
    func refuse(_ header: FrameHeader, _ status: RPCStatus) {
        shakeHands()
        if let stream = streams[header.streamID] {
            fail(stream, status)
        } else {
            if header.type == .request { _ = ids.accept(header.streamID) { _ in false } }
            output.writeResponse(streamID: header.streamID, status: status)
            countUnknown(status.code)
        }
    }

    // MARK: Requests

    private func handleRequest(_ header: FrameHeader, _ data: ByteBuffer) {
        let id = header.streamID
        if let refusal = ids.accept(id, isOpen: { streams[$0] != nil }) {
            return violation(id, refusal.message)
        }
        if header.flags.isSuperset(of: [.remoteClosed, .remoteOpen]) {
            return violation(id, "Request flags \(header.flags.rawValue) say both that the client sends more and that it doesn't")
        }
        do throws(RPCStatus) {
            var payload = data
            let request = try parse(&payload)
            try start(request, id: id, flags: header.flags, payload: payload)
        } catch {
            output.writeResponse(streamID: id, status: error)
        }
    }

    /// A request whose method exists.
    struct Request {
        var entry: MethodTable.Entry
        var timeoutNanoseconds: Int64
        var metadata: Metadata
    }

    /// Reads the envelope in place and narrows `data` to the payload.
    private func parse(_ data: inout ByteBuffer) throws(RPCStatus) -> Request {
        var payload = 0..<0
        let parsed: Result<Request, RPCStatus> = data.withUnsafeReadableBytes { bytes in
            do {
                let view = try RequestView(bytes)
                payload = view.payload
                let service = UnsafeRawBufferPointer(rebasing: bytes[view.service])
                let method = UnsafeRawBufferPointer(rebasing: bytes[view.method])
                guard let entry = shared.methods.find(service: service, method: method) else {
                    return .failure(shared.methods.unimplemented(service: service, method: method))
                }
                let metadata = view.hasMetadata ? try view.metadata(in: bytes) : Metadata()
                return .success(Request(entry: entry, timeoutNanoseconds: view.timeoutNanoseconds, metadata: metadata))
            } catch {
                return .failure(RPCStatus(describing: error))
            }
        }
        switch parsed {
        case .success(let request):
            let start = data.readerIndex
            data.moveWriterIndex(to: start + payload.upperBound)
            data.moveReaderIndex(to: start + payload.lowerBound)
            return request
        case .failure(let status):
            countUnknown(status.code)
            throw status
        }
    }

    // MARK: Data

    private func handleData(_ header: FrameHeader, _ data: ByteBuffer) {
        let id = header.streamID
        guard let stream = streams[id] else {
            // What a client sent before it read our end of the stream is no error; an id that never was one is.
            if id & 1 == 0 || id > ids.last { violation(id, "Data on stream \(id), which was never opened") }
            return
        }
        guard case .stream(let handler) = stream.role else {
            return violation(id, "Data on a unary call, which takes none")
        }
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
        } catch {
            fail(stream, RPCStatus(describing: error))
        }
    }

    // MARK: Errors

    private func violation(_ id: UInt32, _ what: String) {
        let status = RPCStatus(.invalidArgument, what)
        if let stream = streams[id] {
            fail(stream, status)
        } else {
            output.writeResponse(streamID: id, status: status)
            countUnknown(status.code)
        }
        protocolErrors += 1
        shared.configuration.logger.debug("protocol error", metadata: ["connection": "\(link.id)", "what": "\(what)"])
        if protocolErrors >= limits.protocolErrorsPerConnection {
            flush()
            close()
        }
    }

    private func countUnknown(_ code: StatusCode) {
        shared.configuration.observer?.callFinished(service: "", method: "", status: code, duration: .zero)
    }
}
