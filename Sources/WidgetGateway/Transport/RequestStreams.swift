import NIOCore
import NIOHPACK
import NIOHTTP2

/// One HTTP/2 stream: a request and its answer.
struct RequestStream {
    /// The overhead of each field (RFC 9113, 6.5.2).
    private static let fieldOverhead = 32

    enum State {
        /// The request isn't complete.
        case reading
        /// The request is complete, and its answer is being made.
        case answering
        /// The request is answered. Data that the client still sends is discarded.
        case discarding(bytes: Int)
        /// The request is answered. The stream ends when the answer is sent.
        case ending
    }

    var request: PushRequest
    var state = State.reading

    /// Whether the request still needs an answer.
    var isDue: Bool {
        switch state {
        case .reading, .answering: true
        case .discarding, .ending: false
        }
    }

    /// The bytes of its headers while they are held, as HTTP/2 counts them.
    var headBytes = 0

    init(_ headers: HPACKHeaders, certificate: PushRequest.ClientCertificate?) {
        var method = ""
        var path = ""
        var authority: String?
        var known = PushHeaders()
        for (name, value, _) in headers {
            headBytes += name.utf8.count + value.utf8.count + Self.fieldOverhead
            switch name {
            case ":method": method = value
            case ":path": path = value
            case ":authority", "host": authority = authority ?? value
            default: known.add(name, value)
            }
        }
        request = PushRequest(method: method, path: path, authority: authority, headers: known, certificate: certificate)
    }

    /// Drops the request's headers and body.
    mutating func drop() {
        request = PushRequest(method: request.method, path: request.path, headers: PushHeaders())
        headBytes = 0
    }
}

/// The streams of a connection. It counts those that still need an answer, because each answer checks that number.
struct RequestStreams {
    private(set) var all: [HTTP2StreamID: RequestStream] = [:]
    /// The number of streams whose request isn't answered.
    private(set) var due = 0

    var isEmpty: Bool { all.isEmpty }
    subscript(id: HTTP2StreamID) -> RequestStream? { all[id] }

    mutating func insert(_ stream: RequestStream, as id: HTTP2StreamID) {
        if let old = all.updateValue(stream, forKey: id), old.isDue { due -= 1 }
        if stream.isDue { due += 1 }
    }

    /// Changes a stream. It does nothing where there is no such stream.
    mutating func change(_ id: HTTP2StreamID, _ body: (inout RequestStream) -> Void) {
        guard let index = all.index(forKey: id) else { return }
        let wasDue = all.values[index].isDue
        body(&all.values[index])
        if wasDue != all.values[index].isDue { due += wasDue ? -1 : 1 }
    }

    /// - Returns: false where there is no such stream.
    mutating func remove(_ id: HTTP2StreamID) -> Bool {
        guard let old = all.removeValue(forKey: id) else { return false }
        if old.isDue { due -= 1 }
        return true
    }
}
