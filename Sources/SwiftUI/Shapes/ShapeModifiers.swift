import WidgetCore

/// A shape's outline as a shape.
nonisolated public struct _StrokedShape<S: Shape>: Shape {
    var shape: S
    var style: StrokeStyle
    public var animatableData: AnimatablePair<S.AnimatableData, StrokeStyle.AnimatableData> {
        get { AnimatablePair(shape.animatableData, style.animatableData) }
        set { (shape.animatableData, style.animatableData) = (newValue.first, newValue.second) }
    }
    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }
    public func _form(in size: CGSize) -> _ShapeForm {
        var form = shape._form(in: size)
        form.shape.stroke = ViewShape.Stroke(style)
        return form
    }
    public var body: some View { _ShapeView(shape: shape, style: AnyShapeStyle?.none, stroke: style) }
}

/// A part of a shape's outline.
nonisolated public struct _TrimmedShape<S: Shape>: Shape {
    var shape: S
    var startFraction: CGFloat
    var endFraction: CGFloat
    public var animatableData: AnimatablePair<S.AnimatableData, AnimatablePair<CGFloat, CGFloat>> {
        get { AnimatablePair(shape.animatableData, AnimatablePair(startFraction, endFraction)) }
        set {
            shape.animatableData = newValue.first
            (startFraction, endFraction) = (newValue.second.first, newValue.second.second)
        }
    }
    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }
    public func _form(in size: CGSize) -> _ShapeForm {
        func unit(_ value: CGFloat) -> Double { value.isFinite ? Double(min(1, max(0, value))) : 0 }
        var form = shape._form(in: size)
        form.shape.trim = ViewShape.Trim(from: unit(startFraction), to: unit(endFraction))
        return form
    }
}

/// A shape, turned.
nonisolated public struct RotatedShape<Content: Shape>: Shape {
    public var shape: Content
    public var angle: Angle
    public var anchor: UnitPoint
    public init(shape: Content, angle: Angle, anchor: UnitPoint = .center) {
        self.shape = shape
        self.angle = angle
        self.anchor = anchor
    }
    public var animatableData: AnimatablePair<Content.AnimatableData, AnimatablePair<Angle.AnimatableData, UnitPoint.AnimatableData>> {
        get { AnimatablePair(shape.animatableData, AnimatablePair(angle.animatableData, anchor.animatableData)) }
        set {
            shape.animatableData = newValue.first
            (angle.animatableData, anchor.animatableData) = (newValue.second.first, newValue.second.second)
        }
    }
    public func path(in rect: CGRect) -> Path {
        let center = CGPoint(x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y)
        return shape.path(in: rect).applying(.about(center, CGAffineTransform(rotationAngle: angle.radians)))
    }
    public func _form(in size: CGSize) -> _ShapeForm {
        guard anchor == .center else { return _ShapeForm(.path(path(in: CGRect(origin: .zero, size: size)).archived(in: size))) }
        var form = shape._form(in: size)
        form.shape.rotation += angle.radians
        return form
    }
}

/// A shape, moved.
nonisolated public struct OffsetShape<Content: Shape>: Shape {
    public var shape: Content
    public var offset: CGSize
    public init(shape: Content, offset: CGSize) {
        self.shape = shape
        self.offset = offset
    }
    public var animatableData: AnimatablePair<Content.AnimatableData, CGSize.AnimatableData> {
        get { AnimatablePair(shape.animatableData, offset.animatableData) }
        set { (shape.animatableData, offset.animatableData) = (newValue.first, newValue.second) }
    }
    public func path(in rect: CGRect) -> Path { shape.path(in: rect).offsetBy(dx: offset.width, dy: offset.height) }
    public func _form(in size: CGSize) -> _ShapeForm {
        var form = shape._form(in: size)
        form.offset.width += offset.width
        form.offset.height += offset.height
        return form
    }
}

/// A shape of another size.
nonisolated public struct ScaledShape<Content: Shape>: Shape {
    public var shape: Content
    public var scale: CGSize
    public var anchor: UnitPoint
    public init(shape: Content, scale: CGSize, anchor: UnitPoint = .center) {
        self.shape = shape
        self.scale = scale
        self.anchor = anchor
    }
    public var animatableData: AnimatablePair<Content.AnimatableData, CGSize.AnimatableData> {
        get { AnimatablePair(shape.animatableData, scale.animatableData) }
        set { (shape.animatableData, scale.animatableData) = (newValue.first, newValue.second) }
    }
    public func path(in rect: CGRect) -> Path {
        let center = CGPoint(x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y)
        return shape.path(in: rect).applying(.about(center, CGAffineTransform(scaleX: scale.width, y: scale.height)))
    }
    public func _form(in size: CGSize) -> _ShapeForm {
        var form = shape._form(in: size)
        guard form.scale == nil, form.offset == .zero else { return _ShapeForm(.path(path(in: CGRect(origin: .zero, size: size)).archived(in: size))) }
        form.scale = (scale.width, scale.height, anchor)
        return form
    }
}

/// A shape, mapped by a matrix.
nonisolated public struct TransformedShape<Content: Shape>: Shape {
    public var shape: Content
    public var transform: CGAffineTransform
    public init(shape: Content, transform: CGAffineTransform) {
        self.shape = shape
        self.transform = transform
    }
    public var animatableData: Content.AnimatableData {
        get { shape.animatableData }
        set { shape.animatableData = newValue }
    }
    public func path(in rect: CGRect) -> Path { shape.path(in: rect).applying(transform) }
}

/// A shape of a size of its own, at the top leading corner.
nonisolated public struct _SizedShape<S: Shape>: Shape {
    var shape: S
    var size: CGSize
    public var animatableData: AnimatablePair<S.AnimatableData, CGSize.AnimatableData> {
        get { AnimatablePair(shape.animatableData, size.animatableData) }
        set { (shape.animatableData, size.animatableData) = (newValue.first, newValue.second) }
    }
    public func path(in rect: CGRect) -> Path { shape.path(in: CGRect(origin: rect.origin, size: size)) }
}

/// A shape of any type.
nonisolated public struct AnyShape: Shape {
    private let shape: any Shape
    public init<S: Shape>(_ shape: S) { self.shape = shape }
    public typealias AnimatableData = EmptyAnimatableData
    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }
    public func _form(in size: CGSize) -> _ShapeForm { shape._form(in: size) }
}

extension CGAffineTransform {
    fileprivate static func about(_ center: CGPoint, _ transform: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(translationX: -center.x, y: -center.y).concatenating(transform).concatenating(CGAffineTransform(translationX: center.x, y: center.y))
    }
}
