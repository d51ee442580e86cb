import WidgetCore

/// How the provider of one kind behaves: each has its own temper.
struct SimulatedProvider {
    /// The host gives up on a provider after this.
    static let deadline: Int64 = 30_000

    enum Answer {
        case timeline(Timeline, isUnchanged: Bool)
        case failure(WidgetError)
    }

    /// How often it wants to be asked.
    enum Appetite: Sendable {
        /// Anything that validation lets through.
        case any
        /// Anew after so many minutes.
        case minutes(ClosedRange<Int64>)
        case never
    }

    /// How often providers hang and fail: each has one of these.
    struct Tempers: Sendable {
        var hangs: [Double]
        var fails: [Double]
    }

    private let appetite: Appetite
    private let hangs: Double
    private let fails: Double
    private let slowest: Int64

    init(_ appetite: Appetite, tempers: Tempers, using random: inout SplitMix64) {
        self.appetite = appetite
        hangs = tempers.hangs.randomElement(using: &random) ?? 0
        fails = tempers.fails.randomElement(using: &random) ?? 0
        slowest = [50, 1_000, 25_000].randomElement(using: &random) ?? 50
    }

    /// Milliseconds until an answer comes, and whether one comes at all.
    func duration(isCalm: Bool, using random: inout SplitMix64) -> (milliseconds: Int64, hangs: Bool) {
        if !isCalm, Double.random(in: 0..<1, using: &random) < hangs { return (Self.deadline, true) }
        return (Int64.random(in: 1...slowest, using: &random), false)
    }

    func answer(after last: Timeline?, hangs: Bool, isCalm: Bool, at now: Timestamp, using random: inout SplitMix64) -> Answer {
        if hangs { return .failure(WidgetError(.deadlineExceeded, "the provider didn't answer within 30 s")) }
        if !isCalm, Double.random(in: 0..<1, using: &random) < fails { return .failure(WidgetError(.unavailable, "the provider exited with status 1")) }
        if var last, Int.random(in: 0..<3, using: &random) == 0 {
            last.receivedAt = now
            return .timeline(last, isUnchanged: true)
        }
        switch appetite {
        case .any: return .timeline(Self.timeline(at: now, using: &random), isUnchanged: false)
        case .minutes(let range):
            let date = now + .milliseconds(Int64.random(in: range, using: &random) * 60_000)
            return .timeline(Timeline(entries: [Self.entry(at: now, using: &random)], policy: .after(date), receivedAt: now), isUnchanged: false)
        case .never: return .timeline(Timeline(entries: [Self.entry(at: now, using: &random)], policy: .never, receivedAt: now), isUnchanged: false)
        }
    }

    private static func entry(at date: Timestamp, using random: inout SplitMix64) -> TimelineEntry {
        guard let digest = ContentDigest(bytes: Array(repeating: UInt8.random(in: 0...255, using: &random), count: 32)) else {
            preconditionFailure("32 bytes are a digest")
        }
        return TimelineEntry(date: date, archive: digest, size: 1)
    }

    /// Anything that validation lets through: entries in the past, in the future, at the same date, one or a hundred, absurd policies.
    private static func timeline(at now: Timestamp, using random: inout SplitMix64) -> Timeline {
        let digest = entry(at: now, using: &random).archive
        let count = Int.random(in: 0..<20, using: &random) == 0 ? 100 : Int.random(in: 1...6, using: &random)
        let gaps: Int64 = [0, 60_000, 3_600_000].randomElement(using: &random) ?? 0
        var date = now + .milliseconds(Int64.random(in: -7_200_000...3_600_000, using: &random))
        if Bool.random(using: &random) { date = now }
        var entries: [TimelineEntry] = []
        for _ in 0..<count {
            entries.append(TimelineEntry(date: date, archive: digest, size: 1))
            date = date + .milliseconds(Int64.random(in: 0...gaps, using: &random))
        }
        let policy: ReloadPolicy =
            switch Int.random(in: 0..<10, using: &random) {
            case 0: .never
            case 1: .after([.latest, .earliest, now].randomElement(using: &random) ?? now)
            case 2...5: .after(now + .milliseconds(Int64.random(in: -3_600_000...21_600_000, using: &random)))
            default: .atEnd
            }
        return Timeline(entries: entries, policy: policy, receivedAt: now)
    }
}
