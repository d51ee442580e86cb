import WidgetCore

extension DisplayList {
    /// The list as JSON: the size in points, and the nodes within each other. A node has its frame, its drawing or effect, its
    /// action, and its words for a screen reader.
    public var json: String {
        let children = children(of: nil).map(json).joined(separator: ",")
        return #"{"format":1,"size":\#(array([size.width, size.height])),"scale":\#(NumberText.short(scale)),"nodes":[\#(children)]}"#
    }

    private func json(_ index: Int) -> String {
        let node = nodes[index]
        var fields = [#""id":"\#(node.id.text)""#, #""frame":\#(array(node.frame))"#]
        switch node.content {
        case .text(let text): fields.append(#""text":[\#(text.lines.map(json).joined(separator: ","))]"#)
        case .shape(let shape): fields.append(#""shape":\#(json(shape))"#)
        case .picture(let picture):
            fields.append(#""picture":{"sha256":"\#(picture.digest)","width":\#(picture.width),"height":\#(picture.height)}"#)
        case nil: break
        }
        if let effect = node.effect { fields.append(#""effect":\#(json(effect))"#) }
        if let action = node.action { fields.append(#""action":\#(JSONText.quoted(action))"#) }
        if let words = node.accessibility {
            var own = [#""role":"\#(words.role.rawValue)""#, #""label":\#(JSONText.quoted(words.label))"#]
            if let isOn = words.isOn { own.append(#""isOn":\#(isOn)"#) }
            if !words.value.isEmpty { own.append(#""value":\#(JSONText.quoted(words.value))"#) }
            fields.append(#""accessibility":{\#(own.joined(separator: ","))}"#)
        }
        let children = children(of: index).map(json)
        if !children.isEmpty { fields.append(#""nodes":[\#(children.joined(separator: ","))]"#) }
        return "{\(fields.joined(separator: ","))}"
    }

    private func json(_ line: DisplayText.Line) -> String {
        let runs = line.runs.map { run in
            let font = run.font
            var fields = [
                #""text":\#(JSONText.quoted(run.text))"#, #""x":\#(NumberText.short(run.x))"#, #""width":\#(NumberText.short(run.width))"#,
                #""size":\#(NumberText.short(font.size))"#, #""weight":\#(font.weight.number)"#, #""tracking":\#(NumberText.short(run.tracking))"#,
                #""paint":\#(json(run.paint))"#,
            ]
            if font.isItalic { fields.append(#""italic":true"#) }
            if font.design != .normal { fields.append(#""design":"\#(font.design)""#) }
            if let symbol = run.symbol { fields.append(#""symbol":\#(JSONText.quoted(symbol.symbol))"#) }
            return "{\(fields.joined(separator: ","))}"
        }
        return #"{"baseline":\#(NumberText.short(line.baseline)),"runs":[\#(runs.joined(separator: ","))]}"#
    }

    private func json(_ shape: DisplayShape) -> String {
        var fields = [#""path":"\#(shape.outline.svgPath)""#, #""paint":\#(json(shape.paint))"#]
        if let stroke = shape.stroke { fields.append(#""stroke":\#(NumberText.short(stroke.width))"#) }
        if shape.isEvenOdd { fields.append(#""evenOdd":true"#) }
        if !shape.symbol.isEmpty { fields.append(#""symbol":\#(JSONText.quoted(shape.symbol))"#) }
        if !shape.layers.isEmpty { fields.append(#""layers":[\#(shape.layers.map(json).joined(separator: ","))]"#) }
        return "{\(fields.joined(separator: ","))}"
    }

    private func json(_ paint: Paint) -> String {
        func stops(_ stops: [Paint.Stop]) -> String {
            "[" + stops.map { #"[\#(NumberText.short($0.location)),"\#($0.color.hex)"]"# }.joined(separator: ",") + "]"
        }
        return switch paint {
        case .color(let color): #""\#(color.hex)""#
        case .linear(let colors, let start, let end): #"{"linear":\#(array([start.x, start.y, end.x, end.y])),"stops":\#(stops(colors))}"#
        case .radial(let colors, let center, let from, let to): #"{"radial":\#(array([center.x, center.y, from, to])),"stops":\#(stops(colors))}"#
        case .elliptical(let colors, let from, let to, let t):
            #"{"elliptical":\#(array([t.tx, t.ty, t.a, t.d, from, to])),"stops":\#(stops(colors))}"#
        case .angular(let colors, let center, let from, let to): #"{"angular":\#(array([center.x, center.y, from, to])),"stops":\#(stops(colors))}"#
        }
    }

    private func json(_ effect: DisplayEffect) -> String {
        switch effect {
        case .opacity(let opacity): #"{"opacity":\#(NumberText.short(opacity))}"#
        case .transform, .rotation, .scale, .spatialRotation, .projection: json(effect.mapping ?? Projection(.identity))
        case .clip(let shape): #"{"clip":"\#(shape.outline.svgPath)"}"#
        case .material(let shape): #"{"material":"\#(shape.outline.svgPath)"}"#
        case .blur(let radius): #"{"blur":\#(NumberText.short(radius))}"#
        case .shadow(let color, let radius, let offset):
            #"{"shadow":"\#(color.hex)","radius":\#(NumberText.short(radius)),"offset":\#(array([offset.x, offset.y]))}"#
        case .color(let matrix): #"{"matrix":\#(array(matrix.numbers))}"#
        case .blend(let mode): #"{"blend":"\#(mode)"}"#
        case .group: #"{"group":true}"#
        case .mask: #"{"mask":true}"#
        }
    }

    private func json(_ mapping: Projection) -> String {
        guard let affine = mapping.affine else {
            return #"{"projection":[\#(mapping.columns.map { NumberText.short($0, digits: 6) }.joined(separator: ","))]}"#
        }
        return #"{"transform":\#(array([affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty]))}"#
    }

    private func array(_ numbers: [Double]) -> String { "[" + numbers.map { NumberText.short($0) }.joined(separator: ",") + "]" }
    private func array(_ rect: Rect) -> String { array([rect.minX, rect.minY, rect.size.width, rect.size.height]) }
}

extension DisplayID {
    /// The node's identity in hexadecimal, and the part.
    public var text: String {
        func hex(_ number: UInt64) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        return hex(node.high) + hex(node.low) + (part == 0 ? "" : ".\(part)")
    }
}

extension Outline {
    /// As the attribute `d` of an SVG path.
    public var svgPath: String {
        var text = ""
        func add(_ command: String, _ points: Point...) {
            text += command + points.map { "\(NumberText.short($0.x)) \(NumberText.short($0.y))" }.joined(separator: " ")
        }
        for element in elements {
            switch element {
            case .move(let point): add("M", point)
            case .line(let point): add("L", point)
            case .curve(let point, let control1, let control2): add("C", control1, control2, point)
            case .close: text += "Z"
            }
        }
        return text
    }
}
