import WidgetCore

extension DisplayList: CustomStringConvertible {
    /// A line for each node, indented by how deep it lies: its frame, and what it draws or does. For golden files and for people.
    public var description: String {
        var text = "list \(short(size.width))x\(short(size.height)) @\(short(scale))\n"
        func add(_ index: Int, _ indent: String) {
            let node = nodes[index]
            text += indent + Self.frame(node.frame) + " " + Self.words(node) + "\n"
            if case .text(let content) = node.content { for line in content.lines { text += indent + "  | " + Self.words(line) + "\n" } }
            for child in children(of: index) { add(child, indent + "  ") }
        }
        for child in children(of: nil) { add(child, "") }
        return text
    }

    private static func frame(_ frame: Rect) -> String {
        "(\(short(frame.minX)) \(short(frame.minY)) \(short(frame.size.width))x\(short(frame.size.height)))"
    }

    private static func words(_ node: DisplayNode) -> String {
        var words: [String] = []
        switch node.content {
        case .text: words.append("text")
        case .shape(let shape): words.append(self.words(shape))
        case .picture(let picture):
            words.append("picture \(picture.width)x\(picture.height)")
            if let tint = picture.tint { words.append("tinted \(tint.hex)") }
            if picture.matrix != nil { words.append("recoloured") }
        case nil: break
        }
        if let effect = node.effect { words.append(self.words(effect)) }
        if let action = node.action { words.append("action \(action)") }
        return words.isEmpty ? "group" : words.joined(separator: ", ")
    }

    private static func words(_ line: DisplayText.Line) -> String {
        line.runs.map { run in
            let font =
                "\(short(run.font.size)) \(run.font.weight)" + (run.font.isItalic ? " italic" : "") + (run.font.design == .normal ? "" : " \(run.font.design)")
            let text = run.symbol.map { "symbol \($0.symbol)" } ?? JSONText.quoted(run.text)
            let place = "\(short(run.x, digits: 2)) \(short(line.baseline - run.baselineOffset)), \(short(run.width, digits: 2)) wide"
            return "\(text) at \(place), \(font), \(words(run.paint))"
        }.joined(separator: "; ")
    }

    private static func words(_ shape: DisplayShape) -> String {
        let bounds = shape.outline.bounds
        var text = shape.symbol.isEmpty ? "shape of \(shape.outline.elements.count) in \(frame(bounds))" : "symbol \(shape.symbol) in \(frame(bounds))"
        if let stroke = shape.stroke { text += " stroked \(short(stroke.width))" }
        return text + ([shape] + shape.layers).map { " \(words($0.paint))" }.joined(separator: " below")
    }

    private static func words(_ paint: Paint) -> String {
        func stops(_ stops: [Paint.Stop]) -> String { stops.map { $0.color.hex }.joined(separator: " ") }
        return switch paint {
        case .color(let color): color.hex
        case .linear(let colors, let start, let end):
            "linear \(short(start.x)) \(short(start.y)) to \(short(end.x)) \(short(end.y)): \(stops(colors))"
        case .radial(let colors, let center, _, let radius): "radial \(short(center.x)) \(short(center.y)) \(short(radius)): \(stops(colors))"
        case .elliptical(let colors, _, _, _): "elliptical: \(stops(colors))"
        case .angular(let colors, let center, let from, let to):
            "angular \(short(center.x)) \(short(center.y)) \(short(from)) to \(short(to)): \(stops(colors))"
        }
    }

    private static func words(_ effect: DisplayEffect) -> String {
        switch effect {
        case .opacity(let opacity): "opacity \(short(opacity))"
        case .rotation(let angle, let anchor): "rotation \(short(angle)) about \(short(anchor.x)) \(short(anchor.y))"
        case .scale(let x, let y, let anchor): "scale \(short(x)) \(short(y)) about \(short(anchor.x)) \(short(anchor.y))"
        case .transform(let t): "transform \([t.a, t.b, t.c, t.d, t.tx, t.ty].map { short($0) }.joined(separator: " "))"
        case .spatialRotation(let turn):
            "rotation \(short(turn.angle)) about the axis \([turn.axis.x, turn.axis.y, turn.axis.z].map { short($0) }.joined(separator: " "))"
                + " at \(short(turn.anchor.x)) \(short(turn.anchor.y))"
        case .projection(let projection): "projection \(projection.columns.map { short($0, digits: 6) }.joined(separator: " "))"
        case .clip(let shape): "clip \(frame(shape.outline.bounds))"
        case .material(let shape): "material \(frame(shape.outline.bounds))"
        case .blur(let radius): "blur \(short(radius))"
        case .shadow(let color, let radius, let offset): "shadow \(color.hex) \(short(radius)) by \(short(offset.x)) \(short(offset.y))"
        case .color: "colours changed"
        case .blend(let mode): "blend \(mode)"
        case .group: "together"
        case .mask: "masked"
        }
    }

    private static func short(_ value: Double, digits: Int = 3) -> String { NumberText.short(value, digits: digits) }
    private func short(_ value: Double) -> String { NumberText.short(value) }
}
