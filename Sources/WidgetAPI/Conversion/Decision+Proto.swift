public import WidgetCore

extension ProtoReloadReceipt {
    public init(_ receipt: ReloadReceipt) {
        self.init()
        widgetID = receipt.widget.description
        outcome = ProtoReloadOutcome(rawValue: receipt.outcome.rawValue) ?? .unspecified
        rule = receipt.rule
        if let date = receipt.until { until = .init(date) }
        reason = receipt.reason
    }
}

extension ReloadReceipt {
    /// - Throws: INVALID_ARGUMENT for a widget that isn't an id, or a date that can't be. An outcome that isn't known counts as accepted.
    public init(_ proto: ProtoReloadReceipt) throws(WidgetError) {
        guard let id = WidgetID(proto.widgetID) else { throw .invalid("widget_id", "isn't an id") }
        self.init(
            widget: id, outcome: ReloadOutcome(rawValue: proto.outcome.rawValue) ?? .accepted, rule: proto.rule,
            until: proto.hasUntil ? try Timestamp(proto.until, field: "until") : nil, reason: proto.reason)
    }
}

extension ProtoDecision {
    public init(_ decision: Decision, sequence number: Int64) {
        self.init()
        time = .init(decision.time)
        widgetID = decision.widget.description
        event = Event(rawValue: decision.event.rawValue) ?? .unspecified
        cause = decision.cause.flatMap { ProtoReloadCause(rawValue: $0.rawValue) } ?? .unspecified
        outcome = decision.outcome.flatMap { ProtoReloadOutcome(rawValue: $0.rawValue) } ?? .unspecified
        rule = decision.rule
        detail = decision.detail
        if let date = decision.until { until = .init(date) }
        sequence = number
        if decision.count > 1 { count = UInt32(clamping: decision.count) }
    }
}
