import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

// Intents that another device performs: asked for over the link, shown at once, and kept until that device is there where that is wanted.
extension WidgetService {
    /// Has an action performed by the device that gives the widget or owns the activity, under the same key.
    func perform(
        _ tap: TapBook.Tap, of target: IntentReceipt.Target, key: String, on device: DeviceID, queueUntil: Timestamp?
    ) async throws(WidgetError) -> PerformResult {
        if let queueUntil { try checkQueue(until: queueUntil) }
        taps.begin(tap, key: key)
        showTaps(of: tap.widget, target)
        let result: PerformResult
        do throws(WidgetError) {
            let (method, payload) = try tap.request(of: target, key: key)
            // One that may wait for its device needn't be waited for.
            let answer = if queueUntil == nil { try await askForIntent(device, method, payload) } else { try await askDevice(device, method, payload) }
            do {
                result = try PerformResult(of: target, answer)
            } catch {
                throw WidgetError(.internal, "the device '\(peers.name(of: device))' gave an answer that can't be read", cause: "\(error)")
            }
        } catch {
            taps.fail(key)
            showTaps(of: tap.widget, target)
            // The key makes one tap of it, also where the link broke and the device may have performed it.
            if let queueUntil, error.code == .unavailable || error.isUnanswered {
                return try await queue(receipt(of: tap, target, key: key, for: device), until: queueUntil, wasSent: error.isUnanswered)
            }
            guard error.code == .unavailable else { throw error }
            // One that waits already waits on.
            if receipts.queued(key) == nil { await note(receipt(of: tap, target, key: key, for: device).ended(error, at: now())) }
            throw error
        }
        if result.isRepeated || !result.openURL.isEmpty {
            // No new entry follows.
            taps.fail(key)
            showTaps(of: tap.widget, target)
        } else {
            taps.confirm(key)
        }
        if let queued = receipts.queued(key) { await forget(queued) }
        return result
    }

    /// Asks, and asks again when the link broke before the answer came: the key makes one tap of it.
    /// - Throws: UNAVAILABLE where nothing was asked, as the device isn't connected; ABORTED where it isn't known what became of it.
    func askForIntent(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        var end = now() + DaemonLimits.answerPatience
        var unknown: WidgetError?
        while true {
            let generation = connections.generation
            do throws(WidgetError) {
                return try await askDevice(device, method, payload)
            } catch {
                guard error.isUnanswered || error.code == .unavailable && unknown != nil else { throw error }
                if unknown == nil { end = min(end, now() + DaemonLimits.reconnectPatience) }
                if error.isUnanswered { unknown = error }
                let rest = end - now()
                guard rest > .zero, !isStopping, !Task.isCancelled else { throw unknown ?? error }
                if error != .unanswered { await connections.next(after: generation, within: .milliseconds(rest.count), on: clock) }
            }
        }
    }

    // MARK: Waiting for a device

    private func checkQueue(until date: Timestamp) throws(WidgetError) {
        let time = date - now()
        guard time > .zero else { throw .invalid("queue_until", "has passed") }
        guard time <= IntentLimits.queuesFor else { throw .invalid("queue_until", "is more than 24 hours from now, the limit") }
    }

    private func queue(_ receipt: IntentReceipt, until date: Timestamp, wasSent: Bool) async throws(WidgetError) -> PerformResult {
        if let there = receipts.queued(receipt.key) { return PerformResult(isRepeated: true, queuedUntil: there.expiresAt) }
        guard receipts.queued.count < IntentLimits.queued else {
            throw WidgetError(
                .resourceExhausted, "\(IntentLimits.queued) actions wait for their devices, the limit; `widgetctl intent cancel` takes one back")
        }
        var receipt = receipt
        receipt.state = .queued
        receipt.expiresAt = date
        if wasSent { receipt.reason = Self.maybe }
        try await write(receipt)
        // Its device may have come back while it was written.
        Task { await deliverQueued() }
        return PerformResult(isRepeated: false, queuedUntil: date)
    }

    /// Of what waits and was sent once already.
    private static let maybe = "it may have been performed already"

    private func receipt(of tap: TapBook.Tap, _ target: IntentReceipt.Target, key: String, for device: DeviceID) -> IntentReceipt {
        let date = now()
        return IntentReceipt(
            id: WidgetID(date: date, using: &random), key: key, target: target, widget: tap.widget, action: tap.action, value: tap.value, performer: device,
            startedAt: date)
    }

    /// A device is connected: what waits for it is done, and what was asked of it when the link broke is asked again.
    func connected() {
        connections.ring()
        contentsMayBeHere()
        Task { await deliverQueued() }
    }

    /// Tries what waits, in the order in which it was tapped, and ends what has expired.
    func deliverQueued() async {
        guard !isStopping else { return }
        guard !isDelivering else { return mustDeliverAgain = true }
        isDelivering = true
        repeat {
            mustDeliverAgain = false
            for receipt in receipts.queued {
                guard let waiting = receipts.own[receipt.id], waiting.state == .queued else { continue }
                delivering = waiting.key
                await deliver(waiting)
                delivering = nil
            }
        } while mustDeliverAgain && !isStopping
        isDelivering = false
        armQueue()
    }

