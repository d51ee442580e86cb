import ActivityKit
import Glibc
import WidgetCore

/// Shows a transfer as a Live Activity. The transfer comes first: where there is no daemon, it goes on without.
final class TransferReport {
    /// How often it is shown how far it has come.
    static let interval = Duration.milliseconds(500)
    /// When a daemon that wasn't there is tried again.
    static let pause = Duration.seconds(5)
    /// How long what is shown is true without news, in seconds.
    static let staleAfter: TimeInterval = 60

    private let activity: LiveActivity<TransferAttributes>
    private var meter = TransferMeter()
    private var state = TransferAttributes.ContentState(done: 0, total: 0)
    private var nextUpdate: ContinuousClock.Instant?
    /// The state that is shown, and since when.
    private var shown: (state: TransferAttributes.ContentState, date: ContinuousClock.Instant)?
    private let complain: (String) -> Void

    /// - Parameter complain: hears why it can't be shown, once.
    init(_ path: String, socket: String? = nil, complain: @escaping (String) -> Void) {
        let process = TransferProcess(running: getpid()) ?? TransferProcess(id: getpid(), begin: 0)
        let attributes = TransferAttributes(name: FileCopy.name(of: path), directory: FileCopy.directory(of: path), process: process)
        activity = LiveActivity(attributes, app: "transfer", tag: "\(process.id)-\(process.begin)", socket: socket)
        var hasComplained = false
        self.complain = { reason in
            if !hasComplained { complain(reason) }
            hasComplained = true
        }
    }

    func show(_ done: Int64, _ total: Int64, at date: ContinuousClock.Instant = .now) {
        (state.done, state.total) = (done, total)
        if let nextUpdate, date < nextUpdate { return }
        meter.note(done, at: date)
        state.rate = meter.rate
        state.until = meter.remaining(total).map { .now + $0 / .seconds(1) }
        nextUpdate = date + Self.interval
        // One that stands still is said again only so that it isn't out of date.
        if let shown, shown.state == state, date < shown.date + .seconds(Self.staleAfter / 2) { return }
        do {
            try activity.update(ActivityContent(state: state, staleDate: .now + Self.staleAfter))
            shown = (state, date)
        } catch {
            nextUpdate = date + Self.pause
            complain("\(error)")
        }
    }

    func end(_ failure: WidgetError?) {
        (state.isDone, state.reason) = (failure == nil, failure?.message)
        (state.rate, state.until) = (0, nil)
        do {
            try activity.end(ActivityContent(state: state, staleDate: nil), dismissalPolicy: .after(.now + 5 * 60))
        } catch {
            complain("\(error)")
        }
    }
}
