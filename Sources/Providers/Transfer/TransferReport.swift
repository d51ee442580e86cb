import Glibc
import WidgetProviderKit

/// Shows a transfer as a Live Activity. The transfer comes first: where there is no daemon, it goes on without.
final class TransferReport {
    /// How often it is shown how far it has come.
    static let interval = Duration.milliseconds(500)
    /// When a daemon that wasn't there is tried again.
    static let pause = Duration.seconds(5)
    /// How long what is shown is true without news.
    static let staleAfter = Milliseconds.seconds(60)

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
        state.until = meter.remaining(total).map { Self.now + Milliseconds(Int64($0 / .milliseconds(1))) }
        nextUpdate = date + Self.interval
        // One that stands still is said again only so that it isn't out of date.
        if let shown, shown.state == state, date < shown.date + .milliseconds(Self.staleAfter.count / 2) { return }
        do throws(WidgetError) {
            try activity.update(state, staleDate: Self.now + Self.staleAfter)
            shown = (state, date)
        } catch {
            nextUpdate = date + Self.pause
            complain(error.message)
        }
    }

    func end(_ failure: WidgetError?) {
        (state.isDone, state.reason) = (failure == nil, failure?.message)
        (state.rate, state.until) = (0, nil)
        do throws(WidgetError) {
            try activity.end(state, dismissal: .after(Self.now + .minutes(5)))
        } catch {
            complain(error.message)
        }
    }

    private static var now: Timestamp {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(milliseconds: Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000)
    }
}
