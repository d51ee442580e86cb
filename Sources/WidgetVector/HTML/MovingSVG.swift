import WidgetLayout
public import WidgetScene

/// A motion as an SVG file that plays by itself in a browser, again and again, also as the picture of a page.
public struct MovingSVG {
    private let svg: SVGRenderer
    /// Seconds for which the last frame stays, and the first one.
    private static let (rest, lead) = (1.5, 0.5)

    /// - Parameter svg: how drawings are written.
    public init(svg: SVGRenderer = SVGRenderer()) { self.svg = svg }

    /// The document. Programs that know no HTML within SVG, such as librsvg, show nothing of it.
    public func document(_ motion: SceneMotion) -> String {
        let fragment = HTMLRenderer(svg: svg).fragment(motion, prefix: "a")
        let size = motion.list.size
        let (width, height) = (NumberText.short(size.width), NumberText.short(size.height))
        let whole = Self.lead + (motion.times.last ?? 0) + Self.rest
        var (rules, names): (String, [String: [String]]) = ("", [:])
        for (number, animation) in fragment.animations.enumerated() {
            rules += "@keyframes k\(number){\(Self.keyframes(animation, whole: whole))}"
            names["#\(animation.element)" + (animation.target.isEmpty ? "" : " \(animation.target)"), default: []].append("k\(number)")
        }
        let gone = NumberText.short((whole - Self.rest) / whole * 100, digits: 2)
        if !fragment.departed.isEmpty { rules += "@keyframes gone{0%,\(gone)%{visibility:visible}\(gone)%,100%{visibility:hidden}}" }
        for id in fragment.departed { names["#\(id)", default: []].append("gone") }
        for (selector, names) in names.sorted(by: { $0.key < $1.key }) {
            let animations = names.map { "\($0) \(NumberText.short(whole))s \($0 == "gone" ? "step-end" : "linear") infinite" }
            rules += "\(selector){animation:\(animations.joined(separator: ","))}"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)"><style>\
            div,div svg{position:absolute;left:0;top:0;transform-origin:0 0;overflow:visible}div{width:100%;height:100%}\(rules)</style>\
            <foreignObject width="\(width)" height="\(height)"><div xmlns="http://www.w3.org/1999/xhtml">\(Self.named(fragment.html))</div>\
            </foreignObject></svg>

            """
    }

    /// The keyframes within the whole time. The curve of the animation holds between two of them.
    private static func keyframes(_ animation: HTMLAnimation, whole: Double) -> String {
        func place(_ seconds: Double) -> String { "\(NumberText.short(seconds / whole * 100, digits: 3))%" }
        func rule(_ frame: HTMLAnimation.Keyframe, easing: String = "") -> String {
            let properties = frame.properties.sorted { $0.key < $1.key }.map { "\(PropertySeries.cssName($0.key)):\($0.value)" }
            return "{\((properties + (easing.isEmpty ? [] : ["animation-timing-function:\(easing)"])).joined(separator: ";"))}"
        }
        guard let first = animation.keyframes.first, let last = animation.keyframes.last else { return "" }
        let start = lead + animation.delay
        var text = "0%\(rule(first))"
        for frame in animation.keyframes { text += place(start + frame.offset * animation.duration) + rule(frame, easing: animation.easing) }
        return text + "100%\(rule(last))"
    }

    /// Drawings within HTML within XML name their own namespace.
    private static func named(_ html: String) -> String {
        html.replacing("<svg ", with: #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" "#)
    }
}
