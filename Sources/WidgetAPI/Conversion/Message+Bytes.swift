public import SwiftProtobuf
package import WidgetCore

extension Message {
    /// Whether a newer version put a field into it that this one doesn't know. Such a field may be the choice that seems to be missing.
    public var isNewer: Bool { !unknownFields.data.isEmpty }

    /// The message's bytes.
    /// - Throws: INTERNAL, which can only be a required field or a message over 2 GiB: neither exists in this protocol.
    package func encoded() throws(WidgetError) -> [UInt8] {
        do {
            return try serializedBytes()
        } catch {
            throw WidgetError(.internal, "a response could not be encoded", cause: "\(error)")
        }
    }
}
