public import WidgetCore

extension ProtoReloadBudget {
    public init(_ status: BudgetStatus) {
        self.init()
        reloadsPerDay = UInt32(clamping: status.budget.perDay)
        savedReloads = UInt32(clamping: status.budget.capacity)
        own = ProtoReloadPurse(status.own)
        push = ProtoReloadPurse(status.push)
        spacingMs = status.spacing.count
        source =
            switch status.source {
            case .everyWidget: .everyWidget
            case .kind: .kind
            case .widget: .widget
            case .interval: .interval
            }
        developerMode = status.isDeveloperMode
        onBattery = status.isOnBattery
        unseen = status.isUnseen
        ratePermille = UInt32(clamping: status.rate)
        if let date = status.lastSpentAt { lastSpentAt = .init(date) }
    }
}

extension ProtoReloadPurse {
    fileprivate init(_ bucket: BudgetStatus.Bucket) {
        self.init()
        left = UInt32(clamping: bucket.left)
        if let date = bucket.nextToken { nextToken = .init(date) }
    }
}

extension ProtoSimulateResponse {
    public init(_ forecast: ReloadForecast, of widget: WidgetID, from date: Timestamp) {
        self.init()
        widgetID = widget.description
        steps = forecast.steps.map { step in
            var proto = Step()
            proto.decision = ProtoDecision(step.decision, sequence: 0)
            proto.ownLeft = UInt32(clamping: step.ownLeft)
            proto.pushLeft = UInt32(clamping: step.pushLeft)
            proto.paidFrom = step.paidFrom.map { $0 == .own ? .own : .push } ?? .unspecified
            return proto
        }
        assumptions = forecast.assumptions
        developerMode = forecast.isDeveloperMode
        from = .init(date)
        until = .init(forecast.end)
        truncated = forecast.isTruncated
        reloads = UInt32(clamping: forecast.reloads)
        countedReloads = UInt32(clamping: forecast.countedReloads)
        completeUntil = .init(forecast.completeUntil)
    }
}
