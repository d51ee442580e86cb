import Testing

@testable import WidgetDaemon

/// Who follows the push log hears of each line at once. The limit is an hour, so that nothing is heard by chance.
@Suite(.timeLimit(.minutes(1))) struct PushNewsTests {
    private let news = PushNews()
    private let hour = Duration.seconds(3_600)

    @Test func whatComesBetweenTheReadAndTheWaitIsNotMissed() async {
        let generation = news.generation
        news.ring()
        await news.next(after: generation, within: hour, on: ContinuousClock())
        #expect(news.generation == generation + 1 && news.waiters == 0)
    }

    @Test func whoWaitsIsWoken() async {
        let (news, hour) = (news, hour)
        let generation = news.generation
        let waiting = Task { await news.next(after: generation, within: hour, on: ContinuousClock()) }
        while news.waiters == 0 { await Task.yield() }
        news.ring()
        await waiting.value
        #expect(news.waiters == 0)
    }

    @Test func whoGoesAwayIsForgotten() async {
        let (news, hour) = (news, hour)
        let waiting = Task { await news.next(after: news.generation, within: hour, on: ContinuousClock()) }
        while news.waiters == 0 { await Task.yield() }
        waiting.cancel()
        await waiting.value
        #expect(news.waiters == 0)
    }

    @Test func whoseTimeIsOverIsForgotten() async {
        await news.next(after: news.generation, within: .milliseconds(10), on: ContinuousClock())
        #expect(news.waiters == 0)
    }
}
