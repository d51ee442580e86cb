/// Limits of intents, each with its reason.
public enum IntentLimits {
    /// Intents of one provider that can be run by themselves: more than an app has.
    public static let intentsPerProvider = 256
    /// Receipts that a device keeps of intents: the newest, some days of a user's taps.
    public static let receipts = 256
    /// Intents that wait on a device for others: what a user taps while a machine is away.
    public static let queued = 64
    /// How long one waits at most: what is done later than a day surprises.
    public static let queueDuration = Milliseconds.hours(24)
    /// Taps on a widget that are shown before an entry knows them: more than there are buttons under a hand.
    static let taps = 16
    /// Why it came to nothing, in UTF-8 bytes; what is longer is cut. A receipt is one sentence.
    public static let reasonBytes = 512
}
