import Glibc

/// A mapping of the plane: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
public struct Transform: Sendable, Hashable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double

    public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    public static func translation(x: Double, y: Double) -> Transform { Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }
    public static func scale(x: Double, y: Double) -> Transform { Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// Clockwise, as the y axis points down.
    public static func rotation(_ angle: Double) -> Transform {
        let (sine, cosine) = (sin(angle), cos(angle))
        return Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// This mapping, and then another.
    public func then(_ next: Transform) -> Transform {
        Transform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
    }

    /// This mapping with `anchor` as the point that stays.
    public func about(_ anchor: Point) -> Transform {
        Transform.translation(x: -anchor.x, y: -anchor.y).then(self).then(.translation(x: anchor.x, y: anchor.y))
    }

    public func apply(_ point: Point) -> Point { Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty) }

    /// The smallest rectangle that holds a mapped one.
    public func bounds(of rect: Rect) -> Rect {
        let corners = [
            rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.minX, y: rect.maxY), Point(x: rect.maxX, y: rect.maxY),
        ].map(apply)
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }

    /// All numbers are finite and small enough to draw with.
    public var isUsable: Bool { [a, b, c, d, tx, ty].allSatisfy { $0.magnitude < 1e7 } }
}

extension Transform {
    /// The move and the stretch that bring one rectangle to another. A side without a length isn't stretched.
    package static func mapping(_ from: Rect, to: Rect) -> Transform {
        let x = from.size.width > 0 ? to.size.width / from.size.width : 1
        let y = from.size.height > 0 ? to.size.height / from.size.height : 1
        return Transform(a: x, b: 0, c: 0, d: y, tx: to.minX - from.minX * x, ty: to.minY - from.minY * y)
    }
}
