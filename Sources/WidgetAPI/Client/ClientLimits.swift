/// The bounds of the client, each with its reason.
public enum ClientLimits {
    /// Stacks that a surface follows at once: more than have room on some screens. Their cards come on one connection, which holds some MiB of them.
    public static let stacks = 32
    /// How long a call may take unless the caller says otherwise: many times what a busy daemon needs, short enough for a user to wait.
    public static let callTimeout = Duration.seconds(10)
    /// How long a call may take for which a person gives a password: the daemon's own time for it, and some for the call.
    public static let passwordTimeout = Duration.seconds(150)
    /// How long performing an action, or a preview, may take: the provider's own deadline, a launch and the wait for a request before it.
    public static let performTimeout = Duration.seconds(60)
    /// How long the end of reloads is waited for: a provider may take two minutes, and others before it.
    public static let reloadTimeout = Duration.seconds(300)
    /// How long one question for it waits, so that a daemon that hangs is noticed.
    public static let reloadQuestion = Duration.seconds(20)
    /// How long to wait for news that may not come: the daemon answers after 20 s without.
    public static let newsTimeout = Duration.seconds(40)
    /// How long checking a provider may take: it is launched once for each of its kinds.
    public static let checkTimeout = Duration.seconds(120)
    /// How long to wait for a daemon that is starting: more than a start with a large store takes.
    public static let connectPatience = Duration.seconds(2)
    /// The first pause between two attempts to connect; each following one is twice as long.
    public static let firstConnectPause = Duration.milliseconds(10)
    /// The longest pause between two attempts to connect.
    public static let longestConnectPause = Duration.milliseconds(200)
    /// The first pause before connecting anew to a daemon that has gone: one that restarts takes about as long.
    public static let firstRetryPause = Duration.milliseconds(250)
    /// The longest one: a user sees within it that the daemon is back.
    public static let longestRetryPause = Duration.seconds(2)
    /// How long a surface waits that the device has no place for, or whose name another program has. Nothing tells it that the other one has gone, and each
    /// question wakes both programs.
    public static let placePause = Duration.seconds(300)
    /// How often a surface is registered whose name another connection has: the daemon notices within a second that an earlier connection has ended.
    public static let registrations = 8
    /// Events that a watcher is willing to have on their way: a screen of widgets.
    public static let watchWindow = 64
    /// Bytes of events that it is willing to have on their way, beside one event that overdraws them: an eighth of what the connection keeps unread.
    public static let watchWindowBytes = 1 << 20
    /// Widgets asked for in one page of a list: the daemon's own maximum.
    public static let pageSize = 1_000
    /// Pages read of one list, so that a daemon that never ends one can't hold the client: ten times the most widgets that can be placed.
    public static let pages = 100
    /// How long joining may take: every address of the inviting device is tried, one after another.
    public static let joinTimeout = Duration.seconds(120)
    /// How long a trace may take: as long as a device that has just gone is waited for, which is 30 s, and some time for the others.
    static let traceTimeout = Duration.seconds(40)
    /// How long a comparison with another device may take: both read all that they have.
    public static let verifyTimeout = Duration.seconds(120)
    /// How long a backup may take: a store of gigabytes on a slow disk.
    public static let backupTimeout = Duration.seconds(600)
    /// Bytes of lines in one import: the daemon's own maximum, what fits into one transaction.
    public static let importBytes = 500 << 10
    /// Lines in one import: the daemon's own maximum.
    public static let importLines = 1_000
    /// Pages read of one export, so that a daemon that never ends one can't hold the client: one for each widget that can be placed.
    public static let exportPages = 10_000
}
