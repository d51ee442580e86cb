import TTRPCWire
import WidgetCore

/// The daemon's own limits, each with its reason.
enum DaemonLimits {
    /// Questions to polkit about one user that wait at a time. One is usual: a person gives one password after the other.
    static let polkitQuestions = 4
    /// How long polkit may take without a person: it runs its rules, and may have to be started.
    static let polkitAnswer = Duration.seconds(10)
    /// How long a person may take to give a password.
    static let polkitPassword = Duration.seconds(120)
    /// How long a yes of polkit holds for a connection's right. A change of its rules has effect after it.
    static let polkitGranted = Duration.seconds(10)
    /// How long a no holds: a program that tries again and again doesn't keep polkit busy.
    static let polkitRefused = Duration.seconds(1)
    /// Answers of polkit that are kept: three rights of some hundred connections.
    static let polkitAnswers = 1_024

    /// Widgets in one List call: a page of 1,000 usual summaries stays under 512 KiB.
    static let pageSize = 1_000
    /// Bytes of one List call's summaries, so that it stays under the 1 MiB of a message. With the longest parameters and errors a page has fewer widgets.
    static let pageBytes = 1_000 << 10
    /// Ids that a Watch may name: those on one screen.
    static let watchedWidgets = 256
    /// Events for which a client can have credit outstanding: beyond it, it is no flow control.
    static let maximumWatchCredit = 1 << 20
    /// Bytes for which a client can have credit outstanding: all widgets of a large board at once.
    static let maximumWatchCreditBytes = 64 << 20
    /// Taken entries of a watcher's queue that stay in memory before the others move to the front. It is small enough for memory, and large enough that the
    /// moves cost little.
    static let takenWatchEntries = 1_024
    /// How long one check of the store may read pages: some gigabytes, and half of what a client waits.
    static let storeCheck = Duration.seconds(5)
    /// Shortest prefix of an id that names a widget.
    static let identifierPrefix = 4
    /// How long after the daily maintenance, which may be at the start, connected devices are asked what the others have: all who are on have a link by then.
    static let questionsDelay = Milliseconds.minutes(10)
    /// Devices about whose acknowledgements one request asks. With 5,000 origins each, the answer stays under the 4 MiB of a frame.
    static let acknowledgementsPerRequest = 8
    /// Changed rows of other devices that are taken over between two calls; more are taken over concurrently with calls.
    static let briefChanges = 32
    /// Decisions that Explain gives: a screenful.
    static let explainedDecisions = 50
    /// Widgets for which a lint asks a provider: enough that they don't get the same date by chance.
    static let lintedWidgets = 3
    static let decisionsPerCall = 1_000
    static let defaultDecisions = 100
    /// Decisions that are kept while the store can't be written. The oldest are dropped first, reload records never.
    static let waitingDecisions = 1_000
    /// How long decisions gather before they are written: those of a burst share a commit, and a user's action needn't wait for it.
    static let journalDelay = Duration.milliseconds(50)
    /// Results of actions that are kept while the store can't be written; each began with a successful write, so there are few.
    static let unrecordedEnds = 1_000
    /// How long a list of kinds or providers waits for providers that are just being asked: about a program's start.
    static let descriptionPatience = Duration.seconds(2)
    /// How long a Simulate call waits for a widget's first timeline that is under way: about a program's start.
    static let firstTimelinePatience = Milliseconds.seconds(2)
    /// When a provider that couldn't say its kinds is asked again, first; each time twice as long, up to an hour.
    static let descriptionRetry = Duration.seconds(30)
    static let longestDescriptionRetry = Duration.seconds(3_600)
    /// How long changes of providers' files gather before they are read: a save of an editor takes some milliseconds, and a user doesn't notice this delay.
    static let fileChangeDelay = Duration.milliseconds(100)
    /// How long changes gather before they are sent to watchers of the stack: a user doesn't notice this delay.
    static let stackDelay = Duration.milliseconds(50)
    /// The further delay for each placed widget. It is ten times the time that the stack needs for it (28 ms for 10,000 with 12 entries each), so that the
    /// stack works at most a tenth of the time.
    static let stackDelayPerWidget = Duration.microseconds(30)
    /// Cards outside the stack that Show lists, with the reason.
    static let absentCards = 100
    /// How often one CheckProvider call asks a provider whose files change while it is asked.
    static let checkAttempts = 5
    /// Bytes of archives in one answer of Timeline or CheckProvider: with the rest it stays under the 1 MiB of a message.
    static let archiveBytesPerCall = 768 << 10
    /// Bytes of images in one answer of Preview beside the archive: with the rest it stays under a frame.
    static let previewImageBytes = 3 << 20
    /// Bytes of an answer that has images: Image and Preview. One image may be as large as all images of a timeline together, which is a frame.
    static let imageAnswerBytes = WireLimits.maximumFrameLength
    /// Time that calls in flight have at shutdown, under systemd's own 90 s.
    static let drainSeconds: Int64 = 5
    /// Surfaces with different traits for which providers are asked: as many as an entry has variants.
    static let knownSurfaces = Limits.variantsPerArchive
    /// How long a surface that isn't seen again is remembered: over a holiday.
    static let surfaceMemory = Milliseconds.days(30)
    /// How often it is written that a surface was seen: a fraction of that.
    static let surfaceNoteInterval = Milliseconds.days(1)
    /// How often it is written that a page of a surface is seen: often enough for a widget that counts as unseen after a day.
    static let seenPageInterval = Milliseconds.hours(1)
    /// How long a surface's program has to change a setting: it writes a file, and may draw a frame first. It is less than a client waits for its answer.
    static let surfaceAnswer = Duration.seconds(5)
    /// Messages of a surface's program that haven't been read: one for each frame of some seconds.
    static let surfaceMessages = 256
    /// Bytes of all encoded entries that are kept ready to be sent. Other entries are read from the store when a client asks for them.
    static let readyArchiveBytes = 16 << 20

