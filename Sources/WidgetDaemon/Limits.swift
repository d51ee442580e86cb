import TTRPCWire
import WidgetCore

/// The daemon's own limits, each with its reason.
enum DaemonLimits {
    /// Answers of one List call: a page of 1,000 usual summaries stays under 512 KiB.
    static let pageSize = 1_000
    /// Bytes of one List call's summaries: with the longest parameters and errors a page has fewer, so that it stays under the 1 MiB of a message.
    static let pageBytes = 1_000 << 10
    /// A Watch that names ids names the ones on one screen.
    static let watchedWidgets = 256
    /// Events for which a client can have credit outstanding: beyond it, it is no flow control.
    static let maximumWatchCredit = 1 << 20
    /// Bytes for which it can: all widgets of a large board at once.
    static let maximumWatchCreditBytes = 64 << 20
    /// Entries of a watcher's queue that were taken and are still in memory, before the others move to the front: often enough to stay small, seldom
    /// enough to cost nothing.
    static let takenWatchEntries = 1_024
    /// Shortest prefix of an id that names a widget.
    static let identifierPrefix = 4
    /// Rows that other devices changed and that are taken over between two calls; more are taken over beside them.
    static let briefChanges = 32
    /// Decisions that Explain gives: a screenful.
    static let explainedDecisions = 50
    /// As how many widgets a provider is asked that is linted: as many as it takes that chance doesn't give the same date to all.
    static let lintedWidgets = 3
    static let decisionsPerCall = 1_000
    static let defaultDecisions = 100
    /// Decisions that are kept while the store can't be written; the oldest go first, reload records never do.
    static let waitingDecisions = 1_000
    /// How long decisions gather before they are written: a burst's share a commit, and what a user does isn't slowed by one.
    static let journalDelay = Duration.milliseconds(50)
    /// Ends of actions that are remembered while the store can't be written; each began with a write that went well, so there are few.
    static let unrecordedEnds = 1_000
    /// How long a list of kinds or providers waits for those that are just being asked for theirs: about a program's start.
    static let descriptionPatience = Duration.seconds(2)
    /// How long a question about a widget's future waits for its first timeline, where that is under way: for a program's start.
    static let firstTimelinePatience = Milliseconds.seconds(2)
    /// When a provider that couldn't say its kinds is asked again, first; each time twice as long, up to an hour.
    static let descriptionRetry = Duration.seconds(30)
    static let longestDescriptionRetry = Duration.seconds(3_600)
    /// How long changes of providers' files gather before they are looked at: a save of an editor takes some milliseconds, and a user takes this for at once.
    static let fileChangeDelay = Duration.milliseconds(100)
    /// How long changes gather before those who watch the stack are shown it: within what a user takes for at once.
    static let stackDelay = Duration.milliseconds(50)
    /// And for each placed widget: ten times what it takes to look at it (28 ms for 10,000 with 12 entries each), so that the stack has a tenth of the work
    /// loop at most.
    static let stackDelayPerWidget = Duration.microseconds(30)
    /// Things that aren't in the stack that Show gives, with why.
    static let absentCards = 100
    /// How often one CheckProvider call asks a provider whose files change while it is asked.
    static let checkAttempts = 5
    /// Archives that one Timeline or CheckProvider call gives: with the rest it stays under the 1 MiB of a message.
    static let archiveBytesPerCall = 768 << 10
    /// Pictures that one Preview call gives beside the archive: with the rest it stays under a frame.
    static let previewImageBytes = 3 << 20
    /// Bytes of an answer that has pictures: Image and Preview. A picture may take all that a timeline's pictures may, which is a frame.
    static let pictureAnswerBytes = WireLimits.maximumFrameLength
    /// Time that calls in flight have at shutdown, under systemd's own 90 s.
    static let drainSeconds: Int64 = 5
    /// Surfaces with different traits for which providers are asked: as many as an entry has variants.
    static let knownSurfaces = Limits.variantsPerArchive
    /// How long a surface that wasn't seen again is thought of: over a holiday.
    static let surfaceMemory = Milliseconds.days(30)
    /// How often it is written that a surface was seen: a fraction of that.
    static let surfaceNoteInterval = Milliseconds.days(1)
    /// All encoded entries that are kept ready to be sent. Entries beyond it are read from the store when they are asked for.
    static let readyArchiveBytes = 16 << 20

    // Intents
    /// How long an action is asked again of a device whose link broke before it answered: within the time that a client waits for its answer.
    static let reconnectPatience = Milliseconds.seconds(20)
    /// How long it is asked at all: a client waits 60 s for its answer.
    static let answerPatience = Milliseconds.seconds(50)
    /// How long what was tapped on another device is shown without a word of its end: as long as an action takes, and a link to break.
    static let tapPatience = Duration.seconds(45)
    /// When one that waits is tried again though nothing has changed: its device is there and couldn't take it, or the disk here didn't take that it is over.
    static let queueRetry = Duration.seconds(30)
    static let intentsPerCall = 1_000
    static let defaultIntents = 100

