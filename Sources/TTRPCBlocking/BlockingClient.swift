public import TTRPCWire

/// A ttrpc client for programs that do one thing after another, such as a command line tool. A program that starts, makes one call and exits takes little
/// longer than one in C.
///
/// Streams and calls share the connection. Messages that arrive for a stream while a call waits are kept for that stream. One thread at a time may use the
/// client.
///
/// ```swift
/// let client = try BlockingClient(path: "/run/user/1000/widgetd/widgetd.sock")
/// let reply = try client.call(service: "widgetd.v1.Daemon", method: "Status", payload: request, timeout: .seconds(5))
/// ```
public final class BlockingClient {
    private let connection: BlockingConnection
    private var ids = StreamIDSource()
    private var open: [UInt32: Inbox] = [:]
    private var bufferedLength = 0

    /// The messages of one stream that have arrived and that nobody has taken yet.
    private struct Inbox {
        var messages: [[UInt8]] = []
        var taken = 0
        var end: Result<[UInt8]?, RPCStatus>?
    }

    /// Connects to a Unix socket.
    ///
    /// - Throws: ``ConnectionError``; it tells apart a missing socket, a socket that nobody serves, and one that this user may not use.
    public convenience init(path: String) throws {
        self.init(descriptor: try UnixSocket.connect(path: path))
    }

    /// Takes over a connected stream socket.
    public init(descriptor: Int32) {
        connection = BlockingConnection(descriptor: descriptor)
    }

    /// The socket, for poll(2) beside other descriptors. Frames may have been read from it already, so ask the streams before you poll.
    public var descriptor: Int32 { connection.descriptor }

    /// Whether messages or the end of a stream have been read while another one was asked, and wait to be taken. Then poll(2) doesn't tell of them.
    public var hasUnread: Bool { open.values.contains { $0.taken < $0.messages.count || $0.end != nil } }

    /// Closes the connection. The server cancels the calls that still run on it.
    public func close() {
        connection.close()
    }

    /// Calls a unary method.
    ///
    /// - Parameters:
    ///   - payload: the encoded request message, at most 4 MiB with its envelope.
    ///   - timeout: how long to wait. The server is told, and stops its work then too. `nil` waits for ever.
    /// - Returns: the encoded response message.
    /// - Throws: `RPCStatus` for an answer that isn't OK or doesn't come in time, and for a request that is too long; ``ConnectionError`` for a lost
    ///   connection.
    public func call(service: String, method: String, payload: [UInt8], timeout: Duration? = nil, metadata: Metadata = [:]) throws -> [UInt8] {
        let deadline = Deadline(in: timeout)
        let id = try start(service: service, method: method, payload: payload, flags: [], timeout: timeout, metadata: metadata, deadline: deadline)
        do {
            while true {
                if case let end? = open[id]?.end {
                    forget(id)
                    return try end.get() ?? []
                }
                try readOne(until: deadline)
            }
        } catch {
            forget(id)
            throw error
        }
    }

    /// Opens a stream.
    ///
    /// - Parameters:
    ///   - payload: the one request of a server-streaming method; empty where the client's messages follow.
    ///   - sendsMore: whether the client sends messages afterwards, as in client or bidirectional streaming.
    ///   - timeout: the whole stream's time on the server. `nil` sets no limit.
    /// - Throws: `RPCStatus` for a request that is too long or isn't sent in time, ``ConnectionError`` for a lost connection.
    public func openStream(
        service: String, method: String, payload: [UInt8] = [], sendsMore: Bool, timeout: Duration? = nil, metadata: Metadata = [:]
    ) throws -> BlockingStream {
        let flags: FrameFlags = sendsMore ? .remoteOpen : .remoteClosed
        let id = try start(
            service: service, method: method, payload: payload, flags: flags, timeout: timeout, metadata: metadata, deadline: Deadline(in: timeout))
        return BlockingStream(client: self, id: id, sends: sendsMore)
    }

    // MARK: Streams

