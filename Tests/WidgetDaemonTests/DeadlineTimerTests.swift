import Testing
import WidgetCore

@testable import DaemonCore

/// The real timer: it fires for each date that it is set to, also for the same one again.
@Suite(.timeLimit(.minutes(10))) struct DeadlineTimerTests {
    @Test func aDateThatItFiredForFiresAgain() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: DeadlineTimer.Event.self)
        let timer = try DeadlineTimer { continuation.yield($0) }
        defer { timer.cancel() }
        var iterator = events.makeAsyncIterator()
        let date = Timestamp.now
        for _ in 0..<3 {
            timer.set(date)
            #expect(await iterator.next() == .due)
        }
    }

    @Test func anotherDateTakesThePlaceOfTheOneBefore() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: DeadlineTimer.Event.self)
        let timer = try DeadlineTimer { continuation.yield($0) }
        defer { timer.cancel() }
        var iterator = events.makeAsyncIterator()
        let (soon, late) = (Timestamp.now, Timestamp.now + .minutes(600))
        for date in [late, late, nil, late, soon] { timer.set(date) }
        #expect(await iterator.next() == .due)
    }
}
