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

    @Test func everyNameOfTheTableHasItsOutlines() {
        let names = SymbolOutlines.names.description.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(names.count > 1_000)
        for name in names {
            for isFilled in [false, true] {
                let symbol = SymbolOutline.named(String(name), variants: isFilled ? .fill : [])
                #expect(symbol != .unknown && !symbol.layers.isEmpty && !symbol.outline.exactBounds.isEmpty, "\(name)")
            }
        }
    }

    @Test func aSunBehindACloudIsALayerOfItsOwn() {
        let layers = SymbolOutline.named("cloud.sun.rain.fill").layers
        #expect(layers.map(\.level).sorted() == [1, 2, 3])
        #expect(Set(layers.compactMap(\.color)) == [.white, .yellow, .cyan])
    }

    @Test func linesAreAsHeavyAsTheFont() {
        let weights: [ViewFont.Weight] = [.ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black]
        let lines = weights.map { weight in
            let edges = SymbolOutline.named("circle", weight: weight).outline.contourBounds
            return (edges[0].size.width - edges[1].size.width).magnitude / 2 / SymbolOutline.side * SymbolBox.drawnSide
        }
        #expect(lines == lines.sorted())
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $1 - $0 > 0.01 })
        #expect(isNear(lines[3], 0.095, within: 0.002))
    }

    @Test(arguments: ["gear.circle", "umbrella.square", "leaf.rectangle"]) func aVariantThatTheFontsLackIsDrawnAroundTheSymbol(_ name: String) {
        let base = String(name.prefix { $0 != "." })
        let (plain, line, filled) = (SymbolOutline.named(base), SymbolOutline.named(name), SymbolOutline.named(name + ".fill"))
        #expect(line.layers.map(\.level) == [2, 1])
        #expect(line.layers[1].outline.exactBounds.size.width < plain.outline.exactBounds.size.width * 0.75)
        // The symbol is a hole in the filled form.
        #expect(filled.layers.map(\.isHole) == [false, true])
        #expect(SymbolOutline.named(base, variants: name.hasSuffix("circle") ? .circle : name.hasSuffix("square") ? .square : .rectangle) == line)
    }

    @Test func aSlashHasAGapBesideIt() {
        let slashed = SymbolOutline.named("gear.slash.fill")
        #expect(slashed == SymbolOutline.named("gear", variants: [.slash, .fill]))
        // Nothing of the gear lies right above the line, and something lies further from it.
        let far = slashed.layers[0].outline.elements.compactMap { if case .line(let point) = $0 { point.x - point.y } else { nil } }
        let line = SymbolWeight(.regular).width
        #expect(!far.isEmpty && !far.contains { $0 > -line * 0.7 && $0 < line * 0.7 + 60 })
        #expect(far.contains { $0 > 100 } && far.contains { $0 < -100 })
    }

    // MARK: Colours

    private func shape(_ name: String, _ modifiers: [ViewModifier], _ mode: ViewTraits.RenderingMode = .fullColor) throws -> DisplayShape {
        var traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
        (traits.hasChrome, traits.views.renderingMode) = (false, mode)
        let archive = try node(.image(ViewImage(source: .systemName(name))), [], modifiers).archive()
        let list = Presentation(texts: TextCache(measurer: EvenMeasurer())).displayList(of: archive, traits: traits)
        return try #require(list.nodes.compactMap { if case .shape(let shape) = $0.content { shape } else { nil } }.first)
    }

    private func colors(_ name: String, _ modifiers: [ViewModifier], _ mode: ViewTraits.RenderingMode = .fullColor) throws -> [String] {
        let shape = try shape(name, modifiers, mode)
        return ([shape] + shape.layers).map { if case .color(let color) = $0.paint { color.hex } else { "" } }
    }

    @Test func aSymbolHasOneColourWithoutAMode() throws {
        #expect(try colors("cloud.sun.rain.fill", [.foreground(.named(.red))]) == ["#FF3B30"])
        // The sign of a disc is a hole: its edge and the disc's are one outline.
        #expect(try shape("checkmark.circle.fill", []).outline.contourBounds.count == 2)
    }

    @Test func hierarchicalLayersArePaler() throws {
        let colors = try colors("cloud.sun.rain.fill", [.foreground(.named(.blue)), .symbolRenderingMode(.hierarchical)])
        #expect(Set(colors) == ["#007AFF", "#007AFF80", "#007AFF40"])
    }

    @Test func aPaletteColoursTheLevels() throws {
        let styles: [ViewStyle] = [.color(.named(.white)), .color(.named(.green))]
        #expect(try colors("checkmark.circle.fill", [.foregroundStyle(styles), .symbolRenderingMode(.palette)]) == ["#34C759", "#FFFFFF"])
        // Several styles alone are a palette; the last one is that of the third level.
        #expect(try colors("cloud.sun.rain.fill", [.foregroundStyle(styles)]).sorted() == ["#34C759", "#34C759", "#FFFFFF"])
    }

    @Test func aMulticolorSymbolHasItsOwnColours() throws {
        #expect(try Set(colors("cloud.sun.rain.fill", [.symbolRenderingMode(.multicolor)])) == ["#FFFFFF", "#FFCC00", "#32ADE6"])
        #expect(try colors("exclamationmark.triangle.fill", [.symbolRenderingMode(.multicolor)]) == ["#FFCC00", "#FFFFFF"])
        // One without colours has the foreground's.
        #expect(try colors("gearshape.fill", [.foreground(.named(.red)), .symbolRenderingMode(.multicolor)]) == ["#FF3B30"])
    }

    @Test func amongWidgetsOfOneColourTheSignStaysAHole() throws {
        let symbol = try shape("checkmark.circle.fill", [.symbolRenderingMode(.multicolor)], .accented)
        #expect(symbol.layers.isEmpty && symbol.outline.contourBounds.count == 2)
        let levels = try colors("cloud.sun.rain.fill", [.symbolRenderingMode(.hierarchical)], .accented)
        #expect(Set(levels.map { $0.dropFirst(7) }).count == 3)
    }

    @Test func theLayersAreInTheListAsText() throws {
        var traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
        traits.hasChrome = false
        let archive = try node(.image(ViewImage(source: .systemName("sunrise.fill"))), [], [.symbolRenderingMode(.multicolor)]).archive()
        let list = Presentation(texts: TextCache(measurer: EvenMeasurer())).displayList(of: archive, traits: traits)
        #expect(list.description.contains("#FFCC00 below #000000"))
        #expect(list.json.contains(##""layers":[{"path""##))
    }
}

extension Outline {
    /// The bounds of each contour.
    fileprivate var contourBounds: [Rect] {
        var contours: [Outline] = []
        for element in elements {
            switch element {
            case .move(let point):
                contours.append(Outline())
                contours[contours.count - 1].move(to: point)
            case .line(let point): contours[contours.count - 1].line(to: point)
            case .curve(let end, let control1, let control2): contours[contours.count - 1].curve(to: end, control1: control1, control2: control2)
            case .close: contours[contours.count - 1].close()
            }
        }
        return contours.map(\.exactBounds)
    }
}
