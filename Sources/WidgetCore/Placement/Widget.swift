/// A placed widget and its configuration: a shared row, edited anywhere, last writer wins per field.
public struct Widget: Sendable, Hashable {
    public var id: WidgetID
    /// The id of its kind.
    public var kind: String
    public var family: WidgetFamily
    /// A name of the user's own; empty: the kind's display name. At most ``Limits/widgetNameBytes``.
    public var name: String
    /// The parameters that were set; those that are left out have their defaults.
    public var parameters: Parameters
    /// The values of secret parameters as they are kept, by name. Those that this device may read are among ``parameters`` too.
    public var sealed: [String: SealedValue] = [:]
    public var placedAt: Timestamp
    /// Where on the board.
    public var position: WidgetPosition
    /// The stack that it is in; empty: it stands alone.
    public var stack: String

    public init(
        id: WidgetID, kind: String, family: WidgetFamily, name: String = "", parameters: Parameters = [:], placedAt: Timestamp,
        position: WidgetPosition = .initial, stack: String = ""
    ) {
        self.id = id
        self.kind = kind
        self.family = family
        self.name = name
        self.parameters = parameters
        self.placedAt = placedAt
        self.position = position
        self.stack = stack
    }
}

extension Widget {
    /// The names of secret parameters whose values this device can't read.
    public var unreadableParameters: [String] { sealed.keys.filter { parameters[$0] == nil }.sorted() }

    /// Where it stands among all.
    public var place: WidgetPlace { WidgetPlace(id, position) }

    /// Whether a timeline that was made for `before` doesn't fit any more.
    public func needsTimeline(insteadOf before: Widget) -> Bool { kind != before.kind || family != before.family || parameters != before.parameters }

    /// The name if a widget can have it: one line that fits in a title bar. Spaces around it are dropped; empty is the kind's display name.
    /// - Throws: INVALID_ARGUMENT if it is longer than ``Limits/widgetNameBytes``, or has control characters, line breaks or characters that turn the writing
    /// direction.
    public static func validated(name: String) throws(WidgetError) -> String {
        var trimmed = name[...]
        while trimmed.first == " " { trimmed.removeFirst() }
        while trimmed.last == " " { trimmed.removeLast() }
        let result = String(trimmed)
        try result.checkBytes(atMost: Limits.widgetNameBytes, field: "name")
        if let scalar = result.unicodeScalars.first(where: \.isUnsafeInLine) {
            throw .invalid("name", "the character U+\(String(scalar.value, radix: 16, uppercase: true)) can't be shown in one line; remove it")
        }
        return result
    }

    /// The name if a stack can have it.
    /// - Throws: INVALID_ARGUMENT that says which names stacks have.
    public static func validated(stack: String) throws(WidgetError) -> String {
        guard Identifier.isPlain(stack) else {
            throw .invalid("stack", "\(stack.cut(toBytes: 80).quoted) isn't 1 to \(Limits.identifierBytes) letters, digits, - and _")
        }
        return stack
    }

    /// Checks a widget that another daemon exported.
    /// - Parameter description: its kind; nil: no provider has it now. A provider may come later, and the parameters are checked then.
    /// - Throws: INVALID_ARGUMENT that names the field, with what the kind supports or the limit.
    public func check(against description: Kind?) throws(WidgetError) {
        _ = try Self.validated(name: name)
        if !stack.isEmpty { _ = try Self.validated(stack: stack) }
        guard Identifier.isKind(kind) else { throw .invalid("kind", "'\(kind.cut(toBytes: Limits.identifierBytes))' isn't \(Identifier.kindForm)") }
        guard let description else { return }
        _ = try description.resolve(family: family)
        _ = try description.validate(parameters: parameters)
    }
}

/// Changes of a widget's configuration, as a user asks for them when the widget is placed or later. A field that is nil or empty stays as it is.
public struct WidgetChange: Sendable {
    public var family: WidgetFamily?
    public var name: String?
    /// Parameters that are set; the others stay as they are.
    public var parameters: Parameters
    /// The names of parameters that go back to their defaults.
    public var reset: [String]

    public init(family: WidgetFamily? = nil, name: String? = nil, parameters: Parameters = [:], reset: [String] = []) {
        self.family = family
        self.name = name
        self.parameters = parameters
        self.reset = reset
    }

    /// A widget of `kind` with these changes.
    /// - Throws: INVALID_ARGUMENT that names the field, with what the kind supports or the limit.
    public func applied(to widget: Widget, of kind: Kind) throws(WidgetError) -> Widget {
        var changed = widget
        changed.kind = kind.id
        if let family { changed.family = try kind.resolve(family: family) }
        if let name { changed.name = try Widget.validated(name: name) }
        for name in reset { (changed.parameters[try kind.definition(of: name).name], changed.sealed[name]) = (nil, nil) }
        changed.parameters = try kind.validate(parameters: changed.parameters.merging(parameters) { _, new in new })
        return changed
    }
}
