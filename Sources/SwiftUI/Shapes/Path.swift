import WidgetCore
import WidgetLayout

/// An outline of lines and curves, in points.
nonisolated public struct Path: Equatable, Sendable {
    public enum Element: Equatable, Sendable {
        case move(to: CGPoint)
        case line(to: CGPoint)
        case quadCurve(to: CGPoint, control: CGPoint)
        case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
        case closeSubpath
    }

    private(set) var elements: [Element] = []
    private var start: CGPoint?
    public private(set) var currentPoint: CGPoint?

    public init() {}
    public init(_ callback: (inout Path) -> Void) { callback(&self) }
    public init(_ rect: CGRect) { addRect(rect) }
    public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: cornerSize, style: style)
    }
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }
    public init(roundedRect rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerRadii: cornerRadii, style: style)
    }
    public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }

    public var isEmpty: Bool { elements.isEmpty }
    public func forEach(_ body: (Element) -> Void) { elements.forEach(body) }

    public mutating func move(to point: CGPoint) {
        elements.append(.move(to: point))
        (start, currentPoint) = (point, point)
    }

    public mutating func addLine(to point: CGPoint) {
        if currentPoint == nil { return move(to: point) }
        elements.append(.line(to: point))
        currentPoint = point
    }

    public mutating func addQuadCurve(to point: CGPoint, control: CGPoint) {
        if currentPoint == nil { move(to: control) }
        elements.append(.quadCurve(to: point, control: control))
        currentPoint = point
    }

    public mutating func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
        if currentPoint == nil { move(to: control1) }
        elements.append(.curve(to: point, control1: control1, control2: control2))
        currentPoint = point
    }

    public mutating func closeSubpath() {
        guard currentPoint != nil else { return }
        elements.append(.closeSubpath)
        currentPoint = start
    }

    public mutating func addLines(_ lines: [CGPoint]) {
        guard let first = lines.first else { return }
        move(to: first)
        for point in lines.dropFirst() { addLine(to: point) }
    }

    public mutating func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        var path = Path()
        path.move(to: CGPoint(x: rect.minX, y: rect.minY))
        path.addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        path.closeSubpath()
        addPath(path, transform: transform)
    }

    public mutating func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) { for rect in rects { addRect(rect, transform: transform) } }

    public mutating func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        addRoundedRect(in: rect, cornerSize: CGSize(width: rect.width / 2, height: rect.height / 2), style: .circular, transform: transform)
    }

    public mutating func addRoundedRect(
        in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous, transform: CGAffineTransform = .identity
    ) {
        addCorners(rect, [cornerSize, cornerSize, cornerSize, cornerSize], transform)
    }

    public mutating func addRoundedRect(
        in rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous, transform: CGAffineTransform = .identity
    ) {
        let sizes = [cornerRadii.topLeading, cornerRadii.topTrailing, cornerRadii.bottomTrailing, cornerRadii.bottomLeading].map {
            CGSize(width: $0, height: $0)
        }
        addCorners(rect, sizes, transform)
    }

    /// Clockwise from the top left. A corner is a quarter of an ellipse, as a cubic curve (error below 0.03 % of the radius).
    private mutating func addCorners(_ rect: CGRect, _ corners: [CGSize], _ transform: CGAffineTransform) {
        let kappa = 0.5522847498
        let sizes = corners.map { CGSize(width: min(max(0, $0.width), rect.width / 2), height: min(max(0, $0.height), rect.height / 2)) }
        var path = Path()
        path.move(to: CGPoint(x: rect.minX + sizes[0].width, y: rect.minY))
        path.addLine(to: CGPoint(x: rect.maxX - sizes[1].width, y: rect.minY))
        path.addCurve(
            to: CGPoint(x: rect.maxX, y: rect.minY + sizes[1].height),
            control1: CGPoint(x: rect.maxX - sizes[1].width * (1 - kappa), y: rect.minY),
            control2: CGPoint(x: rect.maxX, y: rect.minY + sizes[1].height * (1 - kappa)))
        path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - sizes[2].height))
        path.addCurve(
            to: CGPoint(x: rect.maxX - sizes[2].width, y: rect.maxY),
            control1: CGPoint(x: rect.maxX, y: rect.maxY - sizes[2].height * (1 - kappa)),
            control2: CGPoint(x: rect.maxX - sizes[2].width * (1 - kappa), y: rect.maxY))
        path.addLine(to: CGPoint(x: rect.minX + sizes[3].width, y: rect.maxY))
        path.addCurve(
            to: CGPoint(x: rect.minX, y: rect.maxY - sizes[3].height),
            control1: CGPoint(x: rect.minX + sizes[3].width * (1 - kappa), y: rect.maxY),
            control2: CGPoint(x: rect.minX, y: rect.maxY - sizes[3].height * (1 - kappa)))
        path.addLine(to: CGPoint(x: rect.minX, y: rect.minY + sizes[0].height))
        path.addCurve(
            to: CGPoint(x: rect.minX + sizes[0].width, y: rect.minY),
            control1: CGPoint(x: rect.minX, y: rect.minY + sizes[0].height * (1 - kappa)),
            control2: CGPoint(x: rect.minX + sizes[0].width * (1 - kappa), y: rect.minY))
        path.closeSubpath()
        addPath(path, transform: transform)
    }

    /// A part of a circle. In SwiftUI's coordinates, whose y points down, `clockwise` is what one sees as counterclockwise.
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool, transform: CGAffineTransform = .identity
    ) {
        var delta = endAngle.radians - startAngle.radians
        let circle = 2 * Double.pi
        guard delta.isFinite, radius.isFinite, radius >= 0 else { return }
        if clockwise {
            if delta <= -circle { delta = -circle } else { delta = delta.truncatingRemainder(dividingBy: circle); if delta > 0 { delta -= circle } }
        } else {
            if delta >= circle { delta = circle } else { delta = delta.truncatingRemainder(dividingBy: circle); if delta < 0 { delta += circle } }
        }
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: .radians(delta), transform: transform)
    }

    public mutating func addRelativeArc(center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle, transform: CGAffineTransform = .identity) {
        guard delta.radians.isFinite, startAngle.radians.isFinite else { return }
        let turn = min(2 * Double.pi, max(-2 * Double.pi, delta.radians))
        let count = max(1, Int((abs(turn) / (.pi / 2)).rounded(.up)))
        let step = turn / Double(count)
        let reach = 4 / 3 * tan(step / 4) * Double(radius)
        func point(_ angle: Double, _ tangent: Double = 0) -> CGPoint {
            CGPoint(
                x: center.x + radius * cos(angle) - tangent * sin(angle), y: center.y + radius * sin(angle) + tangent * cos(angle)
            ).applying(transform)
        }
        let first = point(startAngle.radians)
        if currentPoint == nil { move(to: first) } else { addLine(to: first) }
        for index in 0..<count {
            let from = startAngle.radians + Double(index) * step
            addCurve(to: point(from + step), control1: point(from, reach), control2: point(from + step, -reach))
        }
    }

    public mutating func addPath(_ path: Path, transform: CGAffineTransform = .identity) {
        elements += path.applying(transform).elements
        (start, currentPoint) = (path.start?.applying(transform), path.currentPoint?.applying(transform))
    }

    public func applying(_ transform: CGAffineTransform) -> Path {
        if transform == .identity { return self }
        var result = self
        result.elements = elements.map { element in
            switch element {
            case .move(let point): .move(to: point.applying(transform))
            case .line(let point): .line(to: point.applying(transform))
            case .quadCurve(let point, let control): .quadCurve(to: point.applying(transform), control: control.applying(transform))
            case .curve(let point, let control1, let control2):
                .curve(to: point.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
            case .closeSubpath: .closeSubpath
            }
        }
        result.start = start?.applying(transform)
        result.currentPoint = currentPoint?.applying(transform)
        return result
    }

    public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path { applying(CGAffineTransform(translationX: dx, y: dy)) }

    /// The smallest rectangle that contains all points, including the control points of curves.
    public var boundingRect: CGRect {
        let points = elements.flatMap { element -> [CGPoint] in
            switch element {
            case .move(let point), .line(let point): [point]
            case .quadCurve(let point, let control): [point, control]
            case .curve(let point, let control1, let control2): [point, control1, control2]
            case .closeSubpath: []
            }
        }
        guard let first = points.first else { return .null }
        return points.dropFirst().reduce(CGRect(origin: first, size: .zero)) { $0.union(CGRect(origin: $1, size: .zero)) }
    }

    /// The part of the path from one fraction of its length to another.
    public func trimmedPath(from: CGFloat, to: CGFloat) -> Path {
        var path = Path()
        for element in outline.trimmed(from: from, to: to).elements {
            switch element {
            case .move(let point): path.move(to: CGPoint(x: point.x, y: point.y))
            case .line(let point): path.addLine(to: CGPoint(x: point.x, y: point.y))
            case .curve(let point, let control1, let control2):
                path.addCurve(
                    to: CGPoint(x: point.x, y: point.y), control1: CGPoint(x: control1.x, y: control1.y), control2: CGPoint(x: control2.x, y: control2.y))
            case .close: path.closeSubpath()
            }
        }
        return path
    }

    private var outline: Outline {
        var outline = Outline()
        func point(_ point: CGPoint) -> Point { Point(x: point.x, y: point.y) }
        for element in elements {
            switch element {
            case .move(let to): outline.move(to: point(to))
            case .line(let to): outline.line(to: point(to))
            case .quadCurve(let to, let control): outline.quadCurve(to: point(to), control: point(control))
            case .curve(let to, let control1, let control2): outline.curve(to: point(to), control1: point(control1), control2: point(control2))
            case .closeSubpath: outline.close()
            }
        }
        return outline
    }

    /// The path itself: a stroke's outline isn't found here. Stroke the shape instead.
    public func strokedPath(_ style: StrokeStyle) -> Path { self }

    /// As an archive says it, in a room of this size.
    func archived(in size: CGSize) -> ViewPath {
        func point(_ point: CGPoint) -> ViewPoint { ViewPoint(x: point.x, y: point.y) }
        return ViewPath(
            width: max(1, size.width), height: max(1, size.height),
            elements: elements.map { element in
                switch element {
                case .move(let to): .move(point(to))
                case .line(let to): .line(point(to))
                case .quadCurve(let to, let control): .quadCurve(to: point(to), control: point(control))
                case .curve(let to, let control1, let control2): .curve(to: point(to), control1: point(control1), control2: point(control2))
                case .closeSubpath: .close
                }
            })
    }
}

extension Path: Shape {
    nonisolated public func path(in rect: CGRect) -> Path { self }
}
