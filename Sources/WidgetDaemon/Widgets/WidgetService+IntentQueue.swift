import WidgetCore
import WidgetPeers

// Intents that wait on this device for those that perform them.
extension WidgetService {
    func checkQueue(until date: Timestamp) throws(WidgetError) {
        let time = date - now()
        guard time > .zero else { throw .invalid("queue_until", "has passed") }
        guard time <= IntentLimits.queuesFor else { throw .invalid("queue_until", "is more than 24 hours from now, the limit") }
    }

    /// Keeps an intent for its device, durably.
    /// - Parameter error: why that device didn't perform it.
    /// - Throws: where it can't be kept: `error` where it may have been performed, so that nobody is told that nothing was done.
    func queue(_ receipt: IntentReceipt, until date: Timestamp, after error: WidgetError) async throws(WidgetError) -> PerformResult {
        if let there = receipts.queued(receipt.key) { return PerformResult(isRepeated: true, queuedUntil: there.expiresAt) }
        var receipt = receipt
        receipt.state = .queued
        receipt.expiresAt = date
        if error.isUnanswered { receipt.reason = Self.maybe }
        do throws(WidgetError) {
            guard receipts.queued.count < IntentLimits.queued else {
                throw WidgetError(
                    .resourceExhausted, "\(IntentLimits.queued) actions wait for their devices, the limit; `widgetctl intent cancel` takes one back")
            }
            try await write(receipt)
        } catch let full {
            throw error.isUnanswered ? error : full
        }
        // Its device may have come back while it was written.
        Task { await deliverQueued() }
        return PerformResult(isRepeated: false, queuedUntil: date)
    }

    /// Of what waits and was sent once already.
    private static let maybe = "it may have been performed already"

    /// A device is connected: what waits for it is done, and what was asked of it when the link broke is asked again.
    func connected() {
        connections.ring()
        contentsMayBeHere()
        Task { await deliverQueued() }
    }

    /// Tries what waits, and ends what has expired.
    func deliverQueued() async {
        armQueue()
        await withDiscardingTaskGroup { group in
            for device in Set(receipts.queued.compactMap(\.performer)) { group.addTask { await self.deliver(to: device) } }
        }
    }

    /// Tries what waits for a device, in the order in which it was tapped.
    func deliver(to device: DeviceID) async {
        guard !isStopping else { return }
        let task = deliveries.want(device) {
            Task {
                while deliveries.next(to: device), !isStopping { await deliverOnce(to: device) }
                armQueue()
            }
        }
        await task.value
    }

    private func deliverOnce(to device: DeviceID) async {
        for receipt in receipts.queued where receipt.performer == device {
            // One that nobody could be asked for holds up nothing but what was tapped on the same widget, which is the same.
            guard await deliver(receipt) || isGivenByNobody(receipt) else { return }
        }
    }

    /// Whether it is about a widget that no device gives just now.
    private func isGivenByNobody(_ receipt: IntentReceipt) -> Bool {
        guard performer(of: receipt) == nil, let widget = widgets[receipt.widget] else { return false }
        return !isGiven(widget.kind)
    }

    /// - Returns: false: it waits on, and so does what was tapped after it.
    private func deliver(_ waiting: IntentReceipt) async -> Bool {
        guard let receipt = receipts.own[waiting.id], receipt.state == .queued else { return true }
        guard delivering.insert(receipt.key).inserted else { return false }
        defer { delivering.remove(receipt.key) }
        guard let expiry = receipt.expiresAt, expiry > now() else {
            let what = receipt.reason.isEmpty ? "nothing was done" : receipt.reason
            await note(receipt.ended(WidgetError(.unavailable, "its device wasn't there in time; \(what)"), at: now()))
            return true
        }
        do {
            if let performer = performer(of: receipt) {
                guard devices.isConnected(performer) else { return false }
                try await send(receipt, to: performer)
            } else if isGivenByNobody(receipt) {
                return false
            } else {
                _ = try await perform(receipt.widget, action: receipt.action, key: receipt.key, value: receipt.value, caller: .foreground)
            }
            await forget(receipt)
            return true
        } catch {
            let error = error as? WidgetError ?? WidgetError(.internal, "\(error)")
            // Not there yet, or gone in the middle: the key makes one tap of it when it is back.
            guard error.code != .unavailable, !error.isUnanswered else { return false }
            await note(receipt.ended(error, at: now()))
            return true
        }
    }

    /// - Throws: UNAVAILABLE also where it couldn't be written that it was about to be sent.
    private func send(_ receipt: IntentReceipt, to performer: DeviceID) async throws {
        var sent = receipt
        (sent.performer, sent.reason) = (performer, Self.maybe)
        if sent != receipt {
            do throws(WidgetError) {
                try await write(sent)
            } catch {
                throw WidgetError(.unavailable, error.message, cause: error.cause)
            }
        }
        do throws(WidgetError) {
            // Not by what is shown here now: the entry that was tapped may be another one's by then.
            let (method, payload) = try PendingActions.Tap(receipt).request(of: receipt.target, key: receipt.key)
            _ = try await devices.ask(performer, method, payload)
        } catch {
            if error.code == .unavailable, sent != receipt, receipts.own[receipt.id] != nil { await note(receipt) }
            throw error
        }
    }

    /// The other device that performs what waits; nil: this one does by now, if any. What was sent to one may have been performed there, and no other knows its key.
    func performer(of receipt: IntentReceipt) -> DeviceID? {
        switch receipt.target {
        case .widget where receipt.reason != Self.maybe: widgets[receipt.widget].flatMap(remoteProvider)
        case .widget, .activity: receipt.performer
        }
    }

    /// Whether whoever it waits for is there, though it couldn't take it or doesn't give the widget just now.
    private func mayBeTaken(_ receipt: IntentReceipt) -> Bool {
        guard let device = isGivenByNobody(receipt) ? receipt.performer : performer(of: receipt) else { return true }
        return devices.isConnected(device)
    }

    private func armQueue() {
        queueTimer?.cancel()
        queueTimer = nil
        let queued = receipts.queued
        guard let first = queued.compactMap(\.expiresAt).min() else { return }
        // One that is over and still there couldn't be written.
        let wait = first - now()
        var pause: Duration = wait > .zero ? .milliseconds(wait.count) : DaemonLimits.queueRetry
        // Whoever is there and couldn't take it (it has just started, its disk is full) doesn't say when it can.
        if queued.contains(where: mayBeTaken) { pause = min(pause, DaemonLimits.queueRetry) }
        queueTimer = Task {
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            // In a task of its own, which the next timer doesn't cancel.
            Task { await deliverQueued() }
        }
    }

    /// Takes back what waits under a key.
    func cancelIntent(_ key: String) async throws(WidgetError) {
        guard let receipt = receipts.queued(key) else { throw WidgetError(.notFound, "key: nothing waits under '\(key.cut(toBytes: 64))' on this device") }
        guard delivering.insert(key).inserted else { throw WidgetError(.failedPrecondition, "key: its device is being asked for it just now") }
        defer {
            delivering.remove(key)
            // It may have held up what was tapped after it.
            Task { await deliverQueued() }
        }
        let reason = receipt.reason.isEmpty ? "it was taken back" : "it was taken back; \(receipt.reason)"
        try await write(receipt.ended(WidgetError(.cancelled, reason), at: now()))
    }
}
