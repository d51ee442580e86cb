import Linux
package import Logging
import Synchronization
package import WidgetCore
package import WidgetReplication

/// The replica that a hub exchanges through an engine.
package protocol CarrierStore: Sendable {
    associatedtype Storage: ReplicaStorage

    /// Runs `body` in one transaction, and returns when it is committed, durably where `ReplicaChanges.mustBeDurable` says so. If `body` throws, the
    /// transaction is rolled back.
    func replicate<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T

    /// The archives and images that an update of a set names.
    func contents(namedBy update: OwnedUpdate) -> Set<ContentDigest>

    /// The archives and images that are named by a set, and are here.
    func namedContents() throws -> [ContentDigest]

    /// An archive or image. Nil where it isn't here.
    func content(_ digest: ContentDigest) throws -> EngineContent?

    /// The accounts of the members that use an engine, this one too, with what stands for their passwords. Empty: they share one.
    /// - Parameter joining: devices that were let in here. They count until they have said so themselves, as long as they are members.
    func hubVerifiers(joining: [DeviceID: String]) throws -> [HubAccount: String]

    /// Whether a device was revoked, ever.
    func hasRevokedDevices() throws -> Bool
}

/// The state of a hub's exchange with its engine, to be shown to a user.
package struct CarrierStatus: Sendable, Hashable {
    package var isConnected = false
    package var lag = CarrierLag()
    /// Why there is no connection, or why the last one ended. Empty where there is one.
    package var lastError = ""
    package var nextTryAt: Timestamp?
}

