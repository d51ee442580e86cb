/// A place, in points from the top left corner.
public struct Point: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = Point(x: 0, y: 0)

    public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}

/// A width and a height, in points.
public struct Size: Sendable, Hashable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    public static let zero = Size(width: 0, height: 0)

    subscript(axis: Axis) -> Double {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}

/// A rectangle, in points.
public struct Rect: Sendable, Hashable {
    public var origin: Point
    public var size: Size

    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    public static let zero = Rect(origin: .zero, size: .zero)

    public var minX: Double { origin.x }
    public var minY: Double { origin.y }
    public var maxX: Double { origin.x + size.width }
    public var maxY: Double { origin.y + size.height }
    public var midX: Double { origin.x + size.width / 2 }
    public var midY: Double { origin.y + size.height / 2 }
    public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// Smaller by as much on each side; never of negative size.
    public func inset(by distance: Double) -> Rect { inset(Insets(top: distance, left: distance, bottom: distance, right: distance)) }

    func inset(_ insets: Insets) -> Rect {
        Rect(
            x: minX + insets.left, y: minY + insets.top, width: max(0, size.width - insets.left - insets.right),
            height: max(0, size.height - insets.top - insets.bottom))
    }

    /// The smallest rectangle that holds both; an empty one holds nothing.
    public func union(_ other: Rect) -> Rect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (x, y) = (min(minX, other.minX), min(minY, other.minY))
        return Rect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
    }

    /// The part that lies in both.
    public func intersection(_ other: Rect) -> Rect {
        let (x, y) = (max(minX, other.minX), max(minY, other.minY))
        return Rect(x: x, y: y, width: max(0, min(maxX, other.maxX) - x), height: max(0, min(maxY, other.maxY) - y))
    }

    /// The place of a point given as a fraction of the rectangle.
    func point(_ fraction: Point) -> Point { Point(x: minX + size.width * fraction.x, y: minY + size.height * fraction.y) }
}

/// Distances from the edges, in points.
public struct Insets: Sendable, Hashable {
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double

    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// The same on each side.
    public init(all distance: Double) { self.init(top: distance, left: distance, bottom: distance, right: distance) }

    public static let zero = Insets(all: 0)
}

enum Axis: Sendable, Hashable {
    case horizontal, vertical

    var other: Axis { self == .horizontal ? .vertical : .horizontal }
}

/// The room that a view is offered. Nil asks for its ideal length; infinity for its largest.
struct ProposedSize: Sendable, Hashable {
    var width: Double?
    var height: Double?

    static let unspecified = ProposedSize(width: nil, height: nil)

    init(width: Double?, height: Double?) {
        self.width = width
        self.height = height
    }

    init(_ size: Size) { self.init(width: size.width, height: size.height) }

    subscript(axis: Axis) -> Double? {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }

    /// The proposal, with the lengths of `size` where it has none.
    func replacing(unspecifiedBy size: Size) -> Size { Size(width: width ?? size.width, height: height ?? size.height) }
}

/// The pixels of a surface, on which edges come to lie.
struct PixelGrid: Sendable, Hashable {
    /// Pixels per point.
    let scale: Double

    /// To the nearest pixel. A half goes up, also of a length below 0, so that it doesn't matter from where lengths are counted.
    func round(_ length: Double) -> Double { length.isFinite ? (length * scale + 0.5).rounded(.down) / scale : length }

    /// To the next pixel up. A length that is larger by a rounding error alone stays.
    func ceil(_ length: Double) -> Double { length.isFinite ? (length * scale - 1e-6).rounded(.up) / scale : length }

    /// The rectangle with its edges on pixels.
    func snap(_ rect: Rect) -> Rect {
        let (x, y) = (round(rect.minX), round(rect.minY))
        return Rect(x: x, y: y, width: max(0, round(rect.maxX) - x), height: max(0, round(rect.maxY) - y))
    }
}