    func send(_ message: [UInt8], on id: UInt32, flags: FrameFlags, timeout: Duration?) throws {
        guard message.count <= WireLimits.maximumFrameLength else { throw FrameDecoder.oversizeStatus(message.count) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(WireLimits.headerLength + message.count)
        FrameHeader(length: UInt32(message.count), streamID: id, type: .data, flags: flags).append(to: &bytes)
        bytes.append(contentsOf: message)
        try connection.send(bytes, until: Deadline(in: timeout))
    }

    /// The stream's next message; `nil` when it ended well.
    func receive(on id: UInt32, timeout: Duration?) throws -> [UInt8]? {
        let deadline = Deadline(in: timeout)
        while true {
            guard let inbox = open[id] else { return nil }
            if inbox.taken < inbox.messages.count { return take(from: id) }
            if let end = inbox.end {
                forget(id)
                return try end.get()
            }
            try readOne(until: deadline)
        }
    }

    func forget(_ id: UInt32) {
        guard let inbox = open.removeValue(forKey: id) else { return }
        for message in inbox.messages[inbox.taken...] { bufferedLength -= message.count }
    }

    private func take(from id: UInt32) -> [UInt8]? {
        guard var inbox = open.removeValue(forKey: id) else { return nil }
        let message = inbox.messages[inbox.taken]
        inbox.messages[inbox.taken] = []
        inbox.taken += 1
        if inbox.taken == inbox.messages.count {
            inbox.messages.removeAll(keepingCapacity: true)
            inbox.taken = 0
        }
        bufferedLength -= message.count
        open[id] = inbox
        return message
    }

    // MARK: Frames

    private func start(
        service: String, method: String, payload: [UInt8], flags: FrameFlags, timeout: Duration?, metadata: Metadata, deadline: Deadline
    ) throws -> UInt32 {
        let timeoutNanoseconds = timeout.map { max(1, Deadline.nanoseconds(of: $0)) } ?? 0
        let envelope = RequestEnvelope(service: service, method: method, payload: payload, timeoutNanoseconds: timeoutNanoseconds, metadata: metadata)
        let size = envelope.encodedSize
        guard size <= WireLimits.maximumFrameLength else { throw FrameDecoder.oversizeStatus(size) }
        guard let id = ids.next() else { throw RPCStatus(.unavailable, "this connection has used all its stream ids; connect again") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(WireLimits.headerLength + size)
        FrameHeader(length: UInt32(size), streamID: id, type: .request, flags: flags).append(to: &bytes)
        envelope.append(to: &bytes)
        try connection.send(bytes, until: deadline)
        open[id] = Inbox()
        return id
    }

    /// Reads one frame and files it under its stream.
    private func readOne(until deadline: Deadline) throws {
        guard let event = try connection.receive(until: deadline) else { throw ConnectionError.closed }
        switch event {
        case .oversize(let header):
            open[header.streamID]?.end = .failure(FrameDecoder.oversizeStatus(Int(header.length)))
        case .frame(let header, let data):
            // Nobody waits for frames of a stream that this client gave up, for example at its deadline.
            guard open[header.streamID] != nil, open[header.streamID]?.end == nil else { return }
            switch header.type {
            case .response:
                open[header.streamID]?.end = try Self.end(data)
            case .data:
                if !header.flags.contains(.noData) { try keep(data, for: header.streamID) }
                if header.flags.contains(.remoteClosed) { open[header.streamID]?.end = .success(nil) }
            default:
                throw ConnectionError.protocolViolation("a frame of \(header.type) from a server")
            }
        }
    }

    private func keep(_ message: [UInt8], for id: UInt32) throws {
        guard bufferedLength + message.count <= BlockingLimits.maximumBufferedLength else {
            throw RPCStatus(.resourceExhausted, "more than \(BlockingLimits.maximumBufferedLength) bytes wait unread on the streams of this connection")
        }
        bufferedLength += message.count
        open[id]?.messages.append(message)
    }

    private static func end(_ data: [UInt8]) throws -> Result<[UInt8]?, RPCStatus> {
        do {
            switch try data.withUnsafeBytes({ (bytes) throws(EnvelopeError) in try ResponseEnvelope(bytes) }) {
            case .success(let payload): return .success(payload)
            case .failure(let status): return .failure(status)
            }
        } catch {
            throw ConnectionError.protocolViolation("\(error)")
        }
    }
}
