import TTRPCWire
import WidgetCore

/// An event of a watched board, as far as all boards have the same fields.
enum BoardEvent {
    /// An item as it is now: an encoded snapshot.
    case snapshot([UInt8])
    case removed(WidgetID)
    /// Every item has been sent once.
    case stateSent
    /// Something that a later version of the hub sends.
    case other

    /// - Parameter bytes: an encoded `WatchEvent`, `ActivityEvent` or `ControlEvent`: their fields have the same numbers.
    /// - Throws: DATA_LOSS for bytes that aren't an event.
    init(_ bytes: [UInt8]) throws(WidgetError) {
        do {
            self = try bytes.withUnsafeBytes { bytes in
                var reader = ProtobufReader(bytes)
                while !reader.isAtEnd {
                    let (field, type) = try reader.tag()
                    switch field {
                    case 1: return .snapshot(Array(try reader.content(type)))
                    case 2:
                        guard let id = WidgetID(String(decoding: try reader.content(type), as: UTF8.self)) else { return .other }
                        return .removed(id)
                    case 3:
                        _ = try reader.number(type)
                        return .stateSent
                    default: try reader.skip(type)
                    }
                }
                return .other
            }
        } catch {
            throw WidgetError(.dataLoss, "the hub sent an event that can't be read", cause: "\(error)")
        }
    }
}
