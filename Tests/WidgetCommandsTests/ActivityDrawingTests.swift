import Testing
import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetSurfaces

@testable import CommandRendering

/// What `activity show` and the board draw of a Live Activity.
@Suite("An activity, drawn") struct ActivityDrawingTests {
    /// As many lines as the bundled media player has, with buttons in the last.
    private func player(_ lines: Int = 3, presentations: [ActivityPresentation] = [.lockScreen]) throws -> ProtoActivitySnapshot {
        let text = (1...lines).map { ViewTree.text("line \($0)") }
        let buttons = ViewTree.hstack([.button("Pause", id: "pause", intent: "Pause"), .button("Next", id: "next", intent: "Next")])
        let view = ViewTree.vstack(alignment: .leading, text + [.progress(0.25, label: "of the song"), buttons])
        return try .with {
            ($0.activity.id, $0.activity.tag, $0.activity.type, $0.activity.state, $0.local) = (firstID, "player", "media", .active, true)
            $0.archive = try ProtoActivityArchive(
                serializedBytes: ActivityArchiveCodec.encode(Dictionary(uniqueKeysWithValues: presentations.map { ($0, view) })))
        }
    }

    private func drawing(_ columns: Int = 80) -> ActivityDrawing {
        ActivityDrawing(drawing: WidgetDrawing(color: .none, isUnicode: true, now: dates.now, localTime: .utc), limit: columns)
    }

    private func text(_ widgets: [RenderedWidget]) -> String { widgets.flatMap { $0.ansiLines(.none) }.joined(separator: "\n") }

    @Test("Its view has the room that its provider was told, buttons and all, on a terminal and on the board")
    func whole() throws {
        let snapshot = try player()
        let shown = text(drawing().lines(snapshot, at: ActivitySurfaceContext(.terminal)))
        #expect(shown.contains("line 3") && shown.contains("[ Pause ] [ Next ]") && !shown.contains("more line"), "\(shown)")
        let size = drawing().boardSize(snapshot)
        let card = text([drawing().boardCard(snapshot, size: size, isSelected: false)])
        #expect(card.contains("line 3") && card.contains("[ Pause ] [ Next ]"), "\(card)")
        #expect(size.rows == 8)
        #expect(try drawing().boardSize(player(1)).rows == 6, "no row is left empty")
    }

    @Test("What has no room even there is counted, and the actions are named all the same")
    func rest() throws {
        let snapshot = try player(14)
        let shown = text(drawing().lines(snapshot, at: ActivitySurfaceContext(.lockScreen)))
        #expect(shown.contains("… 8 more lines"), "\(shown)")
        #expect(shown.split(separator: "\n", omittingEmptySubsequences: false).count == 10)
        let facts = ActivityRendering.facts(snapshot, dates, .plain)
        #expect(facts.contains { $0.hasPrefix("actions") && $0.contains("pause, next (widgetctl activity tap player ACTION)") }, "\(facts)")
    }

    @Test("Actions of views that a surface doesn't show are reached as well")
    func actions() throws {
        #expect(ActivityDrawing.actions(try player(presentations: [.expandedBottom, .minimal])) == ["pause", "next"])
    }

    @Test("On a selected StandBy it is drawn at twice the size, within the terminal")
    func standBy() throws {
        let place = ActivitySurfaceContext(.standBy, isSelected: true)
        let large = drawing(100).lines(try player(1), at: place)
        #expect(large.map(\.size) == [CellSize(columns: 88, rows: 8)])
        #expect(text(large).contains("ｌｉｎｅ  １"), "\(text(large))")
        #expect(drawing(60).lines(try player(1), at: place).map(\.size.columns) == [60])
    }

    @Test("Of several on a Dynamic Island the first two are minimal, and no third is shown")
    func island() throws {
        let snapshot = try player(1, presentations: [.lockScreen, .compactLeading, .minimal])
        func rows(_ rank: Int) -> Int { drawing().lines(snapshot, at: ActivitySurfaceContext(.dynamicIsland, rank: rank, count: 3)).count }
        #expect(rows(0) == 1 && rows(1) == 1 && rows(2) == 0)
    }
}
