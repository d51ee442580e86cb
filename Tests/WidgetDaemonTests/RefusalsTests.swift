import Logging
import NIOCore
import Synchronization
import TTRPC
import Testing

@testable import WidgetDaemon

/// The journal's entries about refused users.
@Suite struct RefusalsTests {
    private final class Journal: Sendable {
        let lines = Mutex<[String]>([])
        var logger: Logger { Logger(label: "test") { _ in Handler(journal: self) } }
    }

    private struct Handler: LogHandler {
        let journal: Journal
        var logLevel = Logger.Level.info
        var metadata = Logger.Metadata()
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) {
            let fields = ["uid", "method", "rule", "reason", "count"].compactMap { key in event.metadata?[key].map { "\(key)=\($0)" } }
            journal.lines.withLock { $0.append((["\(event.message)"] + fields).joined(separator: " ")) }
        }
    }

    private let journal = Journal()
    private let begin = NIODeadline.uptimeNanoseconds(1)
    private func peer(_ uid: UInt32) -> PeerIdentity { PeerIdentity(pid: 1, uid: uid, gid: 1, groups: []) }
    private var lines: [String] { journal.lines.withLock { $0 } }

    @Test func eachDenialIsLoggedOnceInAMinuteAndThenItsNumber() {
        let refusals = Refusals(logger: journal.logger)
        for second in 0..<40 { refusals.note(.callDenied("a/Place", rule: "none"), of: peer(7), now: begin + .seconds(Int64(second))) }
        #expect(lines == ["a call was denied uid=7 method=a/Place rule=none count=1"])
        refusals.logRepeated(now: begin + .seconds(59))
        #expect(lines.count == 1)
        refusals.logRepeated(now: begin + .seconds(60))
        #expect(lines.count == 2 && lines[1] == "a call was denied 39 times more in a minute uid=7 method=a/Place rule=none count=39")
        refusals.note(.callDenied("a/Place", rule: "none"), of: peer(7), now: begin + .seconds(61))
        refusals.logRepeated(now: begin + .seconds(200))
        #expect(lines.count == 3 && lines[2] == lines[0], "one alone has no number: \(lines)")
    }

    @Test func aSingleRepetitionIsSaidToo() {
        let refusals = Refusals(logger: journal.logger)
        for _ in 0..<2 { refusals.note(.callDenied("a/Place", rule: "none"), of: peer(7), now: begin) }
        refusals.logRepeated(now: begin + .seconds(60))
        #expect(lines.last == "a call was denied 1 time more in a minute uid=7 method=a/Place rule=none count=1")
    }

    @Test func otherUsersMethodsAndRulesAreNews() {
        let refusals = Refusals(logger: journal.logger)
        refusals.note(.callDenied("a/Place", rule: "none"), of: peer(7), now: begin)
        refusals.note(.callDenied("a/Place", rule: "none"), of: peer(8), now: begin)
        refusals.note(.callDenied("a/Move", rule: "none"), of: peer(7), now: begin)
        refusals.note(.callDenied("a/Place", rule: "Deny"), of: peer(7), now: begin)
        refusals.note(.connectionRefused(reason: "many"), of: peer(7), now: begin)
        #expect(Set(lines).count == 5)
    }

    @Test func aFloodOfManyUsersIsBounded() {
        let refusals = Refusals(logger: journal.logger)
        for uid in 0..<UInt32(3_000) { refusals.note(.callDenied("a/Place", rule: "none"), of: peer(uid), now: begin) }
        #expect(lines.count == Refusals.limit)
    }
}
