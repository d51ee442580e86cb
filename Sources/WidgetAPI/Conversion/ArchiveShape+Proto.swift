internal import WidgetCore

extension ViewShape {
    /// The shape; nil: its form is newer than this code.
    /// - Throws: INVALID_ARGUMENT for a shape without a form, a path with more or fewer points than its verbs take, and an unknown colour.
    static func known(_ proto: ProtoShape, field: String) throws(WidgetError) -> ViewShape? {
        let form: Form
        switch proto.form {
        case .rectangle: form = .rectangle
        case .roundedRectangle: form = .roundedRectangle(cornerRadius: proto.cornerRadius)
        case .circle: form = .circle
        case .capsule: form = .capsule
        case .ellipse: form = .ellipse
        case .unevenRoundedRectangle: form = .unevenRoundedRectangle(ViewCornerRadii(proto.cornerRadii))
        case .containerRelative: form = .containerRelative
        case .path: form = .path(try ViewPath(proto.path, field: "\(field).path"))
        case .unspecified:
            throw .invalid(
                "\(field).form",
                "must be RECTANGLE, ROUNDED_RECTANGLE, CIRCLE, CAPSULE, ELLIPSE, UNEVEN_ROUNDED_RECTANGLE, CONTAINER_RELATIVE or PATH")
        case .UNRECOGNIZED: return nil
        }
        return ViewShape(
            form, style: proto.hasStyle ? try ViewStyle.known(proto.style, field: "\(field).style") : nil,
            stroke: proto.hasStroke ? Stroke(proto.stroke) : nil, trim: proto.hasTrim ? Trim(from: proto.trim.from, to: proto.trim.to) : nil,
            inset: proto.inset, rotation: proto.rotation, isEvenOdd: proto.evenOdd)
    }
}

extension ProtoShape {
    init(_ shape: ViewShape) {
        self.init()
        switch shape.form {
        case .rectangle: form = .rectangle
        case .circle: form = .circle
        case .capsule: form = .capsule
        case .ellipse: form = .ellipse
        case .containerRelative: form = .containerRelative
        case .roundedRectangle(let radius):
            form = .roundedRectangle
            cornerRadius = radius
        case .unevenRoundedRectangle(let radii):
            form = .unevenRoundedRectangle
            cornerRadii = ProtoCornerRadii(radii)
        case .path(let path):
            form = .path
            self.path = ProtoPath(path)
        }
        if let style = shape.style { self.style = ProtoStyle(style) }
        if let stroke = shape.stroke { self.stroke = Stroke(stroke) }
        if let trim = shape.trim {
            self.trim = .with {
                $0.from = trim.from
                $0.to = trim.to
            }
        }
        inset = shape.inset
        rotation = shape.rotation
        evenOdd = shape.isEvenOdd
    }
}

extension ViewCornerRadii {
    fileprivate init(_ proto: ProtoCornerRadii) {
        self.init(topLeading: proto.topLeading, topTrailing: proto.topTrailing, bottomLeading: proto.bottomLeading, bottomTrailing: proto.bottomTrailing)
    }
}

extension ProtoCornerRadii {
    fileprivate init(_ radii: ViewCornerRadii) {
        self.init()
        topLeading = radii.topLeading
        topTrailing = radii.topTrailing
        bottomLeading = radii.bottomLeading
        bottomTrailing = radii.bottomTrailing
    }
}

extension ViewShape.Stroke {
    fileprivate init(_ proto: ProtoShape.Stroke) {
        self.init(
            width: proto.width, cap: Cap(rawValue: proto.cap.rawValue) ?? .butt, join: Join(rawValue: proto.join.rawValue) ?? .miter,
            miterLimit: proto.miterLimit, dash: proto.dash, dashPhase: proto.dashPhase)
    }
}

extension ProtoShape.Stroke {
    fileprivate init(_ stroke: ViewShape.Stroke) {
        self.init()
        width = stroke.width
        cap = Cap(rawValue: stroke.cap.rawValue) ?? .unspecified
        join = Join(rawValue: stroke.join.rawValue) ?? .unspecified
        miterLimit = stroke.miterLimit
        dash = stroke.dash
        dashPhase = stroke.dashPhase
    }
}

