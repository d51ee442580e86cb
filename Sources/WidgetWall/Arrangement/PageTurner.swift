import WidgetLayout
import WidgetScene

/// Which page of a surface is seen. It knows no clock: times are seconds since a moment of the caller's choice.
struct PageTurner {
    private(set) var count = 1
    /// The page that is shown, or is on its way.
    private(set) var current = 0
    /// Seconds after which the next page is shown; nil: never.
    private var interval: Double?
    private var turnsAt: Double?
    /// The page at the left edge, as x.
    private var glide = Glide(.zero)
    /// How far a finger has moved the pages, in pages; nil: none touches them.
    private var drag: Double?

    init(interval: Int?) { self.interval = interval.map { Double($0) } }

    /// Sets how many pages there are.
    mutating func set(count: Int, at time: Double) {
        self.count = max(1, count)
        if current >= self.count {
            current = self.count - 1
            glide.jump(to: Point(x: Double(current), y: 0))
        }
        schedule(at: time)
    }

    /// Sets after how many seconds the next page is shown; nil: never.
    mutating func set(interval: Int?, at time: Double) {
        let next = interval.map { Double($0) }
        guard next != self.interval else { return }
        (self.interval, turnsAt) = (next, nil)
        schedule(at: time)
    }

    private mutating func schedule(at time: Double) {
        guard let interval, count > 1 else { return turnsAt = nil }
        if turnsAt == nil { turnsAt = time + interval }
    }

    /// Turns to a page. Behind the last one the first follows where pages turn by themselves.
    mutating func turn(to page: Int, at time: Double) {
        stop(at: time)
        current = min(max(0, page), count - 1)
        glide.go(to: Point(x: Double(current), y: 0), at: time)
        turnsAt = interval.map { time + $0 }
    }

    /// Turns the page if it is time.
    mutating func advance(to time: Double) {
        guard let turnsAt, time >= turnsAt, drag == nil else { return }
        turn(to: (current + 1) % count, at: time)
    }

    /// A finger moves the pages.
    /// - Parameter pages: to the left is positive. Beyond the ends they follow with a third.
    mutating func drag(by pages: Double, at time: Double) {
        let base = drag == nil ? position(at: time) : Double(current)
        if drag == nil { current = Int(base.rounded()) }
        let wanted = Double(current) + pages
        let last = Double(count - 1)
        drag = (wanted < 0 ? wanted / 3 : wanted > last ? last + (wanted - last) / 3 : wanted) - Double(current)
    }

    /// The finger leaves: the page that has most of the room stays, or the next one if the finger was quick.
    /// - Parameter velocity: pages a second.
    mutating func release(velocity: Double, at time: Double) {
        guard let moved = drag else { return }
        let position = Double(current) + moved
        stop(at: time)
        let target = velocity.magnitude > 0.8 ? (velocity > 0 ? position.rounded(.up) : position.rounded(.down)) : position.rounded()
        current = min(max(0, Int(target)), count - 1)
        glide.go(to: Point(x: Double(current), y: 0), at: time)
        turnsAt = interval.map { time + $0 }
    }

    /// The page at the left edge, with the part of it that has gone beyond.
    func position(at time: Double) -> Double {
        if let drag { return Double(current) + drag }
        return glide.position(at: time).x
    }

    /// Leaves the pages where they are.
    private mutating func stop(at time: Double) {
        glide.jump(to: Point(x: position(at: time), y: 0))
        drag = nil
    }

    func isMoving(at time: Double) -> Bool { drag == nil && glide.isMoving(at: time) }

    /// When the next page comes by itself; nil: it doesn't.
    var nextTurn: Double? { count > 1 && drag == nil ? turnsAt : nil }
}
