import TTRPCWire
import WidgetCore

/// The daemon's own limits, each with its reason.
enum DaemonLimits {

    /// Widgets in one List call: a page of 1,000 usual summaries stays under 512 KiB.
    static let pageSize = 1_000
    /// Bytes of one List call's summaries, so that it stays under the 1 MiB of a message. With the longest parameters and errors a page has fewer widgets.
    static let pageBytes = 1_000 << 10
    /// Ids that a Watch may name: those on one screen.
    static let watchedWidgets = 256
    /// How long one check of the store may read pages: some gigabytes, and half of what a client waits.
    static let storeCheck = Duration.seconds(5)
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
    /// How long a Simulate call waits for a widget's first timeline that is under way: about a program's start.
    static let firstTimelinePatience = Milliseconds.seconds(2)
    /// How long changes of providers' files gather before they are read: a save of an editor takes some milliseconds, and a user doesn't notice this delay.
    static let fileChangeDelay = Duration.milliseconds(100)
    /// How often one CheckProvider call asks a provider whose files change while it is asked.
    static let checkAttempts = 5
    /// Bytes of images in one answer of Preview beside the archive: with the rest it stays under a frame.
    static let previewImageBytes = 3 << 20
    /// Bytes of an answer that has images: Image and Preview. One image may be as large as all images of a timeline together, which is a frame.
    static let imageAnswerBytes = WireLimits.maximumFrameLength
    /// Time that calls in flight have at shutdown, under systemd's own 90 s.
    static let drainSeconds: Int64 = 5
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

    // Intents
    static let intentsPerCall = 1_000
    static let defaultIntents = 100

    /// How long the rows of a snapshot may wait for its end before they are shown, and the interval of the checks.
    static let snapshotPatience = Duration.seconds(5)
    static let snapshotPause = Duration.milliseconds(20)
    /// A snapshot of which nothing came for this time is stalled, and nothing waits for it: a page is sent as soon as there is room for it.
    static let snapshotStall = Milliseconds(1_000)

    // Live Activities
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
    /// Changed rows whose commits are remembered, so that a change can be traced: an hour of a usual board. Each takes about 100 bytes.
    static let tracedCommits = 1_024
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

    /// Bytes of images that a leaf keeps.
    static let leafImageBytes = 256 << 20
}
