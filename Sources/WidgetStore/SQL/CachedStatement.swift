internal import GRDB

/// A statement that is prepared when it is first needed and kept until its connection closes. A lookup by its text each time costs about a third of the
/// statement's own time. SQLite's copies of bound values cost an allocation each, so the values are kept in a buffer of the statement's own.
final class CachedStatement {
    /// Room for all values bound at once: ids, clocks, names, a frame of some fields. SQLite copies a value that doesn't fit.
    static let bufferBytes = 1_024

    let sql: String
    private var statement: Statement?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferBytes, alignment: 8)
    private var used = 0
    /// Whether SQLite has copied a bound value, which must be freed after use.
    private(set) var hasOverflowed = false

    init(_ sql: String) { self.sql = sql }

    deinit {
        // The statement points into the buffer.
        statement = nil
        buffer.deallocate()
    }

    /// The statement, ready to be bound. Call it again only when the previous query has gone out of scope.
    func callAsFunction(_ db: Database) throws -> Query {
        used = 0
        hasOverflowed = false
        if let statement { return Query(statement, held: self) }
        let made = try db.makeStatement(sql: sql)
        statement = made
        return Query(made, held: self)
    }

    /// Finalizes the statement. A connection can't close before.
    func drop() { statement = nil }

    /// Keeps a copy of `bytes` until the statement is used again; nil: there is no room.
    func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        guard bytes.count <= buffer.count - used, let base = buffer.baseAddress, let source = bytes.baseAddress else {
            hasOverflowed = true
            return nil
        }
        let copy = base + used
        copy.copyMemory(from: source, byteCount: bytes.count)
        used += bytes.count
        return UnsafeRawPointer(copy)
    }
}
