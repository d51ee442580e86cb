import Glibc
import WidgetCore
import WidgetLayout

/// The elements of one document.
struct SVGWriter {
    private let picture: (ContentDigest) -> [UInt8]?
    private let isElsewhere: (DisplayFont) -> Bool
    private(set) var body = ""
    private(set) var definitions = ""
    /// The beginning of all ids.
    private let prefix: String
    private var lastID = 0
    /// The families that texts needn't name; nil: all do.
    private let pageFont: String?

    init(
        picture: @escaping (ContentDigest) -> [UInt8]?, isElsewhere: @escaping (DisplayFont) -> Bool, pageFont: String? = nil,
        prefix: String = ""
    ) {
        self.isElsewhere = isElsewhere
        self.pageFont = pageFont
        self.picture = picture
        self.prefix = prefix
    }

    mutating func add(_ index: Int, of list: DisplayList) {
        let node = list.nodes[index]
        if let content = node.content { add(content, in: node.frame) }
        guard let effect = node.effect else {
            addChildren(of: index, list)
            return
        }
        switch effect {
        case .opacity(let opacity):
            if opacity <= 0 { return }
            group(opacity >= 1 ? "" : #"opacity="\#(short(opacity))""#) { $0.addChildren(of: index, list) }
        case .transform, .rotation, .scale, .spatialRotation, .projection:
            guard let t = effect.mapping?.flattened(in: list.bounds(within: index)) else { return }
            group(#"transform="matrix(\#([t.a, t.b, t.c, t.d, t.tx, t.ty].map { short($0, 4) }.joined(separator: " ")))""#) { $0.addChildren(of: index, list) }
        case .clip(let shape):
            let id = newID("c")
            definitions += #"<clipPath id="\#(id)"><path d="\#(shape.outline.svgPath)"\#(shape.isEvenOdd ? #" clip-rule="evenodd""# : "")/></clipPath>"#
            group(#"clip-path="url(#\#(id))""#) { $0.addChildren(of: index, list) }
        case .blur(let radius): filtered(index, list, #"<feGaussianBlur stdDeviation="\#(short(radius / 2))"/>"#, margin: radius * 2)
        case .shadow(let color, let radius, let offset):
            // Not `feDropShadow`: older readers leave the whole view out with it.
            filtered(
                index, list,
                #"<feGaussianBlur in="SourceAlpha" stdDeviation="\#(short(radius / 2))"/>"#
                    + #"<feOffset dx="\#(short(offset.x))" dy="\#(short(offset.y))" result="s"/>"#
                    + #"<feFlood \#(colour("flood", color))/><feComposite in2="s" operator="in"/>"#
                    + #"<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>"#,
                margin: radius * 2 + max(offset.x.magnitude, offset.y.magnitude))
        case .color(let matrix):
            filtered(index, list, #"<feColorMatrix type="matrix" values="\#(matrix.numbers.map { short($0, 4) }.joined(separator: " "))"/>"#)
        // SVG sees nothing of what lies below.
        case .material: addChildren(of: index, list)
        case .blend(.destinationOver):
            // The group so far is drawn after it.
            let before = body
            body = ""
            addChildren(of: index, list)
            body += before
        case .blend(.destinationOut): cutOut(index, list)
        case .blend(let mode): group(#"style="mix-blend-mode:\#(mode.css)""#) { $0.addChildren(of: index, list) }
        case .group: group(#"style="isolation:isolate""#) { $0.addChildren(of: index, list) }
        case .mask:
            let children = Array(list.children(of: index))
            guard let mask = children.last, children.count > 1 else { return addChildren(of: index, list) }
            let id = newID("m")
            let outer = body
            body = ""
            add(mask, of: list)
            definitions += #"<mask id="\#(id)" style="mask-type:alpha">\#(body)</mask>"#
            body = outer
            group(#"mask="url(#\#(id))""#) { writer in for child in children.dropLast() { writer.add(child, of: list) } }
        }
    }

    private mutating func addChildren(of index: Int, _ list: DisplayList) { for child in list.children(of: index) { add(child, of: list) } }

    private mutating func group(_ attributes: String, _ content: (inout SVGWriter) -> Void) {
        // Blend modes turn to what lies within the innermost group.
        var outer = body
        body = ""
        content(&self)
        outer += attributes.isEmpty ? "<g>" : "<g \(attributes)>"
        outer += body
        outer += "</g>"
        body = outer
    }

    /// The group so far is seen only where the nodes within one aren't.
    private mutating func cutOut(_ index: Int, _ list: DisplayList) {
        let (mask, black) = (newID("m"), newID("f"))
        let before = body
        body = ""
        addChildren(of: index, list)
        let room = place(list.bounds(within: index).union(Rect(origin: .zero, size: list.size)).inset(by: -1))
        definitions += """
            <filter id="\(black)" filterUnits="userSpaceOnUse" \(room)><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"/></filter>\
            <mask id="\(mask)" maskUnits="userSpaceOnUse" \(room)><rect \(room) fill="#FFFFFF"/><g filter="url(#\(black))">\(body)</g></mask>
            """
        body = #"<g mask="url(#\#(mask))">\#(before)</g>"#
    }

    /// - Parameter margin: points around what is filtered that may come to be seen.
    private mutating func filtered(_ index: Int, _ list: DisplayList, _ filter: String, margin: Double = 0) {
        let id = newID("f")
        let room = list.bounds(within: index).inset(by: -margin)
        definitions += #"<filter id="\#(id)" filterUnits="userSpaceOnUse" \#(place(room)) color-interpolation-filters="sRGB">\#(filter)</filter>"#
        group(#"filter="url(#\#(id))""#) { $0.addChildren(of: index, list) }
    }

    private mutating func newID(_ kind: String) -> String {
        lastID += 1
        return "\(prefix)\(kind)\(lastID)"
    }

    // MARK: Contents

    private mutating func add(_ content: DisplayContent, in frame: Rect) {
        switch content {
        case .shape(let shape): add(shape)
        case .text(let text): add(text)
        case .picture(let picture): add(picture, in: frame)
        }
    }

    private mutating func add(_ shape: DisplayShape) {
        defer { for layer in shape.layers { add(layer) } }
        if shape.paint.isClear { return }
        if case .angular(let stops, let center, let from, let to) = shape.paint {
            var masked = shape
            masked.paint = .color(.white)
            let bounds = shape.outline.bounds.inset(by: -(shape.stroke?.width ?? 0))
            return addAngular(stops, center, from, to, in: bounds) { $0.add(masked) }
        }
        if let stroke = shape.stroke {
            guard stroke.width > 0 else { return }
            var attributes = #"fill="none" \#(paint("stroke", shape.paint)) stroke-width="\#(short(stroke.width))""#
            if stroke.cap != .butt { attributes += #" stroke-linecap="\#(stroke.cap)""# }
            if stroke.join == .miter {
                attributes += #" stroke-miterlimit="\#(short(stroke.miterLimit))""#
            } else {
                attributes += #" stroke-linejoin="\#(stroke.join)""#
            }
            if stroke.dash.contains(where: { $0 > 0 }) {
                attributes += #" stroke-dasharray="\#(stroke.dash.map { short($0) }.joined(separator: " "))" stroke-dashoffset="\#(short(stroke.dashPhase))""#
            }
            body += #"<path d="\#(shape.outline.svgPath)" \#(attributes)/>"#
        } else {
            body += #"<path d="\#(shape.outline.svgPath)" \#(paint("fill", shape.paint))\#(shape.isEvenOdd ? #" fill-rule="evenodd""# : "")/>"#
        }
    }

    /// SVG has no gradient around a point: wedges of one colour each, seen through what is drawn in white.
    private mutating func addAngular(
        _ stops: [Paint.Stop], _ center: Point, _ from: Double, _ to: Double, in bounds: Rect, through mask: (inout SVGWriter) -> Void
    ) {
        let (id, wedges) = (newID("a"), 180)
        let outer = body
        body = ""
        mask(&self)
        definitions += #"<mask id="\#(id)">\#(body)</mask>"#
        body = outer + #"<g mask="url(#\#(id))">"#
        let radius =
            2
            * max(
                (bounds.minX - center.x).magnitude, (bounds.maxX - center.x).magnitude, (bounds.minY - center.y).magnitude, (bounds.maxY - center.y).magnitude)
        for wedge in 0..<wedges {
            let (start, end) = (from + 2 * .pi * Double(wedge) / Double(wedges), from + 2 * .pi * (Double(wedge) + 1.1) / Double(wedges))
            let color = Paint.color(of: stops, atAngle: (start + end) / 2, from: from, to: to)
            let (a, b) = (
                Point(x: center.x + radius * cos(start), y: center.y + radius * sin(start)),
                Point(x: center.x + radius * cos(end), y: center.y + radius * sin(end))
            )
            body += #"<path d="M\#(point(center))L\#(point(a))L\#(point(b))Z" \#(colour("fill", color))/>"#
        }
        body += "</g>"
    }

    private mutating func add(_ text: DisplayText) {
        for line in text.lines {
            for run in line.runs {
                if let symbol = run.symbol {
                    add(symbol)
                    continue
                }
                if run.paint.isClear { continue }
                if case .angular(let stops, let center, let from, let to) = run.paint {
                    var masked = DisplayText(lines: [DisplayText.Line(baseline: line.baseline, runs: [run])])
                    masked.lines[0].runs[0].paint = .color(.white)
                    let height = 2 * run.font.size
                    let bounds = Rect(x: run.x - height, y: line.baseline - run.baselineOffset - height, width: run.width + 2 * height, height: 2 * height)
                    addAngular(stops, center, from, to, in: bounds) { $0.add(masked) }
                    continue
                }
                let font = run.font
                var attributes =
                    #"x="\#(short(run.x))" y="\#(short(line.baseline - run.baselineOffset))""#
                    + (font.families == pageFont ? "" : #" font-family="\#(MarkupText.escaped(font.families))""#) + #" font-size="\#(short(font.size))""#
                if font.weight != .regular { attributes += #" font-weight="\#(font.weight.number)""# }
                if font.isItalic { attributes += #" font-style="italic""# }
                if isElsewhere(font), run.width > 0 { attributes += #" textLength="\#(short(run.width))" lengthAdjust="spacingAndGlyphs""# }
                if run.tracking != 0 { attributes += #" letter-spacing="\#(short(run.tracking))""# }
                if font.hasTabularDigits { attributes += #" style="font-variant-numeric:tabular-nums""# }
                if WritingDirection(of: run.text) == .rightToLeft { attributes += #" direction="rtl" text-anchor="end""# }
                // Single spaces within a text are kept in any case.
                if pageFont == nil || run.text.hasPrefix(" ") || run.text.hasSuffix(" ") || run.text.contains("  ") { attributes += #" xml:space="preserve""# }
                body += #"<text \#(attributes) \#(paint("fill", run.paint))>\#(MarkupText.escaped(run.text))</text>"#
                for shape in run.lines(at: line.baseline) { add(shape) }
            }
        }
    }

    private mutating func add(_ picture: DisplayPicture, in frame: Rect) {
        guard let png = self.picture(picture.digest) else {
            body += ##"<rect \##(place(frame)) fill="#808080" fill-opacity="0.25"/>"##
            return
        }
        var filter = ""
        if picture.tint != nil || picture.matrix != nil {
            let id = newID("f")
            let matrix =
                picture.tint.map { ColorMatrix([0, 0, 0, 0, $0.red, 0, 0, 0, 0, $0.green, 0, 0, 0, 0, $0.blue, 0, 0, 0, $0.alpha, 0]) } ?? picture.matrix
            definitions += """
                <filter id="\(id)" color-interpolation-filters="sRGB"><feColorMatrix type="matrix" \
                values="\((matrix?.numbers ?? []).map { short($0, 4) }.joined(separator: " "))"/></filter>
                """
            filter = #" filter="url(#\#(id))""#
        }
        let data = "data:image/png;base64," + String(decoding: Base64.encode(png), as: UTF8.self)
        body += "<g\(filter)>"
        for piece in picture.pieces(in: frame, width: Double(picture.width), height: Double(picture.height)).map({ overlapping($0, in: frame) }) {
            let image = #"<image width="\#(picture.width)" height="\#(picture.height)" xlink:href="\#(data)"/>"#
            let tile = Size(width: piece.source.size.width * piece.scale.x, height: piece.source.size.height * piece.scale.y)
            let part = """
                <svg \(place(piece.repeats ? Rect(origin: .zero, size: tile) : piece.target)) viewBox="\(numbers(piece.source))" preserveAspectRatio="none"\
                \(picture.interpolation == .none ? #" image-rendering="pixelated""# : "")>\(image)</svg>
                """
            guard piece.repeats else {
                body += part
                continue
            }
            let id = newID("p")
            // The corner of a pattern is the origin of what is in it.
            definitions += #"<pattern id="\#(id)" patternUnits="userSpaceOnUse" \#(place(Rect(origin: piece.target.origin, size: tile)))>\#(part)</pattern>"#
            body += #"<rect \#(place(piece.target)) fill="url(#\#(id))"/>"#
        }
        body += "</g>"
    }

    /// A part of a picture that reaches half a point below the next ones, which are drawn over it: otherwise what is behind would be seen between them.
    private func overlapping(_ piece: DisplayPicture.Piece, in frame: Rect) -> DisplayPicture.Piece {
        var piece = piece
        let right = piece.target.maxX < frame.maxX - 1e-6 ? 0.5 : 0
        let below = piece.target.maxY < frame.maxY - 1e-6 ? 0.5 : 0
        piece.target.size = Size(width: piece.target.size.width + right, height: piece.target.size.height + below)
        if !piece.repeats {
            piece.source.size = Size(width: piece.source.size.width + right / piece.scale.x, height: piece.source.size.height + below / piece.scale.y)
        }
        return piece
    }

    // MARK: Attributes

    private mutating func paint(_ attribute: String, _ paint: Paint) -> String {
        func stops(_ stops: [Paint.Stop]) -> String {
            stops.map { #"<stop offset="\#(short($0.location))" \#(colour("stop", $0.color))/>"# }.joined()
        }
        switch paint {
        case .color(let color): return colour(attribute, color)
        case .linear(let colors, let start, let end):
            let id = newID("g")
            definitions += """
                <linearGradient id="\(id)" gradientUnits="userSpaceOnUse" x1="\(short(start.x))" y1="\(short(start.y))" x2="\(short(end.x))" \
                y2="\(short(end.y))">\(stops(colors))</linearGradient>
                """
            return #"\#(attribute)="url(#\#(id))""#
        case .radial(let colors, let center, let from, let to):
            let id = newID("g")
            definitions += """
                <radialGradient id="\(id)" gradientUnits="userSpaceOnUse" cx="\(short(center.x))" cy="\(short(center.y))" r="\(short(to))" fr="\(short(from))">\
                \(stops(colors))</radialGradient>
                """
            return #"\#(attribute)="url(#\#(id))""#
        case .elliptical(let colors, let from, let to, let t):
            let id = newID("g")
            definitions += """
                <radialGradient id="\(id)" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="\(short(to))" fr="\(short(from))" \
                gradientTransform="matrix(\([t.a, t.b, t.c, t.d, t.tx, t.ty].map { short($0, 4) }.joined(separator: " ")))">\(stops(colors))</radialGradient>
                """
            return #"\#(attribute)="url(#\#(id))""#
        case .angular(let colors, _, _, _): return colour(attribute, colors.first?.color ?? .clear)
        }
    }

    /// - Parameter attribute: fill, stroke, stop or flood.
    private func colour(_ attribute: String, _ color: ResolvedColor) -> String {
        let rgb = ResolvedColor(red: color.red, green: color.green, blue: color.blue).hex
        let (name, opacity) = attribute == "stop" || attribute == "flood" ? ("\(attribute)-color", "\(attribute)-opacity") : (attribute, "\(attribute)-opacity")
        return #"\#(name)="\#(rgb)""# + (color.alpha < 1 ? #" \#(opacity)="\#(short(color.alpha, 4))""# : "")
    }

    private func place(_ rect: Rect) -> String {
        #"x="\#(short(rect.minX))" y="\#(short(rect.minY))" width="\#(short(rect.size.width))" height="\#(short(rect.size.height))""#
    }

    private func numbers(_ rect: Rect) -> String { [rect.minX, rect.minY, rect.size.width, rect.size.height].map { short($0) }.joined(separator: " ") }

    private func point(_ point: Point) -> String { "\(short(point.x)) \(short(point.y))" }

    private func short(_ value: Double, _ digits: Int = 3) -> String { NumberText.short(value, digits: digits) }

}

extension ViewBlendMode {
    /// As the property `mix-blend-mode` names it.
    var css: String {
        switch self {
        case .normal, .sourceAtop, .destinationOver, .destinationOut: "normal"
        // SVG has no mode that adds up what lacks of white; this one is the nearest.
        case .multiply, .plusDarker: "multiply"
        case .screen: "screen"
        case .overlay: "overlay"
        case .darken: "darken"
        case .lighten: "lighten"
        case .colorDodge: "color-dodge"
        case .colorBurn: "color-burn"
        case .softLight: "soft-light"
        case .hardLight: "hard-light"
        case .difference: "difference"
        case .exclusion: "exclusion"
        case .hue: "hue"
        case .saturation: "saturation"
        case .color: "color"
        case .luminosity: "luminosity"
        case .plusLighter: "plus-lighter"
        }
    }
}
