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
    private let deadline: Milliseconds

    /// The server's last warning.
    private final class Notices {
        var warning: String?
    }

    /// - Parameters:
    ///   - string: a connection string or address as libpq takes it, with the password and all settings of TLS.
    ///   - deadline: how long a statement may take.
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

    /// Runs a statement.
    /// - Throws: UNAVAILABLE where the connection broke; ABORTED where the server says that it may be tried again; INTERNAL with the server's reason.
    @discardableResult
    func run(_ statement: String, _ parameters: PostgresValue...) throws(WidgetError) -> PostgresRows {
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
            return try result(of: library.sendPrepared(connection, name, count, values, lengths, formats, 1), statement)
        }
        return try result(of: library.send(connection, statement, count, types, values, lengths, formats, 1), statement)
    }

    /// The name of a statement that the server has parsed, or parses now. Nil for one that isn't repeated.
    private func name(of statement: String, _ types: [CUnsignedInt]) throws(WidgetError) -> String? {
        if let name = prepared[statement] { return name }
        let isRepeated = ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(where: statement.hasPrefix)
        guard isRepeated, prepared.count < ConnectionLimits.preparedStatements else { return nil }
        let name = "s\(prepared.count)"
        _ = try result(of: library.prepare(connection, name, statement, CInt(types.count), types), statement)
        prepared[statement] = name
        return name
    }

    /// Waits for the result of what was sent.
    /// - Parameter isSent: 1 where it was.
    private func result(of isSent: CInt, _ statement: String) throws(WidgetError) -> PostgresRows {
        guard isSent == 1 else { throw error(of: nil, statement) }
        let result = try receive(statement)
        let rows = PostgresRows(library, result)
        // PGRES_COMMAND_OK and PGRES_TUPLES_OK.
        guard [1, 2].contains(library.resultStatus(result)) else { throw error(of: result, statement) }
        return rows
    }

    /// Runs several statements as one transaction.
    /// - Throws: as ``run(_:_:)``, and what `body` throws; then nothing was done. Where the COMMIT got no answer or a warning, it may have been done.
    func transaction<T>(_ begin: String, _ body: () throws -> T) throws -> T {
        try run(begin)
        do {
            let result = try body()
            notices.warning = nil
            try run("COMMIT")
            // Somebody ended the wait for a synchronous standby. The server says that it has committed, and what it has may be on one disk alone.
            if let warning = notices.warning { throw WidgetError(.unavailable, "PostgreSQL: \(warning)") }
            return result
        } catch {
            // A server rolls back where the connection breaks before the COMMIT.
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    /// Waits for a statement's result.
    private func receive(_ statement: String) throws(WidgetError) -> LibPQ.Result? {
        let end = Uptime.now + deadline.count
        var isSent = false
        var result: LibPQ.Result?
        while true {
            if isSent, library.isBusy(connection) == 0 {
                // Each statement has one result. The next call says that there are no more.
                guard let next = library.nextResult(connection) else { return result }
                library.clear(result)
                result = next
                continue
            }
            if !isSent {
                let rest = library.flush(connection)
                guard rest >= 0 else { throw error(of: nil, statement) }
                isSent = rest == 0
                if isSent { continue }
            }
            var descriptor = pollfd(fd: socket, events: Int16(isSent ? POLLIN : POLLIN | POLLOUT), revents: 0)
            let left = end - Uptime.now
            guard left > 0 else {
                library.clear(result)
                throw WidgetError(
                    .unavailable,
                    "PostgreSQL hasn't answered for \(deadline.count / 1_000) s; if it waits for a synchronous standby, see whether that runs")
            }
            guard poll(&descriptor, 1, Int32(clamping: left)) >= 0 || errno == EINTR else { throw error(of: nil, statement) }
            if descriptor.revents & Int16(POLLIN | POLLERR | POLLHUP) != 0, library.consumeInput(connection) == 0 { throw error(of: nil, statement) }
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
