/// Who may use a control: an intent's authentication policy.
public enum ControlAuthentication: Int, Sendable, Hashable, CaseIterable {
    /// Everybody, also while the session is locked.
    case alwaysAllowed = 1
    /// Whoever has unlocked the session of the device that they press on.
    case requiresAuthentication = 2
    /// Only on the device that provides the control, and only while its session is unlocked.
    case requiresLocalDeviceAuthentication = 3

    /// - Parameters:
    ///   - isLocked: the session of the device that is pressed on is locked.
    ///   - isLocalCaller: that device is the one that provides the control.
    public func allows(isLocked: Bool, isLocalCaller: Bool) -> Bool { refusal(isLocked: isLocked, isLocalCaller: isLocalCaller) == nil }

    /// Why ``allows(isLocked:isLocalCaller:)`` says no, for people; nil: it says yes.
    public func refusal(isLocked: Bool, isLocalCaller: Bool) -> String? {
        switch self {
        case .alwaysAllowed: nil
        case .requiresLocalDeviceAuthentication where !isLocalCaller: "it can be used only on the device that provides it"
        case .requiresAuthentication, .requiresLocalDeviceAuthentication: isLocked ? "the session is locked; unlock it first" : nil
        }
    }
}
