import WidgetCore

/// One line of a plugin's output: what it shows and what it does.
struct XbarLine: Hashable {
    /// Runs a program with its arguments; never through a shell.
    struct Command: Hashable {
        var program: String
        var arguments: [String]
        /// Started in a terminal window.
        var isInTerminal = false
    }

    /// Trimmed, shortened, without escape sequences.
    var title: String
    /// The title's parts where they look different. It is empty where the whole title looks the same.
    var runs: [XbarRun] = []
    /// The level of the submenu, or 0 for the menu itself.
    var depth = 0
    var color: ViewColor?
    /// Points.
    var size: Double?
    var isBold = false
    var isDisabled = false
    var isChecked = false
    /// Whether the line is also shown below the separator. Otherwise it is only in the bar's title.
    var isInDropdown = true
    /// The name of a symbol or icon.
    var symbol: String?
    /// A PNG's bytes.
    var image: [UInt8]?
    var href: String?
    var command: Command?
    var refresh = false

    init(title: String) {
        self.title = title
    }
}

/// A plugin's output.
struct XbarDocument: Hashable {
    enum Item: Hashable {
        case line(XbarLine)
        case separator
    }

    /// The lines above the first separator, which a bar shows in turn.
    var titles: [XbarLine] = []
    /// The lines below.
    var menu: [Item] = []
}
