import Glibc
import Testing
import WidgetCore

@testable import WidgetLayout

/// The card that a surface draws around the contents of a widget.
@Suite struct ChromeTests {
    private func nodes(
        _ family: WidgetFamily = .systemSmall, _ tree: ViewTree = text("12"), _ change: (inout PresentationTraits) -> Void = { _ in }
    ) throws -> [DisplayNode] {
        var traits = PresentationTraits(family: family, now: Timestamp(milliseconds: 0))
        change(&traits)
        return Presentation(texts: TextCache(measurer: EvenMeasurer())).displayList(of: try tree.archive(), traits: traits).nodes
    }

    private func shapes(_ nodes: [DisplayNode]) -> [Paint] {
        nodes.compactMap { if case .shape(let shape)? = $0.content { shape.paint } else { nil } }
    }

    private func ink(_ nodes: [DisplayNode]) throws -> ResolvedColor {
        let colors = nodes.compactMap { node -> ResolvedColor? in
            guard case .text(let text)? = node.content, case .color(let color)? = text.lines.first?.runs.first?.paint else { return nil }
            return color
        }
        return try #require(colors.first)
    }

    @Test(arguments: [WidgetFamily.accessoryCircular, .accessoryRectangular, .accessoryInline, .accessoryCorner], ViewTraits.RenderingMode.allCases)
    func anAccessoryHasNoCard(_ family: WidgetFamily, _ mode: ViewTraits.RenderingMode) throws {
        let nodes = try nodes(family) { $0.views.renderingMode = mode }
        #expect(shapes(nodes).isEmpty && !nodes.isEmpty)
    }

    @Test func aWidgetInFullColourHasACard() throws {
        #expect(shapes(try nodes()) == [.color(.white)])
    }

    @Test func glassBlursWhatLiesBehindItAndPaperLetsNothingThrough() throws {
        func blurs(_ background: Theme.Background, _ texture: Theme.Texture? = nil) throws -> Bool {
            let nodes = try nodes { ($0.views.renderingMode, $0.theme.background, $0.theme.texture) = (.accented, background, texture) }
            return nodes.contains { if case .material? = $0.effect { true } else { false } }
        }
        let blue = ResolvedColor(rgb: 0x0A84FF)
        #expect(try blurs(.glass) && blurs(.tinted(blue)))
        #expect(try !blurs(.solid(blue)) && !blurs(.glass, .paper) && !blurs(.tinted(blue), .paper))
    }

    /// The bright end of an evening sky.
    @Test(arguments: ColorScheme.allCases) func smallLettersAreReadOnClearGlassBeforeSomethingBright(_ scheme: ColorScheme) throws {
        var tree = text("12")
        tree.modifiers.append(.foreground(.named(.secondary)))
        let nodes = try nodes(.systemSmall, tree) { ($0.views.renderingMode, $0.views.colorScheme) = (.accented, scheme) }
        var ground = ResolvedColor(rgb: 0xF5CBA7)
        for case .material(let shape)? in nodes.map(\.effect) { if case .color(let color) = shape.paint { ground = mixed(color, over: ground) } }
        for case .linear(let stops, _, _) in shapes(nodes).prefix(1) { ground = mixed(stops[0].color.faded(0.5), over: ground) }
        let letters = mixed(try ink(nodes), over: ground)
        #expect((light(letters) + 0.05) / (light(ground) + 0.05) >= 3)
    }

    private func mixed(_ color: ResolvedColor, over ground: ResolvedColor) -> ResolvedColor {
        ground.mixed(with: ResolvedColor(red: color.red, green: color.green, blue: color.blue), by: color.alpha)
    }

    /// The relative luminance of WCAG 2.1.
    private func light(_ color: ResolvedColor) -> Double {
        func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    @Test func inkIsSeenOnPaper() throws {
        func ink(_ scheme: ColorScheme, _ background: Theme.Background = .glass, primary: ResolvedColor = .white) throws -> ResolvedColor {
            try self.ink(
                nodes {
                    ($0.views.renderingMode, $0.views.colorScheme, $0.theme.texture, $0.theme.background) = (.accented, scheme, .paper, background)
                    $0.theme.primary = primary
                })
        }
        #expect(try ink(.light).luminance < 0.25)
        #expect(try ink(.dark) == .white)
        let tinted = try ink(.light, .tinted(ResolvedColor(rgb: 0x0A84FF)))
        #expect(tinted.luminance < 0.35 && tinted.blue > 2 * tinted.red)
        // A colour that the user has chosen stays.
        #expect(try ink(.light, primary: ResolvedColor(rgb: 0xFF9F0A)) == ResolvedColor(rgb: 0xFF9F0A))
    }

    @Test func aHiddenTextIsABarOfItsColour() throws {
        var tree = text("4711")
        tree.modifiers.append(.foreground(.named(.white)))
        tree.isPrivacySensitive = true
        let bar = try #require(shapes(try nodes(.systemSmall, tree) { $0.hidesPrivate = true }).last)
        guard case .color(let color) = bar else {
            Issue.record("\(bar)")
            return
        }
        #expect(color.red == 1 && color.green == 1 && color.alpha < 0.3)
    }
}
