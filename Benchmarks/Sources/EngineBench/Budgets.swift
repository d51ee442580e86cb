import Glibc
import WidgetCore

/// Budgets and deadlines of many widgets: what they take in memory, and how long a decision takes.
///
/// Each widget has spent from both of its budgets and has a date at which its timeline asks for the next one; for each such date there comes a push for a widget of chance. A provider answers at once, with
/// a date within a day. A decision is what the engine would have logged: a request and its answer, a launch, a timeline.
struct Budgets {
    private static let kinds = 100
    private static let day: Int64 = 86_400_000

    private let widgets: Int
    private let decisions: Int
    private var random = SplitMix64(seed: 7)

    init(widgets: Int, decisions: Int) {
        self.widgets = widgets
        self.decisions = decisions
    }

    /// Prints lines of a key and a number.
    mutating func run() {
        let before = Self.residentBytes()
        var engine = engine()
        let after = Self.residentBytes()
        let began = nanoseconds()
        let (made, deferred) = decide(&engine)
        let time = nanoseconds() - began
        print("decision_ns", Double(time) / Double(made))
        print("decisions", made)
        print("deferred", deferred)
        print("widget_bytes", Double(after - before) / Double(widgets))
    }

    private mutating func engine() -> ReloadEngine {
        var engine = ReloadEngine(seed: 1)
        let kinds = (0..<Self.kinds).map { "kind\($0)" }
        _ = engine.setInstalled(Set(kinds), changed: [], at: start)
        for number in 0..<widgets {
            let budget = BudgetState(
                own: TokenBucket(credit: Int64.random(in: 0...10_800_000_000, using: &random), settledAt: start),
                push: TokenBucket(credit: Int64.random(in: 0...10_800_000_000, using: &random), settledAt: start), lastSpentAt: start, lastSeenAt: start)
            let record = ReloadRecord(nextReload: date(from: start), rule: "policy-after", lastReloadAt: start, budget: budget)
            _ = engine.add(
                Self.id(number), kind: kinds[number % Self.kinds], isInstalled: true, timeline: timeline(at: start, policy: .never), record: record, at: start)
        }
        return engine
    }

    /// Goes from deadline to deadline as the daemon does.
    private mutating func decide(_ engine: inout ReloadEngine) -> (made: Int, deferred: Int) {
        var (made, deferred) = (0, 0)
        var effects: [ReloadEffect] = []
        while made < decisions, let now = engine.nextDeadline {
            effects = engine.advance(to: now)
            let id = Self.id(Int.random(in: 0..<widgets, using: &random))
            effects += engine.requestReload(.widget(id), cause: .push, caller: .system, at: now).effects
            // A reload that is answered lets the next one in.
            var next = 0
            while next < effects.count {
                switch effects[next] {
                case .launch(let id, _): effects += engine.finish(id, .success(timeline(at: now, policy: .after(date(from: now)))), isUnchanged: false, at: now)
                case .record(let decision):
                    made += 1
                    if decision.outcome == .deferred { deferred += 1 }
                case .show, .persist: break
                }
                next += 1
            }
        }
        return (made, deferred)
    }

    /// Made each time: a list of a million would be the bench's own misses of the cache.
    private static func id(_ number: Int) -> WidgetID { WidgetID(high: 0x7000, low: 0x8000_0000_0000_0000 | UInt64(number)) }

    private mutating func date(from now: Timestamp) -> Timestamp { now + .milliseconds(Int64.random(in: 600_000...Self.day, using: &random)) }

    private func timeline(at now: Timestamp, policy: ReloadPolicy) -> Timeline {
        Timeline(entries: [TimelineEntry(date: now, archive: digest, size: 1_000)], policy: policy, receivedAt: now)
    }

    /// By statm of proc(5).
    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var fields = [CChar](repeating: 0, count: 256)
        guard fgets(&fields, Int32(fields.count), file) != nil else { return 0 }
        let text = String(decoding: fields.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (Int(text.split(separator: " ")[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }
}
