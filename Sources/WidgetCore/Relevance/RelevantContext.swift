/// A clue: when a card is of use, WidgetKit's `RelevantContext` with what a Linux machine can tell.
public enum RelevantContext: Sendable, Hashable {
    /// What an interval is to the user. Raw values are those of the wire.
    public enum DateKind: Int, Sendable, Hashable, CaseIterable {
        case `default` = 1
        /// Good to know then.
        case informational = 2
        /// Something that begins and ends then; ranks higher.
        case scheduled = 3
    }

    /// Where power comes from. Raw values are those of the wire.
    public enum PowerSource: Int, Sendable, Hashable, CaseIterable {
        case battery = 1
        case mains = 2
    }

    /// What WidgetKit's other systems can tell and this one can't: understood, and never true here.
    public enum Foreign: Int, Sendable, Hashable, CaseIterable {
        case location = 1
        case fitness = 2
        case sleep = 3
    }

    /// From `start` until before `end`, which is later.
    case date(start: Timestamp, end: Timestamp, kind: DateKind)
    case power(PowerSource)
    /// A connection with this name is active, such as a Wi-Fi network's.
    case network(name: String)
    /// Whether what is sent costs money.
    case metered(Bool)
    /// Whether something is plugged into the audio jack.
    case headphones(isConnected: Bool)
    /// Whether a display is attached beside the built-in one.
    case display(isAttached: Bool)
    /// Whether the user's session is locked.
    case session(isLocked: Bool)
    /// - Parameter detail: for people, such as the place; at most ``RelevanceLimits/contextTextBytes``.
    case foreign(Foreign, detail: String)
}

extension RelevantContext {
    /// When it ends for good; nil for all but dates.
    public var end: Timestamp? {
        if case .date(_, let end, _) = self { end } else { nil }
    }

    /// For people: `on battery`, `on the network "Office"`.
    public var phrase: String {
        switch self {
        case .date(let start, let end, let kind): "\(kind == .default ? "" : "\(kind), ")from \(start.rfc3339) to \(end.rfc3339)"
        case .power(.battery): "on battery"
        case .power(.mains): "on mains"
        case .network(let name): "on the network \(name.quoted)"
        case .metered(let isMetered): isMetered ? "on a metered network" : "on a network that isn't metered"
        case .headphones(let isConnected): isConnected ? "headphones are plugged in" : "no headphones are plugged in"
        case .display(let isAttached): isAttached ? "a display is attached" : "no display is attached"
        case .session(let isLocked): isLocked ? "the session is locked" : "the session is unlocked"
        case .foreign(let foreign, let detail): detail.isEmpty ? "\(foreign)" : "\(foreign) \(detail.quoted)"
        }
    }
}
