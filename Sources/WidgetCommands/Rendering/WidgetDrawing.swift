import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// A widget as lines of a terminal.
struct WidgetPicture {
    var columns: Int
    /// Each `columns` wide on the terminal.
    var lines: [String]
    /// When it looks different without an event, such as a timer's next second; nil: never.
    var nextChange: Timestamp?
}

/// Draws what a widget shows.
struct WidgetDrawing {
    var color: TerminalTraits.Color

    /// The entry that is due, with its family's proportions, at most `columns` wide.
    func picture(_ snapshot: ProtoWidgetSnapshot, columns: Int, now: Timestamp) -> WidgetPicture {
        WidgetPicture(columns: min(columns, 20), lines: Array(repeating: String(repeating: ".", count: min(columns, 20)), count: 9), nextChange: nil)
    }
}
