import Testing

@testable import DaemonCore

/// A waiting task hears of a change at once. The limit is an hour, so that nothing is heard by chance.
@Suite(.timeLimit(.minutes(10))) struct AsyncSignalTests {
    private let bell = AsyncSignal()
    private let hour = Duration.seconds(3_600)

    @Test func whatComesBetweenTheReadAndTheWaitIsNotMissed() async {
        let generation = bell.generation
        bell.signal()
        await bell.next(after: generation, within: hour, on: ContinuousClock())
        #expect(bell.generation == generation + 1 && bell.waiters == 0)
    }

    @Test func whoWaitsIsWoken() async {
        let (bell, hour) = (bell, hour)
        let generation = bell.generation
        let waiting = Task { await bell.next(after: generation, within: hour, on: ContinuousClock()) }
        while bell.waiters == 0 { await Task.yield() }
        bell.signal()
        await waiting.value
        #expect(bell.waiters == 0)
    }

    @Test func whoGoesAwayIsForgotten() async {
        let (bell, hour) = (bell, hour)
        let waiting = Task { await bell.next(after: bell.generation, within: hour, on: ContinuousClock()) }
        while bell.waiters == 0 { await Task.yield() }
        waiting.cancel()
        await waiting.value
        #expect(bell.waiters == 0)
    }

    @Test func whoseTimeIsOverIsForgotten() async {
        await bell.next(after: bell.generation, within: .milliseconds(10), on: ContinuousClock())
        #expect(bell.waiters == 0)
    }
}
