internal import TTRPCWire
internal import WidgetCore

// The nodes that updates of Live Activities change, as on the wire: byte for byte what `ProtoViewNode` is encoded to. A test compares the two.

extension ViewNode {
    /// Nil: the node has something that seldom changes, and is left to the generated message.
    var wireBytes: [UInt8]? {
        guard let content = content?.wireBytes else { return nil }
        var writer = ProtobufWriter(capacity: 128)
        writer.value(1, Int64(UInt32(clamping: parent)))
        if let id {
            writer.head(2, 16)
            writer.append(bigEndian: id.high)
            writer.append(bigEndian: id.low)
        }
        writer.field(content.number, content.bytes)
        for modifier in modifiers {
            guard let bytes = modifier.wireBytes else { return nil }
            writer.field(30, bytes)
        }
        writer.value(31, accessibilityLabel)
        writer.value(32, isPrivacySensitive)
        writer.value(33, isInvalidatable)
        writer.value(34, fallback)
        writer.value(35, mustUnderstand)
        writer.value(36, explicitID)
        return writer.bytes
    }
}

extension ViewContent {
    /// With the number of its field.
    fileprivate var wireBytes: (number: Int, bytes: [UInt8])? {
        var writer = ProtobufWriter(capacity: 64)
        switch self {
        case .text(let text):
            writer.field(1, text)
            return (10, writer.bytes)
        case .progress(.fraction(let fraction), let label):
            writer.field(1, fixed: fraction.bitPattern)
            writer.value(3, label)
            return (17, writer.bytes)
        default: return nil
        }
    }
}

extension ViewModifier {
    fileprivate var wireBytes: [UInt8]? {
        var writer = ProtobufWriter(capacity: 24)
        switch self {
        case .font(let font):
            guard let bytes = font.wireBytes else { return nil }
            writer.field(1, bytes)
        case .foreground(.named(let name)): writer.field(2, name.wireBytes)
        case .tint(.named(let name)): writer.field(3, name.wireBytes)
        case .lineLimit(let lines): writer.field(11, UInt64(UInt32(clamping: lines)))
        default: return nil
        }
        return writer.bytes
    }
}

extension ViewFont {
    fileprivate var wireBytes: [UInt8]? {
        guard design == nil, width == nil, leading == nil, !isSmallCaps, name.isEmpty else { return nil }
        var writer = ProtobufWriter(capacity: 16)
        writer.value(1, Int64(style?.rawValue ?? 0))
        writer.value(2, size ?? 0)
        writer.value(3, Int64(weight?.rawValue ?? 0))
        writer.value(4, isItalic)
        writer.value(5, isMonospacedDigit)
        return writer.bytes
    }
}

extension ViewColor.Name {
    /// A `Color`.
    fileprivate var wireBytes: [UInt8] {
        var writer = ProtobufWriter(capacity: 16)
        writer.field(1, rawValue)
        return writer.bytes
    }
}
