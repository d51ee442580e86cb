import Glibc
import Linux
import WidgetCore

/// A connection to a PostgreSQL server, used by one thread. Its calls block.
final class PostgresConnection {
    private let library: LibPQ
    private let connection: LibPQ.Connection
    private let notices = Notices()
    /// The names of statements that the server has parsed. To parse one takes about as long as to run it.
    private var prepared: [String: String] = [:]
    private var names = 0
    private let deadline: Milliseconds
    /// The statements that were sent, and whose results weren't read.
    private var queued: [Sent] = []
    /// Answers are lost or late, so nothing more can be told from this connection.
    private var isBroken = false

    private struct Sent {
        let statement: String
        /// For a statement that is only parsed: its name from then on.
        var name: String?
    }

    /// The server's last warning.
    private final class Notices {
        var warning: String?
    }

    /// - Parameters:
    ///   - string: a connection string or address as libpq takes it, with the password and all settings of TLS.
    ///   - deadline: how long the statements may take that go together.
    /// - Throws: FAILED_PRECONDITION where the library lacks; INVALID_ARGUMENT for a string that isn't one; UNAVAILABLE, UNAUTHENTICATED with the server's
    ///   reason.
    init(_ string: String, deadline: Milliseconds) throws(WidgetError) {
        self.deadline = deadline
        library = try LibPQ.open()
        // The library's own message about a mistake may have the password.
        guard let parsed = library.parse(string, nil) else {
            throw .invalid("Carrier", "the file's text isn't a connection string of PostgreSQL; write settings such as: host=db.example user=widgetd")
        }
        library.freeParsed(parsed)
        // Settings of the string win, since they come later.
        let settings = [
            ("connect_timeout", "10"), ("keepalives_idle", "30"), ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
            ("target_session_attrs", "read-write"), ("fallback_application_name", "widgetd"), ("dbname", string),
        ]
        let keys = settings.map { strdup($0.0) }
        let values = settings.map { strdup($0.1) }
        defer { for text in keys + values { free(text) } }
        let names = keys.map { UnsafePointer<CChar>($0) } + [nil]
        let texts = values.map { UnsafePointer<CChar>($0) } + [nil]
        guard let made = library.connect(names, texts, 1) else { throw WidgetError(.resourceExhausted, "there is no memory for a connection to PostgreSQL") }
        connection = made
        guard library.status(connection) == 0 else {
            let reason = library.errorMessage(connection).map { String(cString: $0) } ?? ""
            let isRefused = reason.contains("authentication failed") || reason.contains("no password supplied")
            throw WidgetError(isRefused ? .unauthenticated : .unavailable, Self.oneLine(reason))
        }
        _ = library.setNonblocking(connection, 1)
        _ = library.enterPipeline(connection)
        // Otherwise libpq prints them.
        _ = library.setNoticeReceiver(
            connection,
            { context, result in
                // PG_DIAG_SEVERITY_NONLOCALIZED, PG_DIAG_MESSAGE_PRIMARY.
                guard let context, case .success(let library) = Swift.Result(catching: { try LibPQ.open() }),
                    let severity = library.errorField(result, 86), String(cString: severity) == "WARNING"
                else { return }
                let text = library.errorField(result, 77).map { String(cString: $0) }
                Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().warning = text ?? "a warning"
            }, Unmanaged.passUnretained(notices).toOpaque())
    }

    deinit { library.finish(connection) }

    /// The socket, which becomes readable when a notification comes.
    var socket: Int32 { library.socket(connection) }

    // MARK: Statements

    /// Runs a statement, after those that are queued.
    /// - Throws: UNAVAILABLE where the connection broke; ABORTED where the server says that it may be tried again; INTERNAL with the server's reason.
    @discardableResult
    func run(_ statement: String, _ parameters: PostgresValue...) throws(WidgetError) -> PostgresRows {
        try send(statement, parameters)
        return try last()
    }

    /// Waits for the results of the statements that are queued.
    /// - Returns: the rows of the last one.
    /// - Throws: as ``run(_:_:)``.
    func last() throws(WidgetError) -> PostgresRows {
        guard let rows = try finish().last else { throw WidgetError(.internal, "PostgreSQL gave no result") }
        return rows
    }

