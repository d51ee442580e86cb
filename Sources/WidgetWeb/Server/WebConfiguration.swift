public import WebAccess
public import WidgetAPI
public import WidgetCore
public import WidgetLayout

/// The board's settings.
public struct WebConfiguration: Sendable {
    public var listening: [GatewayAddress]
    /// Further names by which browsers may call the board.
    public var hosts: [String] = []
    /// In PEM: the chain, the own one first, and its key. Nil: without TLS.
    public var certificate: (chain: [UInt8], key: [UInt8])?
    /// A proxy on this machine says whether a request came by TLS.
    public var isBehindProxy = false
    /// Other machines may come without TLS.
    public var allowsPlain = false
    /// Without a session, this machine may look.
    public var isOpen = false
    /// The directory of the fonts' files; nil: the board has the browser's fonts.
    public var fonts: String? = "/usr/share/fonts/opentype/inter"
    /// Further push services for alerts, by their names.
    public var pushServices: [String] = []
    /// A file with the certificates that push services are trusted by; nil: the system's.
    public var pushTrust: String?
    public var limits = WebLimits()
    /// How dates are shown.
    public var localTime = LocalTime.utc
    /// The daemon's socket.
    public var daemon: SocketLocation
    public var access: WebAccessFile
    public var now: @Sendable () -> Timestamp

    public init(listening: [GatewayAddress], daemon: SocketLocation, access: WebAccessFile, now: @escaping @Sendable () -> Timestamp) {
        (self.listening, self.daemon, self.access, self.now) = (listening, daemon, access, now)
    }

    /// Keeps the pages that browsers show, beside the list of browsers.
    var pages: WallFile {
        let directory = access.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return WallFile(path: "\(directory)/web-pages.json")
    }

    /// - Throws: INVALID_ARGUMENT for settings that would let somebody in who mustn't come.
    func check() throws(WidgetError) {
        if isOpen, isBehindProxy { throw .invalid("--open", "behind a proxy everybody seems to come from this machine; pair the browsers") }
        guard certificate == nil, !allowsPlain else { return }
        for address in listening where !Self.isLoopback(address.host) {
            throw .invalid(
                "--listen",
                "\(address) is for other machines, and without TLS everybody on the way could read the board and tap; give --certificate and --key, listen on "
                    + "127.0.0.1 behind a proxy, or say --allow-plain for a network that you trust")
        }
    }

    /// The address by which browsers reach the board, as far as the settings tell it.
    public func address(listening: [GatewayAddress]) -> String {
        let listener = listening.first ?? GatewayAddress(host: "127.0.0.1", port: 0)
        let isSecure = certificate != nil || isBehindProxy
        // The proxy listens on the standard port.
        let port = isBehindProxy ? nil : Optional(listener.port)
        let isWildcard = ["0.0.0.0", "::"].contains(listener.host)
        let host = hosts.first ?? (isWildcard ? "localhost" : listener.host.contains(":") ? "[\(listener.host)]" : listener.host)
        return "\(isSecure ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")"
    }

    /// The address at which push services reach who sends: RFC 8292, 2.1, allows these two forms.
    var subject: String {
        let address = address(listening: listening)
        return address.hasPrefix("https:") ? address : "mailto:widgetd@localhost"
    }

    static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isFour = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        return isFour || host == "::1" || host == "localhost"
    }
}
