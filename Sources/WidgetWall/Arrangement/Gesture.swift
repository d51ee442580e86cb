import WidgetLayout

/// The way of a finger or the pointer from its press on: a tap, a swipe, or a widget that is carried. It knows no clock and no widgets.
struct Gesture {
    enum Effect: Equatable {
        /// It touches this point, which may become a tap.
        case touched(Point)
        /// It is no tap any more.
        case untouched
        case tapped(Point)
        /// How far it has moved to the left since the press, in points.
        case swiped(Double)
        /// It left, with a velocity in points a second to the left.
        case swipeEnded(Double)
        /// It has gone up, or down, from this point on a stack.
        case flicked(Point, isUp: Bool)
        /// It has rested: the widget at the point is lifted.
        case lifted(Point)
        case carried(Point)
        case dropped(Point)
    }

    private enum State {
        case touching(Point, since: Double)
        case swiping(from: Point, last: Point, at: Double, velocity: Double)
        case carrying(Point)
    }

    /// The number of a finger; nil: the pointer.
    typealias Finger = Int32?

    private var state: State?
    private let finger: Finger
    private let swipes: Bool
    private let flicks: Bool

    /// Points that a finger may tremble.
    private static let tremble = 10.0
    /// Seconds of rest after which a widget is lifted.
    static let rest = 0.5

    /// - Parameters:
    ///   - swipes: whether the surface has pages.
    ///   - flicks: whether a stack is at the point.
    init(_ finger: Finger, at point: Point, swipes: Bool, flicks: Bool = false, time: Double) {
        self.finger = finger
        self.swipes = swipes
        self.flicks = flicks
        state = .touching(point, since: time)
    }

    /// When something happens although the finger doesn't move; nil: nothing does.
    var deadline: Double? { if case .touching(_, let since) = state { since + Self.rest } else { nil } }

    func isOf(_ finger: Finger) -> Bool { self.finger == finger }

    /// Time passes.
    mutating func advance(to time: Double) -> [Effect] {
        guard case .touching(let point, let since) = state, time >= since + Self.rest else { return [] }
        state = .carrying(point)
        return [.untouched, .lifted(point)]
    }

    mutating func move(to point: Point, time: Double) -> [Effect] {
        switch state {
        case .touching(let start, _):
            let (x, y) = (point.x - start.x, point.y - start.y)
            guard x * x + y * y > Self.tremble * Self.tremble else { return [] }
            guard swipes, x.magnitude > y.magnitude else {
                state = nil
                return flicks && y.magnitude > x.magnitude ? [.untouched, .flicked(start, isUp: y < 0)] : [.untouched]
            }
            state = .swiping(from: start, last: point, at: time, velocity: 0)
            return [.untouched, .swiped(start.x - point.x)]
        case .swiping(let start, let last, let before, let velocity):
            let passed = max(time - before, 0.001)
            // Half of the new velocity at a time, so that one late event doesn't decide.
            state = .swiping(from: start, last: point, at: time, velocity: velocity / 2 + (last.x - point.x) / passed / 2)
            return [.swiped(start.x - point.x)]
        case .carrying:
            state = .carrying(point)
            return [.carried(point)]
        case nil: return []
        }
    }

    mutating func release(time: Double) -> [Effect] {
        defer { state = nil }
        switch state {
        case .touching(let point, _): return [.untouched, .tapped(point)]
        // A finger that rested before it left doesn't throw.
        case .swiping(_, _, let last, let velocity): return [.swipeEnded(time - last > 0.1 ? 0 : velocity)]
        case .carrying(let point): return [.dropped(point)]
        case nil: return []
        }
    }

    /// The compositor has taken the finger.
    mutating func cancel(time: Double) -> [Effect] {
        defer { state = nil }
        switch state {
        case .touching: return [.untouched]
        case .swiping: return [.swipeEnded(0)]
        case .carrying(let point): return [.dropped(point)]
        case nil: return []
        }
    }
}
