public import SwiftProtobuf

extension Message {
    /// A newer version put something into it that this one doesn't know, which may stand where a choice seems to be missing.
    public var isNewer: Bool { !unknownFields.data.isEmpty }
}
