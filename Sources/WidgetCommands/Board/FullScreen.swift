import CommandRendering
import Glibc
import WidgetSurfaces

/// The terminal while a full-screen view has it: alternate screen, no cursor, keys without echo, and everything as it was afterwards.
final class FullScreen {
    private let input: Int32
    private let output: OutputFile
    /// The terminal is asked for its background, and answers with a ``Key/background(red:green:blue:)``. The kernel's console would print the question.
    private let asksBackground: Bool
    /// It is asked how it takes pictures, and answers with ``Key/graphics(isTaken:)`` and ``Key/attributes(_:)``.
    private let asksPictures: Bool
    private var saved = termios()
    private var isEntered = false
    /// The lines on the screen, so that only lines that differ are written.
    private var shown: [String] = []
    /// The cells of lines that may be written in parts, by row.
    private var cells: [Int: [Cell]] = [:]
    private var layer = PictureLayer()

    init(input: Int32, output: OutputFile, asksBackground: Bool, asksPictures: Bool) {
        self.input = input
        self.output = output
        self.asksBackground = asksBackground
        self.asksPictures = asksPictures
    }

    /// Takes the terminal.
    func enter() throws(OutputFile.WriteError) {
        guard !isEntered, tcgetattr(input, &saved) == 0 else { return }
        var raw = saved
        // Control keys still raise signals: Ctrl-C must work whatever the board is doing.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(input, TCSAFLUSH, &raw)
        isEntered = true
        (shown, cells) = ([], [:])
        // Alternate screen, cursor hidden, no line wrap, the mouse's buttons and wheel (1000) with decimal places (1006), cleared.
        try output.write(
            "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[2J" + (asksBackground ? "\u{1B}]11;?\u{1B}\\" : "")
                + (asksPictures ? PictureAnswer.question : ""))
    }

    /// Gives the terminal back.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        // Where the terminal is gone there is nothing to give back.
        try? output.write(layer.leave() + "\u{1B}[0m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        tcsetattr(input, TCSAFLUSH, &saved)
    }

    /// Shows the lines from the top; writes only those that differ from what is shown, or what differs in them. The same for pictures, over the places that the
    /// lines leave to them.
    /// - Parameter cells: those of lines that may be written in parts, by row.
    func show(
        _ lines: [String], cells: [Int: [Cell]] = [:], pictures placements: [PicturePlacement], terminal: TerminalTraits, _ pictures: Pictures
    ) throws(OutputFile.WriteError) {
        let held = placements.reduce(into: Set<Int>()) { $0.formUnion($1.place.row..<$1.place.row + $1.place.size.rows) }
        let old = self.cells
        let update = Self.update(
            from: shown, to: lines, held: held, behind: layer.update(to: placements, terminal: terminal, pictures: pictures)
        ) { row in
            guard let before = old[row], let after = cells[row] else { return nil }
            return CellUpdate.text(from: before, to: after, row: row, terminal.color, terminalBackground: terminal.background)
        }
        shown = lines
        self.cells = cells.filter { !held.contains($0.key) }
        if !update.isEmpty { try output.write(update) }
    }

    /// Forgets what is shown: the next ``show(_:cells:pictures:terminal:_:)`` writes everything.
    func invalidate() throws(OutputFile.WriteError) {
        (shown, cells) = ([], [:])
        try output.write(layer.clear() + "\u{1B}[0m\u{1B}[2J")
    }

    /// The bytes that turn a screen with `old` into one with `new`; empty where they are the same. Terminals that know synchronized updates (mode 2026) show it
    /// at once.
    /// - Parameters:
    ///   - held: rows on which pictures lie: their lines erase where they are written.
    ///   - pictures: what is to be written behind the lines.
    ///   - part: what is written of a line that is shown in part; nil: all of it is written.
    static func update(
        from old: [String], to new: [String], held: Set<Int> = [], behind pictures: String = "", part: (_ row: Int) -> String? = { _ in nil }
    ) -> String {
        var text = ""
        for row in 0..<max(old.count, new.count) {
            let line = row < new.count ? new[row] : ""
            if row < old.count, old[row] == line { continue }
            if row < old.count, !held.contains(row), let part = part(row) {
                text += part
                continue
            }
            // The old line is erased first: behind a line that reaches the last column, the cursor stands on its last character.
            text += "\u{1B}[\(row + 1);1H\u{1B}[0m" + (held.contains(row) ? "" : "\u{1B}[2K") + line
        }
        text += pictures
        return text.isEmpty ? "" : "\u{1B}[?2026h\(text)\u{1B}[?2026l"
    }
}

/// How the terminal takes pictures, by its own answers. The first question is kitty's own, the second asks for the attributes (DA1), which every terminal
/// answers. Nothing waits for the answers: until then pictures are drawn with half blocks.
struct PictureAnswer {
    /// Both questions. A terminal that doesn't know the first one passes over it.
    static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"

    /// DEC's number of sixels among the attributes.
    private static let sixel = 4

    private var isKitty = false

    /// Takes an answer.
    /// - Returns: how it takes pictures, once the last answer is there; nil: that is still to come.
    mutating func take(_ key: Key) -> PictureProtocol? {
        switch key {
        case .graphics(let isTaken):
            isKitty = isTaken
            return nil
        case .attributes(let numbers):
            defer { isKitty = false }
            return isKitty ? .kitty : numbers.contains(Self.sixel) ? .sixel : .blocks
        default: return nil
        }
    }
}
