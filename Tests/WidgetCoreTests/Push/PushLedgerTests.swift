import Testing
import WidgetCore

@Suite("What becomes of pushes")
struct PushLedgerTests {
    private var ledger = PushLedger()
    private var lastNumber: Int64 = 0
    private var now = Timestamp(milliseconds: 1_800_000_000_000)
    private let widgets: [WidgetID]

    init() {
        var random = SplitMix64(seed: 1)
        let date = now
        widgets = (0..<3).map { _ in WidgetID(date: date, using: &random) }
    }

    private mutating func push(_ id: String, keptFor interval: Milliseconds? = .hours(1), collapseID: String? = nil, priority: Int = 10) throws -> OpenPush {
        let notification = PushNotification(
            id: id, source: .apns, address: .widgets(app: "scores"), token: try #require(PushToken(bytes: [1])), priority: priority,
            expiration: interval.map { now + $0 }, collapseID: collapseID)
        lastNumber += 1
        return OpenPush(number: lastNumber, notification: notification, arrivedAt: now)
    }

    private func accepted(_ index: Int) -> ReloadReceipt { ReloadReceipt(widget: widgets[index], outcome: .accepted, rule: "push") }
    private func coalesced(_ index: Int) -> ReloadReceipt { ReloadReceipt(widget: widgets[index], outcome: .coalesced, rule: "coalesced-waiting") }
    private func following(_ index: Int) -> ReloadReceipt { ReloadReceipt(widget: widgets[index], outcome: .accepted, rule: "after-running") }
    private func denied(_ index: Int, _ rule: String) -> ReloadReceipt { ReloadReceipt(widget: widgets[index], outcome: .denied, rule: rule) }
    private func deferred(_ index: Int, _ rule: String = "budget") -> ReloadReceipt {
        ReloadReceipt(widget: widgets[index], outcome: .deferred, rule: rule, until: now + .minutes(20))
    }

    private struct Missing: Error {}

    /// The lines of the log, as `id event`.
    private func lines(_ effects: [PushEffect]) -> [String] {
        effects.compactMap { if case .log(let line) = $0 { "\(line.push) \(line.event.name)" } else { nil } }
    }

    /// Every push that was kept and not closed is one that the ledger has, and the other way round.
    private func open(_ effects: [PushEffect]) -> Int {
        // Each was kept when it arrived already.
        effects.reduce(into: Set<Int64>()) { open, effect in
            switch effect {
            case .keep(let push): open.insert(push.number)
            case .close(let number): open.remove(number)
            case .log, .giveUp: break
            }
        }.count
    }

