/// The steps of an activity's life.
extension Activity {
    /// When its next step comes due by itself; nil: never.
    func deadline(_ maximumAge: Milliseconds?) -> Timestamp? {
        switch state {
        case .pending: startDate
        case .active: [content.staleDate, maximumAge.map { startDate + $0 }].lazy.compactMap(\.self).min()
        case .stale: maximumAge.map { startDate + $0 }
        case .ended: dismissalDate
        case .dismissed: (dismissalDate ?? .earliest) + ActivityLimits.dismissedFor
        }
    }

    /// Does the step that is due at `date`.
    mutating func pass(_ date: Timestamp, _ maximumAge: Milliseconds?) {
        revision += 1
        switch state {
        case .pending:
            state = .active
            alert?.revision = revision
        case .active, .stale:
            if let maximumAge, startDate + maximumAge <= date {
                end(at: date, .default)
            } else {
                state = .stale
            }
        case .ended: dismiss(at: date)
        case .dismissed: break
        }
    }

    /// As another device shows it, whether or not its owner has said so yet: out of date from its stale date on, gone from its dismissal date on. When it starts
    /// and how long it may take is its owner's to say.
    public func elsewhere(at now: Timestamp) -> Activity {
        guard let date = remoteDeadline, date <= now else { return self }
        var activity = self
        activity.state = state == .ended ? .dismissed : .stale
        return activity
    }

    /// When that is another state than its own; nil: never.
    public var remoteDeadline: Timestamp? {
        switch state {
        case .active: content.staleDate
        case .ended: dismissalDate
        case .pending, .stale, .dismissed: nil
        }
    }

    /// Changes how it stands.
    mutating func apply(_ update: ActivityUpdate) {
        if let content = update.content { self.content = content }
        timestamp = update.timestamp ?? timestamp
        revision += 1
        if var alert = update.alert {
            alert.revision = revision
            self.alert = alert
        }
    }

    mutating func end(at date: Timestamp, _ policy: ActivityDismissalPolicy) {
        state = .ended
        endedAt = date
        dismissalDate = policy.date(endedAt: date)
    }

    mutating func dismiss(at date: Timestamp) {
        state = .dismissed
        dismissalDate = date
        revision += 1
    }

    /// The receipt for an update whose sender dated it before the last one that was applied; nil: it didn't.
    func outdated(_ update: ActivityUpdate) -> ActivityReceipt? {
        guard let sent = update.timestamp, let timestamp, sent < timestamp else { return nil }
        return ActivityReceipt(
            id: id, outcome: .dropped, reason: "its timestamp is \((timestamp - sent).count) ms older than that of the last update that was applied")
    }
}
