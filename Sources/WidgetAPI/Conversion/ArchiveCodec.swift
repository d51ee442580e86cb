import SwiftProtobuf
internal import TTRPCWire
public import WidgetCore

/// Archives as bytes: the one place where they are checked, encoded, hashed and decoded.
public enum ArchiveCodec {
    /// An archive that is within every limit.
    public struct Encoded: Sendable, Hashable {
        /// The bytes that are stored and sent. Fields that a newer provider wrote and this code doesn't know are still in them.
        public var bytes: [UInt8]
        /// The archive as this code knows it; every node has its identity.
        public var archive: ViewArchive
        /// SHA-256 of `bytes`.
        public var digest: ContentDigest
    }

    /// Checks what a provider sent, and gives every node its identity.
    /// - Parameter family: whose points bound the images' pixels.
    /// - Throws: INVALID_ARGUMENT that names the limit, the value and the node.
    public static func normalize(_ proto: ProtoViewArchive, family: WidgetFamily) throws(WidgetError) -> Encoded {
        let archive = try ViewArchive(proto).validated(family: family)
        return try encoded(identified(proto, by: archive), archive)
    }

    /// As ``normalize(_:family:)``, for an archive within a larger message, whose limit counts.
    static func normalized(_ proto: ProtoViewArchive, family: WidgetFamily) throws(WidgetError) -> ProtoViewArchive {
        identified(proto, by: try ViewArchive(proto).validated(family: family))
    }

    private static func identified(_ proto: ProtoViewArchive, by archive: ViewArchive) -> ProtoViewArchive {
        var identified = proto
        for (index, node) in archive.nodes.enumerated() {
            guard let id = node.id else { continue }
            identified.nodes[index].id = .init(id.bytes)
        }
        for (index, variant) in archive.variants.enumerated() { identified.variants[index] = self.identified(proto.variants[index], by: variant) }
        return identified
    }

    /// Checks and encodes an archive that was built in this process.
    /// - Throws: as ``normalize(_:family:)``.
    public static func encode(_ archive: ViewArchive, family: WidgetFamily) throws(WidgetError) -> Encoded {
        let archive = try archive.validated(family: family)
        return try encoded(ProtoViewArchive(archive), archive)
    }

    /// Reads bytes of ``normalize(_:family:)`` or ``encode(_:family:)``. The limits aren't checked again: stored bytes were within the limits of their time.
    /// - Throws: DATA_LOSS where the bytes are no archive.
    public static func decode(_ bytes: [UInt8]) throws(WidgetError) -> ViewArchive {
        do {
            return try ViewArchive(try ProtoViewArchive(serializedBytes: bytes))
        } catch {
            throw unreadable(bytes, error)
        }
    }

    /// Reads bytes as ``decode(_:)`` does, without their views' contents (``ViewArchive/redacted(_:)``). Fields that this code doesn't know are gone
    /// too.
    /// - Returns: nil where there is nothing to redact.
    /// - Throws: as ``decode(_:)``.
    public static func redacted(_ bytes: [UInt8], _ redaction: ViewArchive.Redaction) throws(WidgetError) -> [UInt8]? {
        guard redaction == .everything || mayHavePrivateViews(bytes) else { return nil }
        let archive = try decode(bytes)
        guard redaction == .everything || archive.hasPrivateViews else { return nil }
        return try ProtoViewArchive(archive.redacted(redaction)).encoded()
    }

    /// Whether some view is private, of what ``normalize(_:family:)`` or ``encode(_:family:)`` gave. One that can't be read counts as private.
    public static func hasPrivateViews(_ bytes: [UInt8]) -> Bool {
        guard mayHavePrivateViews(bytes) else { return false }
        return (try? decode(bytes).hasPrivateViews) ?? true
    }

