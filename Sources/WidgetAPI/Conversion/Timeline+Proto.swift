public import WidgetCore

extension ProtoReloadPolicy {
    public init(_ value: ReloadPolicy) {
        self.init()
        switch value {
        case .atEnd: policy = .atEnd(true)
        case .after(let date): policy = .after(.init(date))
        case .never: policy = .never(true)
        }
    }
}

extension ReloadPolicy {
    /// The policy that the wire names; where it names none, `atEnd`, WidgetKit's default.
    /// - Throws: INVALID_ARGUMENT for a date that the wire can't say, and a policy that only a newer version knows.
    public init(_ proto: ProtoReloadPolicy, field: String) throws(WidgetError) {
        switch proto.policy {
        case .none where proto.isNewer: throw .invalid(field, "none that this version knows; use at_end, after or never")
        case .none, .atEnd(true): self = .atEnd
        case .after(let date): self = .after(try Timestamp(date, field: "\(field).after"))
        case .never(true): self = .never
        case .atEnd(false): throw .invalid("\(field).at_end", "is false; leave the policy out or set one of at_end, after and never")
        case .never(false): throw .invalid("\(field).never", "is false; leave the policy out or set one of at_end, after and never")
        }
    }
}

extension ProtoEntryRelevance {
    public init(_ relevance: EntryRelevance) {
        self.init()
        score = relevance.score
        durationMs = relevance.duration.count
    }
}

extension EntryRelevance {
    /// - Throws: INVALID_ARGUMENT for a score that isn't finite or a negative duration.
    public init(_ proto: ProtoEntryRelevance, field: String) throws(WidgetError) {
        guard proto.score.isFinite else { throw .invalid("\(field).score", "\(proto.score) is not a finite number") }
        guard proto.durationMs >= 0 else { throw .invalid("\(field).duration_ms", "\(proto.durationMs) is negative; 0 means until the next entry") }
        self.init(score: proto.score, duration: Milliseconds(proto.durationMs))
    }
}
