/// Why a timeline reload was asked for. Raw values are those of the wire and the store.
public enum ReloadCause: Int, Sendable, Hashable, CaseIterable {
    /// The timeline's own policy.
    case policy = 1
    case push = 2
    /// A local client asked.
    case explicit = 3
    /// An intent was performed.
    case interaction = 4
    /// Locale, time zone, time, text size or accessibility changed.
    case environment = 5
    case placed = 6
    case configured = 7
    /// Became visible without a valid timeline.
    case visible = 8
    /// The last attempt failed.
    case retry = 9
    /// The provider was installed or changed.
    case providerChanged = 10
}

/// The outcome of a request for a reload. Raw values are those of the wire and the store.
public enum ReloadOutcome: Int, Sendable, Hashable, CaseIterable {
    /// The provider is asked now.
    case accepted = 1
    /// One that is already pending serves this request too.
    case coalesced = 2
    /// The provider is asked later.
    case deferred = 3
    /// The provider isn't asked.
    case denied = 4
}

/// The answer to a request for a reload.
public struct ReloadReceipt: Sendable, Hashable {
    public var widget: WidgetID
    public var outcome: ReloadOutcome
    /// The name of the rule that decided.
    public var rule: String
    /// When a deferred reload is due; nil: it isn't deferred, or the date isn't known.
    public var until: Timestamp?
    /// The error, for people; empty where the rule says it.
    public var reason: String
    /// Which reload serves the request, as ``ReloadEngine/reloadUnderWay(of:)`` numbers them on the device that gives the widget; 0: none does, or it isn't
    /// known.
    public var reload: UInt64

    public init(widget: WidgetID, outcome: ReloadOutcome, rule: String, until: Timestamp? = nil, reason: String = "", reload: UInt64 = 0) {
        self.widget = widget
        self.outcome = outcome
        self.rule = rule
        self.until = until
        self.reason = reason
        self.reload = reload
    }

    /// Whether a launch serves the request, which runs or waits for its turn.
    public var isUnderWay: Bool { outcome == .accepted || outcome == .coalesced }
}

/// One decision about a widget, kept in the decision log.
public struct Decision: Sendable, Hashable {
    /// Raw values are those of the wire and the store.
    public enum Event: Int, Sendable, Hashable, CaseIterable {
        case reloadRequested = 1
        case reloadStarted = 2
        case timelineAccepted = 3
        case reloadFailed = 4
        case entryShown = 5
        case intentPerformed = 6
        case intentFailed = 7
        case placed = 8
        case configured = 9
        case removed = 10
    }

    public var time: Timestamp
    public var widget: WidgetID
    public var event: Event
    public var cause: ReloadCause?
    public var outcome: ReloadOutcome?
    /// The name of the rule that decided; empty where none did.
    public var rule: String
    /// A sentence for people.
    public var detail: String
    public var until: Timestamp?
    /// How often in a row the same was decided; ``time`` and ``until`` are the last one's.
    public var count: Int

    /// The decision about a request for a reload.
    public init(_ receipt: ReloadReceipt, cause: ReloadCause, at time: Timestamp) {
        self.init(
            time: time, widget: receipt.widget, event: .reloadRequested, cause: cause, outcome: receipt.outcome, rule: receipt.rule, until: receipt.until)
    }

    public init(
        time: Timestamp, widget: WidgetID, event: Event, cause: ReloadCause? = nil, outcome: ReloadOutcome? = nil, rule: String = "", detail: String = "",
        until: Timestamp? = nil, count: Int = 1
    ) {
        self.time = time
        self.widget = widget
        self.event = event
        self.cause = cause
        self.outcome = outcome
        self.rule = rule
        self.detail = detail
        self.until = until
        self.count = count
    }

    /// Whether equal decisions in a row are kept as one, with their ``count``: those on requests that no launch of their own follows.
    public var isCollapsible: Bool { event == .reloadRequested && outcome != .accepted }
}
