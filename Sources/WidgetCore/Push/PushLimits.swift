/// Every limit of pushes, each with its reason. Those of APNs are Apple's, from "Sending notification requests to APNs".
public enum PushLimits {
    /// A token's bytes: Apple says not to rely on a length; this is more than any that it ever gave.
    public static let tokenBytes = 128
    /// Of a token made here: 256 bits, which nobody guesses.
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
    public static let storedFor = Milliseconds.hours(30 * 24)
    /// Apple's, for one app.
    public static let channels = 10_000
}
