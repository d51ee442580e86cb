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
}
