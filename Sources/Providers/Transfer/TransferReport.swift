import ActivityKit
import Glibc
import WidgetCore

/// Shows a transfer as a Live Activity. Where there is no daemon, the transfer goes on all the same.
final class TransferReport {
    /// The shortest time between two updates of the progress.
    static let interval = Duration.milliseconds(500)
    /// The pause before a daemon that doesn't run is tried again.
    static let pause = Duration.seconds(5)
    /// How long the activity counts as current without an update, in seconds.
    static let staleAfter: TimeInterval = 60

    private let activity: LiveActivity<TransferAttributes>
    private var meter = TransferMeter()
    private var state = TransferAttributes.ContentState(done: 0, total: 0)
    private var nextUpdate: ContinuousClock.Instant?
    /// The state that is shown, and when it was sent.
    private var shown: (state: TransferAttributes.ContentState, date: ContinuousClock.Instant)?
    private let complain: (String) -> Void

    /// - Parameter complain: called once with the reason when the transfer can't be shown.
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
        // An unchanged state is sent again only to keep it from becoming stale.
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
