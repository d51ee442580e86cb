import Linux
import Synchronization

/// When bytes last came over a link: a message may take long to come in whole. From any thread.
final class LastHeard: Sendable {
    private let moment = Mutex((uptime: Uptime.now, sinceBoot: Uptime.sinceBoot))

    func note() {
        let now = (uptime: Uptime.now, sinceBoot: Uptime.sinceBoot)
        moment.withLock { $0 = now }
    }

    /// By ``Uptime/now``.
    var uptime: Int64 { moment.withLock { $0.uptime } }
    /// How long ago that was in milliseconds, sleep included.
    var age: Int64 { max(Uptime.sinceBoot - moment.withLock { $0.sinceBoot }, 0) }
}
