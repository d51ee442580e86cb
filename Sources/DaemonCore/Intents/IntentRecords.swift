import Logging
import Synchronization
package import WidgetCore
import WidgetReplication
package import WidgetStore

/// Taps and their results: the taps that surfaces show, and the receipts of intents on all devices.
///
/// Every receipt in memory is also in the store. Any thread may use this.
package final class IntentRecords: Sendable {
    private struct State {
        var pending = PendingActions()
        var receipts: IntentReceipts
    }

    /// Taps that aren't shown any more, because their results didn't come in time.
    let expired: AsyncStream<(WidgetID, IntentReceipt.Target)>
    private let expire: AsyncStream<(WidgetID, IntentReceipt.Target)>.Continuation
    private let store: WidgetStore
    private let runtime: DaemonRuntime
    private let state: Mutex<State>

    /// Also shows the taps that other devices are performing now.
    package init(store: WidgetStore, stored: StoredState, runtime: DaemonRuntime) {
        self.store = store
        self.runtime = runtime
        (expired, expire) = AsyncStream.makeStream()
        state = Mutex(State(receipts: IntentReceipts(own: stored.receipts, others: stored.peers.mapValues(\.receipts))))
        for receipt in receipts.others.values.flatMap(\.values) where receipt.state == .pending { showPending(receipt) }
    }

    /// The receipts as they are now.
    package var receipts: IntentReceipts { state.withLock { $0.receipts } }

    // MARK: Taps

    /// The taps on a widget or an activity that don't show in an entry or in views yet, in their order.
    package func taps(of id: WidgetID) -> [PendingActions.Tap] { state.withLock { $0.pending.taps(of: id) } }

    /// A tap is being performed. Does nothing if that is known already.
    func begin(_ tap: PendingActions.Tap, key: String) { state.withLock { $0.pending.begin(tap, key: key) } }

    /// A tap was performed: it is shown until an entry that includes its effect has come.
    package func confirm(_ key: String) { state.withLock { $0.pending.confirm(key) } }

    /// A tap has failed, or its result is unknown.
    package func fail(_ key: String) { state.withLock { $0.pending.fail(key) } }

    /// A widget has a new entry, or an activity new views, which include the effects of performed taps.
    package func didReceiveEntry(of id: WidgetID) { state.withLock { $0.pending.didReceiveEntry(of: id) } }

    /// A widget was removed.
    package func forget(_ id: WidgetID) { state.withLock { $0.pending.forget(id) } }

    /// Shows another device's tap as pending, at most for ``DaemonCoreLimits/tapPatience``: a device that goes away during an action never reports the result.
    private func showPending(_ receipt: IntentReceipt) {
        let rest = DaemonCoreLimits.tapPatience - .milliseconds(max(0, (runtime.now() - receipt.startedAt).count))
        guard rest > .zero else { return }
        begin(PendingActions.Tap(receipt), key: receipt.key)
        Task {
            guard (try? await runtime.clock.sleep(for: rest)) != nil else { return }
            fail(receipt.key)
            expire.yield((receipt.widget, receipt.target))
        }
    }

    // MARK: This device's receipts

    /// The receipts that must be removed in the write of a new one, to make room.
    var oldest: [WidgetID] { state.withLock { $0.receipts.oldest() } }

    /// A receipt has been written to the store, and `oldest` have been removed from it.
    package func put(_ receipt: IntentReceipt, removing oldest: [WidgetID] = []) {
        state.withLock { state in
            for id in oldest { state.receipts.remove(id) }
            state.receipts.put(receipt)
        }
    }

    /// Writes a receipt.
    /// - Throws: as ``WidgetStore/write(_:)``.
    func write(_ receipt: IntentReceipt) async throws(WidgetError) {
        let oldest = state.withLock { $0.receipts.own[receipt.id] == nil ? $0.receipts.oldest() : [] }
        try await store.write { transaction in
            try transaction.put(receipt)
            for id in oldest { try transaction.removeReceipt(id) }
        }
        put(receipt, removing: oldest)
    }

    /// Writes a receipt that is only for information; a failed write is logged.
    func note(_ receipt: IntentReceipt) async {
        do throws(WidgetError) {
            try await write(receipt)
        } catch {
            runtime.logger.error("what became of an action couldn't be written", metadata: ["widget": "\(receipt.widget)", "error": "\(error)"])
        }
    }

    /// Removes a receipt: the device that performed the intent keeps its own.
    func remove(_ receipt: IntentReceipt) async {
        guard receipts.own[receipt.id] != nil else { return }
        do throws(WidgetError) {
            try await store.write { try $0.removeReceipt(receipt.id) }
            state.withLock { $0.receipts.remove(receipt.id) }
        } catch {
            runtime.logger.error(
                "an action that waited was performed, and that couldn't be written", metadata: ["widget": "\(receipt.widget)", "error": "\(error)"])
        }
    }

    // MARK: Other devices' receipts

    /// Takes over other devices' receipts: surfaces here show the taps there.
    /// - Parameter isShown: whether there is such a widget here; activities are always shown.
    /// - Returns: the widgets and activities whose shown taps have changed.
    package func apply(
        _ changed: [WidgetID: IntentReceipt?], of device: DeviceID, isWhole: Bool, isShown: (WidgetID) -> Bool
    ) -> [WidgetID: IntentReceipt.Target] {
        var shown: [WidgetID: IntentReceipt.Target] = [:]
        for (before, after) in state.withLock({ $0.receipts.take(changed, of: device, isWhole: isWhole) }) {
            // Only receipts of the device that performs an intent count here. A device that keeps an intent for another one changes its receipt when it sends
            // the intent, and removes the receipt when it gets the answer.
            guard let receipt = after ?? before, receipt.performer == nil else { continue }
            guard receipt.target == .activity || isShown(receipt.widget) else { continue }
            switch after?.state {
            case .pending: showPending(receipt)
            case .confirmed: confirm(receipt.key)
            case .reverted, .queued, nil: fail(receipt.key)
            }
            shown[receipt.widget] = receipt.target
        }
        forgetAnswered()
        return shown
    }

    /// Takes over the outcomes of the intents that other devices perform on a widget or an activity. Call it before the new entry or views are shown: they may
    /// include the effect of an intent whose outcome hasn't been taken over.
    package func takePending(of id: WidgetID, isShown: (WidgetID) -> Bool) {
        var changed = ReplicaChanges()
        for (device, receipts) in receipts.others {
            let pending = receipts.values.filter { $0.widget == id && $0.state == .pending }
            if !pending.isEmpty { changed.owned[OwnedKey(device: device, set: OwnedSet.intents.rawValue)] = Set(pending.map(\.id.bytes)) }
        }
        guard !changed.owned.isEmpty else { return }
        do throws(WidgetError) {
            for (device, receipts) in try store.read(changed).receipts { _ = apply(receipts, of: device, isWhole: false, isShown: isShown) }
        } catch {
            runtime.logger.error("what became of intents can't be read", metadata: ["of": "\(id)", "error": "\(error)"])
        }
    }

    /// Removes waiting intents that have ended on their devices although no answer came here. The receipt may have come through a third device.
    func forgetAnswered() {
        for receipt in receipts.answeredRemotely { Task { await remove(receipt) } }
    }
}
