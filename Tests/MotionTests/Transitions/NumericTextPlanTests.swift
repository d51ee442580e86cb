import Foundation
import Motion
import Testing

@Suite("The plan of a number that rolls")
struct NumericTextPlanTests {
    /// A plan in short: `=` stays, `-` leaves, `+` arrives.
    private func short(_ old: String, _ new: String) -> String {
        NumericTextPlan(from: old, to: new, countsDown: false).glyphs.map { "\($0.stays ? "=" : $0.newIndex == nil ? "-" : "+")\($0.character)" }.joined()
    }

    @Test("keeps what both texts begin and end with, and replaces what is between")
    func plans() {
        #expect(short("128", "129") == "=1=2-8+9")
        #expect(short("1,234", "1,534") == "=1=,-2+5=3=4")
        #expect(short("12 mg", "45 mg") == "-1-2+4+5= =m=g")
        #expect(short("1,242", "1,160") == "=1=,-2-4-2+1+6+0")
    }

    @Test("keeps all of a text that stays")
    func equal() { #expect(short("42", "42") == "=4=2") }

    @Test("keeps no character twice where one text begins and ends with the other")
    func lengths() {
        #expect(short("99", "100") == "-9-9+1+0+0")
        #expect(short("11", "111") == "=1=1+1")
        #expect(short("111", "11") == "=1=1-1")
        #expect(short("1", "1.1") == "=1+.+1")
        #expect(short("10", "0") == "-1=0")
        #expect(short("aba", "aa") == "=a-b=a")
    }

    @Test("takes away all of a text that becomes empty, and brings all of one that was")
    func empty() {
        #expect(short("", "") == "")
        #expect(short("", "12") == "+1+2")
        #expect(short("12", "") == "-1-2")
    }

    @Test("counts what a reader takes for a character, however it is encoded")
    func characters() {
        #expect(short("👨‍👩‍👧1", "👨‍👩‍👦1") == "-👨‍👩‍👧+👨‍👩‍👦=1")
        #expect(short("🇩🇪🇩🇪", "🇩🇪🇫🇷") == "=🇩🇪-🇩🇪+🇫🇷")
        #expect(short("e\u{301}1", "\u{e9}2") == "=\u{e9}-1+2")
        #expect(short("e1", "e\u{301}1") == "-e+e\u{301}=1")
        #expect(short("1\r\n2", "1\r\n3") == "=1=\r\n-2+3")
        #expect(short("\u{301}", "\u{301}\u{301}") == "-\u{301}+\u{301}\u{301}")
    }

    @Test("tells where each character was and will be")
    func indices() {
        let glyphs = NumericTextPlan(from: "a12b", to: "a345b", countsDown: false).glyphs
        #expect(glyphs.map(\.oldIndex) == [0, 1, 2, nil, nil, nil, 3])
        #expect(glyphs.map(\.newIndex) == [0, nil, nil, 1, 2, 3, 4])
    }

    @Test("begins one column after the other, the last one 0.15 s after the first")
    func delays() {
        let glyphs = NumericTextPlan(from: "a12b", to: "a345b", countsDown: false).glyphs
        #expect(glyphs.map(\.delay) == [0, 0, 0.075, 0, 0.075, 0.15, 0])
        #expect(NumericTextPlan(from: "1", to: "2", countsDown: false).glyphs.map(\.delay) == [0, 0])
        let long = NumericTextPlan(from: "", to: String(repeating: "7", count: 500), countsDown: false).glyphs
        #expect(long.map(\.delay).max() == NumericTextPlan.wave)
    }

    @Test("lets new characters come from below and old ones leave upwards, or the other way round where it counts down")
    func directions() {
        func ways(_ countsDown: Bool) -> [Double] {
            let plan = NumericTextPlan(from: "a1", to: "a2", countsDown: countsDown)
            return plan.glyphs.map { plan.effects(of: $0, lineHeight: 32).offset.height }
        }
        #expect(ways(false) == [0, -19, 19])
        #expect(ways(true) == [0, 19, -19])
    }

    @Test("lets a character that isn't there be invisible, small and blurred by a quarter of the line")
    func effects() {
        let plan = NumericTextPlan(from: "a1", to: "a2", countsDown: false)
        #expect(plan.effects(of: plan.glyphs[0], lineHeight: 32) == .identity)
        for glyph in plan.glyphs.dropFirst() {
            let effects = plan.effects(of: glyph, lineHeight: 32)
            #expect((effects.opacity, effects.blurRadius) == (0, 8))
            #expect(effects.scale == CGSize(width: 51.0 / 128, height: 51.0 / 128))
        }
        for height in [-1, .nan, .infinity] { #expect(plan.effects(of: plan.glyphs[1], lineHeight: height).offset == .zero) }
    }

    @Test("makes the new text of what stays and arrives, and the old one of what stays and leaves", arguments: 0..<200)
    func randomTexts(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabet: [Character] = ["0", "1", "2", ",", "é", "👍🏽"]
        func text() -> String { String((0..<Int.random(in: 0...7, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) }) }
        let (old, new) = (text(), text())
        let glyphs = NumericTextPlan(from: old, to: new, countsDown: false).glyphs
        #expect(String(glyphs.filter { $0.newIndex != nil }.map(\.character)) == new)
        #expect(String(glyphs.filter { $0.oldIndex != nil }.map(\.character)) == old)
        #expect(glyphs.compactMap(\.newIndex) == Array(0..<new.count))
        #expect(glyphs.compactMap(\.oldIndex) == Array(0..<old.count))
        #expect(glyphs.allSatisfy { (0...NumericTextPlan.wave).contains($0.delay) })
    }

    @Test("is there only for a transition with rolling characters, and rolls by the values of both")
    func byTransition() {
        func countsDown(_ previous: ContentTransition?, _ current: ContentTransition) -> Bool? {
            current.numericTextPlan(from: "1", to: "2", previous: previous)?.countsDown
        }
        #expect(countsDown(nil, .opacity) == nil)
        #expect(countsDown(nil, .numericText()) == false)
        #expect(countsDown(nil, .numericText(countsDown: true)) == true)
        #expect(countsDown(.numericText(value: 5), .numericText(value: 6)) == false)
        #expect(countsDown(.numericText(value: 5), .numericText(value: 4)) == true)
        #expect(countsDown(.numericText(value: 5), .numericText(value: 5)) == false)
        #expect(countsDown(.numericText(value: 5), .numericText(countsDown: true)) == true)
        #expect(countsDown(.opacity, .numericText(value: 4)) == false)
        #expect(countsDown(.numericText(value: 5), .numericText(value: .nan)) == false)
        #expect(countsDown(.numericText(value: .infinity), .numericText(value: 1)) == true)
    }
}
