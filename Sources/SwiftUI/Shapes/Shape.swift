package import WidgetCore

/// A form that takes all the room that it is offered, and is filled with the foreground.
nonisolated public protocol Shape: Sendable, Animatable, View {
    /// The outline in a rectangle.
    nonisolated func path(in rect: CGRect) -> Path
    nonisolated static var role: ShapeRole { get }
    nonisolated func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize
    /// As an archive says it: a form of its own, or the path in the room that it is offered.
    nonisolated func _form(in size: CGSize) -> _ShapeForm
}

/// The use of a shape.
nonisolated public enum ShapeRole: Sendable {
    case fill, stroke, separator
}

/// A shape as an archive says it.
nonisolated public struct _ShapeForm: Sendable {
    package var shape: ViewShape
    /// Moves the outline, but not the view's frame. Points.
    package var offset: CGSize = .zero
    package var scale: (x: CGFloat, y: CGFloat, anchor: UnitPoint)?

    package init(_ form: ViewShape.Form) { shape = ViewShape(form) }
}

extension Shape {
    nonisolated public static var role: ShapeRole { .fill }
    nonisolated public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { proposal.replacingUnspecifiedDimensions() }
    nonisolated public func _form(in size: CGSize) -> _ShapeForm {
        _ShapeForm(.path(path(in: CGRect(origin: .zero, size: size)).archived(in: size)))
    }
    public var body: some View { _ShapeView(shape: self, style: AnyShapeStyle?.none) }
}

/// A shape that can be made smaller at all edges.
nonisolated public protocol InsettableShape: Shape {
    associatedtype InsetShape: InsettableShape
    nonisolated func inset(by amount: CGFloat) -> InsetShape
}

/// A shape with the style that fills it, or that draws its outline.
nonisolated public struct _ShapeView<Content: Shape, Style: ShapeStyle>: PrimitiveView {
    var shape: Content
    var style: Style?
    var stroke: StrokeStyle?
    var fillStyle = FillStyle()

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        var tree = ViewTree(.view(.shape(shape.archived(in: inputs, style: style, stroke: stroke, fillStyle: fillStyle))))
        let form = shape._form(in: inputs.proposal)
        if form.offset != .zero { tree.modifiers.append(.offset(x: form.offset.width, y: form.offset.height)) }
        if let scale = form.scale { tree.modifiers.append(.scaleAbout(x: scale.x, y: scale.y, anchor: ViewPoint(scale.anchor))) }
        tree.id = inputs.id
        outputs.trees.append(tree)
    }
}

extension Shape {
    @MainActor package func archived(
        in inputs: _ViewInputs, style: (any ShapeStyle)? = nil, stroke: StrokeStyle? = nil, fillStyle: FillStyle = FillStyle()
    ) -> ViewShape {
        var archived = _form(in: inputs.proposal).shape
        archived.style = style?.style(in: inputs.environment)
        archived.stroke = stroke.map { ViewShape.Stroke($0) }
        archived.isEvenOdd = fillStyle.isEOFilled
        return archived
    }

    nonisolated public func fill<S: ShapeStyle>(_ content: S = .foreground, style: FillStyle = FillStyle()) -> _ShapeView<Self, S> {
        _ShapeView(shape: self, style: content, fillStyle: style)
    }
    nonisolated public func fill(style: FillStyle = FillStyle()) -> _ShapeView<Self, ForegroundStyle> {
        _ShapeView(shape: self, style: nil, fillStyle: style)
    }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> _ShapeView<Self, S> {
        _ShapeView(shape: self, style: content, stroke: style)
    }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> _ShapeView<Self, S> {
        _ShapeView(shape: self, style: content, stroke: StrokeStyle(lineWidth: lineWidth))
    }
    /// The outline as a shape, in the foreground.
    nonisolated public func stroke(style: StrokeStyle) -> _StrokedShape<Self> { _StrokedShape(shape: self, style: style) }
    nonisolated public func stroke(lineWidth: CGFloat = 1) -> _StrokedShape<Self> { stroke(style: StrokeStyle(lineWidth: lineWidth)) }