    @Test("it is delivered when the last of its widgets has reloaded")
    mutating func delivered() throws {
        var effects = try ledger.asked(push("a"), [accepted(0), accepted(1)], at: now)
        #expect(lines(effects) == ["a accepted"])
        effects += ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)
        #expect(lines(effects) == ["a accepted"])
        effects += ledger.finished(widgets[1], failure: nil, isWaiting: false, at: now)
        #expect(lines(effects) == ["a accepted", "a delivered"])
        #expect(open(effects) == 0 && ledger.count == 0 && ledger.nextDeadline == nil)
    }

    @Test("one that a reload serves that is under way anyway ends as coalesced and leaves nothing")
    mutating func coalesced() throws {
        let effects = try ledger.asked(push("a"), [coalesced(0)], at: now)
        #expect(lines(effects) == ["a coalesced"] && open(effects) == 0 && ledger.count == 0)
    }

    @Test("one that is tried once and can't go now is discarded, with the rule that says why", arguments: [ReloadRule.budget, .minimumSpacing, .backoff])
    mutating func notKept(_ rule: ReloadRule) throws {
        let effects = try ledger.asked(push("a", keptFor: nil), [denied(0, rule.name)], at: now)
        #expect(lines(effects) == ["a discarded"] && open(effects) == 0 && ledger.count == 0)
        guard case .log(let line)? = effects.last else { throw Missing() }
        #expect(line.detail == "it can't go now, and is tried once (apns-expiration): \(rule.sentence)")
    }

    @Test("one that is kept while its provider is tried again later is served by that")
    mutating func backoff() throws {
        let effects = try ledger.asked(push("a"), [deferred(0, "backoff")], at: now)
        #expect(lines(effects) == ["a coalesced"] && open(effects) == 0 && ledger.count == 0)
    }

    @Test("one that another reload follows for isn't served by the one that runs, however that ends, and doesn't expire meanwhile", arguments: [nil, "away"])
    mutating func following(failure: String?) throws {
        var effects = try ledger.asked(push("a", keptFor: nil), [following(0)], at: now)
        effects += try ledger.asked(push("b", keptFor: .seconds(1)), [following(0)], at: now)
        now = now + .seconds(20)
        effects += ledger.expire(at: now)
        effects += ledger.finished(widgets[0], failure: failure, isWaiting: false, at: now)
        #expect(lines(effects) == ["a accepted", "b accepted"])
        effects += ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)
        #expect(lines(effects).suffix(2) == ["a delivered", "b delivered"] && open(effects) == 0 && ledger.count == 0)
    }

    @Test("of those that wait the newest stays, where it is kept as long")
    mutating func newestWaits() throws {
        var effects = try ledger.asked(push("a"), [deferred(0)], at: now)
        effects += try ledger.asked(push("b", keptFor: .hours(2)), [deferred(0)], at: now)
        effects += try ledger.asked(push("c"), [deferred(0)], at: now)
        #expect(lines(effects) == ["a stored", "a coalesced", "b stored", "c coalesced"])
        #expect(open(effects) == 1 && ledger.count == 1)
        effects += ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)
        #expect(lines(effects).last == "b delivered" && open(effects) == 0)
    }

    @Test("of those with one collapse id the newest stays, however long it is kept")
    mutating func collapse() throws {
        _ = try ledger.asked(push("a", keptFor: .hours(9), collapseID: "goal"), [deferred(0)], at: now)
        let effects = try ledger.asked(push("b", collapseID: "goal"), [deferred(0)], at: now)
        #expect(lines(effects) == ["a coalesced", "b stored"])
    }

    @Test("what waits is given up when it expires, and no sooner")
    mutating func expires() throws {
        _ = try ledger.asked(push("a", keptFor: .minutes(10)), [deferred(0)], at: now)
        #expect(ledger.nextDeadline == now + .minutes(10))
        now = now + .minutes(9)
        #expect(ledger.expire(at: now).isEmpty)
        now = now + .minutes(1)
        let effects = ledger.expire(at: now)
        #expect(effects.first == .giveUp(widgets[0]) && lines(effects) == ["a discarded"] && ledger.count == 0)
    }

    @Test("what is being served isn't given up when it expires")
    mutating func servedPastItsDate() throws {
        _ = try ledger.asked(push("a", keptFor: .minutes(10)), [accepted(0), deferred(1)], at: now)
        now = now + .minutes(10)
        #expect(lines(ledger.expire(at: now)).isEmpty)
        #expect(lines(ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)) == ["a delivered"])
    }

    @Test("one whose reload failed waits for the retry")
    mutating func retry() throws {
        _ = try ledger.asked(push("a"), [accepted(0)], at: now)
        #expect(lines(ledger.finished(widgets[0], failure: "away", isWaiting: false, at: now)).isEmpty)
        #expect(lines(ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)) == ["a delivered"])
    }

    @Test("one whose reload goes on failing is discarded when it expires; one that isn't kept, at once")
    mutating func failing() throws {
        _ = try ledger.asked(push("a"), [accepted(0)], at: now)
        _ = ledger.finished(widgets[0], failure: "away", isWaiting: false, at: now)
        now = now + .hours(1)
        #expect(lines(ledger.expire(at: now)) == ["a discarded"])
        _ = try ledger.asked(push("b", keptFor: nil), [accepted(0)], at: now)
        #expect(lines(ledger.finished(widgets[0], failure: "away", isWaiting: false, at: now)) == ["b discarded"])
    }

    @Test("one that came while a launch ran isn't served by it")
    mutating func afterRunning() throws {
        _ = try ledger.asked(push("a"), [accepted(0)], at: now)
        _ = try ledger.asked(push("b"), [deferred(0, "minimum-spacing")], at: now)
        #expect(lines(ledger.finished(widgets[0], failure: nil, isWaiting: true, at: now)) == ["a delivered"])
        #expect(lines(ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)) == ["b delivered"])
    }

    @Test("one whose widgets are removed is discarded, unless one of them has reloaded")
    mutating func removed() throws {
        _ = try ledger.asked(push("a"), [accepted(0)], at: now)
        _ = try ledger.asked(push("b"), [accepted(1), accepted(2)], at: now)
        _ = ledger.finished(widgets[1], failure: nil, isWaiting: false, at: now)
        #expect(lines(ledger.removed(widgets[0], reason: "", at: now)) == ["a discarded"])
        #expect(lines(ledger.removed(widgets[2], reason: "", at: now)) == ["b delivered"])
    }

    @Test("of those that wait for the daemon to wake one stays, which waits no longer than the first would have")
    mutating func held() throws {
        var effects = try ledger.hold(push("a", priority: 5), for: [widgets[0]], until: now + .seconds(60), at: now)
        now = now + .seconds(30)
        effects += try ledger.hold(push("b", priority: 1), for: [widgets[0]], until: now + .seconds(60), at: now)
        effects += try ledger.hold(push("c", keptFor: .minutes(1), priority: 5), for: [widgets[0]], until: now + .seconds(60), at: now)
        #expect(lines(effects) == ["a stored", "a coalesced", "b stored", "c coalesced"])
        #expect(open(effects) == 1 && ledger.nextDeadline == now + .seconds(30))
        let held = ledger.takeHeld()
        #expect(held.map(\.push.notification.id) == ["b"] && ledger.nextDeadline == nil)
        for push in held { effects += ledger.asked(push, [coalesced(0)], at: now) }
        #expect(lines(effects).last == "b coalesced" && open(effects) == 0)
    }

    @Test("one that waits for the daemon to wake is served by reloads that begin after it came, and by no others")
    mutating func heldAndServed() throws {
        // Widget 0 is being reloaded already.
        var effects = try ledger.hold(push("a", priority: 5), for: [widgets[0], widgets[1]], until: now + .seconds(60), at: now)
        effects += ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)
        effects += ledger.launched(widgets[1], at: now)
        effects += ledger.finished(widgets[1], failure: nil, isWaiting: false, at: now)
        #expect(lines(effects) == ["a stored"] && ledger.held(for: widgets[0]) != nil && ledger.held(for: widgets[1]) == nil)
        effects += ledger.launched(widgets[0], at: now)
        #expect(lines(effects) == ["a stored", "a accepted"] && ledger.takeHeld().isEmpty && ledger.nextDeadline == nil)
        effects += ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)
        #expect(lines(effects).last == "a delivered" && open(effects) == 0 && ledger.count == 0)
    }

    @Test("one that waits and is served by a launch that another cause began isn't taken for served by a start in the middle of that launch")
    mutating func heldServedAndKilled() throws {
        var onDisk: OpenPush?
        var effects = try ledger.hold(push("a", priority: 5), for: [widgets[0], widgets[1]], until: now + .seconds(60), at: now)
        effects += ledger.launched(widgets[0], at: now)
        let held = try #require(ledger.takeHeld().first)
        effects += ledger.asked(held, [accepted(1)], at: now)
        effects += try ledger.hold(push("b", priority: 5), for: [widgets[2]], until: now + .seconds(60), at: now)
        effects += ledger.launched(widgets[2], at: now)
        for case .keep(let push) in effects where push.notification.id == "a" { onDisk = push }
        #expect(onDisk?.heldUntil != nil)
        for case .keep(let push) in effects where push.notification.id == "b" { onDisk = push }
        // A record says nothing of a launch for another cause.
        var restarted = PushLedger()
        #expect(restarted.restore(try #require(onDisk), marks: [widgets[2]: .served], at: now).isEmpty)
        #expect(restarted.takeHeld().first?.unserved == [widgets[2]])
    }

    @Test("of one that waits for the daemon to wake only what is still owed is asked for then; a retry serves what failed")
    mutating func heldAndServedInPart() throws {
        var effects = try ledger.hold(push("a", priority: 5), for: widgets, until: now + .seconds(60), at: now)
        for widget in widgets.prefix(2) { effects += ledger.launched(widget, at: now) }
        effects += ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)
        effects += ledger.finished(widgets[1], failure: "away", isWaiting: false, at: now)
        let held = try #require(ledger.takeHeld().first)
        #expect(held.unserved == [widgets[2]] && !held.isWhole)
        effects += ledger.asked(held, [accepted(2)], at: now)
        effects += ledger.finished(widgets[2], failure: nil, isWaiting: false, at: now)
        #expect(lines(effects).last == "a accepted")
        effects += ledger.finished(widgets[1], failure: nil, isWaiting: false, at: now)
        #expect(lines(effects).last == "a delivered" && open(effects) == 0 && ledger.count == 0)
    }

    @Test("what was begun before a push came doesn't serve it where it joins one that waits longer")
    mutating func heldAndJoined() throws {
        _ = try ledger.hold(push("a", priority: 5), for: [widgets[0]], until: now + .seconds(60), at: now)
        _ = try ledger.hold(push("b", priority: 5), for: widgets, until: now + .seconds(60), at: now)
        _ = ledger.launched(widgets[0], at: now)
        #expect(lines(try ledger.hold(push("c", keptFor: .minutes(1), priority: 5), for: widgets, until: now + .seconds(60), at: now)) == ["c coalesced"])
        #expect(lines(ledger.finished(widgets[0], failure: nil, isWaiting: false, at: now)).isEmpty)
        #expect(ledger.takeHeld().first?.unserved == Set(widgets))
    }

    @Test("after a start those are delivered whose widgets have reloaded, and the others go on")
    mutating func restored() throws {
        let (served, owed, waiting) = (try push("served"), try push("owed"), try push("waiting"))
        var effects = ledger.restore(served, marks: [widgets[0]: .served], at: now)
        effects += ledger.restore(owed, marks: [widgets[0]: .served, widgets[1]: .unserved], at: now)
        effects += ledger.restore(waiting, marks: [widgets[2]: .waiting], at: now)
        #expect(lines(effects) == ["served delivered"] && ledger.count == 2)
        #expect(lines(ledger.finished(widgets[1], failure: nil, isWaiting: false, at: now)) == ["owed delivered"])
        #expect(lines(ledger.finished(widgets[2], failure: nil, isWaiting: false, at: now)) == ["waiting delivered"])
    }

    @Test("a flood leaves no more than two for each widget")
    mutating func flood() throws {
        var random = SplitMix64(seed: 7)
        for number in 0..<2_000 {
            var receipts: [ReloadReceipt] = []
            for index in widgets.indices {
                switch random.next() % 3 {
                case 0: receipts.append(coalesced(index))
                case 1: receipts.append(deferred(index))
                default: receipts.append(random.next() % 50 == 0 ? accepted(index) : deferred(index))
                }
                if receipts.last?.outcome == .accepted { _ = ledger.finished(widgets[index], failure: nil, isWaiting: true, at: now) }
            }
            _ = try ledger.asked(push("\(number)", keptFor: .seconds(Int64(random.next() % 3_600) + 1)), receipts, at: now)
            #expect(ledger.count <= 2 * widgets.count)
        }
    }
}
