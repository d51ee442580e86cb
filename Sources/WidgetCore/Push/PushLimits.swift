/// Every limit of pushes, each with its reason. Those of APNs are Apple's, from "Sending notification requests to APNs".
public enum PushLimits {
    /// A token's bytes: Apple says not to rely on a length; this is more than any that it ever gave.
    public static let tokenBytes = 128
    /// A token made here: 256 bits, which nobody guesses.
    public static let newTokenBytes = 32
    /// Apple's.
    public static let collapseIDBytes = 64
    /// Apple's, for all but broadcasts.
    public static let payloadBytes = 4_096
    /// Apple's, for broadcasts.
    public static let broadcastPayloadBytes = 5_120
    /// A team or key id: Apple's have 10.
    public static let identifierBytes = 64
    /// How long a push without an expiration is kept at most: Apple's.
    public static let storageDuration = Milliseconds.hours(30 * 24)
    /// Apple's, for one app.
    public static let channels = 10_000
    /// A file with a key: some hundred bytes, and room for comments.
    public static let keyFileBytes = 64 << 10
    /// How long a push of priority 5 or 1 waits for the daemon to wake anyway: a minute is what a user doesn't notice of "content changed".
    public static let wakePatience = Milliseconds.seconds(60)
    /// Lines of the push log: about those of the newest 10,000 pushes.
    public static let logLines = 30_000
    /// Tokens that start activities: one for each app and type that a server starts.
    public static let startTokens = 1_000
    /// Tokens that work no more and are known as such, for a 410: the newest. Older ones are unknown (400).
    public static let endedTokens = 10_000
    /// A topic's name, in bytes: ntfy's.
    public static let topicBytes = 64
    /// Topics: what a user gives names to.
    public static let topics = 256
    /// The body of a post to a topic: ntfy's. It holds the longest line of text that a task may have.
    public static let postBytes = 4_096
    /// Keys: a few for each app.
    public static let keys = 1_000
    /// Apps that a key may be limited to.
    public static let appsPerKey = 64
    /// Pushes that share a commit. More only make the first of them wait longer.
    public static let pushesPerCommit = 256
    /// Pushes that wait for a commit: beyond it the disk doesn't keep up, and a server is told to come again.
    public static let waitingPushes = 10_000
}
