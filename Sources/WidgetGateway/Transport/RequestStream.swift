import NIOCore
import NIOHPACK
import NIOHTTP2

/// One HTTP/2 stream: a request that comes, and its answer.
struct RequestStream {
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

    init(_ headers: HPACKHeaders, certificate: PushRequest.ClientCertificate?) {
        var method = ""
        var path = ""
        var authority: String?
        var known = PushHeaders()
        for (name, value, _) in headers {
            switch name {
            case ":method": method = value
            case ":path": path = value
            case ":authority", "host": authority = authority ?? value
            default: known.add(name, value)
            }
        }
        request = PushRequest(method: method, path: path, authority: authority, headers: known, certificate: certificate)
    }
}
