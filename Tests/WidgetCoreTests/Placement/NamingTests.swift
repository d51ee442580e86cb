import Testing
import WidgetCore

@Suite("Names")
struct NamingTests {
    @Test("A widget's name is one line of at most 64 bytes, without the spaces around it")
    func widgetName() throws {
        #expect(try Widget.validated(name: "  Büro 👩‍💻 ") == "Büro 👩‍💻")
        #expect(try Widget.validated(name: "") == "")
        #expect(try Widget.validated(name: String(repeating: "x", count: 64)).count == 64)
        #expect(throws: WidgetError(.invalidArgument, "name: 65 bytes is more than the limit of 64; shorten it")) {
            try Widget.validated(name: String(repeating: "x", count: 65))
        }
    }

    @Test(
        "Nothing in a name can move a terminal's cursor or turn its text around",
        arguments: ["\u{1B}", "\n", "\u{7F}", "\u{9B}", "\u{2028}", "\u{202E}", "\u{2066}", "\0"])
    func unsafe(character: String) {
        #expect(throws: WidgetError.self) { try Widget.validated(name: "a\(character)b") }
    }

    @Test(
        "Slips of the finger find what was meant",
        arguments: [
            ("wether", "weather"), ("caffiene", "caffeine"), ("systme", "system"), ("AGENDA", "agenda"), ("cloc", "clock"), ("caff", "caffeine"),
        ])
    func suggestion(typed: String, meant: String) {
        #expect(Suggestion.nearest(to: typed, among: ["agenda", "caffeine", "clock", "system", "weather"]) == meant)
    }

    @Test("What is near nothing has no suggestion", arguments: ["xyz", "", "battery", String(repeating: "x", count: 100_000)])
    func noSuggestion(typed: String) {
        #expect(Suggestion.nearest(to: typed, among: ["agenda", "caffeine", "clock", "system", "weather"]) == nil)
    }

    @Test("An unknown kind says what to do")
    func unknownKind() {
        #expect(WidgetError.unknownKind("clok", known: ["clock"]).message == "no installed provider gives the kind \"clok\"; did you mean clock?")
        #expect(WidgetError.unknownKind("x", known: []).message == "no installed provider gives the kind \"x\"; list the kinds with widgetctl kinds")
        #expect(WidgetError.unknownKind("x", known: []).code == .notFound)
    }

    @Test("A few names are all listed; of many only the one that was meant")
    func advice() {
        let few = ["add", "remove"]
        #expect(Suggestion.advice(for: "ad", among: few, verb: "it has") == "; it has add, remove; did you mean add?")
        #expect(Suggestion.advice(for: "zzz", among: few, verb: "it has") == "; it has add, remove")
        let many = (1...9).map { "name\($0)" } + ["caffeine"]
        #expect(Suggestion.advice(for: "cafeine", among: many, source: "a page") == "; did you mean caffeine?")
        #expect(Suggestion.advice(for: "zzz", among: many, source: "a page") == "; a page lists those that there are")
        #expect(Suggestion.advice(for: "zzz", among: many).isEmpty)
        #expect(Suggestion.advice(for: "zzz", among: []).isEmpty)
    }
}
