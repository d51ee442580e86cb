import Testing
import WidgetCore

@testable import WidgetLayout

/// How texts are broken, cut and made smaller. Letters are 10 points wide.
@Suite struct TextLayoutTests {
    private func layout(_ text: String, width: Double?, height: Double? = nil, _ change: (inout TextRules) -> Void = { _ in }) -> (TextLayout, [String]) {
        let block = MeasuredText([MeasuredText.Run(text, font: DisplayFont(size: 20))], measurer: EvenMeasurer())
        var rules = TextRules()
        change(&rules)
        let layout = TextLayout(block, in: ProposedSize(width: width, height: height), rules: rules, grid: PixelGrid(scale: 2))
        let lines = layout.lines.map { line in
            line.pieces.map { piece in
                switch piece {
                case .characters(let range): String(block.characters[range])
                case .ellipsis: "…"
                }
            }.joined()
        }
        return (layout, lines)
    }

    @Test func anAccentOfItsOwnTakesNoRoom() {
        let font = DisplayFont(size: 17)
        func width(_ text: String) -> Double { InterMeasurer().advances(of: text, in: font).reduce(0, +) }
        for letter in ["e", "i", "W"] { #expect(isNear(width(letter + "\u{301}"), width(letter))) }
        #expect(InterMeasurer().advances(of: "\u{301}", in: font) == [0])
    }

    @Test func aLetterHasNoMoreMarksThanItsTextCanHold() {
        func kept(_ text: String) -> String {
            String(MeasuredText([MeasuredText.Run(text, font: DisplayFont(size: 20))], measurer: EvenMeasurer()).characters)
        }
        func marks(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }
        // Strings are compared by their scalars: `==` normalizes them, for which this would be far too long.
        #expect(kept("xa" + marks(300) + "b" + marks(40) + "c").unicodeScalars.elementsEqual(("xa" + marks(30) + "b" + marks(30) + "c").unicodeScalars))
        let whole = "Tiê\u{301}ng Vi\u{1EC7}t สวัสดี 👨‍👩‍👧❤️ नमस्ते " + String(repeating: "e\u{301}\u{323}", count: 40)
        #expect(kept(whole).unicodeScalars.elementsEqual(whole.unicodeScalars))
    }

    @Test func linesEndAtSpacesAndTakeNoRoomForThem() {
        let (layout, lines) = layout("one two three", width: 70)
        #expect(lines == ["one two ", "three"])
        #expect(layout.size.width == 70)
        #expect(layout.size.height == 48)
    }

    @Test func aWordThatIsTooLongIsBrokenWithinItself() {
        #expect(layout("abcdefghij", width: 45).1 == ["abcd", "efgh", "ij"])
    }

    @Test func lineEndsInTheTextAreKept() { #expect(layout("a\nbc\n", width: nil).1 == ["a", "bc", ""]) }

    @Test func ideographsMayBeBrokenButNotBeforeTheirPunctuation() {
        #expect(layout("日本語、表示", width: 30).1 == ["日本", "語、表", "示"])
    }

    @Test(arguments: [(ViewTruncation.tail, "abcd…"), (.head, "…ghij"), (.middle, "ab…ij")])
    func whatDoesNotFitIsCut(_ place: ViewTruncation, _ shown: String) {
        let (layout, lines) = layout("abcdefghij", width: 50) { ($0.lineLimit, $0.truncation) = (1, place) }
        #expect(lines == [shown])
        #expect(layout.isTruncated)
    }

    @Test func theLastLineTakesWhatFollows() {
        #expect(layout("one two three four", width: 70) { $0.lineLimit = 2 }.1 == ["one two ", "three…"])
    }

    @Test func theHeightLimitsTheLines() { #expect(layout("one two three", width: 30, height: 50).1 == ["one ", "tw…"]) }

    @Test func aTextIsMadeSmallerBeforeItIsCut() {
        let (layout, lines) = layout("abcdefghij", width: 60) { ($0.lineLimit, $0.minimumScale) = (1, 0.5) }
        #expect(lines == ["abcdefghij"])
        #expect(layout.scale <= 0.6 && layout.scale > 0.59)
        #expect(layout.size.width <= 60)
    }

    @Test func aTextThatIsTooLargeAtItsSmallestIsCut() {
        let (layout, _) = layout("abcdefghij", width: 30) { ($0.lineLimit, $0.minimumScale) = (1, 0.5) }
        #expect(layout.scale == 0.5)
        #expect(layout.isTruncated)
    }

    @Test func reservedLinesKeepTheirPlace() {
        let (layout, _) = layout("a", width: 50) { $0.reservedLines = 3 }
        #expect(layout.size.height == 72)
    }

    @Test(arguments: [(17.0, 3.0, 20.333), (17, 2, 20.5), (12, 3, 14.333), (28, 3, 33.667), (34, 3, 40.667), (11, 3, 13.333)])
    func aLineIsAsHighAsTheOriginals(_ size: Double, _ scale: Double, _ height: Double) {
        let block = MeasuredText([MeasuredText.Run("A", font: DisplayFont(size: size))], measurer: EvenMeasurer())
        let layout = TextLayout(block, in: .unspecified, rules: TextRules(), grid: PixelGrid(scale: scale))
        #expect(isNear(layout.size.height, height, within: 0.001))
    }

    @Test func theTableOfTheFontMeasuresAsTheStudySays() {
        // Inter's own advances, as HarfBuzz gives them; the original's tracking is added by the layout.
        let measurer = InterMeasurer()
        #expect(isNear(measurer.advances(of: "Calendar event 1", in: DisplayFont(size: 12, weight: .semibold)).reduce(0, +), 96.916))
        #expect(isNear(measurer.advances(of: "Hello, world!", in: DisplayFont(size: 17)).reduce(0, +), 99.513))
        // A character that the table lacks has a width all the same.
        #expect(measurer.advances(of: "é日🎉", in: DisplayFont(size: 10)).count == 3)
    }

    private func run(_ view: ViewTree, _ size: ViewTraits.DynamicTypeSize = .large) throws -> [DisplayText.Run] {
        var traits = PresentationTraits(size: Size(width: 300, height: 100), scale: 2, now: Timestamp(milliseconds: 0))
        traits.views.dynamicTypeSize = size
        let list = Presentation(texts: TextCache(measurer: EvenMeasurer())).displayList(of: try view.archive(), traits: traits)
        let texts = list.nodes.compactMap { node in if case .text(let text)? = node.content { text } else { nil } }
        return texts.flatMap { $0.lines.flatMap(\.runs) }
    }

    @Test func aFontWithinKeepsTheWeightAndSlantOfTheViewsAround() throws {
        let view = node(
            .stack(axis: .vertical, alignment: nil, spacing: nil), [node(.text("a"), [], [.font(ViewFont(style: .title3))])],
            [.font(ViewFont(style: .caption)), .font(ViewFont(weight: .black)), .font(ViewFont(isItalic: true))])
        let font = try #require(try run(view).first).font
        #expect(font.weight == .black && font.isItalic && font.size == 20, "\(font)")
    }

    @Test func aViewMayLimitTheSizeOfText() throws {
        func sizes(_ modifiers: [ViewModifier], _ setting: ViewTraits.DynamicTypeSize = .accessibility5) throws -> [Double] {
            // A style within the limit, one around it, and a size of its own.
            let texts = [node(.text("a"), [], [.font(ViewFont(style: .body))]), node(.text("b")), node(.text("c"), [], [.font(ViewFont(size: 20))])]
            let view = node(.stack(axis: .vertical, alignment: nil, spacing: nil), texts, modifiers + [.font(ViewFont(style: .title2))])
            return try run(view, setting).map(\.font.size)
        }
        #expect(try sizes([]) == [53, 56, 20])
        #expect(try sizes([.dynamicTypeSize(minimum: nil, maximum: .large)]) == [17, 22, 20])
        #expect(try sizes([.dynamicTypeSize(minimum: .xxxLarge, maximum: nil)], .small) == [23, 28, 20])
        #expect(try sizes([.dynamicTypeSize(minimum: .small, maximum: .xLarge)], .large) == [17, 22, 20])
        // The inner one is within the outer one.
        #expect(try sizes([.dynamicTypeSize(minimum: nil, maximum: .xxxLarge), .dynamicTypeSize(minimum: nil, maximum: .large)]) == [17, 22, 20])
    }

    @Test func aTextFromTheRightHasNoSpaceAtTheEndOfItsLines() throws {
        let view = node(.text("שלום עולם"), [], [.font(ViewFont(size: 20)), .frame(ViewFrame(width: 60))])
        #expect(try run(view).map(\.text) == ["שלום", "עולם"])
    }
}