/// Keeps a hub's replica equal with the others that use one engine: connects, exchanges, waits for news, and connects again after a failure.
package final class CarrierRunner<Store: CarrierStore>: Sendable {
    private struct State {
        var status = CarrierStatus()
        var hasNews = false
        /// The list of devices may have changed.
        var hasNewDevices = false
        /// Hubs that were let in, with what stands for their passwords.
        var joining: [DeviceID: String] = [:]
        var isStopping = false
        var failures = 0
        /// The uptime before which nothing is exchanged.
        var suspendedUntil: Int64 = 0
        /// For contents. Nil: it doesn't run.
        var link: CarrierLink?
    }

    private let file: String
    private let store: Store
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// - Parameter file: the path of the file with the connection string.
    package init(file: String, store: Store, now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.file = file
        self.store = store
        self.now = now
        self.logger = logger
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package var status: CarrierStatus { state.withLock { $0.status } }

    /// The replica has changed.
    package func changed() { wake.yield() }

    /// The list of devices or what is known of them has changed: another hub may have come or gone.
    package func devicesChanged() {
        state.withLock { $0.hasNewDevices = true }
        wake.yield()
    }

    /// Exchanges nothing for a while: another machine probably runs a copy of this device, and each of both would end the other's lives.
    package func suspend(for pause: Milliseconds) {
        state.withLock { $0.suspendedUntil = Uptime.now + pause.count }
        wake.yield()
    }

    package func stop() {
        state.withLock { $0.isStopping = true }
        wake.yield()
    }

    /// Runs until ``stop()``.
    /// - Throws: RESOURCE_EXHAUSTED where there is no descriptor or thread left.
    package func run() async throws {
        let link = try CarrierLink { [weak self] in
            self?.state.withLock { $0.hasNews = true }
            self?.wake.yield()
        }
        state.withLock { $0.link = link }
        defer {
            state.withLock { $0.link = nil }
            link.end()
        }
        var events = wakes.makeAsyncIterator()
        var session = CarrierSession()
        while !isStopping {
            do {
                // A revoked hub may have left something in the tables that holds up the exchange, so it is shut out first. Otherwise accounts are set when this
                // hub is level and knows all.
                let accounts = try store.hasRevokedDevices() ? store.hubVerifiers(joining: state.withLock { $0.joining }) : [:]
                try await link.connect(try ConnectionFile.read(file), accounts: accounts)
                note(connected: true, nil)
                session.lose()
                try await exchange(&session, link, &events)
            } catch {
                guard !isStopping else { return }
                try await pause(after: error, &events)
            }
        }
    }

    private func takeNews() -> Bool {
        state.withLock { state in
            defer { state.hasNews = false }
            return state.hasNews
        }
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Exchanges until something fails or the runner stops.
    private func exchange(_ session: inout CarrierSession, _ link: CarrierLink, _ events: inout AsyncStream<Void>.Iterator) async throws {
        var answer: CarrierAnswer?
        var collectedAt: Int64?
        // Until this hub has been level with the engine, it may not know of hubs that came, or came back.
        var isLevel = false
        var accounts: [HubAccount: String] = [:]
        // When they are set again, after a failure.
        var accountsDue: Int64?
        while !isStopping {
            guard state.withLock({ $0.suspendedUntil }) <= Uptime.now else {
                throw WidgetError(.unavailable, "another machine probably runs a copy of this device, so nothing is exchanged for a while")
            }
            // This comes before the exchange, which a hub that is to go could hold up.
            if isLevel, takeNewDevices() || accountsDue.map({ $0 <= Uptime.now }) == true { accountsDue = await setAccounts(&accounts, link) }
            if takeNews() { session.hearNews() }
            let (current, last, time) = (session, answer, SessionTime(wall: now(), uptime: Uptime.now))
            let step = try await store.replicate { replica in
                var session = current
                let request = try session.step(last, &replica, time)
                return (session: session, request: request, lag: session.lag(replica))
            }
            session = step.session
            for note in session.takeNotes() { log(note) }
            note(step.lag)
            if let request = step.request {
                // The contents come first, so that a hub that reads the set finds them.
                if case .setOwned(let update, _, _) = request { try await give(Array(store.contents(namedBy: update)), link) }
                answer = try await link.perform(request)
                continue
            }
            answer = nil
            state.withLock { $0.failures = 0 }
            isLevel = true
            if time.uptime - (collectedAt ?? .min / 2) >= RunnerLimits.collectInterval.count {
                collectedAt = time.uptime
                accounts = [:]
                accountsDue = await setAccounts(&accounts, link)
                try await collect(&session, link, time)
                continue
            }
            let timer = try [session.nextStep(time), accountsDue].compactMap(\.self).min().map { due in
                try DescriptorWatcher.after(.milliseconds(max(due - time.uptime, 1))) { [wake] in wake.yield() }
            }
            _ = await events.next()
            timer?.cancel()
        }
    }

    /// Names all contents to the engine, drops those that nobody names, and cuts this device's log, and the engine's where it is long.
    private func collect(_ session: inout CarrierSession, _ link: CarrierLink, _ time: SessionTime) async throws {
        try await give(store.namedContents(), link)
        try await link.drop(unnamedFor: RunnerLimits.unnamedContentDays)
        let heads = session.heads
        _ = try await store.replicate { replica in
            try replica.collect(inEngine: heads, tail: CarrierLimits.tail, before: time.wall + Milliseconds(-CarrierLimits.age.count))
        }
        // Nothing is cut of an origin with few transactions, so they don't count.
        let cuttable = heads.reduce(0) { $0 + max($1.sequence - $1.floor - CarrierLimits.tail, 0) }
        if cuttable > RunnerLimits.longLog { session.trim(keeping: CarrierLimits.tail) }
    }

    // MARK: Accounts

    /// Lets a hub in, by an account of its own.
    /// - Throws: UNAVAILABLE without a connection; INVALID_ARGUMENT for a wrong verifier; the engine's errors.
    package func letIn(_ device: DeviceID, verifier: String) async throws {
        let (link, joining) = state.withLock { state in
            state.joining[device] = verifier
            return (state.status.isConnected ? state.link : nil, state.joining)
        }
        guard let link else {
            throw WidgetError(.unavailable, "the inviting hub isn't connected to the database, so it can open no account there; try again when it is")
        }
        try await link.set(store.hubVerifiers(joining: joining))
    }

    private func takeNewDevices() -> Bool {
        state.withLock { state in
            defer { state.hasNewDevices = false }
            return state.hasNewDevices
        }
    }

    /// Opens the accounts of the hubs that there are, and closes all others. Where it can't, the exchange goes on.
    /// - Parameter accounts: those that this connection has set.
    /// - Returns: the uptime at which to try it again. Nil: it succeeded.
    private func setAccounts(_ accounts: inout [HubAccount: String], _ link: CarrierLink) async -> Int64? {
        do {
            let verifiers = try store.hubVerifiers(joining: state.withLock { $0.joining })
            guard verifiers != accounts else { return nil }
            try await link.set(verifiers)
            accounts = verifiers
            return nil
        } catch {
            logger.error("the accounts of hubs couldn't be set, so one that is gone may still read the database", metadata: ["error": "\(error)"])
            return Uptime.now + RunnerLimits.accountsPause.count
        }
    }

    // MARK: Contents

    /// Archives and images that the engine has. Nothing comes without a connection: the caller asks again.
    package func contents(_ digests: [ContentDigest]) async -> [EngineContent] {
        guard let link = state.withLock({ $0.status.isConnected ? $0.link : nil }) else { return [] }
        do {
            return try await link.find(digests)
        } catch {
            logger.info("contents could not be read from the carrier", metadata: ["error": "\(error)"])
            return []
        }
    }

    /// Gives the engine the contents that it lacks and that are here. Large ones are fetched from hub to hub.
    private func give(_ digests: [ContentDigest], _ link: CarrierLink) async throws {
        for start in stride(from: 0, to: digests.count, by: RunnerLimits.contentsPerQuestion) {
            let part = Array(digests[start..<min(start + RunnerLimits.contentsPerQuestion, digests.count)])
            var (contents, bytes): ([EngineContent], Int) = ([], 0)
            for digest in try await link.lacking(part) {
                guard let content = try store.content(digest), content.data.count <= RunnerLimits.contentBytes else { continue }
                contents.append(content)
                bytes += content.data.count
                guard bytes >= RunnerLimits.contentBytes else { continue }
                try await link.keep(contents)
                (contents, bytes) = ([], 0)
            }
            if !contents.isEmpty { try await link.keep(contents) }
        }
    }

    // MARK: Failures

    /// Waits before the next attempt: 1 s at first, twice as long each time, and at most 5 minutes. The pause is shorter by a random part of its half, so that
    /// hubs don't come together.
    private func pause(after error: any Error, _ events: inout AsyncStream<Void>.Iterator) async throws {
        let (failures, suspendedUntil) = state.withLock { state in
            state.failures += 1
            return (state.failures, state.suspendedUntil)
        }
        let longest = min(RunnerLimits.firstPause.count << min(failures - 1, 20), RunnerLimits.longestPause.count)
        let pause = max(Int64.random(in: longest / 2...longest), suspendedUntil - Uptime.now)
        note(connected: false, error, next: now() + Milliseconds(pause))
        let end = Uptime.now + pause
        let timer = try DescriptorWatcher.after(.milliseconds(pause)) { [wake] in wake.yield() }
        while !isStopping, Uptime.now < end { _ = await events.next() }
        timer.cancel()
    }

    private func note(connected: Bool, _ error: (any Error)?, next: Timestamp? = nil) {
        let text = error.map { ($0 as? WidgetError)?.message ?? "\($0)" } ?? ""
        let isNew = state.withLock { state in
            defer {
                state.status.isConnected = connected
                state.status.lastError = text
                state.status.nextTryAt = next
            }
            return state.status.isConnected != connected || state.status.lastError != text
        }
        guard isNew else { return }
        if connected {
            logger.info("connected to the carrier")
        } else {
            logger.warning("the carrier can't be used; this device goes on, and tries again", metadata: ["error": "\(text)"])
        }
    }

    /// Logs each new reason for a wait once.
    private func note(_ lag: CarrierLag) {
        let isNew = state.withLock { state in
            defer { state.status.lag = lag }
            return state.status.lag.waits != lag.waits
        }
        if isNew, let reason = lag.waits { logger.warning("changes wait at the carrier", metadata: ["reason": "\(reason)"]) }
    }

    private func log(_ note: SessionNote) {
        switch note {
        case .live: logger.info("the carrier was met")
        case .fork(let origin, let last):
            logger.warning(
                "a device's store was copied or put back: its history is closed, and all that was written is kept",
                metadata: ["device": "\(origin.device.short)", "after": "\(last)"])
        case .held(let held):
            logger.warning("a change in the carrier is from the future, and waits: check the clocks", metadata: ["device": "\(held.origin.device.short)"])
        case .snapshotBegan: logger.info("everything is fetched from the carrier")
        case .snapshotEnded: logger.info("everything was fetched from the carrier")
        case .divergence: break
        }
    }
}
