/// The limits of relevance, each with its reason.
public enum RelevanceLimits {
    /// Widgets in a Smart Stack: WidgetKit's own number.
    public static let stack = 10
    /// Attributes that one kind gives: some days of appointments with room. More than a user is shown in a week.
    public static let attributesPerKind = 64
    /// Clues of one attribute: there are eight things that a machine can say.
    public static let contextsPerAttribute = 8
    /// A network's or a group's name, or a place, in UTF-8 bytes: a Wi-Fi network's has 32, a connection's some more.
    public static let contextTextBytes = 128
    /// All archives and pictures of one kind's cards, in bytes: they are kept in memory and in one row.
    public static let contentBytesPerKind = 1 << 20
    /// Active connections that are looked at: a machine has a few, and each container's network is one.
    public static let networks = 64
    /// Pinned widgets: a stack has no room for more.
    public static let pins = stack
    /// Between two answers' dates: a kind whose last interval has passed isn't asked more often than this, as timelines aren't.
    public static let spacing = Milliseconds.minutes(5)
    /// The pause after the first failure. It doubles after each further one.
    public static let firstRetry = Milliseconds.seconds(30)
    public static let longestRetry = Milliseconds.hours(1)
    /// Providers that are asked for relevance at once: nobody waits for it, and timelines do.
    public static let askedAtOnce = 2
}
