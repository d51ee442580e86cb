/// How a call failed: what a handler throws, what a peer is told, what a caller catches.
public struct RPCStatus: Error, Hashable, Sendable, CustomStringConvertible {
    public var code: StatusCode
    /// For a user: the field, the limit and what to do, where there is one.
    public var message: String
    /// Each an encoded `google.protobuf.Any`, untouched.
    public var details: [[UInt8]]

    public init(_ code: StatusCode, _ message: String, details: [[UInt8]] = []) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// `NOT_FOUND: no widget "cpu"`.
    public var description: String {
        message.isEmpty ? code.description : "\(code): \(message)"
    }

    /// The status that a peer is told for any error: an `RPCStatus` as it is, a malformed envelope as `INVALID_ARGUMENT`,
    /// a cancelled task as `CANCELLED`, and anything else as `INTERNAL` with its description.
    public init(describing error: any Error) {
        switch error {
        case let status as RPCStatus: self = status
        case let malformed as EnvelopeError: self.init(.invalidArgument, malformed.description)
        case is CancellationError: self.init(.cancelled, "the call was cancelled")
        default: self.init(.internal, "\(error)")
        }
    }
}
