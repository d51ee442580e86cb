/// Why a call failed. A handler throws it, the peer receives it, and the caller catches it.
public struct RPCStatus: Error, Hashable, Sendable, CustomStringConvertible {
    public var code: StatusCode
    /// A text for the user. It names the field, the limit and what to do, where these exist.
    public var message: String
    /// Encoded `google.protobuf.Any` messages, as they came.
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

    /// The status that a peer receives for any error. An `RPCStatus` stays as it is. A malformed envelope becomes `INVALID_ARGUMENT`, and a cancelled task
    /// `CANCELLED`. Any other error becomes `INTERNAL` with its description.
    public init(describing error: any Error) {
        switch error {
        case let status as RPCStatus: self = status
        case let malformed as EnvelopeError: self.init(.invalidArgument, malformed.description)
        case is CancellationError: self.init(.cancelled, "the call was cancelled")
        default: self.init(.internal, "\(error)")
        }
    }
}

extension RPCStatus {
    /// The caller has waited as long as it wanted to.
    public static let noAnswer = RPCStatus(.deadlineExceeded, "no answer in time")
    /// The server stopped a call at its caller's deadline.
    public static let overdue = RPCStatus(.deadlineExceeded, "the call's deadline has passed")
    /// The call came too late to be begun.
    public static let overdueOnArrival = RPCStatus(.deadlineExceeded, "the deadline had passed on arrival")

    /// Whether the call's own deadline ended it; a handler may give up earlier, for a reason that it says.
    public var isTimeout: Bool { [.noAnswer, .overdue, .overdueOnArrival].contains(self) }
}

/// The outcome of a call, in gRPC's numbers, which ttrpc uses.
public enum StatusCode: Int32, Sendable, CaseIterable, CustomStringConvertible {
    case ok = 0
    case cancelled = 1
    case unknown = 2
    case invalidArgument = 3
    case deadlineExceeded = 4
    case notFound = 5
    case alreadyExists = 6
    case permissionDenied = 7
    case resourceExhausted = 8
    case failedPrecondition = 9
    case aborted = 10
    case outOfRange = 11
    case unimplemented = 12
    case `internal` = 13
    case unavailable = 14
    case dataLoss = 15
    case unauthenticated = 16

    /// The code for a peer's number. A number that gRPC doesn't define becomes ``unknown``, as gRPC says.
    public init(wire number: Int32) {
        self = StatusCode(rawValue: number) ?? .unknown
    }

    /// gRPC's name, such as `NOT_FOUND`.
    public var description: String {
        switch self {
        case .ok: "OK"
        case .cancelled: "CANCELLED"
        case .unknown: "UNKNOWN"
        case .invalidArgument: "INVALID_ARGUMENT"
        case .deadlineExceeded: "DEADLINE_EXCEEDED"
        case .notFound: "NOT_FOUND"
        case .alreadyExists: "ALREADY_EXISTS"
        case .permissionDenied: "PERMISSION_DENIED"
        case .resourceExhausted: "RESOURCE_EXHAUSTED"
        case .failedPrecondition: "FAILED_PRECONDITION"
        case .aborted: "ABORTED"
        case .outOfRange: "OUT_OF_RANGE"
        case .unimplemented: "UNIMPLEMENTED"
        case .internal: "INTERNAL"
        case .unavailable: "UNAVAILABLE"
        case .dataLoss: "DATA_LOSS"
        case .unauthenticated: "UNAUTHENTICATED"
        }
    }
}
