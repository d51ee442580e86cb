public import WidgetCore

/// How a device stands to this one.
public enum Standing: Sendable, Hashable {
    /// One of this user's devices: not revoked.
    case member
    /// Unknown, while an invitation is open: it may prove the invitation's secret, and nothing else.
    case candidate
    /// Unknown or revoked: its handshake fails.
    case refused
}

/// Whom this device talks to. Asked in each handshake, and once more when a link is taken up, on an event loop: must be quick.
public struct TrustPolicy: Sendable {
    private let answer: @Sendable (DeviceID) -> Standing

    public init(_ standing: @escaping @Sendable (DeviceID) -> Standing) { answer = standing }

    /// How `device` stands now.
    public func standing(of device: DeviceID) -> Standing { answer(device) }
}
