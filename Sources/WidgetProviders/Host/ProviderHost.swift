public import Logging
public import NIOCore
import Synchronization
import WidgetAPI
public import WidgetCore

/// One provider: its program is started when it is asked something, and asked one thing at a time.
///
/// ```swift
/// let host = ProviderHost(manifest: manifest, environment: environment, eventLoopGroup: group, logger: logger, now: { … })
/// let timeline = try await host.timeline(request)
/// ```
public actor ProviderHost: ProviderPort {
    public nonisolated let manifest: ProviderManifest
    private let adapter: any ProviderAdapter
    private let environment: ProviderEnvironment
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let tellNews: @Sendable (String) -> Void
    private let programs = RunningPrograms()
    /// Actions of people that are being performed.
    private let served = Mutex(0)
    private var turnstile = FIFOSemaphore()
    private var failures = 0
    private var lastError: WidgetError?
    private var lastUsed: Timestamp?

    /// How it is doing.
    public var status: ProviderStatus {
        ProviderStatus(processID: programs.processID, launches: programs.launches, failures: failures, lastError: lastError, lastUsed: lastUsed)
    }

    /// - Parameters:
    ///   - environment: what the program finds in its environment beside what the manifest says.
    ///   - eventLoopGroup: carries the connections to `rpc` programs.
    ///   - logger: gets the program's standard error, with the provider's id.
    ///   - clock: for deadlines and idle times.
    ///   - tellNews: called with a kind of which a program that stays has something new to show.
    ///   - now: the date, for ``ProviderStatus/lastUsed`` and the intervals of plugins.
    public init(
        manifest: ProviderManifest, environment: ProviderEnvironment, eventLoopGroup: any EventLoopGroup, logger: Logger,
        clock: any Clock<Duration> = ContinuousClock(), tellNews: @escaping @Sendable (String) -> Void = { _ in }, now: @escaping @Sendable () -> Timestamp
    ) {
        self.manifest = manifest
        self.environment = environment
        self.clock = clock
        self.now = now
        self.tellNews = tellNews
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

    /// A program of it runs.
    public nonisolated var isRunning: Bool { programs.areRunning }

    /// Whether a process is the provider's program, or was started by it.
    public nonisolated func hasLaunched(_ process: ProcessLineage) -> Bool { programs.hasGroup(among: process.groups) }

    /// A user uses it: an action that they tapped is being performed.
    public nonisolated var isServingUser: Bool { served.withLock { $0 > 0 } }

    /// Performs an action.
    /// - Parameter isForUser: a user tapped it, and not a provider.
    public nonisolated func serve(isForUser: Bool, _ perform: () async throws(WidgetError) -> Void) async throws(WidgetError) {
        let count = isForUser ? 1 : 0
        served.withLock { $0 += count }
        defer { served.withLock { $0 -= count } }
        try await perform()
    }

    public func describe() async throws(WidgetError) -> ProviderDescription {
        try await turn { (run) throws(WidgetError) in try await adapter.describe(run) }
    }

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

    public func snapshot(_ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline {
        try await entry(.snapshot, request)
    }

    public func timeline(_ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline {
        try await entry(.timeline, request)
    }

    public func relevance(_ request: ProviderRequest, of kind: Kind) async throws(WidgetError) -> ProvidedRelevance {
        try await turn(with: request.parameters) { (run) throws(WidgetError) in try await adapter.relevance(request, of: kind, run) }
    }

    public func draw(_ request: ActivityDrawingRequest) async throws(WidgetError) -> [UInt8] {
        try await turn { (run) throws(WidgetError) in try await adapter.draw(request, run) }
    }

    public func perform(_ request: IntentRequest) async throws(WidgetError) {
        try await turn(with: request.parameters) { (run) throws(WidgetError) in try await adapter.perform(request, run) }
    }

    public func value(_ request: ControlValueRequest, of kind: ControlKind) async throws(WidgetError) -> ControlValue {
        try await turn(with: request.parameters, within: ControlLimits.loadsFor) { (run) throws(WidgetError) in try await adapter.value(request, of: kind, run)
        }
    }

    public func perform(_ request: ControlPerformRequest) async throws(WidgetError) {
        try await turn(with: request.parameters, within: ControlLimits.performsFor) { (run) throws(WidgetError) in
            guard !Task.isCancelled else { throw run.failure(.deadlineExceeded, "was busy for too long, and the tap was given up before it began") }
            try await adapter.perform(request, run)
        }
    }

    public func register(_ notice: PushRegistrationNotice) async throws(WidgetError) {
        try await turn { (run) throws(WidgetError) in try await adapter.register(notice, run) }
    }

    /// Ends the program, in the middle of a call too, and starts it no more. Returns when it is gone.
    public func stop() async {
        await adapter.stop()
        await programs.stop()
    }

    private func entry(_ call: EntryCall, _ request: ProviderRequest) async throws(WidgetError) -> ProvidedTimeline {
        try await turn(with: request.parameters) { (run) throws(WidgetError) in try await adapter.entry(call, request, run) }
    }

    /// - Parameters:
    ///   - parameters: what the program is given, of which an error repeats no secret.
    ///   - limit: how long it may take, where that is less than the manifest's deadline.
    private func turn<Answer: Sendable>(
        with parameters: Parameters = [:], within limit: Milliseconds? = nil, _ body: (ProviderRun) async throws(WidgetError) -> Answer
    ) async throws(WidgetError) -> Answer {
        var manifest = manifest
        if let limit { manifest.deadline = min(manifest.deadline, .milliseconds(limit.count)) }
        let run = ProviderRun(
            manifest: manifest, environment: environment.variables.merging(manifest.environment) { $1 }, session: environment.session, logger: logger,
            clock: clock, now: now,
            programs: programs, tellNews: tellNews)
        guard turnstile.waitingCount < ProviderLimits.waitingRequests else {
            throw run.failure(.resourceExhausted, "\(ProviderLimits.waitingRequests) requests wait for it already; try again later")
        }
        if !turnstile.enter() {
            await withCheckedContinuation { turnstile.wait($0) }
        }
        defer { turnstile.leave() }
        lastUsed = now()
        do {
            let answer = try await body(run)
            lastError = nil
            return answer
        } catch {
            var error = error
            error.message = parameters.hidingSecrets(in: error.message)
            failures += 1
            lastError = error
            throw error
        }
    }
}
