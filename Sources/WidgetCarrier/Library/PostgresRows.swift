import WidgetCore
import WidgetReplication

/// A parameter of a statement.
enum PostgresValue {
    case integer(Int64?)
    case bytes([UInt8]?)
    case text(String)
    /// Lists become tables by `unnest`.
    case integers([Int64])
    case byteStrings([[UInt8]?])

    /// The server's number of the type.
    var type: CUnsignedInt {
        switch self {
        case .integer: 20
        case .bytes: 17
        case .text: 25
        case .integers: 1_016
        case .byteStrings: 1_001
        }
    }

    var isBinary: Bool {
        switch self {
        case .integer, .bytes, .text: true
        case .integers, .byteStrings: false
        }
    }

    /// Nil for NULL.
    var bytes: [UInt8]? {
        switch self {
        case .integer(let value): value.map { value in withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        case .bytes(let bytes): bytes
        case .text(let text): Array(text.utf8)
        case .integers(let values): Array("{\(values.map(String.init).joined(separator: ","))}".utf8)
        case .byteStrings(let values): Self.list(values)
        }
    }

    /// As `{"\\x00ff",NULL}`.
    private static func list(_ values: [[UInt8]?]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = [UInt8(ascii: "{")]
        text.reserveCapacity(values.reduce(2) { $0 + 8 + 2 * ($1?.count ?? 0) })
        for (index, value) in values.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            guard let value else {
                text += Array("NULL".utf8)
                continue
            }
            text += Array("\"\\\\x".utf8)
            for byte in value {
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
            text.append(UInt8(ascii: "\""))
        }
        return text + [UInt8(ascii: "}")]
    }
}

/// The rows of a statement's result.
final class PostgresRows {
    /// The greatest number of a transaction, a place or a row. A device that writes a million times a second for 200 years doesn't reach it.
    private static let greatestCount: Int64 = 1 << 53

    private let library: LibPQ
    private let result: LibPQ.Result?

    init(_ library: LibPQ, _ result: LibPQ.Result?) {
        self.library = library
        self.result = result
    }

    deinit { library.clear(result) }

    var count: Int { Int(library.rows(result)) }

    /// A value's bytes. Nil for NULL.
    func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
        guard library.isNull(result, CInt(row), CInt(column)) == 0, let start = library.value(result, CInt(row), CInt(column)) else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: Int(library.length(result, CInt(row), CInt(column)))))
    }

    /// A bigint, integer or boolean. Nil for NULL.
    func integer(_ row: Int, _ column: Int) -> Int64? {
        guard let bytes = bytes(row, column), bytes.count <= 8 else { return nil }
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bytes.count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    /// A number that counts something, from 0 on. Nil for NULL.
    /// - Throws: `.malformed` for one that nothing has counted up to. Arithmetic on it would overflow.
    func count(_ row: Int, _ column: Int) throws(ReplicationFault) -> Int64? {
        guard let value = integer(row, column) else { return nil }
        guard (0...Self.greatestCount).contains(value) else { throw .malformed("the number \(value) in the engine") }
        return value
    }

    /// A clock's reading.
    /// - Throws: `.malformed` for one that no device gives.
    func clock(_ row: Int, _ column: Int) throws(ReplicationFault) -> HybridLogicalClock.Reading {
        let value = integer(row, column) ?? 0
        guard value >= 0 else { throw .malformed("the clock \(value) in the engine") }
        return .init(rawValue: UInt64(value))
    }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: bytes(row, column) ?? [], as: UTF8.self) }
}
