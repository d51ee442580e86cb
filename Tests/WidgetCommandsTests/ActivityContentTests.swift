import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetCommands

@Suite("How an activity stands, changed in part")
struct ActivityContentTests {
    private let now = Timestamp(milliseconds: 1_700_000_000_000)

    private func updated(staleIn seconds: Int64, _ arguments: String...) throws -> ProtoActivityContent {
        let before = ProtoActivityContent.with {
            $0.state = #"{"progress":0.1}"#
            $0.staleDate = .init(now + .seconds(seconds))
        }
        return try ActivityContentOptions.parse(arguments).content(changing: before, attributes: #"{"title":"a"}"#, type: TaskActivity.type, now: now)
    }

    @Test("A stale date that is to come stays, and one that has passed was that of what stood before")
    func staleDate() throws {
        #expect(try updated(staleIn: 60, "--progress", "0.5").staleDate == .init(now + .seconds(60)))
        #expect(try !updated(staleIn: -1, "--progress", "0.5").hasStaleDate)
        #expect(try !updated(staleIn: 0, "--score", "1").hasStaleDate)
        #expect(try updated(staleIn: -1, "--stale", "5m").staleDate == .init(now + .minutes(5)))
    }
}