    /// Decisions, and records of reloads, that are written in one commit where many wait and no change goes with them: some ten milliseconds' worth.
    static let decisionsPerCommit = 500
    /// How long what a snapshot brings may wait for its end before it is shown, and how often that is looked for.
    static let snapshotPatience = Duration.seconds(5)
    static let snapshotPause = Duration.milliseconds(20)
    /// A snapshot of which nothing came for so long stands still, and nothing waits for it: a page is sent as soon as there is room for it.
    static let snapshotStall = Milliseconds(1_000)

    // Live Activities
    /// How often a watcher is sent an activity at most: once for each picture that a screen draws, at 60 Hz.
    static let drawingInterval = Duration.milliseconds(16)
    /// Activities of which it is kept how they were drawn last, some ten kilobytes each: more than change at once.
    static let activityEncoders = 64
    /// Changes that wait for a commit: beyond it the disk doesn't keep up.
    static let waitingActivityChanges = 10_000
    /// Requests of a following client whose receipts it hasn't been sent: one for each picture of a few seconds.
    static let followedAnswers = 1_000
    /// How long a client has to come back after the daemon was away: a restart takes a second, a client's longest pause two.
    static let followerPatience = Duration.seconds(30)
    /// How soon a script is run again for an activity that has changed meanwhile: it is started for each picture, and a user sees nothing of more.
    static let scriptPictureInterval = Duration.seconds(1)
    /// When a provider that couldn't draw an activity is asked again, first; each time twice as long, up to five minutes: what it shows is of something that
    /// happens now.
    static let pictureRetry = Duration.seconds(2)
    static let longestPictureRetry = Duration.seconds(300)
    /// When what came due is tried again that couldn't be written.
    static let activityRetry = Duration.seconds(30)

    // Controls
    /// Changes that wait for a commit: beyond it the disk doesn't keep up.
    static let waitingControlChanges = 10_000
    /// When a change of a control is tried again that couldn't be written.
    static let controlRetry = Duration.seconds(30)
    /// Receipts that are shown of a control: the taps that a user remembers.
    static let shownReceipts = 8
    /// How long a tap is kept whose link broke before the answer came: a restart of the other device and the dialling of its link take a few seconds.
    static let unansweredTap = Milliseconds.seconds(20)
    /// Taps of this device that wait for others: as many as a user has controls.
    static let waitingTaps = 256

    /// How long who follows the push log waits for a line: under a client's own patience, so that neither takes the other for dead.
    static let newsPatience = Duration.seconds(20)

    // MARK: Devices

    /// How often this device says that it is there, and looks who isn't any more: often enough for what is counted in months.
    static let upkeepInterval = Milliseconds.hours(24)
    /// Widgets of which another device is asked for new timelines at once: its receipts fit into a message.
    static let reloadsPerRequest = 1_000
    /// Reloads of which one call says how they end: as many as one receipt-giving call of a usual board names.
    static let awaitedReloads = 1_000
    /// How long such a call waits at most, in milliseconds: who wants to wait longer asks again, and a client that went away is noticed in time.
    static let longestReloadWait: UInt32 = 60_000
    /// How long another device is asked to wait before it answers that nothing has ended: less than the time after which a request to it counts as unanswered.
    static let remoteReloadWait = Milliseconds.seconds(20)
    /// When contents that no device had are asked for again, first: a device that has just passed on what they are needs a way there and back to fetch them.
    /// Each time twice as long, up to five
    /// minutes.
    static let contentsRetry = Duration.milliseconds(25)
    static let longestContentsRetry = Duration.seconds(300)
    /// Bytes of the reason that other devices are told where a provider fails: as much as is kept of what it says.
    static let failureBytes = 1_024
    /// Archives that are asked of another device at once: those of some timelines.
    static let contentsPerRequest = 256
    /// Bytes of archives or pictures in one answer to another device, unless a single one is larger: as much as a batch of changes.
    static let contentBytesPerAnswer = 1 << 20
    /// Rows that are told when one part of a table differs: a part of 64 of 10,000 widgets.
    static let rowsPerBucketAnswer = 10_000
    /// Shortest beginning of an id that names a device: its first group.
    static let deviceIDBeginning = 7
    /// Operations that the log shows of one transaction.
    static let operationsPerLogEntry = 20
    /// Widgets, and bytes, of a page of an export: under the 1 MiB of a message.
    static let exportPage = 1_000
    static let exportBytes = 1_000 << 10
    /// Widgets, and bytes, of one part of an import: it is one transaction, which has at most 1,000 operations and 512 KiB.
    static let importLines = 1_000
    static let importBytes = 500 << 10
}
