import Linux
import WidgetCommands
import WidgetSurfaces

/// Animates the cards of a board, each by its views.
final class BoardAnimator: BoardMotion {
    /// Seconds that only count up.
    private let clock: () -> Double
    private var cards: [String: CardMotion] = [:]
    /// The cards of the frame that is being drawn.
    private var seen: [String: CardMotion] = [:]
    private var now = 0.0
    private var terminal = TerminalColors(depth: .none, background: nil)

    /// Seconds from one frame to the next: 30 a second.
    static let pause = 1.0 / 30

    init(clock: @escaping () -> Double = { Double(Uptime.now) / 1_000 }) { self.clock = clock }

    func begin(_ terminal: TerminalColors) {
        self.terminal = terminal
        now = clock()
        seen = [:]
    }

    func frame(of card: RenderedWidget, at place: String) -> RenderedWidget {
        let motion = cards[place] ?? CardMotion()
        seen[place] = motion
        return motion.frame(of: card, at: now, terminal)
    }

    func end() -> Int? {
        cards = seen
        seen = [:]
        let next = cards.values.compactMap { $0.nextChange(after: now) }.min()
        // Rounded up, so that there are no more frames than that.
        return next.map { Int((max(Self.pause, $0 - now) * 1_000).rounded(.up)) }
    }
}
