/// The address of a device: a host and a port, or a Unix socket of this machine. Unix sockets are for two daemons on one machine, and for tunnels such as `ssh
/// -L`.
///
/// Both use TLS. A socket's file mode says who may connect, but not who is at the other end of a tunnel.
public enum PeerAddress: Sendable, Hashable {
    /// A name or a number, and a port.
    case host(String, port: Int)
    /// An absolute path.
    case unix(path: String)

    /// The port where an address names none: "WIDG" on a telephone's keys.
    public static let defaultPort = 9434

    /// The port. Nil for a Unix socket.
    public var port: Int? {
        if case .host(_, let port) = self { port } else { nil }
    }
}

extension PeerAddress: CustomStringConvertible {
    /// The address in the form that ``init(_:)`` reads: `host:port`, `[v6]:port` or `unix:/path`.
    public var description: String {
        switch self {
        case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }

    private static let unixPrefix = "unix:"
    private static let hostBytes = 253

    /// Reads `host`, `host:port`, `[v6]`, `[v6]:port` or `unix:/path`; without a port it is ``defaultPort``.
    /// - Throws: INVALID_ARGUMENT that says what is wrong.
    public init(_ text: String) throws(WidgetError) {
        if text.hasPrefix(Self.unixPrefix) {
            let path = String(text.dropFirst(Self.unixPrefix.count))
            guard path.hasPrefix("/"), path.utf8.count <= Limits.socketPathBytes, path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw .invalid("address", "\(Self.quoted(text)): a socket's path is absolute and has at most \(Limits.socketPathBytes) bytes")
            }
            self = .unix(path: path)
            return
        }
        let (host, port) = try Self.split(text)
        let isNumber = text.hasPrefix("[")
        let isAllowed = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "%"): true
            default: byte == UInt8(ascii: ":") && isNumber
            }
        }
        guard !host.isEmpty, host.utf8.count <= Self.hostBytes, isAllowed else {
            throw .invalid("address", "\(Self.quoted(text)): write host:port, [IPv6]:port or unix:/path")
        }
        self = .host(host, port: port)
    }

    private static func split(_ text: String) throws(WidgetError) -> (host: String, port: Int) {
        var host = text[...]
        var rest = text[text.endIndex...]
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw .invalid("address", "\(quoted(text)): the bracket of the IPv6 address isn't closed") }
            host = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...]
        } else if let colon = text.firstIndex(of: ":") {
            guard text.lastIndex(of: ":") == colon else { throw .invalid("address", "\(quoted(text)): write an IPv6 address in brackets, as [fe80::1]:9434") }
            host = text[..<colon]
            rest = text[colon...]
        }
        if rest.isEmpty { return (String(host), Self.defaultPort) }
        guard rest.hasPrefix(":"), let port = Int(rest.dropFirst()), (0...65_535).contains(port) else {
            throw .invalid("address", "\(quoted(text)): a port is a number up to 65535")
        }
        return (String(host), port)
    }

    /// The text for an error, cut to the length of the longest address.
    private static func quoted(_ text: String) -> String { "'\(text.prefix(hostBytes))'" }
}
