import WidgetCore

/// The bounds of bars, each with its reason.
enum BarLimits {
    /// Activities shown at once unless told otherwise: a bar has other things to show.
    static let activities = 4
    /// How long one that has ended stays in the bar: a user reads how it ended. The Dynamic Island drops it at once; lists show it for as long as it is there.
    static let endedShown = Milliseconds.minutes(1)
    /// How long an alert draws attention: as a banner stays.
    static let alertShown = Milliseconds.seconds(10)
    /// Lines of a widget in the bar: a heading and what it is of. The rest is for the tooltip, or for whoever selects it.
    static let widgetLines = 2
    /// Columns of an activity's name beside its figure: two words.
    static let titleColumns = 20
    /// Between two lines: as fast as anybody reads, and bars lay everything out anew for each.
    static let drawingPause = Duration.milliseconds(100)
    /// How long what was shown stays when the daemon is gone: a restart takes less, and later it would be untrue.
    static let offlineShown = Milliseconds.seconds(5)
    /// Characters of a bar in a tooltip.
    static let barColumns = 20
    /// Bytes of clicks that aren't a whole line yet: more than any bar says of one.
    static let clickBytes = 16 << 10
}
