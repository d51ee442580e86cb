internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import Synchronization
internal import WidgetCore

/// A prepared statement from the connection's cache, bound and stepped directly. The store's hot paths read and write a few known columns and need no row type
/// between. The statement is reset when it goes out of scope, so that no read transaction stays open behind it.
struct Query: ~Copyable {
    /// The prepared statement. The connection's cache keeps it, or another place does.
    private let statement: Statement?
    /// The error of a parameter that couldn't be bound because there was no memory for it. ``step()`` throws the error: the statement would run with NULL in
    /// its place.
    private let bindFailure = Atomic(SQLITE_OK)
    private let handle: OpaquePointer
    /// The cached statement behind this query, with the buffer for bound values; nil for a statement from GRDB's cache.
    private let held: CachedStatement?

    /// - Parameter sql: one statement, the same string each time: it is the cache's key.
    init(_ sql: String, in db: Database) throws {
        let cached = try db.cachedStatement(sql: sql)
        statement = cached
        handle = cached.sqliteStatement
        held = nil
    }

    /// A query on the statement of a ``CachedStatement``.
    init(_ statement: Statement, held: CachedStatement) {
        self.statement = nil
        handle = statement.sqliteStatement
        self.held = held
    }

    /// A query on a statement that its caller keeps.
    init(_ statement: Statement) {
        self.statement = statement
        handle = statement.sqliteStatement
        held = nil
    }

    deinit {
        sqlite3_reset(handle)
        if held?.hasOverflowed ?? true { sqlite3_clear_bindings(handle) }
    }

    /// Goes to the next row; false: there is none.
    func step() throws -> Bool {
        let failure = bindFailure.load(ordering: .relaxed)
        guard failure == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: failure), message: "a value couldn't be bound") }
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let message = sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) }
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
        }
    }

    /// Runs a statement that gives no rows.
    func run() throws { while try step() {} }
}

extension Query {
    /// Binds parameter `index`, counted from 1.
    func bind(_ index: Int32, _ value: Int64) { check(sqlite3_bind_int64(handle, index, value)) }
    func bind(_ index: Int32, _ value: Int) { bind(index, Int64(value)) }
    func bind(_ index: Int32, _ value: Int64?) {
        if let value { bind(index, value) } else { check(sqlite3_bind_null(handle, index)) }
    }

    func bind(_ index: Int32, _ value: Double) { check(sqlite3_bind_double(handle, index, value)) }

    func bind(_ index: Int32, _ value: String) {
        var value = value
        let code = value.withUTF8 { text in
            let (start, destructor) = kept(UnsafeRawBufferPointer(text))
            return sqlite3_bind_text64(
                handle, index, start?.assumingMemoryBound(to: CChar.self), UInt64(text.count), destructor, UInt8(SQLITE_UTF8))
        }
        check(code)
    }

    func bind(_ index: Int32, _ value: String?) {
        if let value { bind(index, value) } else { check(sqlite3_bind_null(handle, index)) }
    }

    func bind(_ index: Int32, _ value: [UInt8]) {
        // A null pointer would bind NULL.
        if value.isEmpty { check(sqlite3_bind_zeroblob(handle, index, 0)) } else { value.withUnsafeBytes { bind(index, $0) } }
    }

    func bind(_ index: Int32, _ value: [UInt8]?) {
        if let value { bind(index, value) } else { check(sqlite3_bind_null(handle, index)) }
    }

    func bind(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
        let (start, destructor) = kept(bytes)
        check(sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), destructor))
    }

    /// The address of the bytes to bind, and whether SQLite must copy them.
    private func kept(_ bytes: UnsafeRawBufferPointer) -> (UnsafeRawPointer?, sqlite3_destructor_type?) {
        if let copy = held?.keep(bytes) { return (copy, nil) }
        return (bytes.baseAddress, transient)
    }

    /// Remembers that a parameter isn't bound, for ``step()``.
    private func check(_ code: Int32) {
        if code != SQLITE_OK { bindFailure.store(code, ordering: .relaxed) }
    }
}

extension Query {
    /// The integer in column `index`, counted from 0.
    func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }
    func optionalInteger(_ index: Int32) -> Int64? { isNull(index) ? nil : integer(index) }
    func date(_ index: Int32) -> Timestamp { Timestamp(milliseconds: integer(index)) }
    func optionalDate(_ index: Int32) -> Timestamp? { optionalInteger(index).map(Timestamp.init(milliseconds:)) }
    func isNull(_ index: Int32) -> Bool { type(index) == SQLITE_NULL }
    func type(_ index: Int32) -> Int32 { sqlite3_column_type(handle, index) }

    func text(_ index: Int32) -> String {
        guard let text = sqlite3_column_text(handle, index) else { return "" }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, index))), as: UTF8.self)
    }

    /// Whether the column's text is `text`, without making a string of it.
    func textEquals(_ index: Int32, _ text: String) -> Bool {
        guard let bytes = sqlite3_column_text(handle, index) else { return text.isEmpty }
        let stored = UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, index)))
        var text = text
        return text.withUTF8 { stored.isEqual(to: UnsafeRawBufferPointer($0)) }
    }

    func blob(_ index: Int32) -> [UInt8] { withBlob(index) { Array($0) } }

    /// Whether the column's bytes are `bytes`, without making an array of them.
    func blobEquals(_ index: Int32, _ bytes: [UInt8]) -> Bool { withBlob(index) { stored in bytes.withUnsafeBytes { stored.isEqual(to: $0) } } }

    /// The column's bytes, valid within `body`.
    func withBlob<T>(_ index: Int32, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
        let start = sqlite3_column_blob(handle, index)
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, index))))
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress else { return count == other.count }
        return memcmp(start, otherStart, count) == 0
    }
}

/// SQLite copies what is bound before the call returns.
private var transient: sqlite3_destructor_type? { unsafeBitCast(-1, to: sqlite3_destructor_type?.self) }
