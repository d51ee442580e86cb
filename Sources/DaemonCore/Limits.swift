import WidgetCore

/// The limits of the daemon's base, each with its reason.
package enum DaemonCoreLimits {
    /// Questions to polkit about one user that wait at a time. One is usual: a person gives one password after the other.
    static let polkitQuestions = 4
    /// How long polkit may take without a person: it runs its rules, and may have to be started.
    package static let polkitAnswer = Duration.seconds(10)
    /// How long a person may take to give a password.
    package static let polkitPassword = Duration.seconds(120)
    /// How long a yes of polkit holds for a connection's right. A change of its rules has effect after it.
    package static let polkitGranted = Duration.seconds(10)
    /// How long a no holds: a program that tries again and again doesn't keep polkit busy.
    package static let polkitRefused = Duration.seconds(1)
    /// Answers of polkit that are kept: three rights of some hundred connections.
    static let polkitAnswers = 1_024

    /// Events for which a client can have credit outstanding: beyond it, it is no flow control.
    package static let maximumWatchCredit = 1 << 20
    /// Bytes for which a client can have credit outstanding: all widgets of a large board at once.
    package static let maximumWatchCreditBytes = 64 << 20
    /// Taken entries of a watcher's queue that stay in memory before the others move to the front. It is small enough for memory, and large enough that the
    /// moves cost little.
    static let takenWatchEntries = 1_024
    /// Shortest prefix of an id that names a widget.
    package static let identifierPrefix = 4
    /// Decisions that are kept while the store can't be written. The oldest are dropped first, reload records never.
    static let waitingDecisions = 1_000
    /// How long decisions gather before they are written: those of a burst share a commit, and a user's action needn't wait for it.
    static let journalDelay = Duration.milliseconds(50)
    /// Results of actions that are kept while the store can't be written; each began with a successful write, so there are few.
    static let unrecordedEnds = 1_000
    /// How long a list of kinds or providers waits for providers that are just being asked: about a program's start.
    package static let descriptionPatience = Duration.seconds(2)
    /// When a provider that couldn't say its kinds is asked again, first; each time twice as long, up to an hour.
    static let descriptionRetry = Duration.seconds(30)
    static let longestDescriptionRetry = Duration.seconds(3_600)
    /// How long changes gather before they are sent to watchers of the stack: a user doesn't notice this delay.
    static let stackDelay = Duration.milliseconds(50)
    /// The further delay for each placed widget. It is ten times the time that the stack needs for it (28 ms for 10,000 with 12 entries each), so that the
    /// stack works at most a tenth of the time.
    static let stackDelayPerWidget = Duration.microseconds(30)
    /// Cards outside the stack that Show lists, with the reason.
    static let absentCards = 100
    /// Bytes of archives in one answer of Timeline or CheckProvider: with the rest it stays under the 1 MiB of a message.
    package static let archiveBytesPerCall = 768 << 10
    /// Surfaces with different traits for which providers are asked: as many as an entry has variants.
    package static let knownSurfaces = Limits.variantsPerArchive
    /// Bytes of all encoded entries that are kept ready to be sent. Other entries are read from the store when a client asks for them.
    package static let readyArchiveBytes = 16 << 20

    // Intents
    /// How long a request for an action is repeated after the link broke before the answer: less than a client waits for its answer.
    static let reconnectPatience = Milliseconds.seconds(20)
    /// How long such a request may take in all: a client waits 60 s for its answer.
    static let answerPatience = Milliseconds.seconds(50)
    /// How long a tap on another device is shown as pending without a result: as long as an action takes, and until a broken link is noticed.
    package static let tapPatience = Duration.seconds(45)
    /// The pause before a waiting intent is tried again although nothing has changed: its device is connected but couldn't take it, or its expiry couldn't be
    /// written here.
    package static let queueRetry = Duration.seconds(30)

    /// Decisions, and reload records, in one commit if many wait and no change goes with them: they take some ten milliseconds.
    static let decisionsPerCommit = 500

    // Live Activities
    /// The shortest interval between two updates of an activity or control for a watcher: a frame at 60 Hz.
    package static let drawingInterval = Duration.milliseconds(16)

    // Devices
    /// Characters of the shortest prefix of an id that names a device: its first group.
    static let deviceIDBeginning = 7
    /// Calls that are remembered, so that a change can be traced.
    static let tracedCalls = 256

    // Hubs
    /// Items of a space on each board: more than a user looks at. Further ones aren't shown.
    package static let spaceItems = 1_000

    /// How long a leaf waits for a hub before it says on its board that none is reached: a hub that restarts is back within it.
    static let leafAwayAfter = Duration.seconds(5)
    /// After so many refusals, one after another, a leaf takes everything off its screen. They come within some eight seconds.
    static let leafRefusals = 3
    /// How long a leaf gathers changes of what it shows before it writes them. A clock's widget changes once a minute.
    static let leafKeepsAfter = Duration.seconds(60)
    /// Events that may be on their way from a hub's board. Beyond that the hub sends, later, the latest state of each item alone.
    static let leafWatchCredit: UInt32 = 64
    /// How long after its link broke a tap on a leaf waits for another one, in milliseconds, and the pause between two looks.
    static let leafCallWaits: Int64 = 5_000
    static let leafCallPause = Duration.milliseconds(250)
}