    /// Sends a statement without a wait for its result. The next ``run(_:_:)`` or ``finish()`` throws its errors. Where it fails, those behind it aren't run.
    func queue(_ statement: String, _ parameters: PostgresValue...) throws(WidgetError) { try send(statement, parameters) }

    /// Waits for the results of the statements that are queued.
    /// - Returns: the rows of each, in their order.
    /// - Throws: the errors of ``run(_:_:)``, of the first statement that fails.
    func finish() throws(WidgetError) -> [PostgresRows] {
        let sent = queued
        queued = []
        guard let first = sent.first else { return [] }
        guard library.syncPipeline(connection) == 1 else {
            isBroken = true
            throw error(of: nil, first.statement)
        }
        return try receive(sent)
    }

    private func send(_ statement: String, _ parameters: [PostgresValue]) throws(WidgetError) {
        guard !isBroken else { throw WidgetError(.unavailable, "the connection to PostgreSQL broke") }
        let bytes = parameters.map(\.bytes)
        let lengths = bytes.map { CInt($0?.count ?? 0) }
        let formats = parameters.map { CInt($0.isBinary ? 1 : 0) }
        let types = parameters.map(\.type)
        let pointers: [UnsafeMutablePointer<CChar>?] = bytes.map { bytes in
            guard let bytes else { return nil }
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
            copy[bytes.count] = 0
            return copy
        }
        defer { for pointer in pointers { pointer?.deallocate() } }
        let values = pointers.map { UnsafePointer<CChar>($0) }
        let count = CInt(parameters.count)
        if let name = try name(of: statement, types) {
            try note(Sent(statement: statement), library.sendPrepared(connection, name, count, values, lengths, formats, 1))
        } else {
            try note(Sent(statement: statement), library.send(connection, statement, count, types, values, lengths, formats, 1))
        }
    }

    /// - Parameter isSent: 1 where it was.
    private func note(_ sent: Sent, _ isSent: CInt) throws(WidgetError) {
        guard isSent == 1 else { throw error(of: nil, sent.statement) }
        queued.append(sent)
    }

    /// The name of a statement that the server has parsed, or parses now. Nil for one that isn't repeated.
    private func name(of statement: String, _ types: [CUnsignedInt]) throws(WidgetError) -> String? {
        if let name = prepared[statement] ?? queued.first(where: { $0.name != nil && $0.statement == statement })?.name { return name }
        let isRepeated = ["BEGIN", "COMMIT", "SELECT", "INSERT", "UPDATE", "DELETE", "NOTIFY"].contains(where: statement.hasPrefix)
        guard isRepeated, names < ConnectionLimits.preparedStatements else { return nil }
        // A name is never used twice: a statement that failed behind it doesn't take it back.
        let name = "s\(names)"
        names += 1
        try note(Sent(statement: statement, name: name), library.prepare(connection, name, statement, CInt(types.count), types))
        return name
    }

    /// Runs several statements as one transaction. Those that `body` queues last go with the COMMIT.
    /// - Throws: as ``run(_:_:)``, and what `body` throws; then nothing was done. Where the COMMIT got no answer or a warning, it may have been done.
    func transaction<T>(_ begin: String, _ body: () throws -> T) throws -> T { try resultsOfTransaction(begin, body).value }

