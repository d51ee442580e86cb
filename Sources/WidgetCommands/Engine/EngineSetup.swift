import CarrierSchema
import Glibc
import Linux
import WidgetAPI
import WidgetCore

/// Makes a PostgreSQL cluster of widgetd's own on a Debian or Ubuntu machine: apart from other clusters, with TLS, and with accounts for hubs alone.
///
/// It can be repeated after a failure: a cluster, a certificate and rules that it has made stay. Only this machine's account gets a new password.
struct EngineSetup {
    /// The cluster, the database and the role of hubs have this name.
    private static let name = "widgetd"
    /// Stands at the beginning of the files that are written.
    private static let mark = "# Written by: widgetctl fleet init"

    /// Where other hubs reach this machine: a name or an address.
    let address: String
    /// This machine's device.
    let device: DeviceID
    /// Called with each step.
    let report: (String) throws -> Void

    /// Whether this machine has the cluster, and the user may change it.
    static var isHere: Bool { geteuid() == 0 && (try? clusters())?.contains { $0.name == name } == true }

    /// - Returns: the way to the engine.
    /// - Throws: PERMISSION_DENIED where the user isn't root; FAILED_PRECONDITION where a program lacks or fails.
    func run() throws -> ProtoEngineAccess {
        guard geteuid() == 0 else { throw WidgetError(.permissionDenied, "a database server can be set up by root alone; run: sudo widgetctl fleet init") }
        let version = try Self.clusters().first { $0.name == Self.name }?.version ?? installedVersion()
        let directory = "/etc/postgresql/\(version)/\(Self.name)"
        if try !Self.clusters().contains(where: { $0.name == Self.name }) {
            try report("Making the PostgreSQL \(version) cluster \(Self.name)…\n")
            try AdministratorProgram.run(["pg_createcluster", version, Self.name, "--encoding=UTF8", "--locale=C.UTF-8", "--", "--data-checksums"])
        }
        let certificate = try makeCertificate(in: directory)
        let settings = [
            ("listen_addresses", "*"), ("ssl", "on"), ("ssl_cert_file", "\(directory)/server.crt"), ("ssl_key_file", "\(directory)/server.key"),
            ("password_encryption", "scram-sha-256"), ("fsync", "on"), ("synchronous_commit", "on"),
        ]
        for (name, value) in settings { try AdministratorProgram.run(["pg_conftool", version, Self.name, "set", name, value]) }
        let rules = "\(directory)/pg_hba.conf"
        let isWritten = String(decoding: try FileText.read(rules, limit: 64), as: UTF8.self).hasPrefix(Self.mark)
        if !isWritten {
            try write(
                """
                \(Self.mark)
                local   all      postgres  peer
                hostssl \(Self.name)  +\(Self.name)  all  scram-sha-256
                # A standby: add `hostssl replication NAME ADDRESS scram-sha-256`

                """, to: rules)
        }
        try AdministratorProgram.run(["chown", "-R", "postgres:postgres", directory])
        try report("Starting it…\n")
        try AdministratorProgram.run(["pg_ctlcluster", version, Self.name, "restart"])
        guard let port = try Self.clusters().first(where: { $0.name == Self.name })?.port else {
            throw WidgetError(.failedPrecondition, "the cluster \(Self.name) isn't there; see: pg_lsclusters")
        }
        let account = HubAccount(of: device, password: Self.password())
        try report("Making the database and an account…\n")
        try AdministratorProgram.run(
            [
                "runuser", "-u", "postgres", "--", "env", "-C", "/", "PGOPTIONS=-c search_path=pg_catalog", "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-p",
                port, "-d", "postgres",
            ],
            input: """
                SET client_min_messages = warning;
                SELECT 'CREATE ROLE ' || name FROM (VALUES ('\(Self.name)'), ('\(account.name)')) AS r (name)
                WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = name) \\gexec
                ALTER ROLE \(Self.name) NOLOGIN PASSWORD NULL;
                ALTER ROLE \(account.name) LOGIN CONNECTION LIMIT \(AccountFunctions.connections) PASSWORD '\(account.password ?? "")';
                GRANT \(Self.name) TO \(account.name);
                SELECT 'CREATE DATABASE \(Self.name)' WHERE NOT EXISTS (SELECT 1 FROM pg_database WHERE datname = '\(Self.name)') \\gexec
                REVOKE ALL ON DATABASE \(Self.name) FROM PUBLIC;
                GRANT CONNECT ON DATABASE \(Self.name) TO \(Self.name);
                \\connect \(Self.name)
                SET client_min_messages = warning;
                \(CarrierSchema.script)
                \(AccountFunctions.statements)

                """)
        return ProtoEngineAccess.with {
            $0.connection = "host=\(address) port=\(port) dbname=\(Self.name) sslmode=verify-full"
            ($0.account, $0.certificate) = (account.settings, certificate)
        }
    }

