import TTRPCWire
import Testing
import WidgetCore

@testable import DaemonCore
@testable import WidgetDaemon

/// Lists and reads of the widgets that are placed.
@Suite struct BoardTests {
    private func id(_ number: Int) throws -> WidgetID {
        let digits = String(number, radix: 16)
        return try #require(WidgetID("00000000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits))
    }

    private func board(_ count: Int, summary size: Int) throws -> Board {
        let board = Board { _ throws(WidgetError) in nil }
        for number in 0..<count {
            board.show(
                BoardEntry(
                    id: try id(number), kind: number.isMultiple(of: 2) ? "even" : "odd", name: "", summary: [UInt8](repeating: 7, count: size),
                    archive: .none))
        }
        return board
    }

    @Test func widgetsAreListedAsAPersonHasPutThemPageAfterPage() throws {
        let board = try board(4, summary: 10)
        for (number, page, key) in [(3, 1, "-1"), (0, 2, ""), (1, 2, "")] {
            let position = try WidgetPosition(page: page, key: key, field: "widget")
            board.show(BoardEntry(id: try id(number), kind: "", name: "", position: position, summary: [], archive: .none))
        }
        var listed: [BoardEntry] = []
        while listed.count < 4 { listed += board.page(after: listed.last?.place, limit: 1, bytes: 100, kind: "").entries }
        #expect(try listed.map(\.id) == [3, 2, 0, 1].map(id))
        board.remove(try id(3))
        #expect(try board.page(after: nil, limit: 9, bytes: 100, kind: "").entries.map(\.id) == [2, 0, 1].map(id))
    }

    @Test func anEntryOfASpaceNeverTakesTheIDOrTheNameOfAnother() throws {
        let board = try board(2, summary: 10)
        func show(_ number: Int, _ name: String, of space: String) throws {
            board.show(BoardEntry(id: try id(number), kind: "even", name: name, summary: [UInt8](name.utf8), archive: .none, space: space))
        }
        try show(0, "taken", of: "lab")
        #expect(try board.entry(id(0))?.space.isEmpty == true)
        try show(7, "clock", of: "lab")
        try show(7, "taken", of: "other")
        board.remove(try id(7), of: "other")
        board.remove(try id(7))
        board.remove(try id(0), of: "lab")
        #expect(try board.entry(id(7))?.name == "clock" && board.count == 3)
        // Its own items are meant first; those of a space also by its name, which no other space can take.
        try show(8, "lab/even", of: "other")
        #expect(try board.resolveWithSpaces("even") == id(0) && board.resolveWithSpaces("lab/even") == id(7) && board.resolveWithSpaces("clock") == id(7))
        #expect(try board.resolve("even") == id(0))
        for text in ["clock", "lab/even", try id(7).description] { #expect(throws: WidgetError.self) { try board.resolve(text) } }
        for text in ["nobody/even", "/even", "other/clock"] { #expect(throws: WidgetError.self) { try board.resolveWithSpaces(text) } }
        board.remove(try id(8), of: "other")
        board.remove(try id(7), of: "lab")
        #expect(board.count == 2)
    }

    @Test func aPageEndsWhereItsBytesDoAndTheNextGoesOnThere() throws {
        let board = try board(700, summary: 4 << 10)
        var seen: [WidgetID] = []
        var pages = 0
        while true {
            let (page, isLast) = board.page(after: seen.last.map { WidgetPlace($0) }, limit: 1_000, bytes: DaemonLimits.pageBytes, kind: "")
            #expect(page.map { $0.summary.count + ProtobufSize.head }.reduce(0, +) <= DaemonLimits.pageBytes)
            seen += page.map(\.id)
            pages += 1
            if isLast { break }
        }
        let all = try (0..<700).map(id)
        #expect(seen == all)
        #expect(pages == 3)
    }

    @Test func anEntryThatIsLongerThanAPageComesAlone() throws {
        let board = try board(2, summary: 1_000)
        let (page, isLast) = board.page(after: nil, limit: 10, bytes: 100, kind: "")
        #expect(page.count == 1 && !isLast)
    }

    @Test func aFullPageThatHasTheLastOfAKindSaysSo() throws {
        let board = try board(10, summary: 10)
        let (page, isLast) = board.page(after: nil, limit: 5, bytes: 1 << 20, kind: "even")
        #expect(page.map(\.kind) == Array(repeating: "even", count: 5) && isLast)
    }

    private func name(_ text: String, among entries: [(name: String, displayName: String)]) throws -> WidgetID {
        let board = Board { _ throws(WidgetError) in nil }
        for (number, entry) in entries.enumerated() {
            board.show(BoardEntry(id: try id(number), kind: "sun", name: entry.name, displayName: entry.displayName, summary: [], archive: .none))
        }
        return try board.resolve(text)
    }

    @Test func aWidgetIsFoundByWhatListsCallItWhereNoneHasThatName() throws {
        #expect(try name("Sunrise", among: [("", "Sunrise"), ("moon", "moon")]) == id(0))
        #expect(try name("Sunrise", among: [("", "Sunrise"), ("Sunrise", "Sunrise")]) == id(1))
        let several = try #require(throws: WidgetError.self) { try name("Sunrise", among: [("", "Sunrise"), ("", "Sunrise")]) }
        #expect(several.code == .invalidArgument && several.message.contains("2 widgets"))
        let none = try #require(throws: WidgetError.self) { try name("", among: [("", ""), ("", "Sunrise")]) }
        #expect(none.message == "widget: is empty; give an id, a name or a kind that is placed once")
    }
}
