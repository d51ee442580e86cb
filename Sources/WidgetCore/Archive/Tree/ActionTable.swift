/// An archive's actions while it grows: each once, each with an id.
struct ActionTable {
    private(set) var list: [ViewAction] = []
    private var indices: [String: Int] = [:]

    /// The index of `action`, which is added where it is new. Buttons that do the same share an action.
    mutating func index(of action: ViewTree.Action) throws(WidgetError) -> Int {
        if let id = action.id {
            guard let index = indices[id] else { return add(ViewAction(id: id, effect: action.effect)) }
            guard list[index].effect == action.effect else {
                throw .invalid("action \(JSONText.quoted(id))", "two actions that do different things have this id; give each its own")
            }
            return index
        }
        let name = action.title.map { ViewAction.name(from: $0, or: Self.name(of: action.effect)) } ?? Self.name(of: action.effect)
        var candidate = name
        var number = 1
        while let index = indices[candidate] {
            if list[index].effect == action.effect { return index }
            number += 1
            let suffix = "-\(number)"
            candidate = String(name.prefix(Limits.identifierBytes - suffix.utf8.count)) + suffix
        }
        return add(ViewAction(id: candidate, effect: action.effect))
    }

    /// Adds the address that the whole view opens, which no button shares.
    mutating func add(widgetURL url: String) {
        _ = add(ViewAction(id: ViewAction.name(from: "open", or: "open", besides: Set(indices.keys)), effect: .openURL(url)))
    }

    private mutating func add(_ action: ViewAction) -> Int {
        indices[action.id] = list.count
        list.append(action)
        return list.count - 1
    }

    /// A valid id that says what the effect is: an intent's name with hyphens for what an id can't hold.
    private static func name(of effect: ViewAction.Effect) -> String {
        switch effect {
        case .reload: return "reload"
        case .openURL: return "open"
        case .intent(let name, _):
            let bytes = name.utf8.prefix(Limits.identifierBytes).map { ViewAction.isIdentifierByte($0) ? $0 : UInt8(ascii: "-") }
            return bytes.isEmpty ? "intent" : String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension ViewAction {
    /// Whether `id` has the form of an action's id: `[a-zA-Z0-9_.-]{1,64}`.
    public static func isValid(id: String) -> Bool {
        (1...Limits.identifierBytes).contains(id.utf8.count) && id.utf8.allSatisfy(isIdentifierByte)
    }

    static func isIdentifierByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte)
        }
    }
}
