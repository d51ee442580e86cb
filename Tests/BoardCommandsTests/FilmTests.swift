import Foundation
import Testing
import WidgetCore
import WidgetSurfaces

@testable import BoardCommands

/// `make goldens` writes the film anew.
@Suite struct FilmTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens/board-motion.ansi")

    /// A number rolls, a bar grows, rows change places, a text becomes another, and one comes.
    private func view(_ number: Int, _ part: Double, _ rows: [String], _ note: String, _ rest: String) -> String {
        let rows = rows.map { #"{"text": "\#($0)", "id": "\#($0)"}"# }.joined(separator: ", ")
        return #"""
            {"vstack": [
                {"text": "\#(number)", "font": "largeTitle", "contentTransition": {"numericText": \#(number)}}, {"progress": \#(part)},
                \#(rows), "\#(note)"\#(rest)
            ]}
            """#
    }

    @Test func theFilmIsTheOneThatSomebodyHasLookedAt() throws {
        let stage = CardStage(columns: 28, rows: 12)
        let cards = try stage.change(
            view(18, 0.2, ["alpha", "beta", "gamma"], "old", ""), view(23, 0.8, ["gamma", "alpha", "beta"], "new", #", {"text": "comes", "id": "c"}"#))
        var lines: [String] = []
        for step in 0...14 {
            lines.append("\(Double(step * 5) / 100) s")
            let frame = stage.frame(cards.new, at: Double(step) / 20)
            lines += frame.ansiLines(.trueColor, terminalBackground: .named(.black)).map { $0.replacing("\u{1B}", with: "\\e") }
        }
        let text = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["WIDGETD_GOLDENS"] == "write" { try Data(text.utf8).write(to: Self.file) }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == text, "it differs; `make goldens` writes it anew")
    }
}
