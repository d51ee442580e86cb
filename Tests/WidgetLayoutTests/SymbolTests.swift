import Testing
import WidgetCore

@testable import WidgetLayout

@Suite struct SymbolTests {
    @Test func everySymbolOfTheTerminalHasAnOutline() { #expect(SymbolTable.names.filter { !SymbolOutline.knows($0) } == []) }

    @Test(arguments: ["star", "heart.fill", "wifi.slash", "cloud.sun.rain.fill", "checkmark.circle.fill", "cup.and.saucer"])
    func outlinesLieInTheirSquare(_ name: String) {
        let bounds = SymbolOutline.named(name).outline.bounds
        #expect(!bounds.isEmpty)
        #expect(bounds.minX >= -40 && bounds.minY >= -40 && bounds.maxX <= 1_000 && bounds.maxY <= 1_000)
    }

    @Test func aFilledSymbolHasNoHole() {
        #expect(SymbolOutline.named("heart") != SymbolOutline.named("heart.fill"))
        #expect(SymbolOutline.named("heart", variants: .fill) == SymbolOutline.named("heart.fill"))
    }

    @Test func aNameThatNobodyKnowsIsABox() {
        #expect(!SymbolOutline.knows("no.such.symbol"))
        #expect(SymbolOutline.named("no.such.symbol") == .unknown)
    }

    @Test func anUnknownSymbolSaysItsName() throws {
        var traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
        traits.hasChrome = false
        let archive = try node(.image(ViewImage(source: .systemName("no.such.symbol")))).archive()
        let list = Presentation(texts: TextCache(measurer: EvenMeasurer())).displayList(of: archive, traits: traits)
        let words = list.nodes.compactMap { if case .text(let text) = $0.content { text.plainText } else { nil } }
        #expect(words == ["no\nsuch\nsymbol"])
    }

    @Test func anArrowsHeadIsNarrowerThanACircle() {
        #expect(SymbolOutline.named("chevron.right").width < 0.8)
        #expect(isNear(SymbolOutline.named("circle").width, 1.2, within: 0.01))
    }

    @Test func aVariantThatIsUnknownIsItsBase() {
        #expect(SymbolOutline.named("star.square.on.square.nonsense") == SymbolOutline.named("star.square.on.square"))
    }
}
