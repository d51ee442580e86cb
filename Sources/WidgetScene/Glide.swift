import Glibc
public import WidgetLayout

/// The way of something to its place. It knows no clock: times are seconds since a moment of the caller's choice.
public struct Glide: Sendable {
    public private(set) var target: Point
    private var start: Point
    private var began = -Self.duration

    /// Seconds until it is there.
    public static let duration = 0.6
    /// The rate of a spring without a bounce, per second: within the duration it arrives to a ten-thousandth of the way.
    private static let rate = 20.0

    public init(_ place: Point) { (target, start) = (place, place) }

    /// Goes to a place from where it is.
    public mutating func go(to place: Point, at time: Double) {
        guard place != target else { return }
        (start, began, target) = (position(at: time), time, place)
    }

    /// Is at a place at once.
    public mutating func jump(to place: Point) { (start, target, began) = (place, place, -Self.duration) }

    public func position(at time: Double) -> Point {
        guard isMoving(at: time) else { return target }
        let rest = Self.rest(after: time - began)
        return Point(x: target.x + (start.x - target.x) * rest, y: target.y + (start.y - target.y) * rest)
    }

    public func isMoving(at time: Double) -> Bool { time - began < Self.duration && start != target }

    /// The part of the way that is left, 1 to 0.
    private static func rest(after passed: Double) -> Double { (1 + rate * passed) * exp(-rate * passed) }
}
