import Logging
import NIOCore
import NIOPosix
import Synchronization
import Systemd
import TTRPC

/// Logs what users were refused. The same refusal of a user is logged once in a minute, and then how often it was repeated: a program that doesn't take no for
/// an answer must not fill the journal.
final class Refusals: Sendable {
    enum Refusal: Hashable, Sendable {
        /// A method's full name, and the rule that denies it.
        case callDenied(String, rule: String)
        case connectionRefused(reason: String)
    }

    private struct Key: Hashable {
        var refusal: Refusal
        var uid: UInt32
    }

    private struct Entry {
        var since: NIODeadline
        var pid: Int32
        /// Refusals since the one that was logged.
        var repeated = 0
    }

    static let pause = TimeAmount.seconds(60)
    /// Refusals that are told apart at a time: each method that there is, of some dozen users. Further ones aren't logged; the metrics count them.
    static let limit = 2_048
    private let logger: Logger
    private let entries = Mutex<[Key: Entry]>([:])

    init(logger: Logger) { self.logger = logger }

    /// Notes a refusal, and logs it if it is news.
    /// - Parameter now: when it happened.
    func note(_ refusal: Refusal, of peer: PeerIdentity, now: NIODeadline) {
        logRepeated(now: now)
        let key = Key(refusal: refusal, uid: peer.uid)
        let (isNews, isFirstRepeated) = entries.withLock { entries in
            guard var entry = entries[key] else {
                guard entries.count < Self.limit else { return (false, false) }
                entries[key] = Entry(since: now, pid: peer.pid)
                return (true, false)
            }
            entry.repeated += 1
            entries[key] = entry
            return (false, entry.repeated == 1)
        }
        if isNews { write(refusal, uid: peer.uid, pid: peer.pid, count: 1, isRepeated: false) }
        // It is called on an event loop, which says the count even if nothing is refused any more.
        if isFirstRepeated { MultiThreadedEventLoopGroup.currentEventLoop?.scheduleTask(in: Self.pause) { self.logRepeated(now: .now()) } }
    }

    /// Says how often each refusal was repeated that is a minute old.
    func logRepeated(now: NIODeadline) {
        let old = entries.withLock { entries in
            let old = entries.filter { now - $0.value.since >= Self.pause }
            for key in old.keys { entries[key] = nil }
            return old
        }
        for (key, entry) in old where entry.repeated > 0 { write(key.refusal, uid: key.uid, pid: entry.pid, count: entry.repeated, isRepeated: true) }
    }

    private func write(_ refusal: Refusal, uid: UInt32, pid: Int32, count: Int, isRepeated: Bool) {
        let again = isRepeated ? " \(count) \(count == 1 ? "time" : "times") more in a minute" : ""
        switch refusal {
        case .callDenied(let method, let rule):
            logger.log(
                .callDenied, "a call was denied\(again)",
                metadata: ["method": "\(method)", "rule": "\(rule)", "uid": "\(uid)", "pid": "\(pid)", "count": "\(count)"])
        case .connectionRefused(let reason):
            logger.log(
                .connectionRefused, "a connection was refused\(again)",
                metadata: ["reason": "\(reason)", "uid": "\(uid)", "pid": "\(pid)", "count": "\(count)"])
        }
    }
}
