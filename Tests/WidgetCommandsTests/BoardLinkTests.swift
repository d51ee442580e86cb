import Testing
import WidgetAPI
import WidgetCore
import WidgetSurfaces

@testable import CommandRendering
@testable import WidgetCommands

@Suite("What a card opens on the board")
struct BoardLinkTests {
    private static func model(_ url: String) throws -> BoardModel {
        let archive = try ProtoViewArchive(ViewTree.vstack(alignment: .leading, [.text("Text"), .button("Log", intent: "LogIt")]).widgetURL(url).archive())
        var model = BoardModel()
        model.apply(event(snapshot("w") { $0.archive = archive }))
        model.apply(event(snapshot("x")))
        let traits = TerminalTraits(isTerminal: true, columns: 60, rows: 30, color: .none, isUnicode: true)
        model.didShow(BoardDrawing(descriptor: -1, traits: traits).lines(model, now: dates.now).scene)
        return model
    }

    @Test("A click outside its buttons opens what the view opens, a click on a button performs that; another card's is a selection")
    func click() throws {
        var model = try Self.model("https://example.org")
        let link = try #require(model.link(of: .widget("w")))
        #expect(model.press(.click(column: 5, row: 5)) == .perform(action: link, of: .widget("w")))
        #expect(model.address(of: link, .widget("w")) == "https://example.org")
        let button = try #require(model.scene.actions[0]?.last)
        #expect(model.press(.click(column: button.place.column, row: button.place.row + 1)) == .perform(action: "LogIt", of: .widget("w")))
        #expect(model.press(.click(column: model.scene.layout.places[1].column + 2, row: 3)) == nil && model.selected == .widget("x"))
    }

    @Test("o opens what the selected card opens; where it opens nothing it says so")
    func key() throws {
        var model = try Self.model("https://example.org")
        #expect(model.press(.letter("o")) == .perform(action: model.link(of: .widget("w")) ?? "", of: .widget("w")))
        _ = model.press(.next)
        #expect(model.press(.letter("o")) == nil && model.note == "This item has no link.")
    }

    @Test("An address that nothing here takes is opened after a y and after nothing else, and only while it is the same")
    func question() throws {
        var model = try Self.model("steam://run/1")
        let link = BoardLink(item: .widget("w"), action: try #require(model.link(of: .widget("w"))), url: "steam://run/1")
        model.ask(about: link)
        #expect(model.note.contains("Press y") && model.note.contains("steam://run/1"))
        #expect(model.press(.attributes([62])) == nil, "what the terminal says is no answer")
        #expect(model.press(.letter("y")) == .open(link))
        #expect(model.press(.letter("y")) == nil, "it is asked once")
        model.ask(about: link)
        #expect(model.press(.next) == nil && model.press(.letter("y")) == nil)
        model.ask(about: link)
        let other = try ProtoViewArchive(ViewTree.text("Text").widgetURL("steam://run/2").archive())
        model.apply(event(snapshot("w") { $0.archive = other }))
        #expect(model.press(.letter("y")) == nil)
    }
}
