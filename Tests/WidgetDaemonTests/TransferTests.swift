import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// `widgetd-transfer`, a provider in Swift: a program shows what it does, and the same program draws it.
@Suite(.timeLimit(.minutes(10))) struct TransferTests {
    private static let program = Programs.path("widgetd-providers")

    private func addProvider(_ daemon: DaemonFixture) throws {
        try daemon.directory.write(
            "providers/transfer.json", #"{"format":1,"id":"transfer","protocol":"rpc","exec":["\#(Self.program)","transfer"],"deadline_seconds":120}"#)
    }

    private func daemon() throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        try addProvider(daemon)
        try daemon.start()
        return daemon
    }

    private func transfer(_ daemon: DaemonFixture, _ arguments: String...) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = ["transfer"] + arguments
        process.environment = ["WIDGETD_SOCKET": daemon.socket]
        try process.run()
        return process
    }

    /// Waits until an activity's views have a text.
    @discardableResult
    private func wait(_ daemon: DaemonFixture, for text: String) throws -> ProtoActivitySnapshot {
        let watch = try daemon.client().watchActivities()
        let end = ContinuousClock.now + .seconds(120)
        var last = "nothing"
        while ContinuousClock.now < end {
            guard case .event(let event) = try watch.next(timeout: .seconds(1)), case .activity(let snapshot) = event.event else { continue }
            if snapshot.texts().contains(where: { $0.contains(text) }) { return snapshot }
            last = "\(snapshot.activity) \(snapshot.texts()) \(snapshot.lastError)"
        }
        throw WidgetError(.deadlineExceeded, "no activity shows '\(text)'; the last was \(last)")
    }

    @Test func aCopyIsThereWholeAndShownAsDone() throws {
        let daemon = try daemon()
        let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let source = daemon.directory.file("source")
        try content.write(to: URL(filePath: source))
        let process = try transfer(daemon, source, daemon.directory.file("copy"))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try Data(contentsOf: URL(filePath: daemon.directory.file("copy"))) == content)
        let shown = try wait(daemon, for: "3.0 MB in")
        #expect(shown.activity.state == .ended)
        // The minimal view is a symbol by then, and a ring before.
        #expect(shown.texts(.compactTrailing) == ["100 %"] && shown.texts(.minimal).isEmpty)
        #expect(Set(shown.archive.views.map(\.presentation)).count == 9)
        // A file that is there is not replaced.
        let again = try transfer(daemon, source, daemon.directory.file("copy"))
        again.waitUntilExit()
        #expect(again.terminationStatus == 1)
    }

    @Test func withoutADaemonItIsCopiedAllTheSame() throws {
        let directory = try TemporaryDirectory()
        let source = try directory.write("source", "text")
        let result = try Programs.run(Self.program, ["transfer", source, directory.file("copy")], environment: ["WIDGETD_SOCKET": directory.file("nobody")])
        #expect(result.status == 0)
        #expect(result.errors.contains("the progress can't be shown"), "\(result.errors)")
        #expect(try String(contentsOfFile: directory.file("copy"), encoding: .utf8) == "text")
    }

    @Test func aFileThatGrowsIsFollowedToItsEnd() throws {
        let daemon = try daemon()
        // It need not be there yet.
        let process = try transfer(daemon, "--watch", daemon.directory.file("download.iso"), "--size", "100")
        try wait(daemon, for: "0 %")
        try daemon.directory.write("download.iso", String(repeating: "x", count: 25))
        try wait(daemon, for: "25 %")
        #expect(try wait(daemon, for: "25 B of 100 B").activity.content.hasStaleDate)
        try daemon.directory.write("download.iso", String(repeating: "x", count: 100))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try wait(daemon, for: "100 %").activity.state == .ended)
    }

    @Test func itIsCancelledFromAnotherDevice() throws {
        let daemons = try PairedDaemons { index, daemon in if index == 0 { try addProvider(daemon) } }
        try daemons.pair()
        let file = try daemons[0].directory.write("download.iso", "x")
        let process = try transfer(daemons[0], "--watch", file, "--size", "100")
        let shown = try wait(daemons[1], for: "1 %")
        #expect(!shown.local)
        defer { kill(process.processIdentifier, SIGKILL) }
        let tapped = try daemons[1].widgetctl("activity", "tap", shown.activity.id, "cancel")
        try #require(tapped.status == 0, "\(tapped.errors)")
        process.waitUntilExit()
        #expect(process.terminationStatus == 128 + SIGTERM)
        #expect(try wait(daemons[1], for: "cancelled").activity.state == .ended)
    }

    @Test func itsWholeViewIsShownWithItsButton() throws {
        let daemon = try daemon()
        let file = try daemon.directory.write("download.iso", String(repeating: "x", count: 30))
        let process = try transfer(daemon, "--watch", file, "--size", "100")
        let shown = try wait(daemon, for: "30 B of 100 B")
        defer { kill(process.processIdentifier, SIGKILL) }
        let picture = try daemon.widgetctl("activity", "show", shown.activity.id).output
        #expect(picture.contains("30 B of 100 B") && picture.contains("[ Cancel ]") && !picture.contains("more line"), "\(picture)")
        #expect(picture.contains("cancel (widgetctl activity tap"), "\(picture)")
    }

    @Test func oneThatIsKilledIsShownAsLost() throws {
        let daemon = try daemon()
        let file = try daemon.directory.write("download.iso", "x")
        let process = try transfer(daemon, "--watch", file, "--size", "100")
        try wait(daemon, for: "1 B of 100 B")
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try wait(daemon, for: "its program was ended").activity.state == .ended)
    }
}
