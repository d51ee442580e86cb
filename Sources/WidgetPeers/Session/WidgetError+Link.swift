public import WidgetCore

extension WidgetError {
    /// Nothing was asked: there is no link to the device. The caller that knows its name adds it.
    public static let notConnected = WidgetError(.unavailable, "the device isn't connected; `widgetctl sync status` says why")
    /// The error of a request whose answer didn't come because the link broke after it was sent.
    public static let brokenLink = WidgetError(.aborted, "the link to the device broke; whether it did it isn't known", isUnanswered: true)
    /// The error of a request whose answer didn't come in time.
    public static let unanswered = WidgetError(.aborted, "the device \(overdue)", isUnanswered: true)
    private static let overdue = "didn't answer within \(MeshLimits.requestTimeout / 1_000) s; whether it did it isn't known"

    /// It is ``unanswered``, whatever its device is called: the link may still be there.
    public var isOverdue: Bool { isUnanswered && message.hasSuffix(Self.overdue) }

    /// The same of a device that people call so. An error that a device answered itself stays as it is.
    public func naming(_ device: String) -> WidgetError {
        guard self == .notConnected || self == .brokenLink || self == .unanswered else { return self }
        var named = self
        named.message = message.replacing("the device", with: "the device '\(device)'")
        return named
    }
}
