/// Every rule that decides something about a reload, by the name that receipts, decisions and records carry.
public enum ReloadRule: String, Sendable, Hashable, CaseIterable {
    // Why a reload goes
    case explicitForeground = "explicit-foreground"
    case explicitBackground = "explicit-background"
    case explicitSession = "explicit-session"
    case push = "push"
    case interaction = "interaction"
    case environment = "environment"
    case placed = "placed"
    case configured = "configured"
    case visible = "visible"
    case providerChanged = "provider-changed"

    // Why a request needs no launch of its own, or none now
    case coalescedWaiting = "coalesced-waiting"
    case coalescedRunning = "coalesced-running"
    case coalescedNext = "coalesced-next"
    case afterRunning = "after-running"
    case backoff = "backoff"
    case providerMissing = "provider-missing"
    case unknownWidget = "unknown-widget"
    case remote = "elsewhere"
    case wakeUp = "wake-up"

    // When the next reload goes
    case policyAtEnd = "policy-at-end"
    case policyAtEndIdle = "policy-at-end-idle"
    case policyAfter = "policy-after"
    case policyNever = "policy-never"
    case minimumSpacing = "minimum-spacing"
    case budget = "budget"
    case budgetAccrued = "budget-accrued"
    case retry = "retry"
    case catchUp = "catch-up"

    // Why an entry is shown, or not waited for
    case entryDue = "entry-due"
    case timelineAccepted = "timeline-accepted"
    case clockChanged = "clock-changed"

    /// The name on the wire and in the log, such as `explicit-foreground`.
    public var name: String { rawValue }

    /// The rule of that name; nil where a newer version had one that this one doesn't know.
    public init?(name: String) { self.init(rawValue: name) }

    /// The rule as a sentence, for people.
    public var sentence: String {
        switch self {
        case .explicitForeground: "A client on this machine asked for it; such a reload is free and goes at once."
        case .explicitBackground: "A provider asked for it in the background."
        case .explicitSession: "A provider asked for it while a user used it; such a reload is free and goes at once."
        case .push: "The provider's server said that the content changed."
        case .interaction: "An action of the widget was performed; the reload that follows is free and guaranteed."
        case .environment: "The locale, time zone, clock, text size or accessibility settings changed."
        case .placed: "The widget was placed and needs its first timeline."
        case .configured: "The widget's configuration changed."
        case .visible: "The widget became visible without a timeline."
        case .providerChanged: "The provider was installed or changed."
        case .coalescedWaiting: "A reload of this widget is already waiting for its launch and serves this request too."
        case .coalescedRunning: "The provider is being asked now, and its answer serves this request too."
        case .coalescedNext: "A reload already follows the one that is running and serves this request too."
        case .afterRunning: "The provider is being asked right now and may have looked too early: it is asked again as soon as it has answered."
        case .backoff: "The last reload failed and this cause isn't urgent: it doesn't go before the retry that is planned."
        case .providerMissing: "No installed provider gives this kind; the widget keeps its last timeline and reloads when one does."
        case .unknownWidget: "There is no widget with this id."
        case .remote: "Another device gives this widget's timelines; it decides when to reload."
        case .wakeUp: "The push isn't urgent: it is delivered when the daemon next wakes, after a minute at the latest."
        case .policyAtEnd: "The timeline's policy is atEnd: the provider is asked after the last entry's date."
        case .policyAtEndIdle: "The timeline's policy is atEnd and no later entry says when, so the daemon chose: less often the longer nothing new comes."
        case .policyAfter: "The timeline's policy names the date."
        case .policyNever: "The timeline's policy is never: only a request, an interaction or a change of the system reloads it."
        case .minimumSpacing: "Between two reloads that nobody waits for lies at least the minimum spacing."
        case .budget: "The widget has spent its reloads: the next one goes when the next token has accrued."
        case .budgetAccrued: "The reload waited for the widget's budget, which allows it now."
        case .retry: "The last reload failed: it is tried again, less often each time, at least once an hour."
        case .catchUp: "The date passed while the machine or the daemon was down or its clock was wrong; such reloads are spread over a short time."
        case .entryDue: "The entry's date has come."
        case .timelineAccepted: "A new timeline arrived."
        case .clockChanged: "The clock was set or the machine resumed."
        }
    }
}
