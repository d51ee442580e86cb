import WidgetCore

/// Every limit of provider programs, each with its reason. `WidgetCore.Limits` bounds the contents of a timeline.
public enum ProviderLimits {
    /// How long a program may take to list its intents, or the options of a parameter. A user waits for them, and timelines wait behind them.
    static let choicesWithin = Milliseconds.seconds(3)
    // MARK: Defaults and bounds of manifests

    /// How long one call may take where the manifest says nothing. A widget that takes longer is late anyway.
    public static let deadline: Duration = .seconds(10)
    /// The range of a manifest's `deadline_seconds`, inclusive. It allows for a slow network, but not for a long job.
    public static let deadlineSeconds: ClosedRange<Double> = 0.1...120
    /// The range in which a manifest may set the spacing of its kinds' reloads: from once a second, as plugins do, to once a day.
    public static let minimumSpacingSeconds: ClosedRange<Double> = 1...86_400
    /// How long an idle `rpc` program stays where the manifest says nothing. Taps and reloads that follow one another still find it running, and an unused
    /// provider soon frees its memory.
    public static let idleTimeout: Duration = .seconds(30)
    /// The range of a manifest's `idle_timeout_seconds`, inclusive. 0 ends the program after each call.
    public static let idleTimeoutSeconds: ClosedRange<Double> = 0...3_600
    /// Bytes of writable memory where the manifest says nothing. Python needs a quarter of it to parse a year of calendars.
    public static let memoryBytes = 256 << 20
    /// The range of a manifest's `memory_limit_mib`, inclusive. No interpreter starts with less than 8 MiB.
    public static let memoryMebibytes: ClosedRange<Int64> = 8...4_096
    /// Bytes of output where the manifest says nothing: as many as the script form may have, with its views and its images in base64.
    public static let outputBytes = Limits.scriptBytes
    /// The range of a manifest's `output_limit_bytes`, inclusive.
    public static let outputBytesRange: ClosedRange<Int64> = 1_024...Int64(Limits.scriptBytes)

    /// The most processes between a program and a descendant of it that calls the daemon. A script's shells and their programs are a few.
    static let generations = 16

    /// Bytes of a manifest, which is usually a page of text.
    public static let manifestBytes = 64 << 10
    /// Bytes of the errors that are reported at once for one object of a manifest.
    static let manifestFaultBytes = 3 << 10
    /// Files in one directory of providers. A directory with more is a mistake, such as a home directory.
    public static let manifestsPerDirectory = 256
    /// Words of `exec`.
    public static let arguments = 64
    /// UTF-8 bytes of one word of `exec` or one value of `environment`. Linux's own limit is 128 KiB.
    public static let argumentBytes = 4 << 10
    /// Entries of `environment`.
    public static let environmentVariables = 64
    /// Bytes at the beginning of a plugin that are searched for its title, description and variables.
    public static let pluginHeaderBytes = 32 << 10

    // MARK: Running

    /// Requests that wait for one provider. With more waiting, the provider is much too slow.
    public static let waitingRequests = 256
    /// Open files of a program: the usual soft limit.
    public static let descriptors: UInt64 = 1_024
    /// The time that a program has between SIGTERM and SIGKILL.
    public static let terminationGrace: Duration = .milliseconds(500)
    /// The time that a program has to exit after the end of its connection, before SIGTERM.
    public static let endOfConnectionGrace: Duration = .seconds(2)

    /// UTF-8 bytes of a program's own text that an error repeats. It is enough for a long sentence; a program may answer with megabytes.
    public static let errorBytes = 1_024

    // MARK: Control groups, for all programs of a provider together

    /// Processes and threads. Node.js has a dozen threads, and a script's helpers a few processes.
    public static let tasks = 128
    /// Processor time in each period, and the period: one processor's worth. A provider that counts for ever leaves the others.
    static let processorMicroseconds = 100_000
    static let processorPeriodMicroseconds = 100_000
    /// The weight of a provider where it and the daemon, which has 100, both want the processor.
    static let processorWeight = 50

    // MARK: Standard error, into the log

    /// Bytes after which a line is cut.
    public static let logLineBytes = 1_024
    /// Lines that are logged at once, such as a stack trace.
    public static let logLineBurst = 50
    /// Lines a second after that.
    public static let logLinesPerSecond = 5
    /// Bytes read at once from a program: a pipe's usual capacity.
    public static let readBytes = 64 << 10
    /// Reads of each pipe when its program has ended. Together they read 1 MiB, the largest capacity that an unprivileged process can give a pipe.
    public static let lastReads = 16

    // MARK: Plugins

    /// Lines of a plugin's output that are read. A widget shows about twenty.
    public static let pluginLines = 512
    /// Bytes after which a plugin's line is cut. They hold a base64 picture larger than a widget, and some attributes.
    public static let pluginLineBytes = 128 << 10
    /// How long a streaming plugin must print nothing before its block counts as complete. A script takes less time from one line to the next.
    public static let pluginPause: Duration = .milliseconds(100)
    /// How long a streaming plugin runs on when nobody asks for its output. Then no widget shows it any more.
    public static let pluginUnasked: Duration = .seconds(60)
    /// After this time, a change that nobody has asked about is reported again.
    public static let pluginToldAgain: Duration = .seconds(5)
    /// How long to wait to see whether a terminal fails. One that can't be opened fails at once.
    public static let terminalPause: Duration = .seconds(1)
    /// A shorter interval in a plugin's file name counts as this.
    public static let pluginInterval: Duration = .seconds(1)
    /// A longer interval counts as this, so that sums of times don't overflow.
    public static let longestPluginInterval: Duration = .seconds(366 * 86_400)
}
