import Testing
import WidgetCore

/// Pushes of one commit end as they would one after another, and cost no more than their widgets and their number.
@Suite("Pushes that come at once")
struct PushBurstTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)
    private let widgets: [WidgetID]

    init() {
        var random = SplitMix64(seed: 3)
        let date = now
        widgets = (0..<40).map { _ in WidgetID(date: date, using: &random) }
    }

    /// Some of the widgets may reload now, the others wait for their budgets.
    private struct Engine {
        var widgets: [WidgetID]
        var ready: Set<WidgetID>
        var launching: Set<WidgetID> = []
        var asked = 0
        let until: Timestamp

        mutating func ask(_ isKept: Bool) -> [ReloadReceipt] {
            asked += 1
            return widgets.map { widget in
                if launching.contains(widget) { return ReloadReceipt(widget: widget, outcome: .coalesced, rule: "coalesced-waiting") }
                guard ready.contains(widget) else {
                    return ReloadReceipt(widget: widget, outcome: isKept ? .deferred : .denied, rule: "budget", until: isKept ? until : nil)
                }
                launching.insert(widget)
                return ReloadReceipt(widget: widget, outcome: .accepted, rule: "push")
            }
        }
    }

    private func engine(ready count: Int) -> Engine { Engine(widgets: widgets, ready: Set(widgets.prefix(count)), until: now + .minutes(20)) }

    private func push(_ number: Int64, keptFor interval: Milliseconds? = .hours(1), collapseID: String? = nil) throws -> OpenPush {
        let notification = PushNotification(
            id: "\(number)", source: .apns, address: .widgets(app: "scores"), token: try #require(PushToken(bytes: [1])),
            expiration: interval.map { now + $0 }, collapseID: collapseID)
        return OpenPush(number: number, notification: notification, arrivedAt: now)
    }

    /// The outcome of each push, and how many are kept.
    private func ends(_ effects: [PushEffect]) -> (ends: [String: PushLogEntry.Event], open: Int) {
        var (ends, open): ([String: PushLogEntry.Event], Set<Int64>) = ([:], [])
        for effect in effects {
            switch effect {
            case .keep(let push): open.insert(push.number)
            case .close(let number): open.remove(number)
            case .log(let line): ends[line.push] = line.event
            case .giveUp: break
            }
        }
        return (ends, open.count)
    }

    @Test("the engine is asked once, or twice where the first isn't kept, however many come", arguments: [(0, 1), (20, 1), (40, 1), (0, 2), (20, 2), (40, 2)])
    func count(ready: Int, asked: Int) throws {
        var (ledger, burst, engine) = (PushLedger(), PushBurst(), engine(ready: ready))
        var effects: [PushEffect] = []
        for number: Int64 in 1...256 {
            let push = try push(number, keptFor: asked == 2 && number % 3 == 1 ? nil : .hours(1))
            effects += burst.ask(push, in: &ledger, at: now) { engine.ask($0) }
        }
        effects += burst.finish(in: &ledger, at: now)
        #expect(engine.asked == asked)
        // Each push has a line, and few have more, whatever the number of widgets.
        #expect(effects.count <= 256 + 10)
        let (ends, open) = ends(effects)
        #expect(ends.count == 256 && ledger.count == open && open <= 2)
    }

    @Test("each ends as it would alone")
    func sameEnds() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<300 {
            let (ready, waitsFirst) = (Int(random.next() % 41), random.next() % 2 == 0)
            var (one, many) = (PushLedger(), PushLedger())
            var (alone, together) = (engine(ready: ready), engine(ready: ready))
            var burst = PushBurst()
            var (single, joined): ([PushEffect], [PushEffect]) = ([], [])
            if waitsFirst {
                // One from before waits for the same widgets.
                let before = engine(ready: 0)
                var (first, second) = (before, before)
                single += one.asked(try push(0, keptFor: .hours(2), collapseID: "x"), first.ask(true), at: now)
                joined += many.asked(try push(0, keptFor: .hours(2), collapseID: "x"), second.ask(true), at: now)
            }
            for number: Int64 in 1...12 {
                let interval: Milliseconds? = random.next() % 4 == 0 ? nil : .minutes(Int64(random.next() % 180) + 1)
                let collapseID = random.next() % 3 == 0 ? ["x", "y"][Int(random.next() % 2)] : nil
                let isKept = interval != nil
                single += one.asked(try push(number, keptFor: interval, collapseID: collapseID), alone.ask(isKept), at: now)
                joined += burst.ask(try push(number, keptFor: interval, collapseID: collapseID), in: &many, at: now) { together.ask($0) }
            }
            joined += burst.finish(in: &many, at: now)
            #expect(ends(single).ends == ends(joined).ends)
            #expect(ends(single).open == ends(joined).open && one.count == many.count && one.nextDeadline == many.nextDeadline)
        }
    }
}
