import Glibc
import Linux
public import WidgetAPI
public import WidgetCore

/// The way of a hub to its engine.
public struct EngineAccess: Sendable, Hashable {
    /// A connection string of PostgreSQL on one line, without files of this machine: at most ``EngineFile/connectionBytes``. Without ``account`` it has the one
    /// that all hubs share, with its password.
    public var connection: String
    /// The account that this hub alone has.
    public var account: HubAccount?
    /// The certificate by which the server is known, as PEM, at most ``EngineFile/certificateBytes``. Empty: the connection string says what counts.
    public var certificate: String

    public init(connection: String, account: HubAccount? = nil, certificate: String) {
        self.connection = connection
        self.account = account
        self.certificate = certificate
    }

    /// - Throws: INVALID_ARGUMENT that names the field and the limit.
    public func validated() throws(WidgetError) -> EngineAccess {
        guard (1...EngineFile.connectionBytes).contains(connection.utf8.count) else {
            throw .invalid("connection", "\(connection.utf8.count) bytes; it has 1 to \(EngineFile.connectionBytes)")
        }
        try ConnectionString.checkIsPortable(connection, field: "connection")
        guard certificate.utf8.count <= EngineFile.certificateBytes else {
            throw .invalid("certificate", "\(certificate.utf8.count) bytes, the limit is \(EngineFile.certificateBytes)")
        }
        guard certificate.isEmpty || certificate.contains("-----BEGIN CERTIFICATE-----") else { throw .invalid("certificate", "it isn't PEM") }
        return self
    }
}

/// The file that makes a device a hub of an engine, unless the settings name another one: `engine` in the state directory. The server's certificate is in a
/// file of its own, named by its digest, so a new certificate never goes with an old string.
public struct EngineFile: Sendable {
    public static let connectionBytes = 4 << 10
    public static let certificateBytes = 16 << 10
    private static let setting = "sslrootcert="

    private let directory: String
    public let path: String

    public init(stateDirectory: String) {
        directory = stateDirectory
        path = stateDirectory + "/engine"
    }

    public var isThere: Bool { Glibc.access(path, F_OK) == 0 }

    /// Keeps the certificate, and nothing else yet.
    /// - Returns: the lines of the file for it.
    /// - Throws: INVALID_ARGUMENT for what isn't valid; UNAVAILABLE where the certificate can't be written.
    public func prepare(_ access: EngineAccess) throws(WidgetError) -> [String] {
        let access = try access.validated()
        let lines = [access.connection] + (access.account.map { [$0.settings] } ?? [])
        guard !access.certificate.isEmpty else { return lines }
        let name = "engine-\(String(ContentDigest(of: Array(access.certificate.utf8)).description.prefix(16))).crt"
        try NewFile(directory: directory, name: name, mode: 0o600).replace(access.certificate)
        let quoted = "\(directory)/\(name)".replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return lines + ["\(Self.setting)'\(quoted)'"]
    }

    /// Keeps it durably.
    /// - Throws: as ``prepare(_:)``. The one before stays.
    public func write(_ access: EngineAccess) throws(WidgetError) {
        try NewFile(directory: directory, name: "engine", mode: 0o600).replace(try prepare(access).joined(separator: "\n") + "\n")
    }

    /// This device is a hub of an engine no more.
    /// - Throws: UNAVAILABLE where the file can't be removed.
    public func remove() throws(WidgetError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw WidgetError(.unavailable, "can't remove \(path): \(String(cString: strerror(errno)))") }
    }

    /// The way to the engine, by the lines of this file or of one that the settings name.
    /// - Throws: INVALID_ARGUMENT where the lines name other files of this machine than a certificate on a line of its own; the certificate's errors.
    public static func access(of lines: [String]) throws(WidgetError) -> EngineAccess {
        var (rest, account, certificate): ([String], HubAccount?, String) = ([], nil, "")
        for line in lines {
            if let own = HubAccount(settings: line) {
                account = own
                continue
            }
            guard line.hasPrefix(setting) else {
                rest.append(line)
                continue
            }
            let path = unquoted(String(line.dropFirst(setting.count)))
            certificate = String(decoding: try FileText.read(path, limit: certificateBytes + 1), as: UTF8.self)
        }
        return try EngineAccess(connection: rest.joined(separator: " "), account: account, certificate: certificate).validated()
    }

    /// A value of a connection string without its quotes and backslashes.
    private static func unquoted(_ text: String) -> String {
        guard text.hasPrefix("'"), text.hasSuffix("'"), text.utf8.count >= 2 else { return text }
        return text.dropFirst().dropLast().reduce(into: (text: "", isEscaped: false)) { result, character in
            if character == "\\", !result.isEscaped { return result.isEscaped = true }
            result.text.append(character)
            result.isEscaped = false
        }.text
    }
}

extension EngineAccess {
    /// - Throws: INVALID_ARGUMENT that names the field and the limit.
    public init(_ proto: ProtoEngineAccess) throws(WidgetError) {
        let account = HubAccount(settings: proto.account)
        guard account != nil || proto.account.isEmpty else { throw .invalid("account", "it isn't a hub's account") }
        self = try EngineAccess(connection: proto.connection, account: account, certificate: proto.certificate).validated()
    }
}

extension ProtoEngineAccess {
    init(_ access: EngineAccess) {
        self.init()
        (connection, account, certificate) = (access.connection, access.account?.settings ?? "", access.certificate)
    }
}
