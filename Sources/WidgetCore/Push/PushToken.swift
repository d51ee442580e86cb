/// What a server sends pushes to: unguessable bytes that this daemon made, in hexadecimal on the wire. Who reads one may push, and nothing else.
public struct PushToken: Sendable, Hashable {
    /// 1 to ``PushLimits/tokenBytes`` bytes; those that this daemon makes have ``PushLimits/newTokenBytes``.
    public var bytes: [UInt8]

    /// Nil where there are no bytes, or too many.
    public init?(bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= PushLimits.tokenBytes else { return nil }
        self.bytes = bytes
    }

    /// As it stands in a path: lower case.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
