import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

// Intents that another device performs: asked for over the link, shown at once, and kept until that device is there where that is wanted.
extension WidgetService {
    /// Has an action performed by the device that gives the widget or owns the activity, under the same key.
    func perform(
        _ tap: PendingActions.Tap, of target: IntentReceipt.Target, key: String, on device: DeviceID, queueUntil: Timestamp?
    ) async throws(WidgetError) -> PerformResult {
        if let queueUntil { try checkQueue(until: queueUntil) }
        taps.begin(tap, key: key)
        showTapsSoon(of: tap.widget, target)
        // What was tapped before it is done before it.
        if isBehindOthers(tap, key, on: device) { await deliver(to: device) }
        var result: PerformResult
        do throws(WidgetError) {
            if isBehindOthers(tap, key, on: device) {
                throw WidgetError(
                    .unavailable, "what was tapped before still waits for the device '\(peers.name(of: device))', and is done first; try again later")
            }
            let (method, payload) = try tap.request(of: target, key: key)
            // One that may wait for its device needn't be waited for.
            let (answer, isAskedAgain) =
                if queueUntil == nil { try await askForIntent(device, method, payload) } else { (try await devices.ask(device, method, payload), false) }
            do {
                result = try PerformResult(of: target, answer)
                // The first time that it was asked was this tap's too.
                if isAskedAgain { result.isRepeated = false }
            } catch {
                throw WidgetError(.internal, "the device '\(peers.name(of: device))' gave an answer that can't be read", cause: "\(error)")
            }
        } catch {
            taps.fail(key)
            showTaps(of: tap.widget, target)
            // The key makes one tap of it, also where the link broke and the device may have performed it.
            if let queueUntil, error.code == .unavailable || error.isUnanswered {
                return try await queue(receipt(of: tap, target, key: key, for: device), until: queueUntil, after: error)
            }
            guard error.code == .unavailable else { throw error.isUnanswered ? error.asking(with: key) : error }
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

    /// Whether something that was tapped before on the same widget or activity still waits for this device. What was sent to another one, which gave the widget then, is that one's alone.
    private func isBehindOthers(_ tap: PendingActions.Tap, _ key: String, on device: DeviceID) -> Bool {
        // One that waited itself has its turn.
        guard !delivering.contains(key) else { return false }
        let own = receipts.queued(key)?.id
        return receipts.queued.contains { waiting in
            waiting.widget == tap.widget && waiting.key != key && own.map { waiting.id < $0 } != false && performer(of: waiting) == device
        }
    }

    /// Asks, and asks again when the link broke before the answer came: the key makes one tap of it.
    /// - Returns: the answer, and whether it may be that of an earlier time.
    /// - Throws: UNAVAILABLE where nothing was asked, as the device isn't connected; ABORTED where it isn't known what became of it.
    func askForIntent(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> (answer: [UInt8], isAskedAgain: Bool) {
        var end = now() + DaemonLimits.answerPatience
        var unknown: WidgetError?
        while true {
            let generation = connections.generation
            do throws(WidgetError) {
                return (try await devices.ask(device, method, payload), unknown != nil)
            } catch {
                guard error.isUnanswered || error.code == .unavailable && unknown != nil else { throw error }
                if unknown == nil { end = min(end, now() + DaemonLimits.reconnectPatience) }
                if error.isUnanswered { unknown = error }
                let rest = end - now()
                guard rest > .zero, !isStopping, !Task.isCancelled else { throw unknown ?? error }
                if !error.isOverdue { await connections.next(after: generation, within: .milliseconds(rest.count), on: clock) }
            }
        }
    }

    // MARK: Taps

    /// Shows what is tapped on a widget or an activity.
    func showTaps(of id: WidgetID, _ target: IntentReceipt.Target) {
        switch target {
        case .widget: publish(id)
        case .activity: activityIntents.show(taps.taps(of: id), of: id)
        }
    }

    /// Shows it a turn later. The device that performs it is asked first, since that takes about as long as to draw.
    func showTapsSoon(of id: WidgetID, _ target: IntentReceipt.Target) {
        Task {
            await EventLoopYield.pass()
            showTaps(of: id, target)
        }
    }

    /// An activity's views know what was performed before, or it is forgotten.
    func viewsCame(of activity: ActivityID) {
        takePendingReceipts(of: activity)
        taps.entryCame(of: activity)
        showTaps(of: activity, .activity)
    }

    // MARK: Receipts

    private func receipt(of tap: PendingActions.Tap, _ target: IntentReceipt.Target, key: String, for device: DeviceID) -> IntentReceipt {
        let date = now()
        return IntentReceipt(
            id: WidgetID(date: date, using: &random), key: key, target: target, widget: tap.widget, action: tap.action, value: tap.value, performer: device,
            startedAt: date)
    }

    func write(_ receipt: IntentReceipt) async throws(WidgetError) {
        let oldest = receipts.own[receipt.id] == nil ? receipts.oldest() : []
        try await store.write { transaction in
            try transaction.put(receipt)
            for id in oldest { try transaction.removeReceipt(id) }
        }
        for id in oldest { receipts.remove(id) }
        receipts.put(receipt)
    }

    /// Keeps what somebody may want to know, where the disk takes it.
    func note(_ receipt: IntentReceipt) async {
        do throws(WidgetError) {
            try await write(receipt)
        } catch {
            logger.error("what became of an action couldn't be written", metadata: ["widget": "\(receipt.widget)", "error": "\(error)"])
        }
    }

    /// It isn't kept here any more: the device that performed it keeps its own.
    func forget(_ receipt: IntentReceipt) async {
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
        for (id, target) in noteReceipts(changed, of: device, isWhole: isWhole) { showTaps(of: id, target) }
        forgetAnswered()
    }

    /// - Returns: what has other taps to show now.
    private func noteReceipts(_ changed: [WidgetID: IntentReceipt?], of device: DeviceID, isWhole: Bool) -> [WidgetID: IntentReceipt.Target] {
        var shown: [WidgetID: IntentReceipt.Target] = [:]
        for (before, after) in receipts.take(changed, of: device, isWhole: isWhole) {
            // How it goes is said by who performs it. One who keeps it until that device is there rewrites it when it is sent, and forgets it when it is answered.
            guard let receipt = after ?? before, receipt.performer == nil else { continue }
            guard receipt.target == .activity || widgets[receipt.widget] != nil else { continue }
            switch after?.state {
            case .pending: showPending(receipt)
            case .confirmed: taps.confirm(receipt.key)
            case .reverted, .queued, nil: taps.fail(receipt.key)
            }
            shown[receipt.widget] = receipt.target
        }
        return shown
    }

    /// Forgets what waits here and is over where it was sent: its answer didn't come, and its device may be one that only a third one can meet.
    func forgetAnswered() {
        for receipt in receipts.answeredRemotely { Task { await forget(receipt) } }
    }

    /// Takes over what has become of the intents that other devices perform on a widget or an activity, before its new entry or views are shown: they may know of an end that hasn't been taken
    /// over.
    func takePendingReceipts(of id: WidgetID) {
        var changed = ReplicaChanges()
        for (device, receipts) in receipts.others {
            let pending = receipts.values.filter { $0.widget == id && $0.state == .pending }
            if !pending.isEmpty { changed.owned[OwnedKey(device: device, set: OwnedSet.intents.rawValue)] = Set(pending.map(\.id.bytes)) }
        }
        guard !changed.owned.isEmpty else { return }
        do throws(WidgetError) {
            for (device, receipts) in try store.read(changed).receipts { _ = noteReceipts(receipts, of: device, isWhole: false) }
            forgetAnswered()
        } catch {
            logger.error("what became of intents can't be read", metadata: ["of": "\(id)", "error": "\(error)"])
        }
    }

    /// What other devices perform when this one starts is shown too.
    func showPendingReceipts() {
        for receipt in receipts.others.values.flatMap(\.values) where receipt.state == .pending { showPending(receipt) }
    }

    /// A device that went away in the middle of an action says nothing of its end: it isn't shown for longer than one takes.
    private func showPending(_ receipt: IntentReceipt) {
        let rest = DaemonLimits.tapPatience - .milliseconds(max(0, (now() - receipt.startedAt).count))
        guard rest > .zero else { return }
        taps.begin(PendingActions.Tap(receipt), key: receipt.key)
        Task {
            guard (try? await clock.sleep(for: rest)) != nil else { return }
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
