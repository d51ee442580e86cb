/// A hub's own account on a database server that `widgetctl fleet init` has set up.
public struct HubAccount: Sendable, Hashable {
    private static let prefix = "widgetd_"
    /// Bytes of the device's id that the name has. PostgreSQL's names have at most 63 bytes.
    private static let idBytes = 16

    /// The role's name: `widgetd_`, and the beginning of the device's id in 32 hexadecimal digits.
    public let name: String
    /// 1 to 128 letters, digits, `-` and `_`. Nil where it isn't known: the hub alone has it.
    public let password: String?

    public init(of device: DeviceID, password: String? = nil) {
        name = Self.prefix + device.bytes.prefix(Self.idBytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        self.password = password
    }

    /// Reads ``settings``.
    /// - Returns: nil where the text isn't made of them alone.
    public init?(settings: String) {
        let parts = settings.split(separator: " ", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0].hasPrefix("user=" + Self.prefix) else { return nil }
        name = String(parts[0].dropFirst("user=".count))
        let digits = name.dropFirst(Self.prefix.count)
        guard digits.utf8.count == 2 * Self.idBytes, digits.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else { return nil }
        guard parts.count == 2 else {
            password = nil
            return
        }
        let text = parts[1].dropFirst("password=".count)
        guard parts[1].hasPrefix("password="), (1...128).contains(text.utf8.count),
            text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        else { return nil }
        password = String(text)
    }

    /// As a part of a connection string: `user=NAME password=PASSWORD`.
    public var settings: String { "user=\(name)" + (password.map { " password=\($0)" } ?? "") }
}
