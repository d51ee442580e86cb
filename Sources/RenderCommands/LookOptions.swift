import ArgumentParser
import CommandRendering
import WidgetCommands
import WidgetCore
import WidgetDrawing
import WidgetLayout

/// How a picture looks, beside the traits that a view may depend on.
struct LookOptions: ParsableArguments {
    enum Background: String, ExpressibleByArgument, CaseIterable { case glass, tinted, solid }
    enum Texture: String, ExpressibleByArgument, CaseIterable { case glass, paper }
    enum Mounting: String, ExpressibleByArgument, CaseIterable { case elevated, recessed }

    @Option(help: "The surface to imitate.")
    var place = SurfacePreset.desktop

    @Option(help: "The background of accented widgets.")
    var theme: Background?

    @Option(help: ArgumentHelp("The theme's colour, as a name or #RRGGBB.", valueName: "colour"))
    var themeTint: String?

    @Option(help: "The material of widgets.")
    var texture: Texture?

    @Option(help: "How widgets are mounted on their surface.")
    var mounting: Mounting?

    @Option(help: ArgumentHelp("The size of text: xSmall to accessibility5.", valueName: "size"))
    var typeSize: String?

    @Flag(inversion: .prefixedNo, help: "Lay out from the right to the left, or not. Without it: as the locale's language is written.")
    var rightToLeft: Bool?

    @Flag(help: "Hide what is private, as a locked session does.")
    var locked = false

    @Option(help: ArgumentHelp("Draw greys for e-paper, dithered: 1 or 4 bits per pixel.", valueName: "bits"))
    var ink: Int?

    func validate() throws {
        if let ink, InkDither.Depth(rawValue: ink) == nil { throw ValidationError("--ink: \(ink) bits are neither 1 nor 4") }
        if let themeTint, Self.color(themeTint) == nil {
            throw ValidationError("--theme-tint: \"\(PlainText.line(themeTint))\" is neither a colour's name nor #RRGGBB")
        }
        if let typeSize, Self.typeSize(typeSize) == nil {
            let names = ViewTraits.DynamicTypeSize.allCases.map { "\($0)" }.joined(separator: ", ")
            throw ValidationError("--type-size: \"\(PlainText.line(typeSize))\" is none of \(names)")
        }
    }

    /// Whether it is dark ink on white: on e-paper, where the user chose no other look.
    func isOnPaper(_ surface: SurfaceOptions) -> Bool {
        ink != nil && place == .desktop && surface.renderingMode == nil && theme == nil && themeTint == nil && texture == nil
    }

    /// The traits of the surface: those of the place, but for what the options say.
    func views(_ surface: SurfaceOptions) -> ViewTraits {
        var views = PresentationTraits.standardViews
        place.apply(to: &views)
        // Vibrant views are light letters on what is behind, and a theme is that of accented views.
        if surface.renderingMode == .vibrant { views.colorScheme = .dark }
        if theme != nil || themeTint != nil || texture != nil || isOnPaper(surface) { views.renderingMode = .accented }
        if let size = typeSize.flatMap(Self.typeSize) { views.dynamicTypeSize = size }
        return surface.traits(of: views)
    }

    /// Sets all that views don't depend on.
    func apply(to traits: inout PresentationTraits, isOnPaper: Bool) {
        let tint = themeTint.flatMap(Self.color)
        switch theme {
        case .glass: traits.theme.background = .glass
        case .tinted: traits.theme.background = .tinted(tint ?? ResolvedColor(rgb: 0x0A84FF))
        case .solid: traits.theme.background = .solid(tint ?? ResolvedColor(rgb: 0x1C1C1E))
        case nil: if let tint { traits.theme.background = .tinted(tint) }
        }
        if isOnPaper { (traits.theme.background, traits.theme.primary, traits.theme.accent) = (.solid(.white), .black, .black) }
        traits.theme.texture = texture.map { $0 == .paper ? .paper : .glass }
        traits.theme.mounting = mounting.map { $0 == .recessed ? .recessed : .elevated }
        if let rightToLeft { traits.isRightToLeft = rightToLeft }
        traits.hidesPrivate = locked || place.hidesPrivate
    }

    private static func typeSize(_ name: String) -> ViewTraits.DynamicTypeSize? { ViewTraits.DynamicTypeSize.allCases.first { "\($0)" == name } }

    private static func color(_ text: String) -> ResolvedColor? {
        if let name = ViewColor.Name(rawValue: text) { return ResolvedColor(name, .dark) }
        let digits = text.dropFirst()
        // The radix alone would take a sign too.
        guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt32(digits, radix: 16).map { ResolvedColor(rgb: $0) }
    }
}
