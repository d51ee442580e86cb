/// A value of D-Bus, in arguments, answers and signals. File descriptors are left out, since nothing here passes one.
public indirect enum BusValue: Sendable, Hashable {
    case bool(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    /// An object's path.
    case path(String)
    /// A type's signature.
    case signature(String)
    /// An array of bytes (`ay`).
    case bytes([UInt8])
    /// An array of anything else, with the signature of its elements, which an empty array needs too. A dictionary is an array of entries.
    case array(of: String, [BusValue])
    /// One key of a dictionary and its value.
    case entry(BusValue, BusValue)
    case structure([BusValue])
    case variant(BusValue)

    /// An array of strings (`as`).
    public static func strings(_ strings: [String]) -> BusValue { .array(of: "s", strings.map { .string($0) }) }

    /// A dictionary of strings to variants (`a{sv}`), in the order of its keys.
    public static func options(_ options: [String: BusValue]) -> BusValue {
        .array(of: "{sv}", options.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .variant($0.value)) })
    }

    /// The value's type in D-Bus's letters.
    public var signature: String {
        switch self {
        case .bool: "b"
        case .byte: "y"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }
}

/// The value as an expected type. Nil where it has another type. The content of a variant counts.
extension BusValue {
    public var bool: Bool? {
        if case .bool(let value) = content { value } else { nil }
    }

    /// Any integer that fits.
    public var int: Int? {
        switch content {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    public var double: Double? {
        if case .double(let value) = content { value } else { nil }
    }

    /// A string, a path or a signature.
    public var string: String? {
        switch content {
        case .string(let value), .path(let value), .signature(let value): value
        default: nil
        }
    }

    public var bytes: [UInt8]? {
        if case .bytes(let value) = content { value } else { nil }
    }

    /// The elements of an array or the fields of a structure.
    public var elements: [BusValue]? {
        switch content {
        case .array(_, let values), .structure(let values): values
        default: nil
        }
    }

    /// A dictionary whose keys are strings. Where a key repeats, the last value counts.
    public var dictionary: [String: BusValue]? {
        guard case .array(_, let entries) = content else { return nil }
        var dictionary: [String: BusValue] = [:]
        for entry in entries {
            guard case .entry(let key, let value) = entry, let key = key.string else { return nil }
            dictionary[key] = value.content
        }
        return dictionary
    }

    /// A variant's content, or any other value as it is.
    public var content: BusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }
}
