/// What a server sends pushes to: unguessable bytes that this daemon made, in hexadecimal on the wire. Who reads one may push, and nothing else.
public struct PushToken: Sendable, Hashable {
    /// 1 to ``PushLimits/tokenBytes`` bytes; those that this daemon makes have ``PushLimits/newTokenBytes``.
    public var bytes: [UInt8]

    /// Nil where there are no bytes, or too many.
    public init?(bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= PushLimits.tokenBytes else { return nil }
        self.bytes = bytes
    }
}
