extension ReloadSimulation {
    /// How large a run is, and how closely it is watched.
    struct Scale: Sendable {
        /// The test that replays it.
        var test: String
        var mostWidgets: Int
        /// Milliseconds between two things that somebody does, on average: one of these.
        var meanPauses: [Int64]
        /// How many of a hundred widgets are of which kind, about.
        var kinds: [(name: String, share: Int)]
        /// By kind: how often its provider wants to be asked; else as it comes.
        var appetites: [String: SimulatedProvider.Appetite] = [:]
        var tempers: SimulatedProvider.Tempers
        /// After so many events all widgets are looked at, else those that the event was about.
        var thoroughness: Int
        /// Of 1,000 commits, how many the daemon crashes at: half before, half after.
        var crashes: Double
        /// Milliseconds.
        var longestSuspend: Int64
        var actions: Actions

        /// How often what is done, in parts.
        struct Actions: Sendable {
            var place = 15, remove = 4, explicit = 21, interaction = 15, push = 5, kind = 3, all = 2, environment = 2, configure = 5, visible = 3
            var install = 5, change = 3, clock = 5, suspend = 5, restart = 2, power = 2, nothing = 3
        }

        /// Some hours with two dozen widgets, in which much happens; everything is looked at after each event.
        static let hours = Scale(
            test: "ReloadSimulation", mostWidgets: 24, meanPauses: [1_000, 20_000, 120_000, 900_000],
            kinds: ["agenda", "caffeine", "clock", "system", "weather"].map { ($0, 20) },
            tempers: SimulatedProvider.Tempers(hangs: [0, 0, 0.05, 1], fails: [0, 0.1, 0.5]), thoroughness: 1, crashes: 6, longestSuspend: 172_800_000,
            actions: Actions())

        /// A year with two hundred.
        static let year = Scale(
            test: "YearSimulation", mostWidgets: 200, meanPauses: [2_400_000],
            kinds: [("busy", 2), ("news", 5), ("agenda", 20), ("clock", 20), ("daily", 20), ("moon", 23), ("photo", 10)],
            appetites: [
                "busy": .minutes(5...15), "news": .minutes(60...240), "agenda": .minutes(600...3_000), "clock": .minutes(600...3_000),
                "daily": .minutes(1_000...2_000), "moon": .minutes(2_000...9_000), "photo": .never,
            ],
            tempers: SimulatedProvider.Tempers(hangs: [0, 0, 0.01], fails: [0, 0.01, 0.05]),
            thoroughness: 4_999, crashes: 0.05, longestSuspend: 36_000_000,
            actions: Actions(
                place: 300, remove: 2, explicit: 150, interaction: 50, push: 300, kind: 5, all: 1, environment: 1, configure: 5, visible: 150, install: 5,
                change: 5,
                clock: 2, suspend: 40, restart: 15, power: 60, nothing: 0))
    }
}
