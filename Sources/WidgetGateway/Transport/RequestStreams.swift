import NIOCore
import NIOHPACK
import NIOHTTP2

/// One HTTP/2 stream: a request that comes, and its answer.
struct RequestStream {
    /// The overhead of each field (RFC 9113, 6.5.2).
    private static let fieldOverhead = 32

    enum State {
        /// The rest of it is awaited.
        case reading
        /// It is whole, and its answer is awaited.
        case answering
        /// It is answered; what the client still sends is thrown away.
        case discarding(bytes: Int)
        /// It is answered, and will be gone when that is sent.
        case ending
    }

    var request: PushRequest
    var state = State.reading

    /// It is owed an answer.
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

    /// Forgets the request: nothing is held for it any more.
    mutating func drop() {
        request = PushRequest(method: request.method, path: request.path, headers: PushHeaders())
        headBytes = 0
    }
}

/// The streams of a connection, with a count of those that are owed an answer: it is looked at with each answer.
struct RequestStreams {
    private(set) var all: [HTTP2StreamID: RequestStream] = [:]
    /// Streams whose request comes, or is whole and isn't answered.
    private(set) var due = 0

    var isEmpty: Bool { all.isEmpty }
    subscript(id: HTTP2StreamID) -> RequestStream? { all[id] }

    mutating func insert(_ stream: RequestStream, as id: HTTP2StreamID) {
        if let old = all.updateValue(stream, forKey: id), old.isDue { due -= 1 }
        if stream.isDue { due += 1 }
    }

    /// Without effect where there is no such stream.
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
