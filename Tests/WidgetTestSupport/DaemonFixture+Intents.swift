import Foundation
public import WidgetAPI
import WidgetCore

extension DaemonFixture {
    /// Waits until the log of intents says what is right, the newest first. There is no event for it: it is asked again.
    /// - Throws: DEADLINE_EXCEEDED after `seconds`.
    public func wait(seconds: Int64 = 120, forIntents isRight: ([ProtoIntentRecord]) -> Bool) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        var intents = try client().intentLog(limit: 10).intents
        while !isRight(intents) {
            guard ContinuousClock.now < end else { throw WidgetError(.deadlineExceeded, "not as expected within \(seconds) s: \(intents)") }
            Thread.sleep(forTimeInterval: 0.02)
            intents = try client().intentLog(limit: 10).intents
        }
    }
}
