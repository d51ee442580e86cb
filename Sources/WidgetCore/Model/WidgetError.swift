/// The one error of the product: what kind of failure, and a sentence that names the field and the limit and says what to do.
public struct WidgetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// gRPC's status codes, with gRPC's numbers, as ttrpc carries them.
    public enum Code: Int32, Sendable, Hashable {
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
    }

    public var code: Code
    /// For people: what was wrong, with the field and the limit, and what to do.
    public var message: String
    /// The underlying error, for the log; never sent to another uid.
    public var cause: String?
    /// A request was sent to a daemon, and its outcome isn't known. A request with an idempotency key can be sent again. The daemon itself never sets this.
    public var isUnanswered: Bool

    public init(_ code: Code, _ message: String, cause: String? = nil, isUnanswered: Bool = false) {
        self.code = code
        self.message = message
        self.cause = cause
        self.isUnanswered = isUnanswered
    }

    /// The error of an action whose answer didn't come, with advice on how to learn its outcome.
    public func advisingRetry(key: String) -> WidgetError {
        WidgetError(
            code, "\(message); its outcome isn't known. Repeat it with --key \(key): it is performed only once", cause: cause,
            isUnanswered: isUnanswered)
    }

    /// INVALID_ARGUMENT for `field`.
    public static func invalid(_ field: String, _ message: String) -> WidgetError {
        WidgetError(.invalidArgument, "\(field): \(message)")
    }

    public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