    /// Whether the field's tag stands anywhere: looking for it takes a hundredth of the time that decoding takes, and most archives don't have it.
    static func mayHavePrivateViews(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices.dropLast() where bytes[index] == privateTag.0 && bytes[index + 1] == privateTag.1 { return true }
            return false
        }
    }

    /// `privacy_sensitive`, field 32 of a node, as a varint.
    private static let privateTag: (UInt8, UInt8) = (0x80, 0x02)

    private static func unreadable(_ bytes: [UInt8], _ error: any Error) -> WidgetError {
        WidgetError(.dataLoss, "a stored view of \(bytes.count) bytes can't be read; reload the widget", cause: "\(error)")
    }

    private static func encoded(_ proto: ProtoViewArchive, _ archive: ViewArchive) throws(WidgetError) -> Encoded {
        let bytes = try proto.encoded()
        guard bytes.count <= Limits.archiveBytes else {
            throw .invalid("archive", "one entry has at most \(Limits.archiveBytes) bytes without its images, this one \(bytes.count)")
        }
        return Encoded(bytes: bytes, archive: archive, digest: ContentDigest(of: bytes))
    }
}

extension ProtoViewArchive {
    /// The same archive gives the same bytes in every process: maps are written in the order of their keys.
    /// - Throws: INTERNAL where the message can't be encoded.
    public func encoded() throws(WidgetError) -> [UInt8] {
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        do {
            return try serializedBytes(partial: false, options: options)
        } catch {
            throw WidgetError(.internal, "a view can't be encoded", cause: "\(error)")
        }
    }
}

extension ArchiveCodec {
    /// As ``WidgetCore/ViewArchive/action(_:)``, from an archive's bytes. Nothing else is decoded: a user waits for the tap, and decoding all nodes would take
    /// most of the time before it is sent.
    /// - Parameter bytes: as for ``decode(_:)``.
    /// - Throws: DATA_LOSS where the bytes are no archive.
    public static func action(_ name: String, in bytes: [UInt8]) throws(WidgetError) -> (ViewAction, isOn: Bool?)? {
        do {
            return try bytes.withUnsafeBytes { try find(name, $0) }
        } catch {
            throw unreadable(bytes, error)
        }
    }

    /// Reads a `ViewArchive`: its nodes, for the values of toggles, and its actions.
    private static func find(_ name: String, _ archive: UnsafeRawBufferPointer) throws -> (ViewAction, isOn: Bool?)? {
        var reader = ProtobufReader(archive)
        var values: [UInt64: Bool] = [:]
        var found: (index: UInt64, action: ProtoAction)?
        var index: UInt64 = 0
        var variants: [UnsafeRawBufferPointer] = []
        while !reader.isAtEnd {
            let (field, type) = try reader.tag()
            switch field {
            case 3: if let (action, isOn) = try toggle(try reader.message(type)) { values[action] = isOn }
            case 4 where found == nil:
                let action = try ProtoAction(serializedBytes: Array(try reader.content(type)))
                if action.id == name { found = (index, action) }
                index += 1
            case 7: variants.append(try reader.content(type))
            default: try reader.skip(type)
            }
        }
        guard let found else {
            for variant in variants { if let found = try find(name, variant) { return found } }
            return nil
        }
        return (try ViewAction(found.action, field: "actions[\(found.index)]"), values[found.index])
    }

    /// Reads a `ViewNode`: the index of the action that a toggle carries, and its value; nil: it is no toggle.
    private static func toggle(_ node: ProtobufReader) throws(ProtobufError) -> (action: UInt64, isOn: Bool)? {
        var node = node
        while !node.isAtEnd {
            let (field, type) = try node.tag()
            guard field == 19 else {
                try node.skip(type)
                continue
            }
            var toggle = try node.message(type)
            var (action, isOn): (UInt64, Bool) = (0, false)
            while !toggle.isAtEnd {
                let (field, type) = try toggle.tag()
                switch field {
                case 1: action = try toggle.number(type)
                case 2: isOn = try toggle.number(type) != 0
                default: try toggle.skip(type)
                }
            }
            return (action, isOn)
        }
        return nil
    }
}
