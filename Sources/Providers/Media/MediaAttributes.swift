import WidgetProviderKit

/// The title that a media player plays.
struct MediaAttributes: ActivityAttributes {
    static let activityType = "media"

    struct ContentState: Codable, Hashable {
        var title: String
        var artist = ""
        var isPlaying: Bool
        /// When it was at its beginning, had it played all the time: while it plays, its position follows from the clock.
        var begin: Timestamp?
        /// Seconds into it; while it is paused.
        var position: Double?
        /// Seconds; nil: a stream without an end.
        var length: Double?
        var canGoNext = false
        var canGoPrevious = false
    }

    /// For people, such as `mpv`.
    var player: String
    /// The player's name on the bus.
    var busName: String
}
