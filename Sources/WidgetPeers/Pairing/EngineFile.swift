import Glibc
public import WidgetCore

/// What a hub needs to exchange changes through an engine.
public struct EngineAccess: Sendable, Hashable {
    /// A connection string of PostgreSQL, with a password and without `sslrootcert`: at most ``EngineFile/connectionBytes``.
    public var connection: String
    /// The certificate by which the server is known, as PEM, at most ``EngineFile/certificateBytes``. Empty: the connection string says what counts.
    public var certificate: String

    public init(connection: String, certificate: String) {
        self.connection = connection
        self.certificate = certificate
    }

    /// - Throws: INVALID_ARGUMENT that names the field and the limit.
    public func validated() throws(WidgetError) -> EngineAccess {
        guard (1...EngineFile.connectionBytes).contains(connection.utf8.count) else {
            throw .invalid("connection", "\(connection.utf8.count) bytes; it has 1 to \(EngineFile.connectionBytes)")
        }
        guard certificate.utf8.count <= EngineFile.certificateBytes else {
            throw .invalid("certificate", "\(certificate.utf8.count) bytes, the limit is \(EngineFile.certificateBytes)")
        }
        guard certificate.isEmpty || certificate.contains("-----BEGIN CERTIFICATE-----") else { throw .invalid("certificate", "it isn't PEM") }
        guard !connection.contains(where: \.isNewline) else { throw .invalid("connection", "it has more than one line") }
        return self
    }
}

/// The file that makes a device a hub of an engine, unless the settings name another one: `engine` in the state directory. `engine.crt` beside it has the
/// server's certificate.
public struct EngineFile: Sendable {
    public static let connectionBytes = 4 << 10
    public static let certificateBytes = 16 << 10

    private let directory: String
    public let path: String
    private var certificatePath: String { path + ".crt" }

    public init(stateDirectory: String) {
        directory = stateDirectory
        path = stateDirectory + "/engine"
    }

    public var isThere: Bool { access(path, F_OK) == 0 }

    /// Keeps it durably.
    /// - Throws: INVALID_ARGUMENT for what isn't valid; UNAVAILABLE where the file can't be written. The one before stays.
    public func write(_ access: EngineAccess) throws(WidgetError) {
        let access = try access.validated()
        var text = access.connection + "\n"
        if !access.certificate.isEmpty {
            try NewFile(directory: directory, name: "engine.crt", mode: 0o600).replace(access.certificate)
            text += "sslrootcert='\(certificatePath.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'\n"
        }
        try NewFile(directory: directory, name: "engine", mode: 0o600).replace(text)
    }

    /// This device is a hub of an engine no more.
    /// - Throws: UNAVAILABLE where the file can't be removed.
    public func remove() throws(WidgetError) {
        for path in [path, certificatePath] {
            guard unlink(path) == 0 || errno == ENOENT else { throw WidgetError(.unavailable, "can't remove \(path): \(String(cString: strerror(errno)))") }
        }
    }
}
