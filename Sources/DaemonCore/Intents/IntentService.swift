package import WidgetCore
import WidgetProviders
package import WidgetStore

/// The result of an action.
package struct PerformResult: Sendable {
    package var isRepeated: Bool
    /// A URL that the client opens; empty: none.
    package var openURL = ""
    package var reload: ReloadReceipt?
    /// The action waits for its device until this date; nil: it was performed.
    package var queuedUntil: Timestamp?

    package init(isRepeated: Bool, openURL: String = "", reload: ReloadReceipt? = nil, queuedUntil: Timestamp? = nil) {
        (self.isRepeated, self.openURL, self.reload, self.queuedUntil) = (isRepeated, openURL, reload, queuedUntil)
    }
}

/// The result of an action, which must still be written.
package struct IntentEnd: Sendable {
    package var request: IntentRequest
    var receipt: IntentReceipt
    /// Nil: it was performed.
    package var error: WidgetError?
    package var date: Timestamp
    package var key: String { request.idempotencyKey }
    package var action: String { receipt.action }

    /// The caller's error if the result can't be written.
    func unrecorded(_ cause: WidgetError) -> WidgetError { error ?? cause.unrecorded("'\(action)'") }

    package func write(to transaction: inout StoreTransaction) throws {
        try transaction.finishIntent(key: key, error: error, at: date)
        try transaction.put(receipt)
    }
}

/// A service whose widgets or activities can be tapped.
package protocol IntentTargets: Sendable {
    /// Shows the taps on a widget or an activity.
    func showTaps(of id: WidgetID) async
}

/// The service of the widgets, which reload when an action of theirs ends.
package protocol WidgetIntentTargets: IntentTargets {
    /// Writes the result of an action in one commit with the reload that it asks for, and begins the reload.
    /// - Returns: the reload that was asked for, and the error if the result couldn't be written.
    func write(_ end: IntentEnd, caller: ReloadCaller) async -> (reload: ReloadReceipt?, failure: WidgetError?)
}

/// The parts that perform intents, for the services whose widgets and activities are tapped.
package struct Intents: Sendable {
    package let records: IntentRecords
    /// Performs the intents of this device's widgets and activities.
    package let local: IntentService
    /// Has other devices perform the intents of theirs.
    package let remote: RemoteIntents

    package init(records: IntentRecords, local: IntentService, remote: RemoteIntents) { (self.records, self.local, self.remote) = (records, local, remote) }
}