extension ViewPath {
    fileprivate init(_ proto: ProtoPath, field: String) throws(WidgetError) {
        var coordinates = proto.coordinates[...]
        func point() throws(WidgetError) -> ViewPoint {
            guard let x = coordinates.popFirst(), let y = coordinates.popFirst() else {
                throw .invalid("\(field).coordinates", "has fewer points than the verbs take")
            }
            return ViewPoint(x: x, y: y)
        }
        var elements: [Element] = []
        elements.reserveCapacity(min(proto.verbs.count, Limits.pathElements))
        for verb in proto.verbs {
            switch verb {
            case .move: elements.append(.move(try point()))
            case .line: elements.append(.line(try point()))
            case .quadCurve:
                let control = try point()
                elements.append(.quadCurve(to: try point(), control: control))
            case .curve:
                let (control1, control2) = (try point(), try point())
                elements.append(.curve(to: try point(), control1: control1, control2: control2))
            case .close: elements.append(.close)
            case .unspecified, .UNRECOGNIZED: throw .invalid("\(field).verbs", "must be MOVE, LINE, QUAD_CURVE, CURVE or CLOSE, not \(verb.rawValue)")
            }
        }
        guard coordinates.isEmpty else { throw .invalid("\(field).coordinates", "has more points than the verbs take") }
        self.init(width: proto.width, height: proto.height, elements: elements)
    }
}

extension ProtoPath {
    fileprivate init(_ path: ViewPath) {
        self.init()
        width = path.width
        height = path.height
        for element in path.elements {
            let points: [ViewPoint]
            switch element {
            case .move(let point): (verbs, points) = (verbs + [.move], [point])
            case .line(let point): (verbs, points) = (verbs + [.line], [point])
            case .quadCurve(let to, let control): (verbs, points) = (verbs + [.quadCurve], [control, to])
            case .curve(let to, let control1, let control2): (verbs, points) = (verbs + [.curve], [control1, control2, to])
            case .close: (verbs, points) = (verbs + [.close], [])
            }
            coordinates += points.flatMap { [$0.x, $0.y] }
        }
    }
}

extension ViewStyle {
    /// The style; nil: newer than this code.
    /// - Throws: INVALID_ARGUMENT for a style that says nothing, and an unknown colour.
    static func known(_ proto: ProtoStyle, field: String) throws(WidgetError) -> ViewStyle? {
        let style: ViewStyle?
        switch proto.style {
        case .color(let color): style = .color(try ViewColor(color, field: "\(field).color"))
        case .gradient(let gradient): style = try ViewGradient.known(gradient, field: "\(field).gradient").map(ViewStyle.gradient)
        case .hierarchical(let level): style = .hierarchical(Int(level))
        case .material(let material): style = Material(rawValue: material.rawValue).map(ViewStyle.material)
        case .role(let role): style = Role(rawValue: role.rawValue).map(ViewStyle.role)
        case nil:
            if proto.unknownFields.data.isEmpty { throw .invalid(field, "needs a style: color, gradient, hierarchical, material or role") }
            style = nil
        }
        return proto.hasOpacity ? style.map { .faded($0, proto.opacity) } : style
    }
}

extension ProtoStyle {
    init(_ style: ViewStyle) {
        self.init()
        switch style {
        case .color(let color): self.color = ProtoColor(color)
        case .gradient(let gradient): self.gradient = ProtoGradient(gradient)
        case .hierarchical(let level): hierarchical = UInt32(clamping: level)
        case .material(let material): self.material = Material(rawValue: material.rawValue) ?? .unspecified
        case .role(let role): self.role = Role(rawValue: role.rawValue) ?? .unspecified
        case .faded(let style, let opacity):
            self = ProtoStyle(style)
            self.opacity = opacity
        }
    }
}

extension ViewGradient {
    fileprivate static func known(_ proto: ProtoGradient, field: String) throws(WidgetError) -> ViewGradient? {
        let center = ViewPoint(proto.center)
        let geometry: Geometry
        switch proto.form {
        case .linear: geometry = .linear(start: ViewPoint(proto.start), end: ViewPoint(proto.end))
        case .radial: geometry = .radial(center: center, startRadius: proto.from, endRadius: proto.to)
        case .elliptical: geometry = .elliptical(center: center, startRadius: proto.from, endRadius: proto.to)
        case .angular: geometry = .angular(center: center, startAngle: proto.from, endAngle: proto.to)
        case .unspecified: throw .invalid("\(field).form", "must be LINEAR, RADIAL, ELLIPTICAL or ANGULAR")
        case .UNRECOGNIZED: return nil
        }
        var stops: [Stop] = []
        for (index, stop) in proto.stops.enumerated() {
            stops.append(Stop(try ViewColor(stop.color, field: "\(field).stops[\(index)].color"), location: stop.location))
        }
        return ViewGradient(geometry, stops: stops)
    }
}