    // Intents
    /// How long a request for an action is repeated after the link broke before the answer: less than a client waits for its answer.
    static let reconnectPatience = Milliseconds.seconds(20)
    /// How long such a request may take in all: a client waits 60 s for its answer.
    static let answerPatience = Milliseconds.seconds(50)
    /// How long a tap on another device is shown as pending without a result: as long as an action takes, and until a broken link is noticed.
    static let tapPatience = Duration.seconds(45)
    /// The pause before a waiting intent is tried again although nothing has changed: its device is connected but couldn't take it, or its expiry couldn't be
    /// written here.
    static let queueRetry = Duration.seconds(30)
    static let intentsPerCall = 1_000
    static let defaultIntents = 100

    /// Decisions, and reload records, in one commit if many wait and no change goes with them: they take some ten milliseconds.
    static let decisionsPerCommit = 500
    /// How long the rows of a snapshot may wait for its end before they are shown, and the interval of the checks.
    static let snapshotPatience = Duration.seconds(5)
    static let snapshotPause = Duration.milliseconds(20)
    /// A snapshot of which nothing came for this time is stalled, and nothing waits for it: a page is sent as soon as there is room for it.
    static let snapshotStall = Milliseconds(1_000)

    // Live Activities
    /// The shortest interval between two updates of an activity or control for a watcher: a frame at 60 Hz.
    static let drawingInterval = Duration.milliseconds(16)
    /// Activities whose last drawing is kept, some ten kilobytes each: more than change at once.
    static let activityEncoders = 64
    /// Changes that wait for a commit: beyond it the disk doesn't keep up.
    static let waitingActivityChanges = 10_000
    /// Requests of a following client whose receipts haven't been sent: one for each frame of some seconds.
    static let followedAnswers = 1_000
    /// How long a client has to come back after the daemon was away: a restart takes a second, a client's longest pause two.
    static let followerPatience = Duration.seconds(30)
    /// The least time between two runs of a script for an activity: the script is started for each drawing, and a user wouldn't see more of them.
    static let scriptDrawingInterval = Duration.seconds(1)
    /// When a provider that couldn't draw an activity is asked again, first; each time twice as long, up to five minutes. It is short because an activity shows
    /// something that happens now.
    static let drawingRetry = Duration.seconds(2)
    static let longestDrawingRetry = Duration.seconds(300)
    /// The pause before a failed write of due changes or pushes is tried again.
    static let activityRetry = Duration.seconds(30)

    // Controls
    /// Changes that wait for a commit: beyond it the disk doesn't keep up.
    static let waitingControlChanges = 10_000
    /// The pause before a failed write of a control's change is tried again.
    static let controlRetry = Duration.seconds(30)
    /// Receipts that are shown of a control: the taps that a user remembers.
    static let shownReceipts = 8
    /// How long a tap is kept whose link broke before the answer came: a restart of the other device and the dialling of its link take a few seconds.
    static let unansweredTap = Milliseconds.seconds(20)
    /// Taps of this device that wait for others: as many as a user has controls.
    static let waitingTaps = 256

