public import WidgetCore

/// A script's answer to the call `relevance`: the cards, each with what it shows and when it is of use (docs/script-form.md).
public struct ScriptRelevance: Sendable, Hashable {
    public struct Card: Sendable, Hashable {
        public var attribute: RelevanceAttribute
        /// Within every limit, every node with its identity.
        public var archive: ViewArchive
    }

    /// At most ``RelevanceLimits/attributesPerKind``.
    public var cards: [Card]
    /// The pictures that the cards name, each once.
    public var images: [ProvidedImage]

    /// Decodes `{"relevance":[{"contexts":[…],"view":…}]}`. Nothing is guessed: one wrong key, type or value fails the whole answer.
    /// - Throws: INVALID_ARGUMENT that names the place, `relevance[0].contexts[1].power`, and what is allowed there.
    public static func decode(_ bytes: [UInt8], family: WidgetFamily) throws(WidgetError) -> ScriptRelevance {
        let document = try JSONValue(parsing: bytes)
        var reader = try JSONObjectReader(document, at: .root, expecting: "an object with \"relevance\"")
        guard let list = reader.take("relevance") else { throw .invalid("$", "needs \"relevance\", an array of attributes; an empty one for no card") }
        let path = reader.path["relevance"]
        guard case .array(let values) = list else { throw JSONField.wrongType(list, at: path, expected: "an array of attributes") }
        guard values.count <= RelevanceLimits.attributesPerKind else {
            throw .invalid("\(path)", "has at most \(RelevanceLimits.attributesPerKind) attributes, not \(values.count); give those that come next")
        }
        try reader.finish("an answer to relevance")
        var images = ScriptImages()
        var cards: [Card] = []
        for (index, value) in values.enumerated() { cards.append(try card(value, at: path[index], family: family, images: &images)) }
        return ScriptRelevance(cards: cards, images: images.list)
    }

    private static func card(_ value: JSONValue, at path: JSONPath, family: WidgetFamily, images: inout ScriptImages) throws(WidgetError) -> Card {
        var reader = try JSONObjectReader(value, at: path, expecting: "an attribute, an object with \"contexts\" and \"view\"")
        let parameters = try reader.optional("parameters", JSONField.parameters) ?? [:]
        let contexts = try reader.required("contexts", "an array of clues which all must be true", contexts)
        let group = try reader.optional("group", group) ?? .automatic
        guard let view = reader.take("view") else { throw .invalid("\(path)", "needs \"view\", what the card shows") }
        try reader.finish("an attribute")
        let archive = try ScriptVariants(view, at: path["view"]).archive(family: family, images: &images)
        return Card(attribute: RelevanceAttribute(parameters: parameters, contexts: contexts, group: group), archive: archive)
    }

    private static func contexts(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> [RelevantContext] {
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of clues") }
        var contexts: [RelevantContext] = []
        for (index, value) in values.prefix(RelevanceLimits.contextsPerAttribute + 1).enumerated() { contexts.append(try context(value, path[index])) }
        return contexts
    }

    private static func group(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> RelevanceGroup {
        switch value {
        case .string("automatic"): return .automatic
        case .string("ungrouped"): return .ungrouped
        default:
            var reader = try JSONObjectReader(value, at: path, expecting: "\"automatic\", \"ungrouped\" or {\"named\": \"…\"}")
            let name = try reader.required("named", "the group's name", JSONField.text)
            try reader.finish("a group")
            return .named(name)
        }
    }

    private static func context(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> RelevantContext {
        let form = "one of date, power, network, metered, headphones, display, locked, location, fitness and sleep"
        var reader = try JSONObjectReader(value, at: path, expecting: "a clue, an object with \(form)")
        guard reader.keys.count == 1, let name = reader.keys.first else { throw .invalid("\(path)", "needs \(form), and one of them only") }
        let clue: RelevantContext? =
            switch name {
            case "date": try reader.optional(name, interval)
            case "power":
                try reader.optional(name) { (value, path) throws(WidgetError) in
                    .power(try JSONField.choice(value, path, of: RelevantContext.PowerSource.allCases))
                }
            case "network": try reader.optional(name) { (value, path) throws(WidgetError) in .network(name: try JSONField.text(value, path)) }
            case "metered": try reader.optional(name) { (value, path) throws(WidgetError) in .metered(try JSONField.flag(value, path)) }
            case "headphones": try reader.optional(name) { (value, path) throws(WidgetError) in .headphones(isConnected: try JSONField.flag(value, path)) }
            case "display": try reader.optional(name) { (value, path) throws(WidgetError) in .display(isAttached: try JSONField.flag(value, path)) }
            case "locked": try reader.optional(name) { (value, path) throws(WidgetError) in .session(isLocked: try JSONField.flag(value, path)) }
            case "location", "fitness", "sleep":
                try reader.optional(name) { (value, path) throws(WidgetError) in
                    .unsupported(RelevantContext.Unsupported.allCases.first { "\($0)" == name } ?? .location, detail: try JSONField.text(value, path))
                }
            default: nil
            }
        guard let clue else { throw .invalid("\(path[name])", "is no clue; there are \(form)") }
        return clue
    }

    private static func interval(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> RelevantContext {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"start\" and \"end\"")
        let start = try reader.required("start", "a date", JSONField.date)
        let end = try reader.required("end", "a date", JSONField.date)
        let kind = try reader.optional("kind") { (value, path) throws(WidgetError) in
            try JSONField.choice(value, path, of: RelevantContext.DateKind.allCases)
        }
        try reader.finish("a date")
        return .date(start: start, end: end, kind: kind ?? .default)
    }
}
