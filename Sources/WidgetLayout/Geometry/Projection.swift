import Glibc
import WidgetCore

/// A mapping of the plane with a vanishing point. A point is mapped by a ``Transform``, and divided by its distance from the eye, `p x + q y + r`.
/// Points that lie beside or behind the eye aren't seen.
public struct Projection: Sendable, Hashable {
    /// The mapping before the division.
    public var numerator: Transform
    public var p: Double
    public var q: Double
    public var r: Double

    /// The least distance at which a point is seen. The plane of a view is at 1.
    public static let nearest = 0.01

    public init(_ numerator: Transform, p: Double = 0, q: Double = 0, r: Double = 1) {
        (self.numerator, self.p, self.q, self.r) = (numerator, p, q, r)
    }

    /// A matrix's numbers, column by column. Nil: it isn't one of 3 by 3.
    public init?(columns m: [Double]) {
        guard m.count == 9 else { return nil }
        self.init(Transform(a: m[0], b: m[1], c: m[3], d: m[4], tx: m[6], ty: m[7]), p: m[2], q: m[5], r: m[8])
    }

    /// The numbers, column by column: as ``init(columns:)`` takes them.
    public var columns: [Double] {
        let n = numerator
        return [n.a, n.b, p, n.c, n.d, q, n.tx, n.ty, r]
    }

    /// The mapping without a vanishing point that it is; nil: it has one.
    public var affine: Transform? {
        guard p == 0, q == 0, r != 0 else { return nil }
        return r == 1 ? numerator : numerator.divided(by: r)
    }

    /// How far a point is from the eye.
    public func distance(of point: Point) -> Double { p * point.x + q * point.y + r }

    /// Nil: the point isn't seen.
    public func apply(_ point: Point) -> Point? {
        let distance = distance(of: point)
        guard distance >= Self.nearest else { return nil }
        let mapped = numerator.apply(point)
        return Point(x: mapped.x / distance, y: mapped.y / distance)
    }

    /// This mapping, and then another.
    public func then(_ next: Projection) -> Projection {
        let (own, other) = (columns, next.columns)
        var product: [Double] = []
        for row in stride(from: 0, to: 9, by: 3) {
            for column in 0..<3 {
                let (x, y, z) = (own[row] * other[column], own[row + 1] * other[column + 3], own[row + 2] * other[column + 6])
                product.append(x + y + z)
            }
        }
        return Projection(columns: product) ?? self
    }

    /// This mapping with `anchor` as its origin.
    public func about(_ anchor: Point) -> Projection {
        Projection(.translation(x: -anchor.x, y: -anchor.y)).then(self).then(Projection(.translation(x: anchor.x, y: anchor.y)))
    }

    /// The mapping back; nil: all is mapped onto a line.
    public var inverse: Projection? {
        let m = columns
        func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
        let determinant = m[0] * minor(4, 5, 7, 8) - m[1] * minor(3, 5, 6, 8) + m[2] * minor(3, 4, 6, 7)
        guard determinant.magnitude > 1e-9 else { return nil }
        let adjugate = [
            minor(4, 5, 7, 8), minor(2, 1, 8, 7), minor(1, 2, 4, 5), minor(5, 3, 8, 6), minor(0, 2, 6, 8), minor(2, 0, 5, 3), minor(3, 4, 6, 7),
            minor(1, 0, 7, 6), minor(0, 1, 3, 4),
        ]
        return Projection(columns: adjugate.map { $0 / determinant })
    }

    /// The mapping without a vanishing point that is like this one near a point; nil: the point isn't seen.
    public func tangent(at point: Point) -> Transform? {
        guard let place = apply(point) else { return nil }
        let (n, distance) = (numerator, distance(of: point))
        let linear = Transform(
            a: (n.a - p * place.x) / distance, b: (n.b - p * place.y) / distance, c: (n.c - q * place.x) / distance, d: (n.d - q * place.y) / distance, tx: 0,
            ty: 0)
        let moved = linear.apply(point)
        return linear.then(.translation(x: place.x - moved.x, y: place.y - moved.y))
    }

