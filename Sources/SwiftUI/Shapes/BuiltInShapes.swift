import WidgetCore

nonisolated public struct Rectangle: InsettableShape {
    var insetAmount: CGFloat = 0
    public init() {}
    public typealias AnimatableData = EmptyAnimatableData
    public func path(in rect: CGRect) -> Path { Path(rect.insetBy(dx: insetAmount, dy: insetAmount)) }
    public func inset(by amount: CGFloat) -> Rectangle { with(self) { $0.insetAmount += amount } }
    public func _form(in size: CGSize) -> _ShapeForm { form(.rectangle, by: insetAmount) }
}

nonisolated public struct RoundedRectangle: InsettableShape {
    public var cornerSize: CGSize
    public var style: RoundedCornerStyle
    var insetAmount: CGFloat = 0
    public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.cornerSize = cornerSize
        self.style = style
    }
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }
    public var animatableData: CGSize.AnimatableData {
        get { cornerSize.animatableData }
        set { cornerSize.animatableData = newValue }
    }
    public func path(in rect: CGRect) -> Path {
        let corner = CGSize(width: max(0, cornerSize.width - insetAmount), height: max(0, cornerSize.height - insetAmount))
        return Path(roundedRect: rect.insetBy(dx: insetAmount, dy: insetAmount), cornerSize: corner, style: style)
    }
    public func inset(by amount: CGFloat) -> RoundedRectangle { with(self) { $0.insetAmount += amount } }
    public func _form(in size: CGSize) -> _ShapeForm {
        form(.roundedRectangle(cornerRadius: max(0, min(cornerSize.width, cornerSize.height))), by: insetAmount)
    }
}

nonisolated public struct UnevenRoundedRectangle: InsettableShape {
    public var cornerRadii: RectangleCornerRadii
    public var style: RoundedCornerStyle
    var insetAmount: CGFloat = 0
    public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        self.cornerRadii = cornerRadii
        self.style = style
    }
    public init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0, topTrailingRadius: CGFloat = 0,
        style: RoundedCornerStyle = .continuous
    ) {
        self.init(
            cornerRadii: RectangleCornerRadii(
                topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius, bottomTrailing: bottomTrailingRadius, topTrailing: topTrailingRadius),
            style: style)
    }
    public var animatableData: RectangleCornerRadii.AnimatableData {
        get { cornerRadii.animatableData }
        set { cornerRadii.animatableData = newValue }
    }
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect.insetBy(dx: insetAmount, dy: insetAmount), cornerRadii: cornerRadii, style: style) }
    public func inset(by amount: CGFloat) -> UnevenRoundedRectangle { with(self) { $0.insetAmount += amount } }
    public func _form(in size: CGSize) -> _ShapeForm {
        form(
            .unevenRoundedRectangle(
                ViewCornerRadii(
                    topLeading: cornerRadii.topLeading, topTrailing: cornerRadii.topTrailing, bottomLeading: cornerRadii.bottomLeading,
                    bottomTrailing: cornerRadii.bottomTrailing)), by: insetAmount)
    }
}

nonisolated public struct Circle: InsettableShape {
    var insetAmount: CGFloat = 0
    public init() {}
    public typealias AnimatableData = EmptyAnimatableData
    public func path(in rect: CGRect) -> Path {
        let side = min(rect.width, rect.height)
        let square = CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side)
        return Path(ellipseIn: square.insetBy(dx: insetAmount, dy: insetAmount))
    }
    public func inset(by amount: CGFloat) -> Circle { with(self) { $0.insetAmount += amount } }
    public func _form(in size: CGSize) -> _ShapeForm { form(.circle, by: insetAmount) }
}

nonisolated public struct Ellipse: InsettableShape {
    var insetAmount: CGFloat = 0
    public init() {}
    public typealias AnimatableData = EmptyAnimatableData
    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect.insetBy(dx: insetAmount, dy: insetAmount)) }
    public func inset(by amount: CGFloat) -> Ellipse { with(self) { $0.insetAmount += amount } }
    public func _form(in size: CGSize) -> _ShapeForm { form(.ellipse, by: insetAmount) }
}

nonisolated public struct Capsule: InsettableShape {
    public var style: RoundedCornerStyle
    var insetAmount: CGFloat = 0
    public init(style: RoundedCornerStyle = .continuous) { self.style = style }
    public typealias AnimatableData = EmptyAnimatableData
    public func path(in rect: CGRect) -> Path {
        let inner = rect.insetBy(dx: insetAmount, dy: insetAmount)
        let radius = min(inner.width, inner.height) / 2
        return Path(roundedRect: inner, cornerSize: CGSize(width: radius, height: radius), style: style)
    }
    public func inset(by amount: CGFloat) -> Capsule { with(self) { $0.insetAmount += amount } }
    public func _form(in size: CGSize) -> _ShapeForm { form(.capsule, by: insetAmount) }
}

/// The shape of the container around it, inset by the distance to it. The outermost container is the widget.
nonisolated public struct ContainerRelativeShape: InsettableShape {
    var insetAmount: CGFloat = 0
    public init() {}
    public typealias AnimatableData = EmptyAnimatableData
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect.insetBy(dx: insetAmount, dy: insetAmount), cornerRadius: 16) }
    public func inset(by amount: CGFloat) -> ContainerRelativeShape { with(self) { $0.insetAmount += amount } }
    public func _form(in size: CGSize) -> _ShapeForm { form(.containerRelative, by: insetAmount) }
}

nonisolated func with<T>(_ value: T, _ change: (inout T) -> Void) -> T {
    var copy = value
    change(&copy)
    return copy
}

nonisolated private func form(_ form: ViewShape.Form, by amount: CGFloat) -> _ShapeForm {
    var form = _ShapeForm(form)
    form.shape.inset = amount
    return form
}

extension Shape where Self == Rectangle { nonisolated public static var rect: Rectangle { Rectangle() } }
extension Shape where Self == RoundedRectangle {
    nonisolated public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
    nonisolated public static func rect(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerSize: cornerSize, style: style)
    }
}
extension Shape where Self == UnevenRoundedRectangle {
    nonisolated public static func rect(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) -> UnevenRoundedRectangle {
        UnevenRoundedRectangle(cornerRadii: cornerRadii, style: style)
    }
    nonisolated public static func rect(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0, topTrailingRadius: CGFloat = 0,
        style: RoundedCornerStyle = .continuous
    ) -> UnevenRoundedRectangle {
        UnevenRoundedRectangle(
            topLeadingRadius: topLeadingRadius, bottomLeadingRadius: bottomLeadingRadius, bottomTrailingRadius: bottomTrailingRadius,
            topTrailingRadius: topTrailingRadius, style: style)
    }
}
extension Shape where Self == Circle { nonisolated public static var circle: Circle { Circle() } }
extension Shape where Self == Ellipse { nonisolated public static var ellipse: Ellipse { Ellipse() } }
extension Shape where Self == Capsule {
    nonisolated public static var capsule: Capsule { Capsule() }
    nonisolated public static func capsule(style: RoundedCornerStyle) -> Capsule { Capsule(style: style) }
}
extension Shape where Self == ContainerRelativeShape { nonisolated public static var containerRelative: ContainerRelativeShape { ContainerRelativeShape() } }
