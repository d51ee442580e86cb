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
    /// Pixels per point that a provider can be told: no more than a picture may have.
    public static let displayScale = 1...Double(imagePixelsPerPoint)
    /// More than a day of entries every 15 minutes.
    public static let entriesPerTimeline = 100
    /// One edit form.
    public static let parametersPerKind = 16
    public static let familiesPerKind = 9
    public static let kindsPerProvider = 64
    /// Ready-made variants of one kind: a list that a user still reads to its end.
    public static let recommendationsPerKind = 32
    /// Earlier ids of one kind: more renamings than a kind lives to see.
    public static let aliasesPerKind = 16
    /// Places where one kind would rather not be shown: there are fewer places than that.
    public static let disfavoredLocationsPerKind = 16
    /// Values to choose from for one parameter: a menu, not a catalogue.
    public static let optionsPerParameter = 64
    /// A display name or title of a kind or parameter, in UTF-8 bytes: one line of a list.
    public static let titleBytes = 128
    /// The name of a device, in UTF-8 bytes: as many as the longest host name on Linux.
    public static let deviceNameBytes = 64
    /// A description of a kind, variant or parameter, in UTF-8 bytes: a paragraph.
    public static let descriptionBytes = 1 << 10
    /// One parameter value, in UTF-8 bytes.
    public static let parameterTextBytes = 1 << 10
    /// All parameters of an intent or a widget together, in UTF-8 bytes.
    public static let parametersBytes = 4 << 10
    public static let actionsPerArchive = 64
    /// Remarks for a provider's author: a screenful, each a sentence or two.
    public static let remarksPerTimeline = 16
    /// One remark, in UTF-8 bytes: a sentence or two.
    public static let remarkBytes = 256
    /// The archives of one entry for other traits of surfaces: more kinds of surfaces than one person looks at.
    public static let variantsPerArchive = 7
    /// A BCP 47 name, with the extensions that occur (RFC 5646, section 4.4.1: 35).
    public static let localeBytes = 35
    /// Different pictures in one entry: a row of icons for each line of the largest widget.
    public static let imagesPerArchive = 64
    /// The accessibility label of one view, in UTF-8 bytes: a sentence or two.
    public static let accessibilityLabelBytes = 256
    /// The fallback of one view for a reader that doesn't know it, in UTF-8 bytes.
    public static let fallbackBytes = 256
    /// Values of one series of a chart: as many as the largest widget has pixels to tell apart.
    public static let chartPoints = 512
    /// Series of one chart: as many colours as are told apart at a glance.
    public static let chartSeries = 4
    /// Lines across one chart: thresholds, not a grid.
    public static let chartMarks = 8
    /// The label of a chart's series or mark, in UTF-8 bytes: a word or two.
    public static let chartLabelBytes = 64
    /// Parts of one text with fonts and colours of their own: a paragraph with every other word marked.
    public static let spansPerText = 64
    /// Lines and curves of one path: a chart with a point for each pixel, or a detailed symbol.
    public static let pathElements = 1_024
    /// Lengths in the pattern of a dashed line.
    public static let dashes = 16
    /// Colours of one gradient.
    public static let gradientStops = 32
    /// Columns or rows of a lazy grid, and columns that one cell of a grid takes.
    public static let gridItems = 64
    /// Pixels of a picture to a point, as a provider says it.
    public static let imageScale = 0.25...8.0
    /// The name of a font's family, in UTF-8 bytes.
    public static let fontNameBytes = 128
    /// Transitions within transitions.
    public static let motionDepth = 8
    /// Modifiers of one animation, such as a delay.
    public static let motionModifiers = 16
    /// Values of an animation of the provider's own: two seconds at 60 Hz, and the start.
    public static let motionSamples = 121
    /// The digest of a watched value or of a group of matched views: as long as an identity.
    public static let motionDigestBytes = 16
    /// The name of a symbol, in UTF-8 bytes.
    public static let symbolNameBytes = 128
    /// The name of an intent's type, in UTF-8 bytes.
    public static let intentNameBytes = 128
    /// An address to open, in bytes: what browsers take.
    public static let urlBytes = 2_048
    /// The name of a time zone, in bytes; the longest of IANA has 32.
    public static let timeZoneBytes = 64
    /// A script's output, in bytes: a timeline with its images in base64, which takes a third more than ``imageBytesPerTimeline``.
    public static let scriptBytes = 8 << 20
    /// Values within values in a script's JSON: three for each of ``nodeDepth`` views, and some for what is around them.
    public static let scriptDepth = 200
    /// Values in a script's JSON, so that eight megabytes of brackets don't become a hundred of memory.
    public static let scriptValues = 500_000
    /// Modifiers of one view: more than there are kinds of them.
    public static let modifiersPerNode = 64
    /// Any length, offset or radius, in points: well beyond every screen, and safe to add up.
    public static let length = 100_000.0
    /// A font's size in points.
    public static let fontSize = 1.0...512.0
    /// Lines of a text.
    public static let lineLimit = 1...1_000
    /// The digest given to `.id()`, in bytes: up to a whole SHA-256.
    public static let explicitIDBytes = 32
    /// A user's own name for a widget, in UTF-8 bytes: it must fit in a title bar.
    public static let widgetNameBytes = 64
    /// Words of bars that stand for a redacted text: more than fit on any widget.
    public static let redactedWords = 32
    /// Pages of the board: more than anyone leafs through.
    public static let boardPages = 99
    /// Bytes of a widget's key among the others of its page: an id has 36, and each byte more is room for about five moves to the same place.
    public static let positionKeyBytes = 96
    /// Identifiers of kinds, parameters and actions, in bytes.
    public static let identifierBytes = 64
    /// The name of a Live Activity's app, its tag and its type, in UTF-8 bytes.
    public static let activityNameBytes = 128
    /// The name of an action that is made of what stands on it, in bytes: short enough to type, and with a number behind it still an identifier.
    static let actionNameBytes = 40
    /// Placed widgets on one daemon where nobody says another number: ten times what a user with many screens places.
    public static let widgets = 10_000
    /// The number that may be chosen. 100,000 widgets take some 250 MB of memory, and 2 s of a start.
    public static let widgetLimit = 1...100_000
    /// After how long a hub's widgets are given by another one, in seconds: up to a day.
    public static let takeoverSeconds = 30...86_400
    /// Groups of displays: one for each page of the board, and some more.
    public static let groups = 200
    /// Enrolments that are open at once, and as many that are over are kept.
    public static let enrolments = 100
    /// Displays that join with one code: as many as one set of devices knows.
    public static let enrolmentUses = 8_000
    /// Editors that may join with one enrolment. Each is a member, and beyond 100 members a mesh costs too much.
    public static let editorEnrolmentUses = 100
    /// Days until an enrolment ends.
    public static let enrolmentDays = 90
    /// UTF-8 bytes of a Unix socket's path, without the NUL that ends it: `sun_path` of unix(7).
    public static let socketPathBytes = 107
    public static let idempotencyKeyBytes = 128
    /// Decisions kept per daemon, the newest of all widgets together.
    public static let decisions = 10_000
    /// Decisions that each widget keeps besides, whatever others do: five reloads with their requests. For all widgets of a full daemon they take some 20 MB.
    public static let decisionsPerWidget = 20

    // Budgets of reloads
    /// Reloads of a day that nobody waits for: one a minute.
    public static let reloadsPerDay = 1_440
    /// How many of them can be saved up: an hour's at the most.
    public static let savedReloads = 60

    /// In developer mode, between two reloads that a timeline asks for. A provider's author sees each reload at its date, and a date that has passed already
    /// isn't launched without a pause.
    public static let developerSpacing = Milliseconds.seconds(1)

    // Forecasts
    /// Ends of a widget's reloads that are kept for who asks how they ended: more than end between a reload's end and the next question, which follows at once.
    public static let keptReloadResults = 4
    /// Days that a forecast covers: a year, leap or not.
    public static let forecastDays = 366
    /// Steps of a forecast that are kept: as long a list as anyone reads, and well within a message.
    public static let forecastSteps = 1_000
    /// Decisions after which a forecast ends: half a second's work, and more than a year of an ordinary widget.
    public static let forecastDecisions = 200_000
}
