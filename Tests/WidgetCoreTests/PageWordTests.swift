import Testing
import WidgetCore
import WidgetSettings

@Suite struct PageWordTests {
    @Test(
        arguments: [
            ("@stack", PageWord.stack("")), ("@stack/work", .stack("work")), ("@control/lamp", .control("lamp")), ("mail", .widget("mail")),
            ("@mail", .widget("@mail")),
        ])
    func aWordIsReadAndWritten(text: String, word: PageWord) {
        #expect(PageWord(text) == word && word.text == text)
    }

    @Test func pagesOfASurfaceNameStacksAndControls() throws {
        let hall = WallSurface(name: "hall", kind: .wall)
        func pages(_ text: String) throws -> [[String]]? { try hall.edited(by: [SurfaceEdit("pages", .set(text))], showing: []).pages }
        #expect(try pages("system,@stack/work/@control/lamp,agenda/weather") == [["system", "@stack/work"], ["@control/lamp", "agenda"], ["weather"]])
        #expect(try pages("@stack,/weather") == [["@stack"], ["weather"]], "with a comma it is the Smart Stack")
    }
}
