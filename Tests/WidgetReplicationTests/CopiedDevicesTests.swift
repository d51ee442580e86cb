import Testing
import WidgetCore
import WidgetReplication

@Suite struct CopiedDevicesTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)
    private let first = DeviceID(certificate: [1])
    private let second = DeviceID(certificate: [2])

    /// Lives that began so many minutes ago.
    private func lives(_ device: DeviceID, _ minutes: Int64...) -> [Origin] {
        minutes.map { Origin(device: device, incarnation: Incarnation(now: now + .minutes(-$0), after: nil, random: 1)) }
    }

    @Test func aDeviceThatBeginsLifeAfterLifeIsFound() {
        #expect(CopiedDevices.find(in: lives(first, 0, 1, 2, 5_000) + lives(second, 3), now: now) == [first: 3])
    }

    @Test func aFirstLifeOneRestoredBackupAndLivesOfBeforeAreNotTakenForCopies() {
        #expect(CopiedDevices.find(in: lives(first, 1, 2, 3), now: now).isEmpty, "the first is none that it began anew")
        #expect(CopiedDevices.find(in: lives(first, 1, 2, 90, 120, 5_000), now: now).isEmpty)
    }

    @Test func livesOfAClockThatIsFarAheadSayNothing() {
        #expect(CopiedDevices.find(in: lives(first, 5_000, -5_000, -5_001, -5_002), now: now).isEmpty)
    }

    @Test func thePauseDoublesToHalfAnHour() {
        #expect((0...9).map { CopiedDevices.backoff(afterIncarnations: $0).count / 60_000 } == [0, 0, 0, 1, 2, 4, 8, 16, 30, 30])
        #expect(CopiedDevices.backoff(afterIncarnations: .max) == .minutes(30))
    }
}