    /// The mapping without a vanishing point that is like this one in the middle of what is seen of a rectangle; nil: nothing is.
    public func flattened(in room: Rect) -> Transform? {
        if let affine { return affine }
        let corners = seen(of: room)
        guard !corners.isEmpty else { return nil }
        let sum = corners.reduce(Point.zero, +)
        return tangent(at: Point(x: sum.x / Double(corners.count), y: sum.y / Double(corners.count)))
    }

    /// The smallest rectangle that holds all that is seen of a mapped one; empty: nothing is.
    public func bounds(of rect: Rect) -> Rect {
        if let affine { return affine.bounds(of: rect) }
        let points = seen(of: rect).compactMap(apply)
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }

    /// The corners of the part of a rectangle that is seen.
    private func seen(of rect: Rect) -> [Point] {
        let corners = [rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY)]
        // A little farther than the nearest, so that what is cut there isn't lost to rounding.
        let nearest = Self.nearest * 1.001
        return corners.indices.flatMap { index -> [Point] in
            let (from, to) = (corners[index], corners[(index + 1) % corners.count])
            let (start, end) = (distance(of: from), distance(of: to))
            let own = start >= nearest ? [from] : []
            guard (start >= nearest) != (end >= nearest) else { return own }
            let part = (nearest - start) / (end - start)
            return own + [Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)]
        }
    }

    /// All numbers are finite and small enough to draw with.
    public var isUsable: Bool { columns.allSatisfy { $0.magnitude < 1e7 } }
}

extension Transform {
    fileprivate func divided(by factor: Double) -> Transform {
        Transform(a: a / factor, b: b / factor, c: c / factor, d: d / factor, tx: tx / factor, ty: ty / factor)
    }
}

/// A turn in space, seen from a point before the middle of the turn.
public struct SpatialRotation: Sendable, Hashable {
    public struct Axis: Sendable, Hashable {
        public var x: Double
        public var y: Double
        public var z: Double
    }

    /// Radians.
    public var angle: Double
    /// The axis of any length. Its third number points to the eye.
    public var axis: Axis
    /// The point that stays, in points of the list.
    public var anchor: Point
    /// How far the anchor lies before the view, in points.
    public var anchorZ: Double
    /// One over the eye's distance from the anchor, in points; 0: the eye is infinitely far away.
    public var perspective: Double

    /// A turn as SwiftUI draws it: the eye is as far away as the view's longer side, divided by its `perspective`.
    /// - Parameter isMirrored: the view's left is its right.
    init(_ rotation: ViewRotation3D, in frame: Rect, isMirrored: Bool) {
        let side: Double = isMirrored ? -1 : 1
        angle = rotation.angle
        // A turn that is seen in a mirror turns about the other side of the axes that lie in it.
        axis = Axis(x: rotation.axisX, y: side * rotation.axisY, z: side * rotation.axisZ)
        anchor = frame.point(Point(x: isMirrored ? 1 - rotation.anchor.x : rotation.anchor.x, y: rotation.anchor.y))
        anchorZ = rotation.anchorZ
        let longer = max(frame.size.width, frame.size.height)
        perspective = longer > 0 ? rotation.perspective / longer : 0
    }

    /// The same with another angle.
    public func turned(to angle: Double) -> SpatialRotation {
        var turn = self
        turn.angle = angle
        return turn
    }

    /// The mapping of the view's plane. Without an axis nothing turns.
    var projection: Projection {
        let length = (axis.x * axis.x + axis.y * axis.y + axis.z * axis.z).squareRoot()
        guard length > 0, length.isFinite else { return Projection(.identity) }
        let (x, y, z) = (axis.x / length, axis.y / length, axis.z / length)
        let (s, c) = (sin(angle), cos(angle))
        let t = 1 - c
        // The rows that a point of the plane goes through: its x, its y, and how far the plane lies behind the anchor.
        let rows = [
            [c + x * x * t, y * x * t + z * s, z * x * t - y * s], [x * y * t - z * s, c + y * y * t, z * y * t + x * s],
            [x * z * t + y * s, y * z * t - x * s, c + z * z * t].map { $0 * -anchorZ },
        ]
        let flat = Transform(a: rows[0][0], b: rows[0][1], c: rows[1][0], d: rows[1][1], tx: rows[2][0], ty: rows[2][1])
        return Projection(flat, p: -perspective * rows[0][2], q: -perspective * rows[1][2], r: 1 - perspective * rows[2][2]).about(anchor)
    }
}
