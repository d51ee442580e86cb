import Foundation
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Nothing that was acknowledged is lost, wherever the daemon is killed.
@Suite(.timeLimit(.minutes(30))) struct DaemonKillTests {
    /// Times that the daemon is killed; `WIDGETD_KILLS` sets another number.
    static let kills = ProcessInfo.processInfo.environment["WIDGETD_KILLS"].flatMap(Int.init) ?? 250

    @Test func everyAcknowledgedWriteSurvivesAKillAtAnyMoment() throws {
        let seed = ProcessInfo.processInfo.environment["WIDGETD_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...(.max))
        var random = SplitMix64(seed: seed)
        let fixture = try DaemonFixture()
        try fixture.addProvider("hello", script: Scripts.text("hello"))
        try fixture.start()
        var place = ProtoPlaceRequest()
        place.kind = "hello"
        let id = try fixture.client().place(place).widget.id
        var acknowledged = 0
        for round in 1...Self.kills {
            let last = acknowledged + Int(random.next() % 4) + 1
            let spin = Int(random.next() % 60_000)
            let process = fixture.processID
            var sent = acknowledged
            let client = fixture.client()
            do {
                while true {
                    sent += 1
                    if sent == last {
                        // Kills from beside, somewhere in the middle of the next write.
                        Thread.detachNewThread {
                            for _ in 0..<spin { spinOnce() }
                            kill(process, SIGKILL)
                        }
                    }
                    var request = ProtoConfigureRequest()
                    request.widget = id
                    request.name = "\(sent)"
                    _ = try client.configure(request)
                    acknowledged = sent
                }
            } catch {
                // The daemon is gone.
            }
            fixture.stop(SIGKILL)
            try fixture.start()
            let name = try fixture.client().widget(id).widget.name
            let found = name.isEmpty ? 0 : try #require(Int(name))
            #expect(
                found == acknowledged || found == sent,
                "kill \(round): \(acknowledged) was acknowledged and \(found) is there; replay with WIDGETD_SEED=\(seed) swift test --filter DaemonKillTests")
            acknowledged = found
        }
    }
}

/// A little work that the optimiser keeps.
@inline(never) private func spinOnce() { _ = getpid() }