extension ProtoGradient {
    fileprivate init(_ gradient: ViewGradient) {
        self.init()
        switch gradient.geometry {
        case .linear(let start, let end):
            form = .linear
            self.start = ProtoPoint(start)
            self.end = ProtoPoint(end)
        case .radial(let center, let from, let to): (form, self.center, self.from, self.to) = (.radial, ProtoPoint(center), from, to)
        case .elliptical(let center, let from, let to): (form, self.center, self.from, self.to) = (.elliptical, ProtoPoint(center), from, to)
        case .angular(let center, let from, let to): (form, self.center, self.from, self.to) = (.angular, ProtoPoint(center), from, to)
        }
        stops = gradient.stops.map { stop in
            .with {
                $0.color = ProtoColor(stop.color)
                $0.location = stop.location
            }
        }
    }
}

extension ViewPoint {
    init(_ proto: ProtoPoint) { self.init(x: proto.x, y: proto.y) }
}

extension ProtoPoint {
    init(_ point: ViewPoint) { self.init(x: point.x, y: point.y) }

    init(x: Double, y: Double) {
        self.init()
        self.x = x
        self.y = y
    }
}

extension ViewInsets {
    init(_ proto: ProtoInsets) { self.init(top: proto.top, leading: proto.leading, bottom: proto.bottom, trailing: proto.trailing) }
}

extension ProtoInsets {
    init(_ insets: ViewInsets) {
        self.init()
        top = insets.top
        leading = insets.leading
        bottom = insets.bottom
        trailing = insets.trailing
    }
}

extension LazyGrid {
    /// The grid; nil: the size of an item is newer than this code.
    /// - Throws: INVALID_ARGUMENT for an axis or a size that isn't said.
    static func known(_ proto: ProtoLazyGrid, field: String) throws(WidgetError) -> LazyGrid? {
        guard let axis = StackAxis(rawValue: proto.axis.rawValue), axis != .depth else { throw .invalid("\(field).axis", "must be VERTICAL or HORIZONTAL") }
        var items: [Item] = []
        for (index, item) in proto.items.enumerated() {
            let size: Item.Size
            switch item.size {
            case .fixed: size = .fixed(item.minimum)
            case .flexible: size = .flexible(minimum: item.minimum, maximum: item.maximum)
            case .adaptive: size = .adaptive(minimum: item.minimum, maximum: item.maximum)
            case .unspecified: throw .invalid("\(field).items[\(index)].size", "must be FIXED, FLEXIBLE or ADAPTIVE")
            case .UNRECOGNIZED: return nil
            }
            items.append(Item(size, spacing: item.hasSpacing ? item.spacing : nil, alignment: ViewAlignment(rawValue: item.alignment.rawValue)))
        }
        return LazyGrid(
            axis: axis, items: items, spacing: proto.hasSpacing ? proto.spacing : nil, alignment: ViewAlignment(rawValue: proto.alignment.rawValue))
    }
}

extension ProtoLazyGrid {
    init(_ grid: LazyGrid) {
        self.init()
        axis = ProtoStack.Axis(rawValue: grid.axis.rawValue) ?? .unspecified
        items = grid.items.map { item in
            .with {
                switch item.size {
                case .fixed(let length): ($0.size, $0.minimum) = (.fixed, length)
                case .flexible(let minimum, let maximum): ($0.size, $0.minimum, $0.maximum) = (.flexible, minimum, maximum)
                case .adaptive(let minimum, let maximum): ($0.size, $0.minimum, $0.maximum) = (.adaptive, minimum, maximum)
                }
                if let spacing = item.spacing { $0.spacing = spacing }
                $0.alignment = ProtoAlignment(item.alignment)
            }
        }
        if let spacing = grid.spacing { self.spacing = spacing }
        alignment = ProtoAlignment(grid.alignment)
    }
}
