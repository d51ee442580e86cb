/// A place in a JSON document, as errors name it: `entries[0].view.vstack[1].font`.
indirect enum JSONPath: Sendable, Hashable, CustomStringConvertible {
    case root
    case key(JSONPath, String)
    case index(JSONPath, Int)

    subscript(key: String) -> JSONPath { .key(self, key) }
    subscript(index: Int) -> JSONPath { .index(self, index) }

    /// The document itself is `$`.
    var description: String {
        switch self {
        case .root: "$"
        case .key(.root, let key): Self.name(key)
        case .key(let parent, let key): "\(parent).\(Self.name(key))"
        case .index(let parent, let index): "\(parent)[\(index)]"
        }
    }

    /// The key as it is where it is short and plain, and otherwise in quotes and cut.
    private static func name(_ key: String) -> String {
        Identifier.isPlain(key) ? key : JSONText.quoted(String(key.prefix(Limits.identifierBytes)))
    }
}
