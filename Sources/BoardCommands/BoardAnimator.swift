import Linux
import WidgetCommands
import WidgetLayout
import WidgetScene
import WidgetSurfaces

/// Animates the cards of a board: each by its views, and all on their ways to other places.
final class BoardAnimator: BoardMotion {
    /// Seconds that only count up.
    private let clock: () -> Double
    private var cards: [String: CardMotion] = [:]
    /// The cards of the frame that is being drawn.
    private var seen: [String: CardMotion] = [:]
    private var ways: [String: Glide] = [:]
    /// The ways of the cards of the frame that is being drawn.
    private var seenWays: [String: Glide] = [:]
    private var columns = 0
    private var now = 0.0
    private var terminal = TerminalColors(depth: .none, background: nil)

    /// Seconds from one frame to the next: 30 a second.
    static let pause = 1.0 / 30

    init(clock: @escaping () -> Double = { Double(Uptime.now) / 1_000 }) { self.clock = clock }

    func begin(_ terminal: TerminalColors, columns: Int) {
        if columns != self.columns { ways = [:] }
        (self.terminal, self.columns) = (terminal, columns)
        now = clock()
        (seen, seenWays) = ([:], [:])
    }

    func place(_ place: CellRect, of name: String) -> CellRect {
        let own = Point(x: Double(place.column), y: Double(place.row))
        var way = ways[name] ?? Glide(own)
        way.go(to: own, at: now)
        seenWays[name] = way
        let current = way.position(at: now)
        return CellRect(column: Int(current.x.rounded()), row: Int(current.y.rounded()), size: place.size)
    }

    func frame(of card: RenderedWidget, at place: String) -> RenderedWidget {
        let motion = cards[place] ?? CardMotion()
        seen[place] = motion
        return motion.frame(of: card, at: now, terminal)
    }

    func end() -> Int? {
        (cards, ways) = (seen, seenWays)
        (seen, seenWays) = ([:], [:])
        let isOnTheWay = ways.values.contains { $0.isMoving(at: now) }
        let next = (cards.values.compactMap { $0.nextChange(after: now) } + (isOnTheWay ? [now] : [])).min()
        // Rounded up, so that there are no more frames than that.
        return next.map { Int((max(Self.pause, $0 - now) * 1_000).rounded(.up)) }
    }
}
