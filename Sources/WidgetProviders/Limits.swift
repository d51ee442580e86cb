import WidgetCore

/// Every limit of provider programs, each with its reason. `WidgetCore.Limits` bounds the contents of a timeline.
public enum ProviderLimits {
    /// How long a program has to list its intents, or the options of a parameter: somebody waits for them, and timelines wait behind them.
    static let choicesWithin = Milliseconds.seconds(3)
    // MARK: Defaults and bounds of manifests

    /// A widget that takes longer is late anyway.
    public static let deadline: Duration = .seconds(10)
    /// A manifest's `deadline_seconds`, inclusive: time for a slow network, not for a job.
    public static let deadlineSeconds: ClosedRange<Double> = 0.1...120
    /// The range in which a manifest may set the spacing of its kinds' reloads: from once a second, as plugins do, to once a day.
    public static let minimumSpacingSeconds: ClosedRange<Double> = 1...86_400
    /// Long enough for the taps and reloads that follow one another, short enough that an unused provider holds no memory.
    public static let idleTimeout: Duration = .seconds(30)
    /// A manifest's `idle_timeout_seconds`, inclusive. 0 ends the program after each call.
    public static let idleTimeoutSeconds: ClosedRange<Double> = 0...3_600
    /// An interpreter and a page of data; four times what Python needs to parse a year of calendars.
    public static let memoryBytes = 256 << 20
    /// A manifest's `memory_limit_mib`, inclusive: less than 8 MiB starts no interpreter.
    public static let memoryMebibytes: ClosedRange<Int64> = 8...4_096
    /// As much as the script form may have: a timeline's images in base64 and its views.
    public static let outputBytes = Limits.scriptBytes
    /// A manifest's `output_limit_bytes`, inclusive.
    public static let outputBytesRange: ClosedRange<Int64> = 1_024...Int64(Limits.scriptBytes)

    /// Processes between a program and the one of its descendants that calls: a script's shells and what they run, a few times over.
    static let generations = 16

    /// A manifest is a page of text.
    public static let manifestBytes = 64 << 10
    /// Bytes of errors of one object of a manifest that are told at once.
    static let manifestFaultBytes = 3 << 10
    /// Manifests and plugins in one directory: more is a mistake, such as a home directory.
    public static let manifestsPerDirectory = 256
    /// Words of `exec`.
    public static let arguments = 64
    /// One word of `exec` or value of `environment`, in UTF-8 bytes: Linux's own limit is 128 KiB.
    public static let argumentBytes = 4 << 10
    /// Entries of `environment`.
    public static let environmentVariables = 64
    /// The beginning of a plugin in which its title, description and variables are looked for.
    public static let pluginHeaderBytes = 32 << 10

    // MARK: Running

    /// Requests that wait for one provider; more means that it is far too slow for what is asked of it.
    public static let waitingRequests = 256
    /// Open files of a program: the usual soft limit.
    public static let descriptors: UInt64 = 1_024
    /// The time that a program has between SIGTERM and SIGKILL.
    public static let terminationGrace: Duration = .milliseconds(500)
    /// The time that a program has after the end of its connection, its cue to leave, before SIGTERM.
    public static let endOfConnectionGrace: Duration = .seconds(2)

    /// How much an error repeats of a program's own words, in UTF-8 bytes: a long sentence, where a program may answer with megabytes.
    public static let errorBytes = 1_024

    // MARK: Standard error, into the log

    /// A line is cut here.
    public static let logLineBytes = 1_024
    /// Lines at once, as after a stack trace.
    public static let logLineBurst = 50
    /// Lines a second after that.
    public static let logLinesPerSecond = 5
    /// Bytes read at once from a program: a pipe's usual capacity.
    public static let readBytes = 64 << 10
    /// Reads of each pipe when its program has ended: the largest capacity that Linux lets anyone give a pipe, 1 MiB.
    public static let lastReads = 16

    // MARK: Plugins

    /// Menu lines that are read; a widget shows about twenty.
    public static let pluginLines = 512
    /// A line is cut here: a picture in base64 of more than fills a widget, and some attributes.
    public static let pluginLineBytes = 128 << 10
    /// How long nothing comes from a plugin that stays before what it said counts as whole: longer than a script takes from one line to the next.
    public static let pluginPause: Duration = .milliseconds(100)
    /// How long a plugin that stays runs although nobody asks for what it says: no widget shows it any more.
    public static let pluginUnasked: Duration = .seconds(60)
    /// When news that nobody has asked for is told again.
    public static let pluginToldAgain: Duration = .seconds(5)
    /// How long it is looked whether a terminal fails: one that can't be opened says so at once.
    public static let terminalPause: Duration = .seconds(1)
    /// A shorter interval in a plugin's file name counts as this.
    public static let pluginInterval: Duration = .seconds(1)
    /// Longer than any plugin's, and safe in all sums.
    public static let longestPluginInterval: Duration = .seconds(366 * 86_400)
}
