internal import CSystemd

/// Reads a message's values. libsystemd has checked its types, bounds and UTF-8, and that it nests at most 64 levels. The reader limits the number of values.
struct BusReader {
    private let message: OpaquePointer
    private var budget = SystemdLimits.busValues

    /// - Returns: all values of the message, in order.
    static func values(of message: OpaquePointer) throws(BusError) -> [BusValue] {
        var reader = BusReader(message: message)
        guard sd_bus_message_rewind(message, 1) >= 0 else { throw .malformed("a message can't be read") }
        return try reader.rest()
    }

    private init(message: OpaquePointer) { self.message = message }

    /// The values up to the end of the container that is open.
    private mutating func rest() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next() { values.append(value) }
        return values
    }

    private mutating func next() throws(BusError) -> BusValue? {
        var type: CChar = 0
        var signature: UnsafePointer<CChar>?
        let result = sd_bus_message_peek_type(message, &type, &signature)
        try check(result)
        guard result > 0 else { return nil }
        budget -= 1
        guard budget >= 0 else { throw .malformed("a message has more than \(SystemdLimits.busValues) values") }
        let contents = signature.map { String(cString: $0) } ?? ""
        return switch BusType(rawValue: UInt8(bitPattern: type)) {
        case .bool: .bool(try basic(type, Int32(0)) != 0)
        case .byte: .byte(try basic(type, 0))
        case .int16: .int16(try basic(type, 0))
        case .uint16: .uint16(try basic(type, 0))
        case .int32: .int32(try basic(type, 0))
        case .uint32: .uint32(try basic(type, 0))
        case .int64: .int64(try basic(type, 0))
        case .uint64: .uint64(try basic(type, 0))
        case .double: .double(try basic(type, 0))
        case .string: .string(try text(type))
        case .path: .path(try text(type))
        case .signature: .signature(try text(type))
        case .array where contents == "y": .bytes(try bytes())
        case .array: .array(of: contents, try inside(type, contents))
        case .structure: .structure(try inside(type, contents))
        case .entry: try entry(type, contents)
        case .variant: try variant(type, contents)
        case nil: throw .malformed("a message has a value of type '\(Character(Unicode.Scalar(UInt8(bitPattern: type))))', which isn't read here")
        }
    }

    private func basic<T: BitwiseCopyable>(_ type: CChar, _ zero: T) throws(BusError) -> T {
        var value = zero
        try check(sd_bus_message_read_basic(message, type, &value))
        return value
    }

    private func text(_ type: CChar) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        try check(sd_bus_message_read_basic(message, type, &text))
        return text.map { String(cString: $0) } ?? ""
    }

    private func bytes() throws(BusError) -> [UInt8] {
        var start: UnsafeRawPointer?
        var count = 0
        try check(sd_bus_message_read_array(message, BusType.byte.letter, &start, &count))
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private mutating func inside(_ type: CChar, _ contents: String) throws(BusError) -> [BusValue] {
        try check(sd_bus_message_enter_container(message, type, contents))
        let values = try rest()
        try check(sd_bus_message_exit_container(message))
        return values
    }

    private mutating func entry(_ type: CChar, _ contents: String) throws(BusError) -> BusValue {
        let pair = try inside(type, contents)
        guard pair.count == 2 else { throw .malformed("an entry of a dictionary isn't a pair") }
        return .entry(pair[0], pair[1])
    }

    private mutating func variant(_ type: CChar, _ contents: String) throws(BusError) -> BusValue {
        let values = try inside(type, contents)
        guard values.count == 1 else { throw .malformed("a variant doesn't hold one value") }
        return .variant(values[0])
    }

    private func check(_ result: CInt) throws(BusError) {
        guard result >= 0 else { throw BusError(result: result, "a message can't be read") }
    }
}

/// D-Bus's letters for types, as libsystemd takes them.
enum BusType: UInt8 {
    case bool = 0x62  // b
    case byte = 0x79  // y
    case int16 = 0x6E  // n
    case uint16 = 0x71  // q
    case int32 = 0x69  // i
    case uint32 = 0x75  // u
    case int64 = 0x78  // x
    case uint64 = 0x74  // t
    case double = 0x64  // d
    case string = 0x73  // s
    case path = 0x6F  // o
    case signature = 0x67  // g
    case array = 0x61  // a
    case variant = 0x76  // v
    case structure = 0x72  // r
    case entry = 0x65  // e

    var letter: CChar { CChar(bitPattern: rawValue) }
}
