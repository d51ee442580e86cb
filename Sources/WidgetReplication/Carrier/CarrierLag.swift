public import WidgetCore

/// How far a device and an engine are apart.
public struct CarrierLag: Sendable, Hashable {
    public var hasMet = false
    /// Transactions that the engine lacks.
    public var ahead: Int64 = 0
    /// Transactions of the engine that this device lacks.
    public var behind: Int64 = 0
    /// Transactions in the engine's log.
    public var logged: Int64 = 0
    /// Until when a transaction of the engine waits that is from the future.
    public var heldUntil: Timestamp?
    /// Why a transaction of the engine can't be taken.
    public var fault: ReplicationFault?
    /// Whether the engine refuses transactions because they are from the future by its clock.
    public var isRefused = false
    /// Whether the store is too large for a snapshot (``CarrierLimits/pages``).
    public var isTooLarge = false

    public init() {}

    /// Why changes wait, to be shown to a user. Nil where none does.
    public var waits: String? {
        if let fault { return "a change of the engine can't be taken, and those behind it wait: \(fault)" }
        if heldUntil != nil { return "a change of the engine is from the future by this device's clock, and those behind it wait; check the clocks" }
        if isTooLarge { return "this device's store is too large for the engine's snapshot (\(CarrierLimits.pages) pages); remove widgets" }
        return isRefused ? "the engine doesn't take changes that are from the future by its clock; check the clocks" : nil
    }
}
