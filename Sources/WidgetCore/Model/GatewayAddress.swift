/// Where a server of this machine listens: an address or a host's name, and a port.
public struct GatewayAddress: Sendable, Hashable, CustomStringConvertible {
    public var host: String
    /// 0: the kernel chooses one.
    public var port: Int

    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `address:port` or `[IPv6]:port`.
    /// - Throws: INVALID_ARGUMENT that names `option`.
    public init(_ text: String, option: String) throws(WidgetError) {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex, let port = Int(text[text.index(after: colon)...]) else {
            throw .invalid(option, "\"\(text.prefix(64))\" has no port; write address:port, as 127.0.0.1:2197 or [::]:2197")
        }
        guard (0...65_535).contains(port) else {
            throw .invalid(option, "\"\(text.prefix(64))\" has no port of 1 to 65535; write address:port, as 127.0.0.1:2197 or [::]:2197")
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw .invalid(option, "\"\(text.prefix(64))\": write an IPv6 address in brackets, as [::]:2197")
        }
        guard !host.isEmpty else { throw .invalid(option, "\"\(text.prefix(64))\" has no address; write address:port, as 127.0.0.1:2197 or [::]:2197") }
        self.init(host: String(host), port: port)
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
