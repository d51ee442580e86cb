public import WidgetCore

extension ProtoReloadReceipt {
    public init(_ receipt: ReloadReceipt) {
        self.init()
        widgetID = receipt.widget.description
        outcome = ProtoReloadOutcome(rawValue: receipt.outcome.rawValue) ?? .unspecified
        rule = receipt.rule
        if let date = receipt.until { until = .init(date) }
        reason = receipt.reason
        reload = receipt.reload
    }
}

extension ReloadReceipt {
    /// - Throws: INVALID_ARGUMENT for an invalid widget id or date. An unknown outcome counts as accepted.
    public init(_ proto: ProtoReloadReceipt) throws(WidgetError) {
        guard let id = WidgetID(proto.widgetID) else { throw .invalid("widget_id", "isn't an id") }
        self.init(
            widget: id, outcome: ReloadOutcome(rawValue: proto.outcome.rawValue) ?? .accepted, rule: proto.rule,
            until: proto.hasUntil ? try Timestamp(proto.until, field: "until") : nil, reason: proto.reason, reload: proto.reload)
    }
}

extension ProtoAwaitReloadsRequest.Reload {
    public init(_ reload: ReloadResult.Reload) {
        self.init()
        widgetID = reload.widget.description
        self.reload = reload.number
    }
}

extension ReloadResult.Reload {
    /// - Throws: INVALID_ARGUMENT for an invalid widget id, or a missing number.
    public init(_ proto: ProtoAwaitReloadsRequest.Reload) throws(WidgetError) {
        guard let id = WidgetID(proto.widgetID) else { throw .invalid("widget_id", "isn't an id") }
        guard proto.reload > 0 else { throw .invalid("reload", "is missing; a receipt of 0 has none that can be waited for") }
        self.init(widget: id, number: proto.reload)
    }
}

extension ProtoReloadResult {
    public init(_ result: ReloadResult) {
        self.init()
        widgetID = result.reload.widget.description
        reload = result.reload.number
        switch result.end {
        case .newTimeline: outcome = .newTimeline
        case .sameTimeline: outcome = .sameTimeline
        case .failed(let failure): (outcome, code, error) = (.failed, failure.code.rawValue, failure.message)
        case .lost(let reason): (outcome, error) = (.lost, reason)
        }
    }
}

extension ReloadResult {
    /// - Throws: INVALID_ARGUMENT for an invalid reload, or an unknown outcome.
    public init(_ proto: ProtoReloadResult) throws(WidgetError) {
        let reload = try Reload(
            .with {
                $0.widgetID = proto.widgetID
                $0.reload = proto.reload
            })
        switch proto.outcome {
        case .newTimeline: self.init(reload, .newTimeline)
        case .sameTimeline: self.init(reload, .sameTimeline)
        case .failed: self.init(reload, .failed(WidgetError(WidgetError.Code(rawValue: proto.code) ?? .unknown, proto.error)))
        case .lost: self.init(reload, .lost(proto.error))
        case .unspecified, .UNRECOGNIZED: throw .invalid("outcome", "isn't one that this version knows")
        }
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
