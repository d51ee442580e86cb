/// A word among the widgets of a page, as users write it.
public enum PageWord: Sendable, Hashable {
    /// A widget by its name, its kind or the beginning of its id.
    case widget(String)
    /// A control by its name, kind or id.
    case control(String)
    /// A stack that a user has made; empty: the Smart Stack of all widgets.
    case stack(String)

    private static let smartStack = "@stack"
    private static let stackPrefix = "@stack/"
    private static let controlPrefix = "@control/"

    public init(_ text: String) {
        if text == Self.smartStack {
            self = .stack("")
        } else if text.hasPrefix(Self.stackPrefix) {
            self = .stack(String(text.dropFirst(Self.stackPrefix.count)))
        } else if text.hasPrefix(Self.controlPrefix) {
            self = .control(String(text.dropFirst(Self.controlPrefix.count)))
        } else {
            self = .widget(text)
        }
    }

    /// As users write it.
    public var text: String {
        switch self {
        case .widget(let name): name
        case .control(let name): Self.controlPrefix + name
        case .stack(""): Self.smartStack
        case .stack(let name): Self.stackPrefix + name
        }
    }

    /// The stack's name; nil: it is no stack.
    public var stack: String? { if case .stack(let name) = self { name } else { nil } }
    /// The control's name, kind or id; nil: it is no control.
    public var control: String? { if case .control(let name) = self { name } else { nil } }
}
