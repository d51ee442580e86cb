import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A push that was taken reloads its widgets, wherever the daemon is killed after it, and no more often than that.
@Suite(.timeLimit(.minutes(30))) struct PushKillTests {
    /// Times that the daemon is killed in each test; `WIDGETD_KILLS` sets another number.
    static let kills = ProcessInfo.processInfo.environment["WIDGETD_KILLS"].flatMap(Int.init) ?? 40

    /// Nothing is counted: each push goes at once.
    private func daemon() throws -> PushedDaemon { try PushedDaemon(["--developer-mode"]) }

    @Test func aPushThatWasTakenIsDeliveredOnceWhereverTheDaemonIsKilled() throws {
        let seed = ProcessInfo.processInfo.environment["WIDGETD_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...(.max))
        var random = SplitMix64(seed: seed)
        let replay: Comment = "replay with WIDGETD_SEED=\(seed) swift test --filter PushKillTests"
        let daemon = try daemon()
        let id = try daemon.place()
        var taken: [String] = []
        for round in 1...Self.kills {
            try daemon.write("\(round)")
            let process = daemon.fixture.processID
            let spin = Int(random.next() % 400_000)
            let client = daemon.fixture.client()
            taken.append(try daemon.push(client: client))
            // A provider takes some milliseconds: before it starts, while it runs, while its timeline is stored, after.
            for _ in 0..<spin { spinOnce() }
            kill(process, SIGKILL)
            daemon.fixture.stop(SIGKILL)
            try daemon.fixture.start()
            _ = try daemon.fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == "\(round)" } }
        }
        for push in taken {
            _ = try daemon.end(of: push)
            let events = try daemon.events(push)
            #expect(events.count { $0 == .delivered } == 1 && events.last == .delivered, "\(events); \(replay)")
        }
        // Each kill may have cut one run short, and no more runs than that have come.
        #expect(daemon.lines("runs").count <= 1 + 2 * Self.kills, replay)
    }

    @Test func aReloadThatWasStoredIsNotRepeatedAfterAKill() throws {
        let daemon = try daemon()
        let id = try daemon.place()
        for round in 1...Self.kills {
            try daemon.write("\(round)")
            let push = try daemon.push()
            _ = try daemon.fixture.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == "\(round)" } }
            // The shown entry is stored; the push's delivery may not be written yet.
            daemon.fixture.stop(SIGKILL)
            try daemon.fixture.start()
            #expect(try daemon.end(of: push).event == .delivered)
            #expect(try daemon.events(push).count { $0 == .delivered } == 1)
            #expect(daemon.lines("runs").count == 1 + round, "kill \(round)")
        }
    }
}

/// A little work that the optimiser keeps.
@inline(never) private func spinOnce() { _ = getpid() }
