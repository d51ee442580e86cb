/// A hub's own account on a database server that `widgetctl fleet init` has set up.
public struct HubAccount: Sendable, Hashable {
    private static let prefix = "widgetd_"
    /// Bytes of the device's id that the name has. PostgreSQL's names have at most 63 bytes.
    private static let idBytes = 16
    private static let digits = "0123456789abcdef".utf8
    private static let passwordBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// How often a password is hashed: as often as PostgreSQL does it itself.
    package static let iterations = 4_096

    /// The names of accounts, as a regular expression of PostgreSQL.
    package static let namePattern = "^\(prefix)[0-9a-f]{\(2 * idBytes)}$"
    /// The verifiers of passwords, as a regular expression of PostgreSQL.
    package static let verifierPattern = "^SCRAM-SHA-256\\$\(iterations):[A-Za-z0-9+/=]{24}\\$[A-Za-z0-9+/=]{44}:[A-Za-z0-9+/=]{44}$"

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

    /// Whether a text stands for a password as PostgreSQL keeps it (SCRAM-SHA-256): 133 letters, digits and signs, none of which is a quote.
    package static func isVerifier(_ text: String) -> Bool {
        text.utf8.count == 133 && text.hasPrefix("SCRAM-SHA-256$\(iterations):") && text.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 39 && $0 != 92 }
    }
}
