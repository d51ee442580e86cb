/// Every limit of the model, each with its reason. The wire's limits are in TTRPCWire, the launcher's in WidgetProviders.
public enum Limits {
    /// A view is a card, not a document; a surface lays 1,024 nodes out well within a frame.
    public static let nodesPerArchive = 1_024
    /// Deep enough for any card, shallow enough for recursion on a small stack.
    public static let nodeDepth = 64
    /// All text of one archive, in UTF-8 bytes: more than an extra large widget can show.
    public static let textBytesPerArchive = 16 << 10
    /// One encoded archive without its images.
    public static let archiveBytes = 256 << 10
    /// All images of one timeline, in bytes as encoded.
    public static let imageBytesPerTimeline = 4 << 20
    /// An image has at most this many times the widget's points in each direction: the pixels of a 2x display.
    public static let imagePixelsPerPoint = 2
    /// More than a day of entries every 15 minutes.
    public static let entriesPerTimeline = 100
    /// One edit form.
    public static let parametersPerKind = 16
    public static let familiesPerKind = 9
    public static let kindsPerProvider = 64
    /// One parameter value, in UTF-8 bytes.
    public static let parameterTextBytes = 1 << 10
    /// All parameters of an intent or a widget together, in UTF-8 bytes.
    public static let parametersBytes = 4 << 10
    public static let actionsPerArchive = 64
    /// A person's own name for a widget, in UTF-8 bytes: it must fit in a title bar.
    public static let widgetNameBytes = 64
    /// Identifiers of kinds, parameters and actions, in bytes.
    public static let identifierBytes = 64
    /// Placed widgets on one daemon: ten times what a person with many screens places.
    public static let widgets = 10_000
    public static let idempotencyKeyBytes = 128
    /// Decisions kept per daemon; the oldest go first.
    public static let decisions = 10_000
}
