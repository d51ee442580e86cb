/// The bounds of `widgetctl motion plot`, each with its reason.
enum PlotLimits {
    /// Curves of one plot: four rows of four, beyond which none can be told from another.
    static let specs = 16
    /// Characters of one animation: more than sixteen modifiers with all their digits take.
    static let specCharacters = 1_000
    /// Modifiers of one animation, since each runs inside the next.
    static let modifiers = 16
    /// Parentheses in parentheses: a point in a curve in an animation takes three.
    static let depth = 4
    /// The largest count of repetitions. At 60 frames a second it is a frame for each of 4 hours.
    static let repetitions = 1_000_000.0
    /// Seconds that can be drawn: from less than a frame to what an animator follows at most.
    static let duration = 0.01...60.0
    /// Seconds drawn of an animation without an end: those that a widget would show.
    static let endless = 2.0
    /// Seconds drawn where nothing moves at all.
    static let still = 0.1
    /// The part of the time that is drawn behind the end, so that the end is seen.
    static let afterEnd = 0.05
    /// How far a value is followed, in units of the change. A value that overshoots a million times leaves nothing else to see.
    static let value = 1e6
    /// Pixels of a picture's side: from one in which a curve can be made out, to one that fits into 48 MiB.
    static let side = 100...4_096
    /// Pixels that a panel of a picture takes at least, for its axes and a curve.
    static let panel = (width: 100.0, height: 90.0)
    /// Pixels of a panel unless told otherwise.
    static let usualPanel = (width: 640, height: 480)
    /// Panels beside each other unless told otherwise.
    static let panelsPerRow = 4
    /// Columns that a panel takes in a terminal at least.
    static let panelColumns = 36
    /// Rows of a curve in a terminal: fewer show nothing, more don't fit on a screen.
    static let curveRows = 10...40
    /// Moments at which a curve is looked at for its figures: within a hundredth of a second in a minute.
    static let samples = 8_192
    /// How near to its end, as a part of the way, a value has settled: a user sees no difference.
    static let settled = 0.01
}
