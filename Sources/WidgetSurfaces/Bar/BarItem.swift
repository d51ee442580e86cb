/// An activity, a widget or a control as a status bar shows it. Its texts may come from providers: each format makes them fit for its bar.
public struct BarItem: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case activity, widget, control
    }

    /// Something that can be done with it, with its name.
    public struct Choice: Sendable, Hashable {
        public var title: String
        public var intent: BarIntent
        /// The address that it opens; nil: it does something else.
        public var url: String?

        public init(title: String, intent: BarIntent, url: String? = nil) {
            self.title = title
            self.intent = intent
            self.url = url
        }
    }

    public var kind: Kind
    public var id: String
    /// The text in the bar.
    public var text: String
    /// For a bar that has little room.
    public var shortText: String
    /// The lines for a tooltip or a menu.
    public var details: [String]
    /// 0 to 1; nil: there is none.
    public var fraction: Double?
    /// Nil: the bar's own.
    public var color: CellColor?
    /// Its state, in a word for style sheets: `active`, `stale`, `ended`, `current`, `placeholder`, `orphaned`, `on`, `off`, `away`, `hidden`, `unknown`.
    public var state: String
    /// The activity's type, or the widget's or control's kind.
    public var type: String
    /// It draws attention to itself.
    public var isUrgent: Bool
    public var isSelected: Bool
    /// The actions of this item alone, then those of every such item.
    public var choices: [Choice]
    /// The actions of the buttons.
    public var clicks: [BarButton: BarIntent]

    public init(
        kind: Kind, id: String, text: String, shortText: String = "", details: [String] = [], fraction: Double? = nil, color: CellColor? = nil,
        state: String = "", type: String = "", isUrgent: Bool = false, isSelected: Bool = false, choices: [Choice] = [],
        clicks: [BarButton: BarIntent] = [:]
    ) {
        self.kind = kind
        self.id = id
        self.text = text
        self.shortText = shortText
        self.details = details
        self.fraction = fraction
        self.color = color
        self.state = state
        self.type = type
        self.isUrgent = isUrgent
        self.isSelected = isSelected
        self.choices = choices
        self.clicks = clicks
    }

    /// The actions of this item alone, beside those of every such item.
    var ownChoices: [Choice] { choices.filter { $0.intent.isAction } }

    /// The action of a button in a bar that can't show more of one item. The right button, which would do that, performs the second of the item's own actions.
    public func intent(of button: BarButton) -> BarIntent? {
        guard clicks[button] == .select else { return clicks[button] }
        let own = ownChoices
        return button == .right && own.count > 1 ? own[1].intent : nil
    }

    /// In percent, whole ones.
    var percentage: Int? { fraction.flatMap { $0.isNaN ? nil : Int((min(1, max(0, $0)) * 100).rounded(.down)) } }

    /// The note behind an outdated text, as in `CPU 42 % (away)`; empty: the text is current.
    var mark: String { state == "stale" || state == "away" ? " (\(state))" : "" }

    /// The colour as `#rrggbb`.
    var hexColor: String? {
        guard let color, let rgb = Palette.rgb(of: color) else { return nil }
        return "#"
            + [rgb.red, rgb.green, rgb.blue].map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }
}

/// All that a status bar shows.
public struct BarContent: Sendable, Hashable {
    public var items: [BarItem]
    /// The number of further items, which have no room.
    public var hidden: Int
    /// Between items, where a format makes one text of them. The user's own: it may have the bar's markup.
    public var separator: String
    /// How widgetctl is called: its path, or its name where the shell finds it.
    public var program: String
    /// Options for every call of it, such as the socket's.
    public var options: [String]

    public init(_ items: [BarItem], hidden: Int = 0, separator: String = "  ", program: String = "widgetctl", options: [String] = []) {
        self.items = items
        self.hidden = hidden
        self.separator = separator
        self.program = program
        self.options = options
    }

    /// The words of the command line for a click.
    func words(_ intent: BarIntent?) -> [String]? { intent?.arguments.map { [program] + $0 + options } }

    /// The command line for a click, as a shell takes it.
    func command(_ intent: BarIntent?) -> String? { words(intent)?.map(BarText.shellWord).joined(separator: " ") }

    /// `+3`: what has no room; nil: everything has.
    var more: String? { hidden > 0 ? "+\(hidden)" : nil }
}
