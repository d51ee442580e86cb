import DaemonCore
import Synchronization
import WidgetAPI
import WidgetCore

// The results of requested reloads. Those of other devices' widgets are requested from the devices.
extension WidgetService {
    /// Waits until one of these reloads has ended, or for `patience`.
    /// - Parameter asksOthers: false for a request of another device. Two devices that each take the other for the widget's provider must not ask each other
    ///   endlessly.
    /// - Returns: the results of those that have ended, in this order; none: the time is over.
    /// - Throws: UNAVAILABLE if the daemon stops.
    func awaitReloads(_ reloads: [ReloadResult.Reload], for patience: Milliseconds, asksOthers: Bool = true) async throws(WidgetError) -> [ReloadResult] {
        let end = ContinuousClock.now + .milliseconds(patience.count)
        let received = ReceivedResults()
        defer { received.isOver = true }
        var asked: Set<DeviceID> = []
        while true {
            let generation = reloadEnds.generation
            guard phase == .running else {
                throw WidgetError(.unavailable, "widgetd stops before the reload has ended; `widgetctl explain` says what became of it once it runs again")
            }
            let elsewhere = Dictionary(grouping: reloads) { reload in widgets[reload.widget].flatMap { remoteProvider(of: $0) } }
            for case (let device?, let theirs) in elsewhere where asked.insert(device).inserted {
                guard asksOthers else {
                    received.put(theirs.map { ReloadResult($0, .lost("the device '\(peers.name(of: device))' gives the widget now; ask again")) })
                    continue
                }
                Task { await follow(theirs, on: device, until: end, received) }
            }
            let ended = reloads.compactMap { reload in
                (received[reload] ?? ending(of: reload)).map { ReloadResult(reload, asksOthers ? redacted($0, of: reload) : $0) }
            }
            let rest = end - .now
            if !ended.isEmpty || rest <= .zero || Task.isCancelled { return ended }
            await reloadEnds.next(after: generation, within: rest, on: clock)
        }
    }

    /// A result as clients see it: the reason of a failure is left out for a hidden widget. Another device does the same itself.
    private func redacted(_ end: ReloadResult.End, of reload: ReloadResult.Reload) -> ReloadResult.End {
        guard case .failed(let error) = end, isHidden(reload.widget) else { return end }
        return .failed(WidgetError(error.code, Privacy.reason(error.message)))
    }

    /// The result of a reload of a widget that this device provides; nil: it hasn't ended, or another device provides the widget.
    private func ending(of reload: ReloadResult.Reload) -> ReloadResult.End? {
        guard let widget = widgets[reload.widget] else { return .lost("the widget has been removed") }
        guard remoteProvider(of: widget) == nil else { return nil }
        if let end = reloads.end(of: reload) { return end }
        if let number = engine.reloadUnderWay(of: reload.widget), number >= reload.number { return nil }
        return .lost(
            catalog.isInstalled(widget.kind)
                ? "the reload isn't under way any more: widgetd has started anew, or the widget was changed; ask again"
                : "the provider of '\(widget.kind)' isn't installed any more; `widgetctl provider list` shows which are")
    }

    /// Asks another device for the results of reloads, again and again, until one has ended or nobody waits any more.
    private func follow(_ reloads: [ReloadResult.Reload], on device: DeviceID, until end: ContinuousClock.Instant, _ received: ReceivedResults) async {
        var results: [ReloadResult] = []
        while results.isEmpty, !received.isOver, ContinuousClock.now < end {
            do throws(WidgetError) {
                results = try await ask(device, how: reloads, until: end)
            } catch {
                let reason = "how it ended can't be asked of the device '\(peers.name(of: device))': \(error.message)"
                results = reloads.map { ReloadResult($0, .lost(reason)) }
            }
        }
        received.put(results)
        reloadEnds.signal()
    }

    private func ask(
        _ device: DeviceID, how reloads: [ReloadResult.Reload], until end: ContinuousClock.Instant
    ) async throws(WidgetError) -> [ReloadResult] {
        let rest = Milliseconds(Int64(max(0, (end - .now) / .milliseconds(1))))
        let request = ProtoAwaitReloadsRequest.with {
            $0.reloads = reloads.map { .init($0) }
            $0.waitMs = UInt32(clamping: min(rest, DaemonLimits.remoteReloadWait).count)
        }
        let answer = try await devices.ask(device, PeerMethod.awaitReloads, try request.encoded())
        do {
            return try ProtoAwaitReloadsResponse(serializedBytes: answer).results.map { try ReloadResult($0) }
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.internal, "it gave an answer that can't be read", cause: "\(error)")
        }
    }
}

extension ProtoAwaitReloadsRequest {
    /// - Throws: INVALID_ARGUMENT for values beyond the limits, or for a reload that can't be read.
    func validated() throws(WidgetError) -> (reloads: [ReloadResult.Reload], patience: Milliseconds) {
        guard (1...DaemonLimits.awaitedReloads).contains(reloads.count) else {
            throw .invalid("reloads", "1 to \(DaemonLimits.awaitedReloads), not \(reloads.count)")
        }
        guard waitMs <= DaemonLimits.longestReloadWait else {
            throw .invalid("wait_ms", "\(waitMs), the limit is \(DaemonLimits.longestReloadWait); ask again to wait longer")
        }
        var checked: [ReloadResult.Reload] = []
        for reload in reloads { checked.append(try ReloadResult.Reload(reload)) }
        return (checked, Milliseconds(Int64(waitMs)))
    }
}

/// Answers of other devices, and whether a call still waits for more.
private final class ReceivedResults: Sendable {
    private let state = Mutex((ends: [ReloadResult.Reload: ReloadResult.End](), isOver: false))

    subscript(reload: ReloadResult.Reload) -> ReloadResult.End? { state.withLock { $0.ends[reload] } }

    var isOver: Bool {
        get { state.withLock { $0.isOver } }
        set { state.withLock { $0.isOver = newValue } }
    }

    func put(_ results: [ReloadResult]) { state.withLock { state in for result in results { state.ends[result.reload] = result.end } } }
}
