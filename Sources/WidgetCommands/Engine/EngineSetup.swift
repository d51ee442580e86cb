import Glibc
import Linux
import WidgetAPI
import WidgetCore

/// Makes a PostgreSQL cluster of widgetd's own on a Debian or Ubuntu machine: apart from other clusters, with TLS, and with an account for hubs alone.
///
/// Each step does nothing where it was done before, so the setup can be repeated after a failure.
struct EngineSetup {
    /// The cluster, the database and the account have this name.
    private static let name = "widgetd"

    /// Where other hubs reach this machine: a name or an address.
    let address: String
    /// Told what is done.
    let report: (String) throws -> Void

    /// - Returns: the way to the engine.
    /// - Throws: PERMISSION_DENIED where the user isn't root; FAILED_PRECONDITION where a program lacks or fails.
    func run() throws -> ProtoEngineAccess {
        guard geteuid() == 0 else { throw WidgetError(.permissionDenied, "a database server can be set up by root alone; run: sudo widgetctl fleet init") }
        let version = try installedVersion()
        let directory = "/etc/postgresql/\(version)/\(Self.name)"
        if try cluster(version) == nil {
            try report("Making the PostgreSQL \(version) cluster \(Self.name)…\n")
            try AdministratorProgram.run(["pg_createcluster", version, Self.name, "--encoding=UTF8", "--locale=C.UTF-8", "--", "--data-checksums"])
        }
        let certificate = try makeCertificate(in: directory)
        try write(
            """
            # Written by: widgetctl fleet init
            listen_addresses = '*'
            ssl = on
            ssl_cert_file = '\(directory)/server.crt'
            ssl_key_file = '\(directory)/server.key'
            password_encryption = 'scram-sha-256'
            fsync = on
            synchronous_commit = on

            """, to: "\(directory)/conf.d/widgetd.conf", mode: 0o644)
        try write(
            """
            # Written by: widgetctl fleet init
            local   all      postgres  peer
            hostssl \(Self.name)  \(Self.name)   all  scram-sha-256
            # A standby: add `hostssl replication NAME ADDRESS scram-sha-256`

            """, to: "\(directory)/pg_hba.conf", mode: 0o640)
        try AdministratorProgram.run(["chown", "-R", "postgres:postgres", directory])
        try report("Starting it…\n")
        try AdministratorProgram.run(["pg_ctlcluster", version, Self.name, "restart"])
        guard let port = try cluster(version) else { throw WidgetError(.failedPrecondition, "the cluster \(Self.name) isn't there; see: pg_lsclusters") }
        let password = Self.password()
        try report("Making the account and the database…\n")
        try AdministratorProgram.run(
            ["runuser", "-u", "postgres", "--", "env", "-C", "/", "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-p", port, "-d", "postgres"],
            input: """
                SELECT 'CREATE ROLE \(Self.name) LOGIN' WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '\(Self.name)') \\gexec
                ALTER ROLE \(Self.name) PASSWORD '\(password)';
                SELECT 'CREATE DATABASE \(Self.name) OWNER \(Self.name)' WHERE NOT EXISTS (SELECT 1 FROM pg_database WHERE datname = '\(Self.name)') \\gexec
                REVOKE ALL ON DATABASE \(Self.name) FROM PUBLIC;

                """)
        return ProtoEngineAccess.with {
            $0.connection = "host=\(address) port=\(port) user=\(Self.name) dbname=\(Self.name) password=\(password) sslmode=verify-full"
            $0.certificate = certificate
        }
    }

    /// The newest server that is installed.
    private func installedVersion() throws(WidgetError) -> String {
        let versions = (try? AdministratorProgram.run(["ls", "/usr/lib/postgresql"]).split(separator: "\n").compactMap { Int($0) }) ?? []
        guard let newest = versions.filter({ access("/usr/lib/postgresql/\($0)/bin/postgres", X_OK) == 0 }).max() else {
            throw WidgetError(
                .failedPrecondition, "there is no PostgreSQL server here; run: apt-get install postgresql; or name another one with --connection")
        }
        return "\(newest)"
    }

    /// The port of the cluster; nil: it isn't there.
    private func cluster(_ version: String) throws(WidgetError) -> String? {
        let lines = try AdministratorProgram.run(["pg_lsclusters", "--no-header"]).split(separator: "\n").map { $0.split(separator: " ") }
        return lines.first { $0.count >= 3 && $0[0] == version && $0[1] == Self.name }.map { String($0[2]) }
    }

    /// A certificate of the server's own for the address, which hubs trust alone.
    /// - Returns: it as PEM.
    private func makeCertificate(in directory: String) throws(WidgetError) -> String {
        let (key, certificate) = ("\(directory)/server.key", "\(directory)/server.crt")
        var bytes = in6_addr()
        let isAddress = inet_pton(AF_INET, address, &bytes) == 1 || inet_pton(AF_INET6, address, &bytes) == 1
        let name = (isAddress ? "IP:" : "DNS:") + address
        let shown = try? AdministratorProgram.run(["openssl", "x509", "-in", certificate, "-noout", "-ext", "subjectAltName"])
        if shown?.contains(address) != true {
            try AdministratorProgram.run([
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "3650", "-subj", "/CN=\(Self.name)",
                "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", certificate,
            ])
            try AdministratorProgram.run(["chmod", "600", key])
        }
        return String(decoding: try FileText.read(certificate, limit: 16 << 10), as: UTF8.self)
    }

    private func write(_ text: String, to path: String, mode: mode_t) throws(WidgetError) {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw WidgetError(.failedPrecondition, "can't write \(path): \(String(cString: strerror(errno)))") }
        let bytes = Array(text.utf8)
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(temporary, path) == 0 else { throw WidgetError(.failedPrecondition, "can't write \(path): \(String(cString: strerror(errno)))") }
    }

    /// 32 letters and digits, which nobody can guess: 190 bits.
    private static func password() -> String {
        var random = SystemRandomNumberGenerator()
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<32).map { _ in letters.randomElement(using: &random) ?? "0" })
    }
}
