import Testing

@testable import Systemd

/// The words about a unit that has failed for good, from systemd's.
@Suite struct ServiceFailureTests {
    private func failure(_ result: String?, _ status: String? = nil, isUser: Bool = true) -> ServiceFailure {
        let variables = ["MONITOR_UNIT": "widgetd.service", "MONITOR_SERVICE_RESULT": result, "MONITOR_EXIT_STATUS": status]
        return ServiceFailure(isUser: isUser) { variables[$0] ?? nil }
    }

    @Test func aMistakeInTheSettingsIsSaidWithItsCommand() {
        #expect(failure("exit-code", "78").reason == "its settings have a mistake" && failure("exit-code", "78").command == "widgetctl config check")
    }

    @Test func anyOtherReasonLeadsToTheJournalOfTheRightManager() {
        #expect(failure("signal", "SEGV").reason == "it crashed with the signal SEGV")
        #expect(failure("start-limit-hit", "1").reason.contains("again and again"))
        #expect(failure("watchdog").command == "journalctl --user -u widgetd.service -n 20")
        #expect(failure("exit-code", "99", isUser: false).command == "journalctl -u widgetd.service -n 20")
        #expect(failure("exit-code", "99").reason.contains("99"))
    }

    @Test func anOlderSystemdSaysNoReason() {
        let failure = ServiceFailure(isUser: false) { _ in nil }
        #expect(failure.unit == "widgetd.service" && failure.reason == "systemd doesn't say why")
    }
}
