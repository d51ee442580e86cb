/// The three boards of a daemon.
struct Boards: Sendable {
    var widgets: Board
    var activities: Board
    var controls: Board

    /// Boards that nothing but a hub's items are put on.
    static func empty() -> Boards {
        Boards(widgets: Board(load: { _ in nil }), activities: Board(load: { _ in nil }), controls: Board(load: { _ in nil }))
    }
}
