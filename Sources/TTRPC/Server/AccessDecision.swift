public import TTRPCWire

/// A method that a peer calls. The server makes one object for each of its methods, so that a call copies no string. It is equal to itself alone.
public final class RequestedMethod: Hashable, Sendable {
    /// The service's full name, such as `widgetd.v1.Widgets`.
    public let service: String
    public let name: String
    /// The right that the method asks of its caller.
    public let right: AccessRight
    /// Service and method, as `widgetd.v1.Widgets/Place`.
    public let fullName: String

    public init(service: String, name: String, right: AccessRight) {
        (self.service, self.name, self.right) = (service, name, right)
        fullName = "\(service)/\(name)"
    }

    public static func == (a: RequestedMethod, b: RequestedMethod) -> Bool { a === b }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Whether a peer may call a method.
public enum AccessDecision: Sendable {
    case allowed
    case denied(AccessDenial)
    /// Somebody has to be asked. The call waits for the answer, nil for yes; all else goes on. The question is cancelled when the call ends.
    case undecided(@Sendable (CallContext) async -> AccessDenial?)

    public var isAllowed: Bool { if case .allowed = self { true } else { false } }
    public var isDenied: Bool { if case .denied = self { true } else { false } }
}

/// A call that may not be made: the reason for the log, and the answer for the caller.
public struct AccessDenial: Error, Sendable {
    /// The rule that denies it, for administrators.
    public let rule: String
    public let status: RPCStatus

    public init(rule: String, status: RPCStatus) { (self.rule, self.status) = (rule, status) }

    /// The caller hasn't the right that the method needs.
    /// - Parameters:
    ///   - has: the highest right of the caller; nil: none.
    ///   - advice: what the caller can do, such as `ask …`; empty: nothing.
    public init(_ method: RequestedMethod, uid: UInt32, has: AccessRight?, advice: String = "") {
        let instead = has.map { "has `\($0)`" } ?? "has no right here"
        rule = "no rule: needs \(method.right), has \(has.map { "\($0)" } ?? "none")"
        status = RPCStatus(
            .permissionDenied, "\(method.name) needs the right `\(method.right)`, and uid \(uid) \(instead)" + (advice.isEmpty ? "" : "; \(advice)"))
    }
}
