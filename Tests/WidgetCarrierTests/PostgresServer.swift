import Foundation
import WidgetCore

#if canImport(Glibc)
import Glibc
#endif

/// A PostgreSQL server of a test's own, with a Unix socket alone. It doesn't run as root, so the tests of root run it as another user.
final class PostgresServer: Sendable {
    /// Why there is no server on this machine; nil: there is.
    static let missing: Comment? = {
        if programs == nil { return "PostgreSQL's server isn't installed; on Debian: apt-get install postgresql" }
        return geteuid() == 0 && getpwnam("postgres") == nil ? "PostgreSQL doesn't run as root, and there is no user postgres" : nil
    }()

    typealias Comment = String

    private static let programs: String? = ["17", "16", "15", "14"].lazy.map { "/usr/lib/postgresql/\($0)/bin" }.first {
        FileManager.default.isExecutableFile(atPath: "\($0)/postgres")
    }

    /// The data and the socket.
    let directory: String
    private var data: String { "\(directory)/data" }

    /// - Throws: what initdb or the server says.
    init(authentication: String = "trust") throws {
        directory = "/tmp/widgetd-postgres-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        if geteuid() == 0, let user = getpwnam("postgres") { chown(directory, user.pointee.pw_uid, user.pointee.pw_gid) }
        chmod(directory, 0o755)
        let password = "\(directory)/password"
        try Data("secret\n".utf8).write(to: URL(filePath: password))
        try run("initdb", "-D", data, "-U", "hub", "-A", authentication, "--pwfile", password, "-E", "UTF8", "--no-locale", "--no-sync")
        try start()
    }

    deinit {
        try? stop("immediate")
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// A connection string.
    var connection: String { "host=\(directory) user=hub dbname=postgres" }

    func start() throws {
        try run(
            "pg_ctl", "-D", data, "-w", "-l", "\(directory)/log", "-o", "-c listen_addresses='' -c unix_socket_directories=\(directory) -c shared_buffers=16MB",
            "start")
    }

    /// - Parameter mode: `fast`; `immediate` is a crash.
    func stop(_ mode: String) throws { try run("pg_ctl", "-D", data, "-w", "-m", mode, "stop") }

    /// Kills the server with all its processes, as the kernel would.
    func kill() throws {
        let text = try String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8)
        guard let line = text.split(separator: "\n").first, let pid = pid_t(line) else { throw WidgetError(.internal, "no pid in postmaster.pid") }
        // The others end when their parent is gone.
        Glibc.kill(pid, SIGKILL)
        while Glibc.kill(pid, 0) == 0 { usleep(1_000) }
    }

    /// Keeps a copy of the stopped server's files.
    func backUp() throws { try run("/bin/cp", "-a", data, "\(directory)/backup") }

    /// Puts the copy back.
    func putBack() throws {
        try run("/bin/rm", "-rf", data)
        try run("/bin/cp", "-a", "\(directory)/backup", data)
    }

    /// Runs SQL as the owner.
    @discardableResult
    func sql(_ text: String, in database: String = "postgres") throws -> String {
        try run("psql", "-h", directory, "-U", "hub", "-d", database, "-Atqc", text)
    }

    /// Changes a setting. It counts for new connections, once the server has read it.
    func set(_ name: String, _ value: String) throws {
        try sql("ALTER SYSTEM SET \(name) = '\(value)'")
        try sql("SELECT pg_reload_conf()")
        while try sql("SHOW \(name)") != "\(value)\n" { usleep(10_000) }
    }

    /// Has each COMMIT wait for a standby that isn't there. The server's parts notice the setting one after another, so COMMITs are tried until one waits.
    func awaitStandby(_ name: String) throws {
        try sql("CREATE TABLE probe (number integer)")
        try set("synchronous_standby_names", name)
        let words = [
            "/usr/bin/timeout", "0.5", "\(Self.programs ?? "")/psql", "-h", directory, "-U", "hub", "-d", "postgres", "-c", "INSERT INTO probe VALUES (1)",
        ]
        while (try? run(words)) != nil {}
        // The test isn't to meet the tries.
        while try sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") != "0\n" { usleep(10_000) }
    }

    /// Runs a program to its end. A shell starts it, since Foundation's `Process` would wait for the server too, which outlives `pg_ctl`.
    @discardableResult
    private func run(_ program: String, _ arguments: String...) throws -> String { try run([program] + arguments) }

    private func run(_ words: [String]) throws -> String {
        let (program, arguments) = (words[0], words.dropFirst())
        let path = program.hasPrefix("/") ? program : "\(Self.programs ?? "")/\(program)"
        let user = geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        let words = (user + ["/usr/bin/env", "LC_ALL=C", "PGPASSWORD=secret", path] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }
        let output = "\(directory)/output"
        let status = system("cd '\(directory)' && \(words.joined(separator: " ")) > '\(output)' 2>&1 < /dev/null")
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard status == 0 else { throw WidgetError(.internal, "\(program): \(text)") }
        return text
    }
}
