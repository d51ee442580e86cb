public import WidgetCore

extension ProtoReloadReceipt {
    public init(_ receipt: ReloadReceipt) {
        self.init()
        widgetID = receipt.widget.description
        outcome = ProtoReloadOutcome(rawValue: receipt.outcome.rawValue) ?? .unspecified
        rule = receipt.rule
        if let date = receipt.until { until = .init(date) }
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
    }
}
