import SwiftProtobuf
internal import TTRPCWire
public import WidgetCore

extension ArchiveCodec {
    /// As ``WidgetCore/ViewArchive/action(_:)`` of what the bytes are, of which nothing else is read: somebody waits for what they tapped, and to decode all
    /// nodes takes most of what a tap needs before it is sent.
    /// - Parameter bytes: as for ``decode(_:)``.
    /// - Throws: DATA_LOSS where the bytes are no archive.
    public static func action(_ name: String, in bytes: [UInt8]) throws(WidgetError) -> (ViewAction, isOn: Bool?)? {
        do {
            return try bytes.withUnsafeBytes { try find(name, $0) }
        } catch {
            throw unreadable(bytes, error)
        }
    }

    /// `ViewArchive`: the nodes, of which toggles say what they carry, and the actions.
    private static func find(_ name: String, _ archive: UnsafeRawBufferPointer) throws -> (ViewAction, isOn: Bool?)? {
        var reader = ProtobufReader(archive)
        var values: [UInt64: Bool] = [:]
        var found: (index: UInt64, action: ProtoAction)?
        var index: UInt64 = 0
        while !reader.isAtEnd {
            let (field, type) = try reader.tag()
            switch field {
            case 3: if let (action, isOn) = try toggle(try reader.message(type)) { values[action] = isOn }
            case 4 where found == nil:
                let action = try ProtoAction(serializedBytes: Array(try reader.content(type)))
                if action.id == name { found = (index, action) }
                index += 1
            default: try reader.skip(type)
            }
        }
        guard let found else { return nil }
        return (try ViewAction(found.action, field: "actions[\(found.index)]"), values[found.index])
    }

    /// `ViewNode`: the index of the action that a toggle carries, and its value; nil: it is something else.
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