    /// A part of the outline, from 0 to 1.
    nonisolated public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape {
        _TrimmedShape(shape: self, startFraction: startFraction, endFraction: endFraction)
    }
    nonisolated public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> RotatedShape<Self> {
        RotatedShape(shape: self, angle: angle, anchor: anchor)
    }
    nonisolated public func offset(_ offset: CGSize) -> OffsetShape<Self> { OffsetShape(shape: self, offset: offset) }
    nonisolated public func offset(_ offset: CGPoint) -> OffsetShape<Self> {
        OffsetShape(shape: self, offset: CGSize(width: offset.x, height: offset.y))
    }
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> OffsetShape<Self> { OffsetShape(shape: self, offset: CGSize(width: x, height: y)) }
    nonisolated public func scale(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> ScaledShape<Self> {
        ScaledShape(shape: self, scale: CGSize(width: x, height: y), anchor: anchor)
    }
    nonisolated public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> ScaledShape<Self> {
        ScaledShape(shape: self, scale: CGSize(width: scale, height: scale), anchor: anchor)
    }
    nonisolated public func transform(_ transform: CGAffineTransform) -> TransformedShape<Self> { TransformedShape(shape: self, transform: transform) }
    nonisolated public func size(_ size: CGSize) -> some Shape { _SizedShape(shape: self, size: size) }
    nonisolated public func size(width: CGFloat, height: CGFloat) -> some Shape { _SizedShape(shape: self, size: CGSize(width: width, height: height)) }
}

extension InsettableShape {
    /// The outline as a line that lies within the shape.
    nonisolated public func strokeBorder<S: ShapeStyle>(_ content: S = .foreground, style: StrokeStyle, antialiased: Bool = true) -> some View {
        _ShapeView(shape: inset(by: style.lineWidth / 2), style: content, stroke: style)
    }
    nonisolated public func strokeBorder<S: ShapeStyle>(_ content: S = .foreground, lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth))
    }
    nonisolated public func strokeBorder(style: StrokeStyle, antialiased: Bool = true) -> some View { strokeBorder(.foreground, style: style) }
    nonisolated public func strokeBorder(lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        strokeBorder(.foreground, style: StrokeStyle(lineWidth: lineWidth))
    }
}

extension _ShapeView {
    /// The shape, filled once more behind.
    nonisolated public func fill<S: ShapeStyle>(_ content: S = .foreground, style: FillStyle = FillStyle()) -> some View {
        LayeredView(content: self, secondary: _ShapeView<Content, S>(shape: shape, style: content, fillStyle: style), layer: .background)
    }
    /// The shape, with its outline in front.
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> some View {
        LayeredView(content: self, secondary: _ShapeView<Content, S>(shape: shape, style: content, stroke: style), layer: .overlay)
    }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth))
    }
}

extension _ShapeView where Content: InsettableShape {
    nonisolated public func strokeBorder<S: ShapeStyle>(_ content: S = .foreground, style: StrokeStyle, antialiased: Bool = true) -> some View {
        LayeredView(content: self, secondary: shape.strokeBorder(content, style: style), layer: .overlay)
    }
    nonisolated public func strokeBorder<S: ShapeStyle>(_ content: S = .foreground, lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth))
    }
}

extension ViewShape.Stroke {
    init(_ style: StrokeStyle) {
        let caps: [CGLineCap: Cap] = [.butt: .butt, .round: .round, .square: .square]
        let joins: [CGLineJoin: Join] = [.miter: .miter, .round: .round, .bevel: .bevel]
        self.init(
            width: style.lineWidth, cap: caps[style.lineCap] ?? .butt, join: joins[style.lineJoin] ?? .miter, miterLimit: style.miterLimit,
            dash: style.dash.map { Double($0) }, dashPhase: style.dashPhase)
    }
}
