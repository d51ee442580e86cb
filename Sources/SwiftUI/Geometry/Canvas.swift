import WidgetCore

/// A drawing of paths, texts and images, made when the view is archived, in the room that the views around it offer.
nonisolated public struct Canvas<Symbols: View>: PrimitiveView {
    private let renderer: (inout GraphicsContext, CGSize) -> Void

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let drawing = GraphicsContext.Drawing()
        var context = GraphicsContext(drawing: drawing, environment: inputs.environment)
        renderer(&context, inputs.proposal)
        var tree = ViewTree(.view(.stack(axis: .depth, alignment: .topLeading, spacing: nil)))
        tree.id = inputs.id
        tree.modifiers = [.frame(ViewFrame(maximumWidth: .infinity, maximumHeight: .infinity, alignment: .topLeading))]
        inputs.resolution.within("Canvas") {
            for (position, part) in drawing.parts.enumerated() { tree.children += inputs.child(.position, UInt64(position)).all(part) }
        }
        outputs.trees.append(tree)
    }
}

extension Canvas where Symbols == EmptyView {
    nonisolated public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) {
        self.renderer = renderer
    }
}

/// Draws the paths, texts and images of a ``Canvas``, each one over those before it.
nonisolated public struct GraphicsContext {
    /// The colour or the gradient of a drawing.
    public struct Shading {
        fileprivate let style: AnyShapeStyle
        public static func color(_ color: Color) -> Shading { Shading(style: AnyShapeStyle(color)) }
        public static func color(_ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) -> Shading {
            color(Color(colorSpace, red: red, green: green, blue: blue, opacity: opacity))
        }
        public static func color(_ colorSpace: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) -> Shading {
            color(Color(colorSpace, white: white, opacity: opacity))
        }
        public static func style<S: ShapeStyle>(_ style: S) -> Shading { Shading(style: AnyShapeStyle(style)) }
        public static var foreground: Shading { Shading(style: AnyShapeStyle(.foreground)) }
        /// A gradient over the path's own rectangle. Only the direction from `startPoint` to `endPoint` counts.
        public static func linearGradient(_ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint) -> Shading {
            let direction = CGPoint(x: endPoint.x - startPoint.x, y: endPoint.y - startPoint.y)
            let length = max(abs(direction.x), abs(direction.y), 1)
            return Shading(
                style: AnyShapeStyle(
                    LinearGradient(
                        gradient: gradient, startPoint: UnitPoint(x: direction.x < 0 ? 1 : 0, y: direction.y < 0 ? 1 : 0),
                        endPoint: UnitPoint(x: max(0, direction.x / length), y: max(0, direction.y / length)))))
        }
    }

    /// A text that can be measured.
    public struct ResolvedText {
        fileprivate let text: Text
        public var shading: Shading = .foreground
        /// In the default font; a surface's own may be wider.
        public func measure(in size: CGSize) -> CGSize {
            let text = text
            return MainActor.assumeIsolated { ViewSizes.size(of: text, in: size) }
        }
    }

    final class Drawing {
        var parts: [AnyView] = []
    }

    private let drawing: Drawing
    public let environment: EnvironmentValues
    public var opacity = 1.0
    public var blendMode = BlendMode.normal
    public var transform = CGAffineTransform.identity
    private var clip: Path?

    init(drawing: Drawing, environment: EnvironmentValues) {
        self.drawing = drawing
        self.environment = environment
    }

    public mutating func scaleBy(x: CGFloat, y: CGFloat) { transform = transform.scaledBy(x: x, y: y) }
    public mutating func translateBy(x: CGFloat, y: CGFloat) { transform = transform.translatedBy(x: x, y: y) }
    public mutating func rotate(by angle: Angle) { transform = transform.rotated(by: angle.radians) }
    public mutating func concatenate(_ matrix: CGAffineTransform) { transform = matrix.concatenating(transform) }
    public mutating func clip(to path: Path, style: FillStyle = FillStyle()) { clip = path.applying(transform) }

    public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {
        add(path.applying(transform).fill(shading.style, style: style))
    }
    public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) { add(path.applying(transform).stroke(shading.style, style: style)) }
    public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) { stroke(path, with: shading, style: StrokeStyle(lineWidth: lineWidth)) }

    public func resolve(_ text: Text) -> ResolvedText { ResolvedText(text: text) }
    public func draw(_ text: ResolvedText, at point: CGPoint, anchor: UnitPoint = .center) {
        let size = text.measure(in: CGSize(width: 1_000, height: 1_000))
        let middle = CGPoint(x: point.x + (0.5 - anchor.x) * size.width, y: point.y + (0.5 - anchor.y) * size.height).applying(transform)
        add(text.text.position(middle))
    }
    public func draw(_ text: ResolvedText, in rect: CGRect) { draw(text, at: rect.origin, anchor: .topLeading) }
    public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) { draw(resolve(text), at: point, anchor: anchor) }
    public func draw(_ text: Text, in rect: CGRect) { draw(resolve(text), in: rect) }
    public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) {
        let middle = CGPoint(x: rect.midX, y: rect.midY).applying(transform)
        add(image.resizable().frame(width: rect.width, height: rect.height).position(middle))
    }
    public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) { add(image.position(point.applying(transform))) }

    /// Draws with a copy of this context, so that its changes end with the closure. Opacity and blending apply to each drawing, not to the layer as a whole.
    public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {
        var copy = self
        try content(&copy)
    }

    private func add(_ view: some View) {
        var part = AnyView(view)
        if let clip { part = AnyView(part.clipShape(clip)) }
        if opacity < 1 { part = AnyView(part.opacity(opacity)) }
        if blendMode != .normal { part = AnyView(part.blendMode(blendMode)) }
        drawing.parts.append(part)
    }
}
