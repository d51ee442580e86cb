import TTRPCWire

/// Serves one connection in the calling thread, one request after another. A provider program serves the socket that it inherits with it.
///
/// Requests that come meanwhile wait in the kernel's socket buffer. Methods are unary.
///
/// ```swift
/// let server = BlockingServer(descriptor: 3)
/// server.register(service: "widgetd.v1.Provider", method: "Describe") { context, payload in … }
/// try server.serve()
/// ```
public final class BlockingServer {
    /// Answers one request. A thrown `RPCStatus` is the answer; any other error is answered as ``RPCStatus/init(describing:)`` says.
    public typealias Method = (RequestContext, [UInt8]) throws -> [UInt8]

    private struct Key: Hashable {
        var service: String
        var method: String
    }

    private let connection: BlockingConnection
    private var methods: [Key: Method] = [:]
    private var services: Set<String> = []
    private var ids = StreamIDRule()

    /// Takes over a connected stream socket.
    public init(descriptor: Int32) {
        connection = BlockingConnection(descriptor: descriptor)
    }

    /// Serves a method. It replaces a method that was registered under the same name.
    public func register(service: String, method: String, _ body: @escaping Method) {
        services.insert(service)
        methods[Key(service: service, method: method)] = body
    }

    /// Serves until the other side closes the connection.
    ///
    /// - Throws: ``ConnectionError`` when the connection breaks otherwise.
    public func serve() throws {
        while try serveOne() {}
    }

    /// Waits for one frame and answers it.
    ///
    /// - Returns: `false` when the other side has closed the connection.
    /// - Throws: ``ConnectionError`` when the connection breaks otherwise.
    public func serveOne() throws -> Bool {
        do {
            guard let event = try connection.receive(until: .never) else { return false }
            switch event {
            case .oversize(let header): try answer(header.streamID, .failure(FrameDecoder.oversizeStatus(Int(header.length))))
            case .frame(let header, let data): try handle(header, data)
            }
            return true
        } catch ConnectionError.closed {
            return false
        }
    }

    private func handle(_ header: FrameHeader, _ data: [UInt8]) throws {
        let id = header.streamID
        switch header.type {
        case .request:
            if let refusal = ids.accept(id, isOpen: { _ in false }) { return try answer(id, .failure(refusal)) }
            try answer(id, reply(to: id, data))
        case .data:
            // A client may have sent Data before it saw the answer, so Data of an answered call is ignored. Data of a call that never began is an error.
            if id > ids.last { try answer(id, .failure(RPCStatus(.invalidArgument, "Data on stream \(id), which isn't open"))) }
        default:
            try answer(id, .failure(RPCStatus(.invalidArgument, "a client doesn't send frames of \(header.type)")))
        }
    }

    private func reply(to id: UInt32, _ data: [UInt8]) -> ResponseEnvelope {
        do {
            let request = try data.withUnsafeBytes { (bytes) throws(EnvelopeError) in try RequestEnvelope(bytes) }
            guard let method = methods[Key(service: request.service, method: request.method)] else {
                let what = services.contains(request.service) ? "method \(request.method) of \(request.service)" : "service \(request.service)"
                throw RPCStatus(.unimplemented, "unknown \(what)")
            }
            let timeout: Duration? = request.timeoutNanoseconds == 0 ? nil : .nanoseconds(request.timeoutNanoseconds)
            let deadline = Deadline(in: timeout)
            if deadline.hasPassed { throw RPCStatus.overdueOnArrival }
            let context = RequestContext(streamID: id, service: request.service, method: request.method, metadata: request.metadata, deadline: deadline)
            let envelope = ResponseEnvelope.success(try method(context, request.payload))
            if envelope.encodedSize > WireLimits.maximumFrameLength { throw FrameDecoder.oversizeStatus(envelope.encodedSize) }
            return envelope
        } catch {
            return .failure(RPCStatus(describing: error))
        }
    }

    private func answer(_ id: UInt32, _ envelope: ResponseEnvelope) throws {
        let size = envelope.encodedSize
        var bytes: [UInt8] = []
        bytes.reserveCapacity(WireLimits.headerLength + size)
        FrameHeader(length: UInt32(size), streamID: id, type: .response).append(to: &bytes)
        envelope.append(to: &bytes)
        try connection.send(bytes, until: .never)
    }
}
