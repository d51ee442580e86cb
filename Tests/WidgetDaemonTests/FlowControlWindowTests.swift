import Testing

@testable import DaemonCore

/// How much a watcher is sent before it has to say that it wants more.
@Suite struct FlowControlWindowTests {
    @Test func aWatcherThatNeverGrantsIsNotHeldBack() {
        var credit = FlowControlWindow()
        credit.grant(messages: 0, bytes: 0)
        for _ in 0..<1_000 { credit.spend(1 << 20) }
        #expect(credit.isLeft)
    }

    @Test func bothKindsMustBeLeft() {
        var messages = FlowControlWindow()
        messages.grant(messages: 2, bytes: 1_000)
        messages.spend(10)
        #expect(messages.isLeft)
        messages.spend(10)
        #expect(!messages.isLeft, "two messages were sent, the bytes would do for more")

        var bytes = FlowControlWindow()
        bytes.grant(messages: 100, bytes: 20)
        bytes.spend(10)
        #expect(bytes.isLeft)
        bytes.spend(10)
        #expect(!bytes.isLeft, "twenty bytes were sent, the messages would do for more")
    }

    @Test func aKindThatWasNeverGrantedDoesNotCount() {
        var credit = FlowControlWindow()
        credit.grant(messages: 2, bytes: 0)
        credit.spend(64 << 20)
        #expect(credit.isLeft)
    }

    @Test func whatWasOverdrawnIsPaidFirst() {
        var credit = FlowControlWindow()
        credit.grant(messages: 100, bytes: 1)
        credit.spend(1_000)
        credit.grant(messages: 0, bytes: 999)
        #expect(!credit.isLeft)
        credit.grant(messages: 0, bytes: 1)
        #expect(credit.isLeft)
    }

    @Test func noMoreThanTheMaximumIsOutstanding() {
        var credit = FlowControlWindow()
        for _ in 0..<3 { credit.grant(messages: .max, bytes: .max) }
        for _ in 0..<DaemonCoreLimits.maximumWatchCredit { credit.spend(0) }
        #expect(!credit.isLeft)
        credit.grant(messages: .max, bytes: 0)
        credit.spend(DaemonCoreLimits.maximumWatchCreditBytes)
        #expect(!credit.isLeft)
    }
}