    /// The newest server that is installed.
    private func installedVersion() throws(WidgetError) -> String {
        let versions = (try FileText.names(in: "/usr/lib/postgresql") ?? []).compactMap { Int($0) }
        guard let newest = versions.filter({ access("/usr/lib/postgresql/\($0)/bin/postgres", X_OK) == 0 }).max() else {
            throw WidgetError(
                .failedPrecondition, "there is no PostgreSQL server here; run: apt-get install postgresql; or name another one with --connection")
        }
        return "\(newest)"
    }

    private static func clusters() throws(WidgetError) -> [(version: String, name: String, port: String)] {
        let lines = try AdministratorProgram.run(["pg_lsclusters", "--no-header"]).split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return lines.filter { $0.count >= 3 }.map { ($0[0], $0[1], $0[2]) }
    }

    /// A certificate of the server's own for the address, which hubs trust alone.
    /// - Returns: it as PEM.
    private func makeCertificate(in directory: String) throws(WidgetError) -> String {
        let (key, certificate) = ("\(directory)/server.key", "\(directory)/server.crt")
        let name = (Self.bytes(of: address) == nil ? "DNS:" : "IP:") + address
        let shown = (try? AdministratorProgram.run(["openssl", "x509", "-in", certificate, "-noout", "-ext", "subjectAltName"])) ?? ""
        let names = shown.split { ", \n".contains($0) }.compactMap { $0.split(separator: ":", maxSplits: 1).last.map(String.init) }
        if !names.contains(where: { $0 == address || Self.bytes(of: $0) != nil && Self.bytes(of: $0) == Self.bytes(of: address) }) {
            // The old ones stay until both new ones are there.
            let files = [(key, "\(key).new"), (certificate, "\(certificate).new")]
            try AdministratorProgram.run([
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "3650", "-subj", "/CN=\(Self.name)",
                "-addext", "subjectAltName=\(name)", "-keyout", files[0].1, "-out", files[1].1,
            ])
            try AdministratorProgram.run(["chmod", "600", files[0].1])
            for (file, new) in files { try AdministratorProgram.run(["mv", "-f", new, file]) }
        }
        return String(decoding: try FileText.read(certificate, limit: 16 << 10), as: UTF8.self)
    }

    /// Whether a text is the name of a host or an IP address, without a port.
    static func isAddress(_ text: String) -> Bool {
        if bytes(of: text) != nil { return true }
        let isPlain = text.utf8.allSatisfy {
            $0 < 128 && (Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber || $0 == 45 || $0 == 46)
        }
        return (1...253).contains(text.utf8.count) && isPlain
    }

    /// Whether other machines would reach themselves by the name: Debian gives a machine's own name 127.0.1.1.
    static func isLoopback(_ name: String) -> Bool {
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, nil, &found) == 0 else { return false }
        defer { freeaddrinfo(found) }
        return sequence(first: found) { $0?.pointee.ai_next }.contains { entry in
            guard let address = entry?.pointee.ai_addr, Int32(address.pointee.sa_family) == AF_INET else { return false }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt32(bigEndian: $0.pointee.sin_addr.s_addr) >> 24 == 127 }
        }
    }

    /// The bytes of an IP address; nil: the text is none.
    private static func bytes(of address: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return inet_pton(AF_INET6, address, &bytes) == 1 ? bytes : nil
    }

    private func write(_ text: String, to path: String) throws {
        let file = try NewFile(path: path, replaces: true)
        try file.write(Array(text.utf8))
        try file.finish()
    }

    /// 32 letters and digits, which nobody can guess: 190 bits. The daemon replaces it.
    private static func password() -> String {
        var random = SystemRandomNumberGenerator()
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<32).map { _ in letters.randomElement(using: &random) ?? "0" })
    }
}
