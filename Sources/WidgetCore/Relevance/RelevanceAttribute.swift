/// How cards are grouped.
public enum RelevanceGroup: Sendable, Hashable {
    /// One card for each configuration, even where several of its attributes match.
    case automatic
    /// A card of its own for each attribute that matches.
    case ungrouped
    /// One card of all those of the provider that name this group: the one that ranks highest. 1 to ``RelevanceLimits/contextTextBytes``.
    case named(String)
}

/// When which card is of use: WidgetKit's `WidgetRelevanceAttribute`, with the entry that the card shows.
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

    /// The attribute, where it can be kept.
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
            case .foreign(_, let detail): try Self.check(detail, field: field, isRequired: false)
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
