public import Logging
public import NIOCore
import Synchronization
import WidgetAPI
public import WidgetCore

/// One provider. Its program is started when there is a request, and gets one request at a time.
///
/// ```swift
/// let host = ProviderHost(manifest: manifest, environment: environment, eventLoopGroup: group, logger: logger, now: { … })
/// let timeline = try await host.timeline(request)
/// ```
public actor ProviderHost: ProviderPort {
    public nonisolated let manifest: ProviderManifest
    private let adapter: any ProviderAdapter
    private let environment: ProviderEnvironment
    private let groups: ProviderCgroups?
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let onContentChange: @Sendable (String) -> Void
    private let programs = RunningPrograms()
    /// The number of users' actions that are being performed.
    private let served = Mutex(0)
    /// The parameters of its kinds that are marked as secret, by name.
    private let markedSecrets = Mutex<Set<String>>([])
    private var requests = FIFOSemaphore()
    private var failures = 0
    private var durations = Histogram(bounds: Histogram.providerBounds)
    private var lastError: WidgetError?
    private var lastUsed: Timestamp?

    /// Notes which parameters of its kinds are marked as secret. Their values are hidden in errors.
    public nonisolated func note(markedSecrets names: Set<String>) { markedSecrets.withLock { $0 = names } }

    /// The provider's state.
    public var status: ProviderStatus {
        var status = ProviderStatus(processID: programs.processID, launches: programs.launches, failures: failures, lastError: lastError, lastUsed: lastUsed)
        (status.crashes, status.durations, status.waiting) = (programs.crashes, durations, requests.waitingCount)
        return status
    }

    /// - Parameters:
    ///   - environment: the program's environment, without the manifest's variables.
    ///   - groups: the control groups that its programs enter.
    ///   - eventLoopGroup: its loops serve the connections to `rpc` programs.
    ///   - logger: gets the program's standard error, with the provider's id.
    ///   - clock: for deadlines and idle times.
    ///   - onContentChange: called with a kind when a streaming plugin has something new to show for it.
    ///   - now: the date, for ``ProviderStatus/lastUsed`` and the intervals of plugins.
    public init(
        manifest: ProviderManifest, environment: ProviderEnvironment, groups: ProviderCgroups? = nil, eventLoopGroup: any EventLoopGroup, logger: Logger,
        clock: any Clock<Duration> = ContinuousClock(), onContentChange: @escaping @Sendable (String) -> Void = { _ in },
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.manifest = manifest
        self.environment = environment
        self.groups = groups
        self.clock = clock
        self.now = now
        self.onContentChange = onContentChange
        var logger = logger
        logger[metadataKey: "provider"] = "\(manifest.id)"
        self.logger = logger
        adapter =
            switch manifest.protocol {
            case .rpc: RPCAdapter(eventLoopGroup: eventLoopGroup)
            case .json: JSONAdapter()
            case .xbar: XbarAdapter()
            }
    }

    /// Whether a program of the provider runs.
    public nonisolated var isRunning: Bool { programs.areRunning }

    /// Whether a process is the provider's program, or was started by it.
    public nonisolated func hasLaunched(_ process: ProcessLineage) -> Bool { programs.hasGroup(among: process.groups) }

    /// Whether an action that a user tapped is being performed.
    public nonisolated var isServingUser: Bool { served.withLock { $0 > 0 } }

    /// Performs an action.
    /// - Parameter isForUser: whether a user tapped it, and not a provider.
    /// - Throws: the error of `perform`.
    public nonisolated func serve(isForUser: Bool, _ perform: () async throws(WidgetError) -> Void) async throws(WidgetError) {
        let count = isForUser ? 1 : 0
        served.withLock { $0 += count }
        defer { served.withLock { $0 -= count } }
        try await perform()
    }

    /// The provider's kinds, activities and controls.
    /// - Throws: RESOURCE_EXHAUSTED where too many requests wait; else the error of the adapter, which names the provider.
    public func describe() async throws(WidgetError) -> ProviderDescription {
        // Only an rpc program is asked; the others' manifests say it.
        try await turn(isTimed: manifest.protocol == .rpc) { (run) throws(WidgetError) in try await adapter.describe(run) }
    }

    /// A timeline whose content is hidden, without images.
    /// - Throws: as ``describe()``.
    public func placeholder(_ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline {
        var provided = try await entry(.placeholder, request)
        for index in provided.entries.indices {
            guard let archive = try ArchiveCodec.redacted(provided.entries[index].archive, .everything) else { continue }
            provided.entries[index].archive = archive
            provided.entries[index].digest = ContentDigest(of: archive)
        }
        provided.images = []
        return provided
    }

    /// An entry for a preview.
    /// - Throws: as ``describe()``.
    public func snapshot(_ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline {
        try await entry(.snapshot, request)
    }

    /// The timeline from now on.
    /// - Throws: as ``describe()``.
    public func timeline(_ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline {
        try await entry(.timeline, request)
    }

    /// When widgets of a kind are relevant.
    /// - Throws: as ``describe()``.
    public func relevance(_ request: ProviderRequest, of kind: Kind) async throws(WidgetError) -> ProvidedRelevance {
        try await turn(with: request.parameters) { (run) throws(WidgetError) in try await adapter.relevance(request, of: kind, run) }
    }

    /// The views of a Live Activity.
    /// - Throws: as ``describe()``.
    public func draw(_ request: ActivityDrawingRequest) async throws(WidgetError) -> [UInt8] {
        try await turn { (run) throws(WidgetError) in try await adapter.draw(request, run) }
    }

    /// Performs a widget's or an activity's action.
    /// - Throws: as ``describe()``.
    @discardableResult public func perform(_ request: IntentRequest) async throws(WidgetError) -> IntentOutcome {
        try await turn(with: request.parameters.merging(request.intentParameters) { own, _ in own }) { (run) throws(WidgetError) in
            try await adapter.perform(request, run)
        }
    }

    /// The intents that can be run by themselves.
    /// - Throws: as ``describe()``.
    public func intents() async throws(WidgetError) -> [IntentInfo] {
        try await turn(within: ProviderLimits.choicesWithin) { (run) throws(WidgetError) in try await adapter.intents(run) }
    }

    /// The values to choose from for a parameter.
    /// - Throws: as ``describe()``.
    public func options(_ request: OptionsRequest) async throws(WidgetError) -> [ParameterOption] {
        try await turn(within: ProviderLimits.choicesWithin) { (run) throws(WidgetError) in try await adapter.options(request, run) }
    }

    /// The value of a control, within ``ControlLimits/loadTimeout``.
    /// - Throws: as ``describe()``.
    public func value(_ request: ControlValueRequest, of kind: ControlKind) async throws(WidgetError) -> ControlValue {
        try await turn(with: request.parameters, within: ControlLimits.loadTimeout) { (run) throws(WidgetError) in
            try await adapter.value(request, of: kind, run)
        }
    }

    /// Performs a control's action, within ``ControlLimits/performTimeout``.
    /// - Throws: as ``describe()``; DEADLINE_EXCEEDED where the task was cancelled before it began.
    public func perform(_ request: ControlPerformRequest) async throws(WidgetError) {
        try await turn(with: request.parameters, within: ControlLimits.performTimeout) { (run) throws(WidgetError) in
            guard !Task.isCancelled else { throw run.failure(.deadlineExceeded, "was busy for too long, and the tap was given up before it began") }
            try await adapter.perform(request, run)
        }
    }

    /// Tells the provider of push tokens.
    /// - Throws: as ``describe()``.
    public func register(_ notice: PushRegistrationNotice) async throws(WidgetError) {
        try await turn { (run) throws(WidgetError) in try await adapter.register(notice, run) }
    }

    /// Ends the program, even during a call, and never starts it again. It returns when the program has ended.
    public func stop() async {
        await adapter.stop()
        await programs.stop()
    }

    private func entry(_ call: EntryCall, _ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline {
        try await turn(with: request.parameters) { (run) throws(WidgetError) in try await adapter.entry(call, request, run) }
    }

    /// - Parameters:
    ///   - parameters: the program's parameters. Secrets among them are hidden in the error.
    ///   - limit: how long the request may take, where that is less than the manifest's deadline.
    ///   - isTimed: whether its duration counts.
    private func turn<Answer: Sendable>(
        with parameters: Parameters = [:], within limit: Milliseconds? = nil, isTimed: Bool = true, _ body: (ProviderRun) async throws(WidgetError) -> Answer
    ) async throws(WidgetError) -> Answer {
        var manifest = manifest
        if let limit { manifest.deadline = min(manifest.deadline, .milliseconds(limit.count)) }
        let run = ProviderRun(
            manifest: manifest, environment: environment.variables.merging(manifest.environment) { $1 }, session: environment.session, logger: logger,
            clock: clock, now: now, programs: programs, groups: groups, onContentChange: onContentChange)
        guard requests.waitingCount < ProviderLimits.waitingRequests else {
            throw run.failure(.resourceExhausted, "\(ProviderLimits.waitingRequests) requests wait for it already; try again later")
        }
        if !requests.enter() {
            await withCheckedContinuation { requests.wait($0) }
        }
        defer { requests.leave() }
        // The request was cancelled before its turn came, so the program isn't started for it.
        guard !Task.isCancelled else { throw run.failure(.cancelled, "the request was given up before its turn came") }
        lastUsed = now()
        let start = ContinuousClock.now
        defer { if isTimed { durations.observe(start.duration(to: .now)) } }
        do {
            let answer = try await body(run)
            lastError = nil
            return answer
        } catch {
            var error = error
            error.message = parameters.hidingSecrets(markedSecrets.withLock { $0 }, in: error.message)
            failures += 1
            lastError = error
            throw error
        }
    }
}

/// A provider's state and counts.
public struct ProviderStatus: Sendable, Hashable {
    /// The program's process id while it runs.
    public var processID: Int32?
    /// How often its program was started, by this daemon.
    public var launches = 0
    /// Calls that failed.
    public var failures = 0
    /// The error of the last call. Nil where that call succeeded.
    public var lastError: WidgetError?
    /// When the last request began.
    public var lastUsed: Timestamp?
    /// How often its program ended by itself, with a failure.
    public var crashes = 0
    /// How long its requests took, without the wait for their turn.
    public var durations = Histogram(bounds: Histogram.providerBounds)
    /// Requests that wait for their turn.
    public var waiting = 0

    public init(processID: Int32? = nil, launches: Int = 0, failures: Int = 0, lastError: WidgetError? = nil, lastUsed: Timestamp? = nil) {
        self.processID = processID
        self.launches = launches
        self.failures = failures
        self.lastError = lastError
        self.lastUsed = lastUsed
    }
}

/// Lets one request through at a time, in the order in which they came.
private struct FIFOSemaphore {
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var head = 0

    /// How many wait.
    var waitingCount: Int { waiting.count - head }

    /// Whether it is the caller's turn at once. Otherwise the caller must call ``wait(_:)``.
    mutating func enter() -> Bool {
        defer { isBusy = true }
        return !isBusy
    }

    /// Queues a caller. Its continuation is resumed when its turn comes.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

    /// Ends a turn, and begins the next caller's.
    mutating func leave() {
        guard head < waiting.count else {
            waiting.removeAll(keepingCapacity: true)
            head = 0
            isBusy = false
            return
        }
        waiting[head].resume()
        head += 1
    }
}
