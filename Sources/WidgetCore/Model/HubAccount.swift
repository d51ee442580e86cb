/// A hub's own account on a database server that `widgetctl fleet init` has set up.
public struct HubAccount: Sendable, Hashable {
    private static let prefix = "widgetd_"
    /// Bytes of the device's id that the name has. PostgreSQL's names have at most 63 bytes.
    private static let idBytes = 16
    private static let digits = "0123456789abcdef".utf8
    private static let base64Bytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=".utf8)
    /// Letters of 16 and of 32 bytes in base64.
    private static let (saltLength, keyLength) = (24, 44)
    private static let passwordBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// How often a password is hashed: as often as PostgreSQL does it itself.
    package static let iterations = 4_096

    /// The names of accounts, as a regular expression of PostgreSQL.
    package static let namePattern = "^\(prefix)[0-9a-f]{\(2 * idBytes)}$"
    /// The verifiers of passwords, as a regular expression of PostgreSQL.
    package static let verifierPattern =
        "^SCRAM-SHA-256\\$\(iterations):[A-Za-z0-9+/=]{\(saltLength)}\\$[A-Za-z0-9+/=]{\(keyLength)}:[A-Za-z0-9+/=]{\(keyLength)}$"

    /// The role's name: `widgetd_`, and the beginning of the device's id in 32 hexadecimal digits.
    public let name: String
    /// Letters, digits, `-` and `_`. Nil where it isn't known: the hub alone has it.
    public let password: String?

    public init(of device: DeviceID, password: String? = nil) {
        name = Self.prefix + device.bytes.prefix(Self.idBytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        self.password = password
    }

    /// Reads ``settings``.
    /// - Returns: nil where the text isn't made of them alone.
    public init?(settings: String) {
        let parts = settings.split(separator: " ", omittingEmptySubsequences: false).map { $0.split(separator: "=", omittingEmptySubsequences: false) }
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.count == 2 && !$0[1].isEmpty }), parts[0][0] == "user" else { return nil }
        name = String(parts[0][1])
        let id = name.utf8.dropFirst(Self.prefix.utf8.count)
        guard name.hasPrefix(Self.prefix), id.count == 2 * Self.idBytes, id.allSatisfy(Self.digits.contains) else { return nil }
        guard parts.count == 2 else {
            password = nil
            return
        }
        guard parts[1][0] == "password", parts[1][1].utf8.allSatisfy(Self.passwordBytes.contains) else { return nil }
        password = String(parts[1][1])
    }

    /// As a part of a connection string: `user=NAME password=PASSWORD`.
    public var settings: String { "user=\(name)" + (password.map { " password=\($0)" } ?? "") }

    /// Whether a text stands for a password as PostgreSQL keeps it (SCRAM-SHA-256), by the rule of ``verifierPattern``.
    package static func isVerifier(_ text: String) -> Bool {
        func parts(_ text: Substring, _ separator: Character) -> [Substring] { text.split(separator: separator, omittingEmptySubsequences: false) }
        func isBase64(_ text: Substring, _ count: Int) -> Bool { text.utf8.count == count && text.utf8.allSatisfy(base64Bytes.contains) }
        let fields = parts(text[...], "$")
        guard fields.count == 3, fields[0] == "SCRAM-SHA-256" else { return false }
        let (salt, keys) = (parts(fields[1], ":"), parts(fields[2], ":"))
        return salt.count == 2 && salt[0] == "\(iterations)" && isBase64(salt[1], saltLength) && keys.count == 2
            && keys.allSatisfy { isBase64($0, keyLength) }
    }
}
