extension Widget {
    /// The name if a widget can have it: one line that fits in a title bar. Spaces around it are dropped; empty is the kind's display name. INVALID_ARGUMENT
    /// where it is longer than ``Limits/widgetNameBytes`` or has control characters, line breaks or characters that turn the writing direction.
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

    /// The id of a kind, as it may be stored although nobody gives it.
    /// - Throws: INVALID_ARGUMENT for another form.
    public static func validated(kind: String) throws(WidgetError) -> String {
        guard Identifier.isKind(kind) else { throw .invalid("kind", "'\(kind.cut(toBytes: Limits.identifierBytes))' isn't \(Identifier.kindForm)") }
        return kind
    }
}
