/// How cards are grouped.
public enum RelevanceGroup: Sendable, Hashable {
    /// One card for each configuration, even where several of its attributes match.
    case automatic
    /// A card of its own for each attribute that matches.
    case ungrouped
    /// One card of all those of the provider that name this group: the one that ranks highest. 1 to ``RelevanceLimits/contextTextBytes``.
    case named(String)
}

/// A card's configuration, and the clues that say when the card is of use: WidgetKit's `WidgetRelevanceAttribute`.
public struct RelevanceAttribute: Sendable, Hashable {
    /// The configuration: parameters of the kind, and what tells one card from another.
    public var parameters: Parameters
    /// 1 to ``RelevanceLimits/contextsPerAttribute``: the card is shown while all of them are true. For "any of them" there are further attributes.
    public var contexts: [RelevantContext]
    public var group: RelevanceGroup

    public init(parameters: Parameters = [:], contexts: [RelevantContext], group: RelevanceGroup = .automatic) {
        self.parameters = parameters
        self.contexts = contexts
        self.group = group
    }

    /// The attribute, checked.
    /// - Parameter field: what the error names.
    /// - Throws: INVALID_ARGUMENT that names the field, the limit and what to do.
    public func validated(for kind: Kind, field: String) throws(WidgetError) -> RelevanceAttribute {
        var valid = self
        valid.parameters = try kind.checked(parameters, path: "\(field).parameters.")
        let limit = RelevanceLimits.contextsPerAttribute
        guard (1...limit).contains(contexts.count) else {
            throw .invalid(
                "\(field).contexts", "an attribute has 1 to \(limit) contexts, which all must be true, not \(contexts.count); for others add attributes")
        }
        for (index, context) in contexts.enumerated() {
            let field = "\(field).contexts[\(index)]"
            switch context {
            case .date(let start, let end, _):
                guard start < end else { throw .invalid(field, "ends at \(end.rfc3339), which isn't after its start at \(start.rfc3339)") }
            case .network(let name): try Self.check(name, field: "\(field).network", isRequired: true)
            case .unsupported(_, let detail): try Self.check(detail, field: field, isRequired: false)
            default: break
            }
        }
        if case .named(let name) = group { try Self.check(name, field: "\(field).group", isRequired: true) }
        return valid
    }

    private static func check(_ text: String, field: String, isRequired: Bool) throws(WidgetError) {
        if isRequired, text.isEmpty { throw .invalid(field, "is empty; give a name") }
        try text.checkBytes(atMost: RelevanceLimits.contextTextBytes, field: field)
    }
}

/// A clue: when a card is of use, WidgetKit's `RelevantContext` with what a Linux machine can tell.
public enum RelevantContext: Sendable, Hashable {
    /// The meaning of an interval to the user. Raw values are those of the wire.
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

    /// Contexts that WidgetKit's other systems can tell and this one can't: they are understood, and never true here.
    public enum Unsupported: Int, Sendable, Hashable, CaseIterable {
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
    case unsupported(Unsupported, detail: String)
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
        case .unsupported(let signal, let detail): detail.isEmpty ? "\(signal)" : "\(signal) \(detail.quoted)"
        }
    }
}
