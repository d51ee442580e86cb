/// A picture as SVG 1.1, with the colours of a light or a dark ground as the viewer prefers.
struct SVGCanvas: PlotCanvas {
    private let size: PlotSize
    private let title: String
    private let scale: Double
    private var body: [String] = []

    /// Pixels by which a curve may miss its points: nobody sees it.
    private static let tolerance = 0.05

    /// The smallest letters that can be read have 9 pixels.
    private var fontSize: Double { max(7 * scale, 9) }
    // The proportions of fonts of one width.
    var letterWidth: Double { fontSize * 0.62 }
    var lineHeight: Double { fontSize * 1.4 }

    init(_ picture: PlotPicture) {
        size = picture.size
        title = picture.title
        scale = Double(picture.scale)
        picture.draw(on: &self)
    }

    /// The file.
    var text: String {
        let lines =
            [
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size.width)\" height=\"\(size.height)\" viewBox=\"0 0 \(size.width) \(size.height)\">",
                "<title>\(Self.escaped(title))</title>",
                "<style>", style(.light), "@media (prefers-color-scheme: dark) {", style(.dark), "}", "</style>",
                "<rect class=\"ground\" width=\"\(size.width)\" height=\"\(size.height)\"/>",
            ] + body + ["</svg>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func style(_ theme: PlotTheme) -> String {
        var rules = [
            ".ground { fill: \(theme.ground.css) }", "text { font: \(Self.number(fontSize))px monospace }", "line, polyline { fill: none; stroke-width: 1 }",
            "polyline { stroke-width: \(Self.number(max(scale, 1.5))); stroke-linejoin: round; stroke-linecap: round }",
        ]
        let inks: [(String, PlotInk)] =
            [("text", .text), ("axis", .axis), ("grid", .grid), ("mark", .mark)] + theme.curves.indices.map { ("c\($0)", .curve($0)) }
        for (name, ink) in inks {
            let color = theme.color(ink).css
            rules.append("text.\(name) { fill: \(color) } line.\(name), polyline.\(name) { stroke: \(color) }")
        }
        return rules.joined(separator: "\n")
    }

    private static func name(_ ink: PlotInk) -> String {
        switch ink {
        case .text: "text"
        case .axis: "axis"
        case .grid: "grid"
        case .mark: "mark"
        case .curve(let number): "c\(number % PlotTheme.light.curves.count)"
        }
    }

    mutating func line(from start: PlotPoint, to end: PlotPoint, _ ink: PlotInk, _ dash: PlotDash) {
        let dashes = dash.pattern.isEmpty ? "" : " stroke-dasharray=\"\(dash.pattern.map(String.init).joined(separator: " "))\""
        let ends = [("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)].map { "\($0.0)=\"\(Self.number($0.1))\"" }
        body.append("<line class=\"\(Self.name(ink))\" \(ends.joined(separator: " "))\(dashes)/>")
    }

    mutating func curve(_ points: [PlotPoint], number: Int) {
        let shown = points.thinned(tolerance: Self.tolerance).map { "\(Self.number($0.x)),\(Self.number($0.y))" }
        body.append("<polyline class=\"\(Self.name(.curve(number)))\" points=\"\(shown.joined(separator: " "))\"/>")
    }

    mutating func text(_ text: String, at place: PlotPoint, _ anchor: PlotAnchor, _ ink: PlotInk) {
        let anchors =
            switch anchor {
            case .start: ""
            case .middle: " text-anchor=\"middle\""
            case .end: " text-anchor=\"end\""
            }
        body.append("<text class=\"\(Self.name(ink))\" x=\"\(Self.number(place.x))\" y=\"\(Self.number(place.y))\"\(anchors)>\(Self.escaped(text))</text>")
    }

    private static func number(_ value: Double) -> String { PlotNumber.short(value, 2) }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}

extension [PlotPoint] {
    /// Without the points that lie on a line between others; `tolerance` is how far from it they may be, upright. For points whose x rises.
    func thinned(tolerance: Double) -> [PlotPoint] {
        guard var kept = first.map({ [$0] }) else { return [] }
        // The slopes of lines from the point that was kept last that pass all points since then.
        var slopes = -Double.infinity...Double.infinity
        for (index, point) in enumerated().dropFirst() {
            var (own, slope) = point.slopes(from: kept[kept.count - 1], tolerance)
            if !slopes.contains(slope) {
                kept.append(self[index - 1])
                slopes = -Double.infinity...Double.infinity
                (own, slope) = point.slopes(from: self[index - 1], tolerance)
            }
            slopes = Swift.max(slopes.lowerBound, own.lowerBound)...Swift.min(slopes.upperBound, own.upperBound)
        }
        if count > 1 { kept.append(self[count - 1]) }
        return kept
    }
}

extension PlotPoint {
    /// The slopes of lines from `origin` that pass this point, and of the one that meets it.
    fileprivate func slopes(from origin: PlotPoint, _ tolerance: Double) -> (passing: ClosedRange<Double>, meeting: Double) {
        let run = max(x - origin.x, 1e-9)
        let slope = (y - origin.y) / run
        return ((slope - tolerance / run)...(slope + tolerance / run), slope)
    }
}
