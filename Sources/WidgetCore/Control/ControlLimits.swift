/// Every limit of controls, each with its reason.
public enum ControlLimits {
    /// Kinds of controls that one provider declares: as many as it may have of widgets.
    public static let kindsPerProvider = Limits.kindsPerProvider
    /// Controls of a device: several full Control Centers.
    public static let controls = 256
    /// A value's status text and an action hint, in UTF-8 bytes: half a line beside a title.
    public static let statusBytes = 128
    /// The origin of a press, in UTF-8 bytes: a device's or program's name.
    public static let callerBytes = 128
    /// Why an action failed, in UTF-8 bytes; what is longer is cut. A receipt is one sentence.
    public static let reasonBytes = 512

    /// How long `perform()` may take, which is also how long a toggle shows what it was set to without having been so: a user waits no longer.
    public static let performTimeout = Milliseconds.seconds(30)
    /// How long `currentValue()` may take: a provider's start and one look at what it controls.
    public static let loadTimeout = Milliseconds.seconds(15)
    /// From the start of an action to its end at the most: `perform()`, a load that was under way when it returned, and the one that confirms it.
    public static let actionTimeout = Milliseconds(performTimeout.count + 2 * loadTimeout.count)
    /// How long a tap waits behind an action that is under way: longer than that one can take, and no longer than a user remembers it.
    public static let waitTimeout = Milliseconds.minutes(2)
    /// How long an action can be asked to wait for a device that is away: a day. An action that is done later surprises.
    public static let queueDuration = Milliseconds.hours(24)

    /// How long an idempotency key is remembered after its action ended. It is a day longer than a tap may wait, because clocks of devices differ.
    public static let keyRetention = Milliseconds.hours(48)
    /// Idempotency keys of one control: a press every 40 seconds of two days. Beyond them presses are refused: to forget a key is to perform it twice.
    public static let keysPerControl = 4_096
    /// Idempotency keys of all controls: some 10 MB.
    public static let keys = 65_536
    /// How often old keys are looked for.
    static let keysForgottenEvery = Milliseconds.hours(1)

    /// After a load that failed, the next follows by itself: first soon, because most faults pass, then at twice the interval each time.
    private static let retriesAfter = Milliseconds.seconds(5)
    /// And at last this often: a provider that is broken for good costs one start an hour.
    private static let retriesAtLeastEvery = Milliseconds.hours(1)
}

extension ControlLimits {
    /// How long after that many failures in a row the next load follows.
    static func retry(afterFailures count: Int) -> Milliseconds {
        min(Milliseconds(retriesAfter.count << Int64(min(max(count, 1) - 1, 20))), retriesAtLeastEvery)
    }
}
