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