    /// The same, with the rows of the statements that went with the COMMIT, in their order, and without its own. Where `body` waits for none, all statements go
    /// at once, and the rows of BEGIN come first.
    func resultsOfTransaction<T>(_ begin: String, _ body: () throws -> T) throws -> (value: T, rows: ArraySlice<PostgresRows>) {
        try queue(begin)
        do {
            let value = try body()
            notices.warning = nil
            try queue("COMMIT")
            let rows = try finish().dropLast()
            // Somebody ended the wait for a synchronous standby. The server says that it has committed, and what it has may be on one disk alone.
            if let warning = notices.warning { throw WidgetError(.unavailable, "PostgreSQL: \(warning)") }
            return (value, rows)
        } catch {
            // A failed statement ends its series, so the ROLLBACK is one of its own. A server rolls back where the connection breaks before the COMMIT.
            _ = try? finish()
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    /// Waits for the results of a series. Each statement has one, and then a mark of its end.
    private func receive(_ sent: [Sent]) throws(WidgetError) -> [PostgresRows] {
        let end = Uptime.now + deadline.count
        var rows: [PostgresRows] = []
        var failure: WidgetError?
        var done = 0
        results: while true {
            do throws(WidgetError) {
                try wait(until: end)
            } catch {
                isBroken = true
                throw error
            }
            guard let result = library.nextResult(connection) else {
                done += 1
                // A connection that broke gives no end.
                if done > sent.count {
                    isBroken = true
                    break
                }
                continue
            }
            let current = sent[min(done, sent.count - 1)]
            let status = library.resultStatus(result)
            // PGRES_COMMAND_OK, PGRES_TUPLES_OK.
            if [1, 2].contains(status), current.name == nil {
                rows.append(PostgresRows(library, result))
                continue
            }
            defer { library.clear(result) }
            switch status {
            case 1, 2: prepared[current.statement] = current.name
            // PGRES_PIPELINE_SYNC: the end.
            case 10: break results
            // PGRES_PIPELINE_ABORTED: a statement before it failed.
            case 11: break
            default: if failure == nil { failure = error(of: result, current.statement) }
            }
        }
        if let failure { throw failure }
        guard rows.count == sent.count(where: { $0.name == nil }) else { throw error(of: nil, sent[0].statement) }
        return rows
    }

    /// Waits until a result can be read without a wait.
    private func wait(until end: Int64) throws(WidgetError) {
        var isSent = false
        while true {
            if !isSent {
                let rest = library.flush(connection)
                guard rest >= 0 else { throw error(of: nil, "") }
                isSent = rest == 0
            }
            if isSent, library.isBusy(connection) == 0 { return }
            var descriptor = pollfd(fd: socket, events: Int16(isSent ? POLLIN : POLLIN | POLLOUT), revents: 0)
            let left = end - Uptime.now
            guard left > 0 else {
                throw WidgetError(
                    .unavailable,
                    "PostgreSQL hasn't answered for \(deadline.count / 1_000) s; if it waits for a synchronous standby, see whether that runs")
            }
            guard poll(&descriptor, 1, Int32(clamping: left)) >= 0 || errno == EINTR else { throw error(of: nil, "") }
            if descriptor.revents & Int16(POLLIN | POLLERR | POLLHUP) != 0, library.consumeInput(connection) == 0 { throw error(of: nil, "") }
        }
    }

    private func error(of result: LibPQ.Result?, _ statement: String) -> WidgetError {
        // PG_DIAG_SQLSTATE, PG_DIAG_MESSAGE_PRIMARY.
        let state = library.errorField(result, 67).map { String(cString: $0) } ?? ""
        let message = library.errorField(result, 77).map { String(cString: $0) } ?? library.errorMessage(connection).map { String(cString: $0) } ?? ""
        let code: WidgetError.Code =
            switch state.prefix(2) {
            case "", "08", "57": .unavailable
            case "40", "55": .aborted
            case "22" where state == "22023": .invalidArgument
            case "28": .unauthenticated
            case "42" where state == "42501": .permissionDenied
            case "53": .resourceExhausted
            default: .internal
            }
        let begin = String(statement.prefix(40))
        return WidgetError(code, "PostgreSQL: \(Self.oneLine(message))\(state.isEmpty ? "" : " (\(state))")", cause: begin)
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces }.joined(separator: "; ")
    }

    // MARK: Notifications

    /// Reads what has come.
    /// - Returns: whether another connection has notified this one.
    /// - Throws: UNAVAILABLE where the connection broke.
    func takeNotifications() throws(WidgetError) -> Bool {
        guard library.consumeInput(connection) == 1 else {
            throw WidgetError(.unavailable, Self.oneLine(library.errorMessage(connection).map { String(cString: $0) } ?? "the connection broke"))
        }
        let own = library.backend(connection)
        var isNews = false
        while let notification = library.notifies(connection) {
            // PGnotify: the channel's name, then the number of the server's process that notifies.
            let process = notification.load(fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: CInt.self)
            if process != own { isNews = true }
            library.freeMemory(notification)
        }
        return isNews
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " || $0 == "\t" }) }
}
