import Systemd
import Testing

@Suite("Watchdog")
struct WatchdogTests {
    @Test("The daemon pings twice within the unit's limit")
    func half() {
        #expect(ServiceNotifier.watchdogInterval(environment: ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42"], processID: 42) == .seconds(15))
    }

    @Test("A watchdog without an owner is ours, as in services that the manager starts through a wrapper")
    func withoutOwner() {
        #expect(ServiceNotifier.watchdogInterval(environment: ["WATCHDOG_USEC": "2000000"], processID: 42) == .seconds(1))
    }

    @Test("A watchdog that watches another process is not ours")
    func anotherProcess() {
        #expect(ServiceNotifier.watchdogInterval(environment: ["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "41"], processID: 42) == nil)
    }

    @Test("No limit, an empty one, zero or nonsense means no watchdog", arguments: [nil, "", "0", "-5", "soon"])
    func none(limit: String?) {
        #expect(ServiceNotifier.watchdogInterval(environment: limit.map { ["WATCHDOG_USEC": $0] } ?? [:], processID: 42) == nil)
    }
}
