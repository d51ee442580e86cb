internal import CSystemd

/// Appends values to a message that is being made.
struct BusWriter {
    let message: OpaquePointer

    func append(_ values: [BusValue]) throws(BusError) {
        for value in values { try append(value) }
    }

    private func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .bool(let value): try basic(.bool, Int32(value ? 1 : 0))
        case .byte(let value): try basic(.byte, value)
        case .int16(let value): try basic(.int16, value)
        case .uint16(let value): try basic(.uint16, value)
        case .int32(let value): try basic(.int32, value)
        case .uint32(let value): try basic(.uint32, value)
        case .int64(let value): try basic(.int64, value)
        case .uint64(let value): try basic(.uint64, value)
        case .double(let value): try basic(.double, value)
        case .string(let text): try check(sd_bus_message_append_basic(message, BusType.string.letter, text))
        case .path(let text): try check(sd_bus_message_append_basic(message, BusType.path.letter, text))
        case .signature(let text): try check(sd_bus_message_append_basic(message, BusType.signature.letter, text))
        case .bytes(let bytes): try check(sd_bus_message_append_array(message, BusType.byte.letter, bytes, bytes.count))
        case .array(let element, let values): try container(.array, element, values)
        case .entry(let key, let value): try container(.entry, key.signature + value.signature, [key, value])
        case .structure(let fields): try container(.structure, fields.map(\.signature).joined(), fields)
        case .variant(let value): try container(.variant, value.signature, [value])
        }
    }

    private func basic<T: BitwiseCopyable>(_ type: BusType, _ value: T) throws(BusError) {
        var value = value
        try check(sd_bus_message_append_basic(message, type.letter, &value))
    }

    private func container(_ type: BusType, _ contents: String, _ values: [BusValue]) throws(BusError) {
        try check(sd_bus_message_open_container(message, type.letter, contents))
        try append(values)
        try check(sd_bus_message_close_container(message))
    }

    /// What can't be appended is the caller's mistake: a path that isn't one, elements of another type than the array's.
    private func check(_ result: CInt) throws(BusError) {
        guard result >= 0 else { throw BusError(result: result, "an argument can't be sent") }
    }
}
