/// A Request or Response envelope that isn't well-formed protobuf, or breaks a limit. Names the field.
public struct EnvelopeError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The bytes end inside the field.
        case truncated
        /// A varint of more than ten bytes, or a field number of zero or above 2^29 - 1.
        case badTag
        /// Another protobuf wire type than the field's.
        case wireType(UInt8)
        /// A string that isn't UTF-8.
        case notUTF8
        /// More entries than allowed; the number is the limit.
        case tooMany(limit: Int)
    }

    /// `Request` or `Response`.
    public var envelope: String
    /// The field's name in the protocol, or its number where we don't know it.
    public var field: String
    public var reason: Reason

    public init(envelope: String, field: String, reason: Reason) {
        self.envelope = envelope
        self.field = field
        self.reason = reason
    }

    public var description: String {
        let what =
            switch reason {
            case .truncated: "ends before its announced length"
            case .badTag: "has a malformed number or length"
            case .wireType(let type): "has protobuf wire type \(type), which isn't the field's"
            case .notUTF8: "isn't UTF-8"
            case .tooMany(let limit): "has more than \(limit) entries"
            }
        return "malformed \(envelope): field \(field) \(what)"
    }
}

extension EnvelopeError.Reason {
    @usableFromInline
    init(_ error: ProtobufError) {
        switch error {
        case .truncated: self = .truncated
        case .badTag: self = .badTag
        case .wireType(let type): self = .wireType(type)
        case .notUTF8: self = .notUTF8
        }
    }
}
