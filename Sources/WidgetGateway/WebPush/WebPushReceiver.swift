public import WidgetCore

/// A browser's subscription at its push service, as a page has it (`PushSubscription.toJSON()`).
public struct WebPushReceiver: Sendable, Hashable {
    /// The address at which the service takes messages for the browser. Anyone who knows it may send some.
    public let endpoint: String
    /// The service's name, in lower case.
    public let host: String
    public let port: Int
    /// With a slash before it, and the query.
    public let path: String
    /// `p256dh`: 65 bytes.
    let publicKey: [UInt8]
    /// `auth`: 16 bytes.
    let authentication: [UInt8]

    /// - Parameters:
    ///   - endpoint: begins with `https://`; at most ``WebPushLimits/endpointBytes``.
    ///   - publicKey: `p256dh`, in base64 for URLs.
    ///   - authentication: `auth`, in base64 for URLs.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(endpoint: String, publicKey: String, authentication: String) throws(WidgetError) {
        let isPrintable = endpoint.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard endpoint.utf8.count <= WebPushLimits.endpointBytes, isPrintable, endpoint.hasPrefix("https://") else {
            throw .invalid("endpoint", "it is an https address of at most \(WebPushLimits.endpointBytes) bytes")
        }
        let rest = endpoint.dropFirst("https://".count)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = rest[..<slash].split(separator: ":", omittingEmptySubsequences: false)
        let name = authority.first ?? ""
        let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
        let port = authority.count == 1 ? 443 : authority.count == 2 ? Int(authority[1]) : nil
        guard isName, let port, (1...65_535).contains(port) else {
            throw .invalid("endpoint", "it has no name of a push service")
        }
        guard let key = Base64URL.bytes(of: publicKey), key.count == 65 else { throw .invalid("p256dh", "it is a key of 65 bytes, in base64") }
        guard let secret = Base64URL.bytes(of: authentication), secret.count == WebPushLimits.authenticationBytes else {
            throw .invalid("auth", "it has \(WebPushLimits.authenticationBytes) bytes, in base64")
        }
        (self.endpoint, host, self.port, path) = (endpoint, name.lowercased(), port, slash == rest.endIndex ? "/" : String(rest[slash...]))
        (self.publicKey, self.authentication) = (key, secret)
    }

    /// The service's origin, for which an identification holds.
    var origin: String { "https://\(host)\(port == 443 ? "" : ":\(port)")" }

    /// The body of a message to the browser (RFC 8291).
    /// - Parameter text: at most ``WebPushLimits/textBytes``.
    /// - Returns: nil where the browser's key is none, or where the text is too long.
    public func body(of text: [UInt8]) -> [UInt8]? {
        var random = SystemRandomNumberGenerator()
        return EncryptedMessage.seal(text, for: self, salt: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }
}
