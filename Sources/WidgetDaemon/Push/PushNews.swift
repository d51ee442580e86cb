import Synchronization

/// Tells those who follow the push log that it has grown.
final class PushNews: Sendable {
    private let waiting = Mutex<[Race]>([])

    /// The log has grown.
    func ring() {
        let races = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for race in races { race.finish() }
    }

    /// Returns when the log has grown, and after `limit` in any case.
    func next(within limit: Duration, on clock: any Clock<Duration>) async {
        await withCheckedContinuation { continuation in
            let race = Race(continuation)
            waiting.withLock { $0.append(race) }
            Task {
                try? await clock.sleep(for: limit)
                race.finish()
            }
        }
    }
}
