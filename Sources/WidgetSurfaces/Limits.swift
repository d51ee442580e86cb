/// Every limit of the surfaces, each with its reason.
public enum SurfaceLimits {
    /// Columns and rows of anything that is drawn: more than any terminal has.
    public static let cells = 1_000
    /// Characters (Unicode scalars) of one visible character: enough for an emoji family, too few to paint over the lines around it.
    static let scalarsPerCharacter = 10
    /// Measurements of one layout. Views of ordinary cards take a few hundred; what is left when they are used up is not drawn.
    static let measurements = 20_000
    /// The title or the status in a card's frame, in characters, before it is cut to the frame.
    static let titleCharacters = 256
    /// Lines of a view in a tooltip or a notification: more than a screen shows.
    static let lines = 64
    /// Characters in whose eighths a bar that runs with the clock is seen to move: about one step for each percent.
    static let barSteps = 13
    /// The size of a font from which letters have several rows: that of a title.
    static let bigTextPoints = 28.0
    /// Columns of a chart in a line of text: as many values as an eye takes in, in a status bar that has other things to show.
    static let sparklineColumns = 12
    /// Columns of a text in a status bar, before it is cut: twice the title of a window.
    static let barTextColumns = 120
}
