import WidgetCore

extension WidgetError {
    /// The caller's answer about an action that was performed, where this kept its end from the disk: never that it was not performed, which would have it
    /// performed again.
    /// - Parameter action: as a user reads it.
    func unrecorded(_ action: String) -> WidgetError {
        // The store's own advice is to try again, which would be the wrong one here.
        let reason = code == .resourceExhausted ? "the store's disk is full" : "the store can't be written"
        let advice = "don't perform it again: its idempotency key isn't repeated, but another one would be; `widgetctl status` says more"
        return WidgetError(.dataLoss, "\(action) was performed, but that could not be recorded: \(reason); \(advice)", cause: message)
    }
}