    private func deliver(_ receipt: IntentReceipt) async {
        guard let expiry = receipt.expiresAt, expiry > now() else {
            let what = receipt.reason.isEmpty ? "nothing was done" : receipt.reason
            return await note(receipt.ended(WidgetError(.unavailable, "its device wasn't there in time; \(what)"), at: now()))
        }
        do {
            if let performer = performer(of: receipt) {
                // Not by what is shown here now: the entry that was tapped may be another one's by then.
                let (method, payload) = try TapBook.Tap(receipt).request(of: receipt.target, key: receipt.key)
                _ = try await askDevice(performer, method, payload)
            } else {
                _ = try await perform(receipt.widget, action: receipt.action, key: receipt.key, value: receipt.value, caller: .foreground)
            }
            await forget(receipt)
        } catch {
            let error = error as? WidgetError ?? WidgetError(.internal, "\(error)")
            // Not there yet, or gone in the middle: the key makes one tap of it when it is back.
            if error.code == .unavailable { return }
            guard error.isUnanswered else { return await note(receipt.ended(error, at: now())) }
            guard receipt.reason.isEmpty else { return }
            var sent = receipt
            sent.reason = Self.maybe
            await note(sent)
        }
    }

    /// The other device that performs what waits; nil: this one does by now.
    private func performer(of receipt: IntentReceipt) -> DeviceID? {
        switch receipt.target {
        case .widget: widgets[receipt.widget].flatMap(giverElsewhere)
        case .activity: receipt.performer
        }
    }

    private func armQueue() {
        queueTimer?.cancel()
        queueTimer = nil
        guard let first = receipts.queued.compactMap(\.expiresAt).min() else { return }
        // One that is over and still there couldn't be written.
        let wait = first - now()
        let pause: Duration = wait > .zero ? .milliseconds(wait.count) : DaemonLimits.activityRetry
        queueTimer = Task {
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            // In a task of its own, which the next timer doesn't cancel.
            Task { await deliverQueued() }
        }
    }

    /// Takes back what waits under a key.
    func cancelIntent(_ key: String) async throws(WidgetError) {
        guard let receipt = receipts.queued(key) else { throw WidgetError(.notFound, "key: nothing waits under '\(key.cut(toBytes: 64))' on this device") }
        guard delivering != key else { throw WidgetError(.failedPrecondition, "key: its device is being asked for it just now") }
        let reason = receipt.reason.isEmpty ? "it was taken back" : "it was taken back; \(receipt.reason)"
        try await write(receipt.ended(WidgetError(.cancelled, reason), at: now()))
        armQueue()
    }

    // MARK: Receipts

    private func write(_ receipt: IntentReceipt) async throws(WidgetError) {
        let oldest = receipts.own[receipt.id] == nil ? receipts.oldest() : []
        try await store.write { transaction in
            try transaction.put(receipt)
            for id in oldest { try transaction.removeReceipt(id) }
        }
        for id in oldest { receipts.remove(id) }
        receipts.put(receipt)
    }

    /// Keeps what somebody may want to know, where the disk takes it.
    private func note(_ receipt: IntentReceipt) async {
        do throws(WidgetError) {
            try await write(receipt)
        } catch {
            logger.error("what became of an action couldn't be written", metadata: ["widget": "\(receipt.widget)", "error": "\(error)"])
        }
    }

    /// It isn't kept here any more: the device that performed it keeps its own.
    private func forget(_ receipt: IntentReceipt) async {
        guard receipts.own[receipt.id] != nil else { return }
        do throws(WidgetError) {
            try await store.write { try $0.removeReceipt(receipt.id) }
            receipts.remove(receipt.id)
        } catch {
            logger.error("an action that waited was performed, and that couldn't be written", metadata: ["widget": "\(receipt.widget)", "error": "\(error)"])
        }
    }

    /// Takes over what other devices' receipts have become: surfaces here show what is tapped there.
    func takeReceipts(_ changed: [WidgetID: IntentReceipt?], of device: DeviceID, isWhole: Bool) {
        var shown: [WidgetID: IntentReceipt.Target] = [:]
        for (before, after) in receipts.take(changed, of: device, isWhole: isWhole) {
            guard let receipt = after ?? before, receipt.target == .activity || widgets[receipt.widget] != nil else { continue }
            switch after?.state {
            case .pending:
                taps.begin(TapBook.Tap(receipt), key: receipt.key)
                expire(receipt)
            case .confirmed: taps.confirm(receipt.key)
            case .reverted, .queued, nil: taps.fail(receipt.key)
            }
            shown[receipt.widget] = receipt.target
        }
        for (id, target) in shown { showTaps(of: id, target) }
    }

    /// A device that went away in the middle of an action says nothing of its end: it isn't shown for longer than one takes.
    private func expire(_ receipt: IntentReceipt) {
        Task {
            guard (try? await clock.sleep(for: DaemonLimits.tapPatience)) != nil else { return }
            taps.fail(receipt.key)
            showTaps(of: receipt.widget, receipt.target)
        }
    }

    /// What became of intents on all devices, the newest first.
    /// - Parameter widget: nil: of all.
    func intentLog(of widget: WidgetID?, limit: Int) -> [ProtoIntentRecord] {
        let members = Set(peers.devices.filter(\.isMember).map(\.id))
        return receipts.log(of: widget, me: peers.me, members: members).prefix(limit).map { device, receipt in
            .with {
                $0.key = receipt.key
                $0.targetID = receipt.widget.description
                if let widget = widgets[receipt.widget] {
                    $0.target = .widget
                    $0.targetName = widget.name.isEmpty ? description(of: widget.kind)?.displayName ?? widget.kind : widget.name
                }
                $0.action = receipt.action
                if let value = receipt.value { $0.value = value }
                $0.state = ProtoIntentRecord.State(rawValue: receipt.state.rawValue) ?? .unspecified
                $0.reason = receipt.reason
                $0.startedAt = .init(receipt.startedAt)
                if let date = receipt.endedAt { $0.endedAt = .init(date) }
                if let date = receipt.expiresAt { $0.expiresAt = .init(date) }
                $0.askedOn = peers.name(of: receipt.askedBy ?? device)
                $0.performedOn = peers.name(of: receipt.performer ?? device)
            }
        }
    }
}
