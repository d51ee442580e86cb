import WidgetAPI
package import WidgetCore
import WidgetPeers

/// The service of the widgets, as ``RemoteIntents`` needs it.
package protocol WidgetProviding: Sendable {
    /// The device that provides a widget.
    func provider(of id: WidgetID) async -> WidgetProvider
    /// Performs an action of a widget that this device provides.
    func perform(_ id: WidgetID, action: String, key: String, value: Bool?, caller: ReloadCaller, asker: DeviceID?, queueUntil: Timestamp?) async throws
        -> PerformResult
    /// The name of a device, as the user knows it.
    func name(of device: DeviceID) async -> String
}

/// The provider of a widget.
package enum WidgetProvider: Sendable, Equatable {
    case here
    case remote(DeviceID)
    /// No device provides its kind at the moment.
    case nobody
    case removed
}

/// Has intents performed by the devices that provide a widget or own an activity. If a client asks for it, an intent waits on this device's disk until its
/// device is connected.
package actor RemoteIntents {
    private let records: IntentRecords
    private let devices: any RemoteDevices
    private let runtime: DaemonRuntime
    private var random: any RandomNumberGenerator & Sendable
    private var widgets: (any WidgetProviding)?
    private var targets: IntentService.Targets?
    private var deliveries = DeliveryScheduler()
    /// The keys of the intents that are just being delivered or cancelled.
    private var delivering: Set<String> = []
    /// Fires when the first intent expires or is tried again.
    private var timer: Task<Void, Never>?
    private var expirations: Task<Void, Never>?
    private var isStopping = false
    /// No other link comes: a request whose answer is missing isn't sent again.
    private var isDraining = false
    /// Rings when a device is connected.
    private let connections = AsyncSignal()

    /// The reason of an intent that waits and was sent once already.
    private static let maybe = "it may have been performed already"

    package init(records: IntentRecords, devices: any RemoteDevices, runtime: DaemonRuntime) {
        self.records = records
        self.devices = devices
        self.runtime = runtime
        random = runtime.random
    }

    /// Begins to deliver the intents that wait.
    package func start(widgets: any WidgetProviding, targets: IntentService.Targets) {
        (self.widgets, self.targets) = (widgets, targets)
        expirations = Task { [records] in for await (id, target) in records.expired { await targets[target].showTaps(of: id) } }
        records.forgetAnswered()
        Task { await deliverQueued() }
    }

    /// The daemon is about to stop, and its links end: whoever waits for an answer over another link is told that the result is unknown.
    package func drain() {
        isDraining = true
        connections.signal()
    }

    /// No delivery begins any more.
    package func stop() {
        isStopping = true
        timer?.cancel()
        expirations?.cancel()
    }

    // MARK: Performing

    /// Has an action performed by the device that provides the widget or owns the activity, under the same key.
    /// - Parameter queueUntil: the action may wait for that device until this date; nil: it may not wait.
    /// - Throws: INVALID_ARGUMENT for a date that has passed or is too far; UNAVAILABLE if the device isn't connected and the action may not wait; ABORTED if
    ///   the result is unknown; RESOURCE_EXHAUSTED if too many wait; the device's own errors.
    package func perform(
        _ tap: PendingActions.Tap, of target: IntentReceipt.Target, key: String, on device: DeviceID, queueUntil: Timestamp?
    ) async throws(WidgetError) -> PerformResult {
        if let queueUntil { try check(queueUntil) }
        records.begin(tap, key: key)
        Task {
            // The tap is shown one turn of the event loop later, so that the request to the device goes out first.
            await EventLoopYield.pass()
            await show(tap.widget, target)
        }
        // Earlier taps are done first.
        if await isBehindOthers(tap, key, on: device) { await deliver(to: device) }
        let result: PerformResult
        do throws(WidgetError) {
            result = try await ask(tap, target, key, device, isPatient: queueUntil == nil)
        } catch {
            records.fail(key)
            await show(tap.widget, target)
            // The key prevents that the tap is performed twice, even if the link broke and the device may have performed it.
            if let queueUntil, error.code == .unavailable || error.isUnanswered {
                return try await queue(receipt(of: tap, target, key: key, for: device), until: queueUntil, after: error)
            }
            guard error.code == .unavailable else { throw error.isUnanswered ? error.advisingRetry(key: key) : error }
            // An intent that waits already goes on waiting.
            if records.receipts.queued(key) == nil { await records.note(receipt(of: tap, target, key: key, for: device).ended(error, at: runtime.now())) }
            throw error
        }
        if result.isRepeated || !result.openURL.isEmpty {
            // No new entry follows.
            records.fail(key)
            await show(tap.widget, target)
        } else {
            records.confirm(key)
        }
        if let queued = records.receipts.queued(key) { await records.remove(queued) }
        return result
    }

    private func ask(
        _ tap: PendingActions.Tap, _ target: IntentReceipt.Target, _ key: String, _ device: DeviceID, isPatient: Bool
    ) async throws(WidgetError) -> PerformResult {
        if await isBehindOthers(tap, key, on: device) {
            let name = await name(of: device)
            throw WidgetError(.unavailable, "an earlier tap still waits for the device '\(name)' and must come first; try again later")
        }
        let (method, payload) = try tap.request(of: target, key: key)
        // If the intent may wait for its device, it isn't asked again here.
        let (answer, isAskedAgain) =
            if isPatient { try await ask(device, method, payload) } else { (try await devices.ask(device, method, payload), false) }
        do {
            var result = try PerformResult(of: target, answer)
            // The earlier request was for the same tap.
            if isAskedAgain { result.isRepeated = false }
            return result
        } catch {
            let name = await name(of: device)
            throw WidgetError(.internal, "the device '\(name)' gave an answer that can't be read", cause: "\(error)")
        }
    }

    /// Sends a request with an idempotency key to a device, and sends it again if the link broke before the answer came. The key prevents that it is performed
    /// twice.
    /// - Returns: the answer, and whether it may belong to an earlier try.
    /// - Throws: UNAVAILABLE if the device isn't connected and nothing was sent; ABORTED if the result is unknown; the device's own errors.
    package func ask(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> (answer: [UInt8], isAskedAgain: Bool) {
        var end = runtime.now() + DaemonCoreLimits.answerPatience
        var unknown: WidgetError?
        while true {
            let generation = connections.generation
            do throws(WidgetError) {
                return (try await devices.ask(device, method, payload), unknown != nil)
            } catch {
                guard error.isUnanswered || error.code == .unavailable && unknown != nil else { throw error }
                if unknown == nil { end = min(end, runtime.now() + DaemonCoreLimits.reconnectPatience) }
                if error.isUnanswered { unknown = error }
                let rest = end - runtime.now()
                guard rest > .zero, !isStopping, !isDraining, !Task.isCancelled else { throw unknown ?? error }
                if !error.isOverdue { await connections.next(after: generation, within: .milliseconds(rest.count), on: runtime.clock) }
            }
        }
    }

    /// Whether an earlier tap on the same widget or activity still waits for this device. An intent that was sent to another device, which provided the widget
    /// then, stays with that device.
    private func isBehindOthers(_ tap: PendingActions.Tap, _ key: String, on device: DeviceID) async -> Bool {
        // It is this intent's turn: it is being delivered.
        guard !delivering.contains(key) else { return false }
        let receipts = records.receipts
        let own = receipts.queued(key)?.id
        for waiting in receipts.queued where waiting.widget == tap.widget && waiting.key != key && own.map({ waiting.id < $0 }) != false {
            if await performer(of: waiting) == device { return true }
        }
        return false
    }

    private func show(_ id: WidgetID, _ target: IntentReceipt.Target) async { await targets?[target].showTaps(of: id) }

    private func name(of device: DeviceID) async -> String { await widgets?.name(of: device) ?? device.short }

    private func receipt(of tap: PendingActions.Tap, _ target: IntentReceipt.Target, key: String, for device: DeviceID) -> IntentReceipt {
        let date = runtime.now()
        return IntentReceipt(
            id: WidgetID(date: date, using: &random), key: key, target: target, widget: tap.widget, action: tap.action, value: tap.value, performer: device,
            startedAt: date)
    }

    // MARK: Waiting

    private func check(_ date: Timestamp) throws(WidgetError) {
        let time = date - runtime.now()
        guard time > .zero else { throw .invalid("queue_until", "has passed") }
        guard time <= IntentLimits.queueDuration else { throw .invalid("queue_until", "is more than 24 hours from now, the limit") }
    }

    /// Keeps an intent for its device, durably.
    /// - Parameter error: the reason why that device didn't perform it.
    /// - Throws: RESOURCE_EXHAUSTED or the store's error if the intent can't be kept. If it may have been performed, `error` instead, which doesn't claim that
    ///   nothing was done.
    private func queue(_ receipt: IntentReceipt, until date: Timestamp, after error: WidgetError) async throws(WidgetError) -> PerformResult {
        if let there = records.receipts.queued(receipt.key) { return PerformResult(isRepeated: true, queuedUntil: there.expiresAt) }
        var receipt = receipt
        receipt.state = .queued
        receipt.expiresAt = date
        if error.isUnanswered { receipt.reason = Self.maybe }
        do throws(WidgetError) {
            guard records.receipts.queued.count < IntentLimits.queued else {
                throw WidgetError(
                    .resourceExhausted, "\(IntentLimits.queued) actions wait for their devices, the limit; `widgetctl intent cancel` takes one back")
            }
            try await records.write(receipt)
        } catch let full {
            throw error.isUnanswered ? error : full
        }
        // The device may have been connected meanwhile.
        Task { await deliverQueued() }
        return PerformResult(isRepeated: false, queuedUntil: date)
    }

    /// Cancels the intent that waits under a key.
    /// - Throws: NOT_FOUND if nothing waits under the key, FAILED_PRECONDITION if the intent is just being delivered; else the store's error.
    package func cancel(_ key: String) async throws(WidgetError) {
        guard let receipt = records.receipts.queued(key) else {
            throw WidgetError(.notFound, "key: nothing waits under '\(key.cut(toBytes: 64))' on this device")
        }
        guard delivering.insert(key).inserted else { throw WidgetError(.failedPrecondition, "key: its device is being asked for it just now") }
        defer {
            delivering.remove(key)
            // Later taps may have waited for this one.
            Task { await deliverQueued() }
        }
        let reason = receipt.reason.isEmpty ? "it was taken back" : "it was taken back; \(receipt.reason)"
        try await records.write(receipt.ended(WidgetError(.cancelled, reason), at: runtime.now()))
    }

    // MARK: Delivering

    /// A device is connected: waiting intents are delivered, and requests whose link broke are sent again.
    package func connected() {
        connections.signal()
        Task { await deliverQueued() }
    }

    /// Tries to deliver the intents that wait, and ends those that have expired.
    func deliverQueued() async {
        await armTimer()
        await withDiscardingTaskGroup { group in
            for device in Set(records.receipts.queued.compactMap(\.performer)) { group.addTask { await self.deliver(to: device) } }
        }
    }

    /// Tries to deliver the intents that wait for a device, in the order of the taps.
    private func deliver(to device: DeviceID) async {
        guard !isStopping else { return }
        let task = deliveries.want(device) {
            Task {
                while deliveries.next(to: device), !isStopping { await deliverOnce(to: device) }
                await armTimer()
            }
        }
        await task.value
    }

    private func deliverOnce(to device: DeviceID) async {
        for receipt in records.receipts.queued where receipt.performer == device {
            if await deliver(receipt) { continue }
            // An intent without a provider only holds up later ones on the same widget, which have none either.
            guard await hasNoProvider(receipt) else { return }
        }
    }

    /// - Returns: false: this intent and the later ones go on waiting.
    private func deliver(_ waiting: IntentReceipt) async -> Bool {
        guard let receipt = records.receipts.own[waiting.id], receipt.state == .queued else { return true }
        guard delivering.insert(receipt.key).inserted else { return false }
        defer { delivering.remove(receipt.key) }
        guard let expiry = receipt.expiresAt, expiry > runtime.now() else {
            let what = receipt.reason.isEmpty ? "nothing was done" : receipt.reason
            await records.note(receipt.ended(WidgetError(.unavailable, "its device wasn't there in time; \(what)"), at: runtime.now()))
            return true
        }
        do {
            if let performer = await performer(of: receipt) {
                guard devices.isConnected(performer) else { return false }
                try await send(receipt, to: performer)
            } else if await hasNoProvider(receipt) {
                return false
            } else {
                _ = try await widgets?.perform(
                    receipt.widget, action: receipt.action, key: receipt.key, value: receipt.value, caller: .foreground, asker: nil, queueUntil: nil)
            }
            await records.remove(receipt)
            return true
        } catch {
            let error = error as? WidgetError ?? WidgetError(.internal, "\(error)")
            // The device isn't connected, or went away meanwhile. It is asked again later; the key prevents that the tap is performed twice.
            guard error.code != .unavailable, !error.isUnanswered else { return false }
            await records.note(receipt.ended(error, at: runtime.now()))
            return true
        }
    }

    /// - Throws: UNAVAILABLE also if the note that it is about to be sent couldn't be written; else the device's error.
    private func send(_ receipt: IntentReceipt, to performer: DeviceID) async throws(WidgetError) {
        var sent = receipt
        (sent.performer, sent.reason) = (performer, Self.maybe)
        if sent != receipt {
            do throws(WidgetError) {
                try await records.write(sent)
            } catch {
                throw WidgetError(.unavailable, error.message, cause: error.cause)
            }
        }
        do throws(WidgetError) {
            // The request is built from the receipt, not from the entry that is shown now: that may be a later one.
            let (method, payload) = try PendingActions.Tap(receipt).request(of: receipt.target, key: receipt.key)
            _ = try await devices.ask(performer, method, payload)
        } catch {
            if error.code == .unavailable, sent != receipt, records.receipts.own[receipt.id] != nil { await records.note(receipt) }
            throw error
        }
    }

    /// The other device that performs a waiting intent; nil: this device does, or none. An intent that was sent already stays with its device: it may have been
    /// performed there, and no other device knows its key.
    private func performer(of receipt: IntentReceipt) async -> DeviceID? {
        guard receipt.target == .widget, receipt.reason != Self.maybe else { return receipt.performer }
        guard case .remote(let device) = await widgets?.provider(of: receipt.widget) else { return nil }
        return device
    }

    /// Whether the intent is about a widget that no device provides at the moment.
    private func hasNoProvider(_ receipt: IntentReceipt) async -> Bool {
        guard await performer(of: receipt) == nil else { return false }
        return await widgets?.provider(of: receipt.widget) == .nobody
    }

    /// Whether the device for which an intent waits is connected, although it couldn't take the intent or doesn't provide the widget at the moment.
    private func mayBeTaken(_ receipt: IntentReceipt) async -> Bool {
        let device = await hasNoProvider(receipt) ? receipt.performer : await performer(of: receipt)
        return device.map(devices.isConnected) ?? true
    }

    private func armTimer() async {
        let queued = records.receipts.queued
        var mayBeTaken = false
        for receipt in queued where !mayBeTaken { mayBeTaken = await self.mayBeTaken(receipt) }
        timer?.cancel()
        timer = nil
        guard !isStopping, let first = queued.compactMap(\.expiresAt).min() else { return }
        // An intent that has expired and is still here couldn't be written.
        let wait = first - runtime.now()
        var pause: Duration = wait > .zero ? .milliseconds(wait.count) : DaemonCoreLimits.queueRetry
        // A connected device that couldn't take an intent (it has just started, or its disk is full) doesn't report when it can.
        if mayBeTaken { pause = min(pause, DaemonCoreLimits.queueRetry) }
        timer = Task {
            guard (try? await runtime.clock.sleep(for: pause)) != nil else { return }
            // This is a separate task, which the next timer doesn't cancel.
            Task { await deliverQueued() }
        }
    }
}
