import Logging
import Testing

@testable import Systemd

/// The level of a process's loggers, which changes while they are in use.
@Suite struct LogThresholdTests {
    @Test func everyLoggerFollowsItUnlessItHasALevelOfItsOwn() {
        let threshold = LogThreshold(.notice)
        let logger = Logger(label: "a") { LogDestination.terminal(colored: false).makeHandler(label: $0, identifier: "a", threshold: threshold) }
        var quiet = logger
        quiet.logLevel = .error
        #expect(logger.logLevel == .notice)
        threshold.level = .debug
        #expect(logger.logLevel == .debug && quiet.logLevel == .error)
    }
}
