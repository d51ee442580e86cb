/// The effect of a click in a status bar.
public enum BarIntent: Sendable, Hashable {
    /// Performs an action of a widget.
    case perform(widget: String, action: String)
    /// Performs an action of an activity.
    case act(activity: String, action: String)
    /// Asks for a widget's timeline anew.
    case reload(widget: String)
    /// Presses a control.
    case press(control: String)
    /// Asks for a control's value anew.
    case reloadControl(String)
    /// Dismisses an activity.
    case dismiss(activity: String)
    /// Shows more of the item, or less again. The bar does that itself.
    case select

    /// It performs an action of a widget or an activity.
    var isAction: Bool {
        switch self {
        case .perform, .act: true
        case .reload, .press, .reloadControl, .dismiss, .select: false
        }
    }

    /// The arguments of `widgetctl` for it; nil for ``select``, and where a name may not stand in a shell's command line.
    public var arguments: [String]? {
        let words: [String] =
            switch self {
            case .perform(let widget, let action): ["tap", widget, action]
            case .act(let activity, let action): ["activity", "tap", activity, action]
            case .reload(let widget): ["reload", widget]
            case .press(let control): ["control", "press", control]
            case .reloadControl(let control): ["control", "reload", control]
            case .dismiss(let activity): ["activity", "dismiss", activity]
            case .select: []
            }
        return !words.isEmpty && words.allSatisfy(Self.isName) ? words : nil
    }

    /// Ids of widgets, activities, controls and actions: `[a-zA-Z0-9_.-]{1,64}`, and no option. Bars give commands to a shell, and archives come from
    /// providers.
    private static func isName(_ word: String) -> Bool {
        (1...64).contains(word.utf8.count) && !word.hasPrefix("-")
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"): true
                default: false
                }
            }
    }
}

/// A mouse's buttons, by their numbers in X and in every bar.
public enum BarButton: Int, Sendable, Hashable, CaseIterable {
    case left = 1
    case middle = 2
    case right = 3

    public var name: String {
        switch self {
        case .left: "left"
        case .middle: "middle"
        case .right: "right"
        }
    }
}
