public import WidgetCore
public import WidgetLayout

/// Writes display lists as SVG.
public struct SVGRenderer {
    /// The bytes of a picture's PNG file, which the SVG then has within itself; nil: its place stays empty.
    private let picture: (ContentDigest) -> [UInt8]?
    /// The families for a font's design, the first that the viewer has.
    private let families: (DisplayFont) -> String

    public init(
        picture: @escaping (ContentDigest) -> [UInt8]? = { _ in nil }, families: @escaping (DisplayFont) -> String = SVGRenderer.installedFamilies
    ) {
        self.picture = picture
        self.families = families
    }

    /// The fonts that a Linux desktop has.
    public static func installedFamilies(_ font: DisplayFont) -> String {
        if !font.name.isEmpty { return font.name }
        return switch font.design {
        case .normal, .rounded: font.isDisplayCut ? "Inter Display, Inter, sans-serif" : "Inter, sans-serif"
        case .serif: "Source Serif 4, Noto Serif, serif"
        case .monospaced: "JetBrains Mono, DejaVu Sans Mono, monospace"
        }
    }

    /// A whole SVG document.
    public func document(_ list: DisplayList) -> String {
        var writer = SVGWriter(picture: picture, families: families)
        for node in list.children(of: nil) { writer.add(node, of: list) }
        let size = "\(NumberText.short(list.size.width))"
        let height = "\(NumberText.short(list.size.height))"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
            width="\(size)" height="\(height)" viewBox="0 0 \(size) \(height)">\
            \(writer.definitions.isEmpty ? "" : "<defs>\(writer.definitions)</defs>")\(writer.body)</svg>

            """
    }
}
