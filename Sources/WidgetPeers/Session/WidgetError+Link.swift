public import WidgetCore

extension WidgetError {
    /// The error of a request that wasn't sent, because there is no link to the device. A caller that knows the device's name adds it.
    public static let notConnected = WidgetError(.unavailable, "the device isn't connected; `widgetctl sync status` says why")
    /// The error of a request whose answer didn't come because the link broke after it was sent.
    public static let brokenLink = WidgetError(.aborted, "the link to the device broke; whether it did it isn't known", isUnanswered: true)
    /// The error of a request whose answer didn't come in time.
    public static let unanswered = WidgetError(.aborted, "the device \(overdue)", isUnanswered: true)
    private static let overdue = "didn't answer within \(MeshLimits.requestTimeout / 1_000) s; whether it did it isn't known"

    /// Whether it is ``unanswered``, with or without the device's name. Then the link may still exist.
    public var isOverdue: Bool { isUnanswered && message.hasSuffix(Self.overdue) }

    /// The same error with the device's name. A device's own error stays as it is.
    public func naming(_ device: String) -> WidgetError {
        guard self == .notConnected || self == .brokenLink || self == .unanswered else { return self }
        var named = self
        named.message = message.replacing("the device", with: "the device '\(device)'")
        return named
    }
}
