import WidgetProviderKit

/// Which player is shown: the one that plays, and for a while the one that did.
struct MediaSession {
    /// How long something that is paused is still shown: a phone call, not an evening.
    static let pausedFor = Milliseconds.minutes(5)

    /// The title to show; nil: nothing plays.
    private(set) var shown: MediaPlayer?
    private var pausedAt: Timestamp?

    /// Takes over what the players do now.
    /// - Returns: when to look again without news; nil: never.
    mutating func update(_ players: [MediaPlayer], at date: Timestamp) -> Timestamp? {
        let same = players.first { $0.busName == shown?.busName }
        // One that goes on playing isn't taken away by another that begins.
        if let playing = [same].compactMap({ $0 }).first(where: { $0.status == .playing }) ?? players.first(where: { $0.status == .playing }) {
            (shown, pausedAt) = (playing, nil)
            return nil
        }
        guard let same, same.status == .paused else {
            (shown, pausedAt) = (nil, nil)
            return nil
        }
        let since = pausedAt ?? date
        guard date < since + Self.pausedFor else {
            (shown, pausedAt) = (nil, nil)
            return nil
        }
        (shown, pausedAt) = (same, since)
        return since + Self.pausedFor
    }
}
