/// One clue's state now: whether it is true, its points, and why.
public struct RelevanceSignal: Sendable, Hashable {
    /// For people: `on battery`.
    public var clue: String
    public var isTrue: Bool
    /// Its points while it is true, in 0...100. While it isn't, the points that it would have.
    public var points: Double
    /// For people: why it isn't true, or nothing where it is.
    public var reason: String
    /// Since when it is true; nil while it isn't.
    public var since: Timestamp?
    /// When it changes by itself; nil: not by the clock.
    public var changesAt: Timestamp?

    public init(clue: String, isTrue: Bool, points: Double, reason: String = "", since: Timestamp? = nil, changesAt: Timestamp? = nil) {
        self.clue = clue
        self.isTrue = isTrue
        self.points = points
        self.reason = reason
        self.since = since
        self.changesAt = changesAt
    }
}

/// The points of clues, as docs/relevance.md publishes them. 100 is the most that anything has.
public enum RelevancePoints {
    /// Each clue of a card beyond its best: what fits in more ways ranks higher.
    public static let furtherClue = 5.0
    /// An entry with the greatest score of its provider; others in proportion.
    public static let greatestEntry = 70.0
    public static let most = 100.0

    /// The points of a clue while it is true.
    public static func of(_ context: RelevantContext) -> Double {
        switch context {
        case .date(_, _, .scheduled): 80
        case .date(_, _, .default): 60
        case .date(_, _, .informational): 40
        case .headphones(isConnected: true): 70
        case .power(.battery): 50
        case .network: 50
        case .metered(true): 45
        case .display(isAttached: true): 45
        case .session(isLocked: true): 45
        // A clue that is true most of the time says little.
        case .power(.mains), .metered(false), .headphones(isConnected: false), .display(isAttached: false), .session(isLocked: false): 20
        case .unsupported: 0
        }
    }
}

/// The order among equal points: WidgetKit's priority kinds, and below them whatever has no clue.
public enum StackPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// A placed widget that isn't relevant now: fills the stack.
    case filler = 0
    /// A placed widget's entry with a relevance.
    case entry = 1
    case informational = 2
    case `default` = 3
    case scheduled = 4

    public static func < (a: StackPriority, b: StackPriority) -> Bool { a.rawValue < b.rawValue }
}

extension RelevantContext {
    var priority: StackPriority {
        switch self {
        case .date(_, _, .scheduled): .scheduled
        case .date(_, _, .informational): .informational
        default: .default
        }
    }

    /// The clue's state at `date` in this context.
    public func score(in circumstances: DeviceContext, at date: Timestamp) -> RelevanceSignal {
        var score = RelevanceSignal(clue: phrase, isTrue: false, points: RelevancePoints.of(self))
        func judge<Value>(_ fact: DeviceContext.Fact<Value>, unknown: String, otherwise: String, since: Timestamp? = nil, _ isTrue: (Value) -> Bool) {
            guard let value = fact.value else { return score.reason = unknown }
            score.isTrue = isTrue(value)
            if score.isTrue { score.since = since ?? fact.since } else { score.reason = otherwise }
        }
        switch self {
        case .date(let start, let end, _):
            score.isTrue = start <= date && date < end
            if score.isTrue {
                (score.since, score.changesAt) = (start, end)
            } else if date < start {
                (score.reason, score.changesAt) = ("it hasn't begun", start)
            } else {
                score.reason = "it is over"
            }
        case .power(let source):
            judge(
                circumstances.isOnBattery, unknown: "nothing on this machine says where its power comes from",
                otherwise: source == .battery ? "on mains" : "on battery"
            ) {
                $0 == (source == .battery)
            }
        case .network(let name):
            judge(
                circumstances.networks, unknown: "NetworkManager doesn't run, so the active networks aren't known",
                otherwise: "no connection of that name is active", since: circumstances.connectedSince[name]
            ) { $0.contains(name) }
        case .metered(let wanted):
            judge(
                circumstances.isMetered, unknown: "NetworkManager doesn't say whether the network is metered",
                otherwise: wanted ? "it isn't metered" : "it is metered"
            ) {
                $0 == wanted
            }
        case .headphones(let wanted):
            judge(
                circumstances.hasHeadphones, unknown: "no sound card that the daemon can read says whether its jack is in use",
                otherwise: wanted ? "the jack is empty" : "the jack is in use"
            ) {
                $0 == wanted
            }
        case .display(let wanted):
            judge(circumstances.hasDisplay, unknown: "the kernel lists no displays here", otherwise: wanted ? "none is attached" : "one is attached") {
                $0 == wanted
            }
        case .session(let wanted):
            judge(circumstances.isLocked, unknown: "logind doesn't say whether the session is locked", otherwise: wanted ? "it is unlocked" : "it is locked") {
                $0 == wanted
            }
        case .unsupported(let signal, _): score.reason = "a Linux machine doesn't know the user's \(signal): this clue is never true here"
        }
        return score
    }
}
