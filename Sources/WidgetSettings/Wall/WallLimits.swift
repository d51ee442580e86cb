/// The bounds of the file, each with its reason.
public enum WallLimits {
    /// Bytes of the file: surfaces with all widgets that can be placed take less.
    public static let fileBytes = 256 << 10
    /// Surfaces: some for each display of a large desk.
    public static let surfaces = 16
    /// Widgets on a page: a display of 8K shows no more.
    public static let widgetsPerPage = 256
    /// How much larger or smaller widgets may be: from a small panel to a display that is seen across a hall.
    public static let zoom = 0.25...8.0
    /// Points of margins and spacing: half a display.
    public static let distance = 0.0...1_000.0
    /// Small widgets beside each other: those of a display of 8K.
    public static let columns = 1...48
    /// Seconds for which a page is shown: from a glance to a day.
    public static let turnAfter = 2...86_400
    /// Colours of a gradient.
    public static let colors = 8
}
