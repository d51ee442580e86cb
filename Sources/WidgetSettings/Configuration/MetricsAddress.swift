public import WidgetCore

/// Where the daemon gives its metrics: an address of this machine alone, or a Unix socket.
public enum MetricsAddress: Sendable, Hashable, CustomStringConvertible {
    /// Port 0: the kernel chooses one.
    case loopback(host: String, port: Int)
    /// The absolute path of a socket that only the daemon's user can open.
    case unix(path: String)

    /// Reads `127.0.0.1:PORT`, `[::1]:PORT` or `unix:/path`.
    /// - Throws: INVALID_ARGUMENT that names `option`, for another address too: metrics have no password.
    public init(_ text: String, option: String) throws(WidgetError) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard path.hasPrefix("/") else { throw .invalid(option, "\"\(text.prefix(64))\" has no path from the root; write unix:/path") }
            guard path.utf8.count <= Limits.socketPathBytes else {
                throw .invalid(option, "\(path) has \(path.utf8.count) bytes and the limit is \(Limits.socketPathBytes); name a shorter path")
            }
            self = .unix(path: path)
            return
        }
        let address = try GatewayAddress(text, option: option)
        guard Self.isLoopback(address.host) else {
            throw .invalid(
                option,
                """
                other machines can reach \(address), and metrics have no password; write 127.0.0.1:\(address.port), [::1]:\(address.port) or unix:/path, and \
                put a proxy with TLS and a password before it for a Prometheus elsewhere
                """)
        }
        self = .loopback(host: address.host, port: address.port)
    }

    /// A name isn't one: it could mean another machine tomorrow.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil } && numbers[0] == "127"
    }

    public var description: String {
        switch self {
        case .loopback(let host, let port): "http://" + (host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)") + "/metrics"
        case .unix(let path): "unix:\(path)"
        }
    }
}
