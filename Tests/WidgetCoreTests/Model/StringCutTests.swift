import Testing
import WidgetCore

struct StringCutTests {
    @Test(arguments: ["x", "é", "€", "😀", "e\u{301}"], 3...40)
    func whatIsCutHasAtMostTheBytes(_ character: String, _ limit: Int) {
        let text = String(repeating: character, count: 50)
        let cut = text.cut(toBytes: limit)
        #expect(cut.utf8.count <= limit && cut.hasSuffix("…") && text.utf8.starts(with: cut.utf8.dropLast(3)))
        // As many of them as there is room for.
        #expect(cut.utf8.count + character.utf8.count > limit || character.unicodeScalars.count > 1)
        #expect("ab".cut(toBytes: 3) == "ab" && "abc".cut(toBytes: 3) == "abc")
    }
}
