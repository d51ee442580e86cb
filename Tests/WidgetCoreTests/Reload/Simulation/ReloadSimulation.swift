import WidgetCore

/// A daemon with its widgets, providers, clients, disk and clock, all simulated: what happens follows from the seed alone.
///
/// The engine under test gets random events. The simulation keeps its own, much simpler account of what is owed to whom, and compares after every event
/// (`ReloadSimulation+Checks.swift`). A crash throws the engine away and makes a new one of what was persisted.
struct ReloadSimulation {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// A launch that runs.
    struct Flight {
        var number: Int
        var kind: String
        var endsAt: Int64
        var hangs: Bool
    }

    /// A launch that must begin.
    struct Owed {
        var number: Int
        /// The date that the receipt named.
        var until: Timestamp?
        /// It waits for its budget, which a crash must not make it forget.
        var isKept = false
    }

    let seed: UInt64
    let scale: Scale
    let configuration = ReloadConfiguration()
    var random: SplitMix64
    var engine: ReloadEngine

    /// Milliseconds since the beginning, suspends included.
    var uptime: Int64 = 0
    /// The wall clock's date at uptime 0; steps change it.
    var offset: Int64 = 1_800_000_000_000
    /// Milliseconds since the beginning without suspends.
    var awake: Int64 = 0
    /// Uptime of the last start, resume or step: waits that ended before it may be spread from it on.
    var disturbedAt: Int64 = 0
    /// The clock was set, and what the engine made of it isn't on the disk yet.
    var isClockUncommitted = false
    /// It was once set back: the date of a reload that counted may be one that is still to come, and space the next one then.
    var hasClockGoneBack = false

    var disk = SimulatedDisk()
    var providers: [String: SimulatedProvider] = [:]
    var installed: Set<String> = []
    /// By how much the timer will be late: something else may come first.
    var timerLateness: Int64 = 0
    var flights: [WidgetID: Flight] = [:]
    var owed: [WidgetID: Owed] = [:]
    /// The budget that each widget can have left.
    var accounts: [WidgetID: BudgetAccount] = [:]
    /// Widgets whose reload under way was paid, and whether from the pushes' tokens.
    var openCharge: [WidgetID: Bool] = [:]
    /// The same of the reload that follows the one under way.
    var nextCharge: [WidgetID: Bool] = [:]
    /// Pushes under way, and the account that is kept of them.
    var pushes = PushLedger()
    var pushAccount = PushAccount()
    /// The fault of a push; nil: it has none.
    var lostPush: String?
    /// How often the daemon has come back.
    var runs = 0
    var isOnBattery = false
    /// By widget: since when, in uptime, something of it has waited for its budget.
    var keptSince: [WidgetID: Int64] = [:]
    /// By widget: what can be the reason of its next launch.
    var reasons: [WidgetID: LaunchReasons] = [:]
    /// Widgets that the present event is about.
    var touched: Set<WidgetID> = []
    /// By widget: since when, in awake time, it has waited for a place.
    var waitingSince: [WidgetID: Int64] = [:]
    /// The entries that a surface shows if it follows the effects.
    var surface: [WidgetID: Int] = [:]
    /// Requests and launches in their order.
    var number = 0
    var events = 0
    /// The last events with their time, for a failure's message: put into words only then.
    private var lastEvents: [(uptime: Int64, text: () -> String)] = []
    var log: [String] { lastEvents.map { "  \($0.uptime) \($0.text())" } }

    let meanPause: Int64
    var nextAction: Int64 = 0
    /// No more trouble: everything that is owed must come.
    var isCalm = false

    var now: Timestamp { Timestamp(milliseconds: uptime + offset) }

    init(seed: UInt64, scale: Scale = .hours) {
        self.seed = seed
        self.scale = scale
        random = SplitMix64(seed: seed)
        meanPause = scale.meanPauses.randomElement(using: &random) ?? 1_000
        engine = ReloadEngine(configuration: configuration, seed: seed)
        for kind in scale.kinds {
            let kind = kind.name
            providers[kind] = SimulatedProvider(scale.appetites[kind] ?? .any, tempers: scale.tempers, using: &random)
            if Int.random(in: 0..<5, using: &random) > 0 { installed.insert(kind) }
        }
        _ = engine.setInstalled(installed, changed: [], at: now)
    }

    /// Runs random events until so many have happened, or so much time has passed, then lets everything come to rest.
    mutating func run(events count: Int = .max, days: Int64 = .max / 86_400_000) throws {
        do {
            while events < count, uptime < days * 86_400_000 { try step() }
            try calmDown()
        } catch let failure as Failure {
            throw Failure(
                description: """
                    \(failure)
                    seed \(seed), event \(events), \(uptime / 1_000) s up. The last events:
                    \(log.suffix(12).joined(separator: "\n"))
                    Replay: WIDGETD_SEED=\(seed) swift test --filter \(scale.test)
                    """)
        }
    }

    /// The next thing that happens: the timer, an answer of a provider, or somebody's action.
    mutating func step() throws {
        let due = [engine.nextDeadline, pushes.nextDeadline].lazy.compactMap(\.self).min()
        let timer = due.map { max(uptime, $0.milliseconds - offset + timerLateness) } ?? .max
        let answer = flights.min { ($0.value.endsAt, $0.key) < ($1.value.endsAt, $1.key) }
        let next = min(timer, answer?.value.endsAt ?? .max, isCalm ? .max : nextAction)
        guard next < .max else { return }
        events += 1
        touched = []
        let isThorough = events.isMultiple(of: scale.thoroughness)
        if isThorough { try checkQuiet(until: next) }
        awake += max(0, next - uptime)
        uptime = max(uptime, next)
        if timer <= next {
            timerLateness = Int.random(in: 0..<4, using: &random) == 0 ? 20_000 : 0
            try fireTimer(isThorough: isThorough)
        } else if let answer, answer.value.endsAt <= next {
            try finish(answer.key, answer.value)
        } else {
            nextAction = uptime + Int64.random(in: 1...(2 * meanPause), using: &random)
            try act()
        }
        try check(isThorough ? disk.widgets : touched.sorted())
        try checkPushes(isThorough ? disk.widgets : touched.sorted())
    }

    mutating func note(_ text: @autoclosure @escaping () -> String) {
        lastEvents.append((uptime, text))
        if lastEvents.count > 200 { lastEvents.removeFirst(100) }
    }

    mutating func nextNumber() -> Int {
        number += 1
        return number
    }

    /// Ends the trouble and runs on until nothing is owed.
    private mutating func calmDown() throws {
        isCalm = true
        try install(Set(providers.keys), changed: [])
        let end = awake + 4 * 3_600_000
        while awake < end, engine.nextDeadline != nil || pushes.nextDeadline != nil || !flights.isEmpty { try step() }
        for id in disk.widgets {
            guard engine.status(of: id, at: now)?.hasTimeline == true else { throw Failure(description: "\(id) has no timeline in the end") }
            guard pushes.waits(for: id) == nil else { throw Failure(description: "a push still waits for \(id) in the end") }
            guard owed[id] == nil, disk.rows[id]?.guaranteed == nil else { throw Failure(description: "\(id) still waits for a reload in the end") }
        }
    }
}