    /// How long a call that follows the push log waits for a line: less than the client's own timeout.
    static let logWait = Duration.seconds(20)

    // MARK: Devices

    /// How often this device reports its presence and checks for absent ones: often enough for limits of months.
    static let upkeepInterval = Milliseconds.hours(24)
    /// Widgets for which one request to another device asks for new timelines: the receipts fit into a message.
    static let reloadsPerRequest = 1_000
    /// Reloads whose results one call may await: as many as one reload of a usual board causes.
    static let awaitedReloads = 1_000
    /// How long such a call waits at most, in milliseconds. A client that wants to wait longer calls again, so a client that went away is noticed in time.
    static let longestReloadWait: UInt32 = 60_000
    /// How long another device waits before it answers that nothing has ended: less than the timeout of a request to it.
    static let remoteReloadWait = Milliseconds.seconds(20)
    /// When contents that no device had are asked for again, first: a device that has just passed on their digests needs one round trip to fetch them. Each
    /// time twice as long, up to five minutes.
    static let contentsRetry = Duration.milliseconds(25)
    static let longestContentsRetry = Duration.seconds(300)
    /// Bytes of a provider's failure that other devices get: as many as are kept of its message.
    static let failureBytes = 1_024
    /// Archives in one request to another device: those of some timelines.
    static let contentsPerRequest = 256
    /// Bytes of archives or images in one answer to another device, unless a single one is larger: as much as a batch of changes.
    static let contentBytesPerAnswer = 1 << 20
    /// Rows in the answer about one bucket of a table that differs: far more than the 64th part of 10,000 widgets.
    static let rowsPerBucketAnswer = 10_000
    /// Characters of the shortest prefix of an id that names a device: its first group.
    static let deviceIDBeginning = 7
    /// Changed rows whose commits are remembered, so that a change can be traced: an hour of a usual board. Each takes about 100 bytes.
    static let tracedCommits = 1_024
    /// Calls that are remembered for the same.
    static let tracedCalls = 256
    /// Calls, and decisions, that a device tells of one thing that is traced.
    static let tracedEvents = 20
    /// How long a hub may take to report on its displays. `widgetctl` waits for 10 s.
    static let hubReportsWithin = Milliseconds(3_000)
    /// Bytes of a lost value that the list of conflicts shows: 1,000 conflicts fit a message.
    static let conflictValueBytes = 512
    /// Operations that the log shows of one transaction.
    static let operationsPerLogEntry = 20
    /// Widgets, and bytes, of a page of an export: under the 1 MiB of a message.
    static let exportPage = 1_000
    static let exportBytes = 1_000 << 10
    /// Widgets, and bytes, of one part of an import: it is one transaction, which has at most 1,000 operations and 512 KiB.
    static let importLines = 1_000
    static let importBytes = 500 << 10

    // MARK: Leaves

    /// Leaves that all members know: as many as four members have room for at once.
    static let leaves = 8_000
    /// How often a hub renews its lease before it would run out.
    static let leaseRenewals: Int64 = 3
    /// Days that an enrolment lasts where none are given.
    static let defaultEnrolmentDays = 7
    /// The fewest characters of an enrolment's id that name it.
    static let enrolmentPrefix = 4
    /// How long a leaf that joined again keeps its link, so that it gets the answer.
    static let answerToJoin = Duration.seconds(1)
    /// Bytes of a version that a leaf tells.
    static let versionBytes = 32

    /// Spaces of one device: each keeps a link.
    static let spaces = 8
    /// Items of a space on each board: more than a user looks at. Further ones aren't shown.
    static let spaceItems = 1_000

    /// How long a leaf waits for a hub before it says on its board that none is reached: a hub that restarts is back within it.
    static let leafAwayAfter = Duration.seconds(5)
    /// After so many refusals, one after another, a leaf takes everything off its screen. They come within some eight seconds.
    static let leafRefusals = 3
    /// How long a leaf gathers changes of what it shows before it writes them. A clock's widget changes once a minute.
    static let leafKeepsAfter = Duration.seconds(60)
    /// Events that may be on their way from a hub's board. Beyond that the hub sends, later, the latest state of each item alone.
    static let leafWatchCredit: UInt32 = 64
    /// Bytes of images that a leaf keeps.
    static let leafImageBytes = 256 << 20
    /// How long after its link broke a tap on a leaf waits for another one, in milliseconds, and the pause between two looks.
    static let leafCallWaits: Int64 = 5_000
    static let leafCallPause = Duration.milliseconds(250)
}
