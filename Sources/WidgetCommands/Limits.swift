import WidgetAPI
import WidgetCore

/// The bounds of the commands, each with its reason.
enum CommandLimits {
    /// Devices from which on `doctor` warns: each keeps a link with each other one. With 41 an edit took each of them 20 ms of processor time.
    static let manyDevices = 40
    /// Bytes of a file to apply: some 5,000 widgets with their parameters.
    static let setupBytes = 1 << 20
    /// Levels in such a file: it needs four.
    static let setupDepth = 8
    /// Entries of a log unless told otherwise: a screenful.
    static let logEntries = 20
    /// Entries that one call can give; the daemon's own maximum.
    static let maximumLogEntries = 1_000
    /// How far `simulate` looks ahead unless told otherwise: a day shows every rule of most widgets.
    static let simulatedByDefault = Milliseconds.hours(24)
    /// How long `log --follow` waits for a change before it asks anyway.
    static let logPause = Duration.seconds(5)
    /// Names given to `watch` at most; the daemon's own maximum.
    static let watchedWidgets = 256
    /// Free disk space below which `doctor` warns, in bytes: the store and its log still fit many times.
    static let lowDiskBytes: UInt64 = 256 << 20
    /// Free disk space below which a write is about to fail.
    static let fullDiskBytes: UInt64 = 16 << 20
    /// How long before its end `doctor` warns of a push certificate, in milliseconds: Let's Encrypt's are renewed with 30 days left, so that this is a
    /// fortnight late.
    static let certificateWarning: Int64 = 14 * 86_400_000
    /// The earliest date that a clock can sanely show, in milliseconds: 2025-01-01. Without a battery, clocks start at 1970.
    static let earliestSaneDate: Int64 = 1_735_689_600_000
    /// How much the daemon's dates may be ahead of this clock before `doctor` wonders, in milliseconds.
    static let clockTolerance: Int64 = 5_000
    /// How long the daemon may take to start anew and to connect to its engine.
    static let engineConnects = Milliseconds(60_000)
    /// How long another program may take to answer a question, such as `systemctl` about a unit.
    static let programTimeout = Duration.seconds(3)
    /// Bytes of such an answer that are read.
    static let programOutputBytes = 64 << 10
    /// How long a program that opens an address is watched for a failure: it fails at once or not at all, and some stay until the address is closed.
    static let openerPause = Duration.seconds(2)
    /// How long the completion of a shell may wait for the daemon: a user has pressed Tab.
    static let completionTimeout = Duration.milliseconds(500)
    /// Addresses of one device; the daemon's own maximum.
    static let addresses = 8
    /// How often `device invite` looks whether the other device has joined: a user watches it.
    static let joinPause = Duration.milliseconds(500)
    /// The largest QR code: 97 modules in a row, which a terminal of 105 columns shows. It holds 1,249 letters and digits, far more than an invitation.
    static let qrVersion = 20
    /// Bytes of an export that `import` reads: ten thousand widgets with the largest parameters, each character of them escaped.
    static let importFileBytes = 256 << 20
    /// How often the progress of a command is told at most: as often as a user's eye follows a bar.
    static let progressPause = Duration.milliseconds(200)
    /// How long the daemon has at a command's end to hear how it ended: a user waits for it.
    static let lastStatePause = Duration.seconds(1)
    /// How long the activity of a command that succeeded is still shown: long enough to be seen, too short to bury what runs.
    static let successShown = Milliseconds.minutes(5)
    /// How long widgetctl waits for the output of a command that has ended, where something that it left behind holds the output open; milliseconds.
    static let lastOutputPause: Int32 = 100
    /// How long the output of such a process is passed on: its last words belong to the command, everything later doesn't.
    static let leftOutputTime = Duration.seconds(1)
    /// How long files must have been quiet before a save counts as done, in milliseconds: an editor's writes are closer together.
    static let savePause: Int32 = 100
    /// How often that is waited for at most: files that are never quiet are looked at once a second.
    static let savePauses = 10
}

/// The bounds of the board, each with its reason.
enum BoardLimits {
    /// Widgets laid out at most: more than anyone looks through, so that a board of 10,000 stays quick.
    static let widgets = 1_000
    /// Activities and controls likewise.
    static let activities = 100
    static let controls = 256
    /// Rows that a step of the wheel scrolls: what terminals scroll by.
    static let wheelRows = 3
    /// Bytes of a sequence that a terminal sends: an answer to a question is the longest, and far shorter.
    static let sequenceBytes = 256
    /// Columns of an activity's line at most: further apart the eye loses it.
    static let lineColumns = 120
    /// Columns of a name in the line of what has ended: a word or two tell them apart.
    static let nameColumns = 24
}

/// The bounds of bars, each with its reason.
enum BarLimits {
    /// Activities shown at once unless told otherwise: a bar has other things to show.
    static let activities = 4
    /// How long one that has ended stays in the bar: a user reads how it ended. The Dynamic Island drops it at once; lists show it for as long as it is there.
    static let endedShown = Milliseconds.minutes(1)
    /// How long an alert draws attention: as a banner stays.
    static let alertShown = Milliseconds.seconds(10)
    /// Lines of a widget in the bar: a heading and what it is of. The rest is for the tooltip, or for whoever selects it.
    static let widgetLines = 2
    /// Columns of an activity's name beside its figure: two words.
    static let titleColumns = 20
    /// Between two lines: as fast as anybody reads, and bars lay everything out anew for each.
    static let drawingPause = Duration.milliseconds(100)
    /// How long what was shown stays when the daemon is gone: a restart takes less, and later it would be untrue.
    static let offlineShown = Milliseconds.seconds(5)
    /// Characters of a bar in a tooltip.
    static let barColumns = 20
    /// Bytes of clicks that aren't a whole line yet: more than any bar says of one.
    static let clickBytes = 16 << 10
}