/// Performs the intents of this device's widgets and activities, each at most once for its idempotency key.
///
/// An intent is on disk before it is performed. Its result is written in one commit with the reload that it asks for.
package actor IntentService {
    /// An action that is being performed.
    private struct Running {
        var widget: WidgetID
        var action: String
        var task: Task<PerformResult, any Error>
    }

    /// The services that show taps and write results.
    package struct Targets {
        package var widgets: any WidgetIntentTargets
        package var activities: any IntentTargets

        package init(widgets: any WidgetIntentTargets, activities: any IntentTargets) { (self.widgets, self.activities) = (widgets, activities) }

        subscript(target: IntentReceipt.Target) -> any IntentTargets {
            switch target {
            case .widget: widgets
            case .activity: activities
            }
        }
    }

    private let store: WidgetStore
    private let records: IntentRecords
    private let journal: DecisionJournal
    private let providers: ProviderRegistry
    private let runtime: DaemonRuntime
    private var random: any RandomNumberGenerator & Sendable
    private var targets: Targets?
    /// By idempotency key.
    private var running: [String: Running] = [:]
    /// Results that couldn't be written, by idempotency key: the journal writes them with the next commit.
    private var unwritten: [String: IntentEnd] = [:]

    package init(store: WidgetStore, records: IntentRecords, journal: DecisionJournal, providers: ProviderRegistry, runtime: DaemonRuntime) {
        self.store = store
        self.records = records
        self.journal = journal
        self.providers = providers
        self.runtime = runtime
        random = runtime.random
    }

    /// Begins to perform intents.
    package func start(_ targets: Targets) { self.targets = targets }

    /// Shows an activity's taps after other devices' receipts have changed.
    package func showTaps(ofActivity id: ActivityID) async { await targets?.activities.showTaps(of: id) }

    /// Waits for the actions that are being performed.
    package func finish() async {
        for action in running.values { _ = await action.task.result }
    }

    /// The result of an action by its key, even if another entry is shown by now. Nil: the key isn't known here, and the action must be performed.
    /// - Throws: the error of the action; ABORTED if the action was interrupted; INVALID_ARGUMENT if the key belongs to another action.
    package func outcome(of key: String, _ id: WidgetID, action: String) async throws -> PerformResult? {
        guard !key.isEmpty else { return nil }
        if let running = running[key], running.widget == id, running.action == action {
            var result = try await running.task.value
            result.isRepeated = true
            return result
        }
        if let end = unwritten[key], end.request.widget == id, end.action == action { return try await write(end) }
        switch try store.intent(key: key, widget: id, action: action) {
        case .new: return nil
        case .running: throw Self.interruptedBefore
        case .done(let error?): throw error
        case .done(nil): return PerformResult(isRepeated: true)
        }
    }

    private static let interruptedBefore = WidgetError(
        .aborted, "an action with this idempotency key was interrupted; it may have been performed and is not repeated; use a new key")

    /// Performs an intent in a provider of this device, at most once for its key.
    /// - Parameter asker: the device on which it was tapped, if not this one.
    /// - Throws: INVALID_ARGUMENT if the key belongs to another action; ABORTED if an earlier try was interrupted; the provider's error; DATA_LOSS if it was
    ///   performed but that can't be recorded.
    package func perform(
        _ request: IntentRequest, of target: IntentReceipt.Target, action: String, caller: ReloadCaller, asker: DeviceID? = nil
    ) async throws -> PerformResult {
        let key = request.idempotencyKey
        if let running = running[key] {
            guard running.widget == request.widget, running.action == action else {
                throw WidgetError.invalid("idempotency_key", "it belongs to another action, which is being performed; use a key of its own for each")
            }
            var result = try await running.task.value
            result.isRepeated = true
            return result
        }
        // A separate task: a client that goes away must not cancel an action that has begun.
        let task = Task { try await performOnce(request, of: target, action: action, caller: caller, asker: asker) }
        running[key] = Running(widget: request.widget, action: action, task: task)
        defer { running[key] = nil }
        return try await task.value
    }

    private func performOnce(
        _ request: IntentRequest, of target: IntentReceipt.Target, action: String, caller: ReloadCaller, asker: DeviceID?
    ) async throws -> PerformResult {
        guard let targets else { throw WidgetError(.unavailable, "the daemon starts; try again") }
        let key = request.idempotencyKey
        if let end = unwritten[key], end.request.widget == request.widget, end.action == action { return try await write(end) }
        let began = runtime.now()
        let receipt = IntentReceipt(
            id: WidgetID(date: began, using: &random), key: key, target: target, widget: request.widget, action: action, value: request.value,
            askedBy: asker, startedAt: began)
        switch try await begin(receipt) {
        case .new: break
        case .running: throw Self.interruptedBefore
        case .done(let error?): throw error
        case .done(nil): return PerformResult(isRepeated: true)
        }
        records.begin(PendingActions.Tap(receipt), key: key)
        let service = targets[target]
        showSoon(request.widget, service)
        let failure = await result(of: request, target, caller)
        let date = runtime.now()
        let end = IntentEnd(request: request, receipt: receipt.ended(failure, at: date), error: failure, date: date)
        let (reload, unwritten) =
            switch target {
            case .widget: await targets.widgets.write(end, caller: caller)
            // The provider draws the activity again, so no reload is asked for.
            case .activity: (nil, await writeAlone(end))
            }
        if let unwritten {
            runtime.logger.error(
                "an action was performed and its end could not be written", metadata: ["widget": "\(request.widget)", "error": "\(unwritten)"])
            keep(end)
        } else {
            records.put(end.receipt)
        }
        await service.showTaps(of: request.widget)
        if let failure = failure ?? unwritten.map(end.unrecorded) { throw failure }
        return PerformResult(isRepeated: false, reload: reload)
    }

    /// Writes that an intent is about to be performed, if its key is new.
    private func begin(_ receipt: IntentReceipt) async throws(WidgetError) -> IntentState {
        let oldest = records.oldest
        do throws(WidgetError) {
            let state = try await store.write { transaction in
                let state = try transaction.beginIntent(key: receipt.key, widget: receipt.widget, action: receipt.action, at: receipt.startedAt)
                guard state == .new else { return state }
                try transaction.put(receipt)
                for id in oldest { try transaction.removeReceipt(id) }
                return state
            }
            if state == .new { records.put(receipt, removing: oldest) }
            return state
        } catch {
            // A known result can be returned although the store can't be written.
            let state = try store.intent(key: receipt.key, widget: receipt.widget, action: receipt.action)
            guard state != .new else { throw error }
            return state
        }
    }

    /// - Returns: the error of the provider; nil: it performed the intent.
    private func result(of request: IntentRequest, _ target: IntentReceipt.Target, _ caller: ReloadCaller) async -> WidgetError? {
        let catalog = providers.catalog
        let host =
            switch target {
            case .widget: catalog.host(ofKind: request.kind)
            case .activity: catalog.host(ofActivity: request.kind)
            }
        guard let host else {
            return WidgetError(.failedPrecondition, "the provider of '\(request.kind)' isn't installed, so its action can't be performed")
        }
        do throws(WidgetError) {
            try await host.serve(isForUser: caller != .background) { () throws(WidgetError) in try await host.perform(request) }
            return nil
        } catch {
            // UNAVAILABLE would mean that nothing was done, which isn't known of a provider that failed.
            return error.code == .unavailable ? WidgetError(.unknown, error.message, cause: error.cause) : error
        }
    }

    /// Shows the tap one turn of the event loop later, so that the request to the provider goes out first: showing takes about as long.
    private func showSoon(_ id: WidgetID, _ service: any IntentTargets) {
        Task {
            await EventLoopYield.pass()
            await service.showTaps(of: id)
        }
    }

    private func writeAlone(_ end: IntentEnd) async -> WidgetError? {
        var failure: WidgetError?
        do throws(WidgetError) {
            try await journal.write { try end.write(to: &$0) }
        } catch {
            failure = error
        }
        if end.error == nil { records.confirm(end.key) } else { records.fail(end.key) }
        return failure
    }

    // MARK: Ends that couldn't be written

    private func keep(_ end: IntentEnd) {
        let write = DecisionJournal.RetriedWrite { transaction in
            try end.write(to: &transaction)
        } written: {
            Task { await self.isWritten(end) }
        }
        if journal.retry(write, key: end.key) { unwritten[end.key] = end }
    }

    private func isWritten(_ end: IntentEnd) {
        records.put(end.receipt)
        unwritten[end.key] = nil
    }

    /// Writes the result of an action that was performed while the store couldn't be written, and answers as for a repeated key.
    private func write(_ end: IntentEnd) async throws(WidgetError) -> PerformResult {
        do throws(WidgetError) {
            try await store.write { try end.write(to: &$0) }
        } catch {
            throw end.unrecorded(error)
        }
        journal.cancelRetry(end.key)
        isWritten(end)
        if let error = end.error { throw error }
        return PerformResult(isRepeated: true)
    }
}

extension WidgetError {
    /// The caller's error for an action that was performed, but whose result couldn't be written because of this error. It must not say that the action wasn't
    /// performed: the caller would perform it again.
    /// - Parameter action: as a user reads it.
    package func unrecorded(_ action: String) -> WidgetError {
        // The store's own advice is to try again, which would be wrong here.
        let reason = code == .resourceExhausted ? "the store's disk is full" : "the store can't be written"
        let advice = "don't perform it again: its idempotency key isn't repeated, but another one would be; `widgetctl status` says more"
        return WidgetError(.dataLoss, "\(action) was performed, but that could not be recorded: \(reason); \(advice)", cause: message)
    }
}
