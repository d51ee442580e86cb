import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetTestSupport

/// `widgetctl` where it goes on until it is interrupted, over restarts of the daemon.
@Suite(.timeLimit(.minutes(10))) struct FollowingTests {
    /// A command that runs, and what it has printed so far.
    private final class Running {
        let process = Process()
        private let output = Pipe()
        private let errors = Pipe()
        private var text = ""

        init(_ arguments: [String], _ daemon: DaemonFixture) throws {
            process.executableURL = URL(filePath: Programs.path("widgetctl"))
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(["WIDGETD_SOCKET": daemon.socket, "NO_COLOR": "1"]) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        /// Reads until `words` were printed; false where the command ended before.
        func prints(_ words: String) -> Bool {
            while true {
                if let range = text.range(of: words) {
                    text = String(text[range.upperBound...])
                    return true
                }
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { return false }
                text += String(decoding: data, as: UTF8.self)
            }
        }

        /// Ends it; what a test starts may have the other signals blocked, as its threads have.
        /// - Returns: what it printed on standard error.
        func end() throws -> String {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            return String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
    }

    @Test(arguments: [
        (["watch"], "end of the current state"), (["activity", "watch", "--json"], "initialStateSent"), (["control", "watch"], "end of the current state"),
    ])
    func aWatchGoesOnAfterARestartOfTheDaemon(arguments: [String], words: String) throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let watch = try Running(arguments, daemon)
        #expect(watch.prints(words))
        daemon.stop(SIGKILL)
        try daemon.start()
        #expect(watch.prints(words))
        daemon.stop()
        try daemon.start()
        #expect(watch.prints(words))
        let errors = try watch.end()
        #expect(errors.components(separatedBy: "waiting for it\n").count == 3, "once for each restart: \(errors)")
        #expect(watch.process.terminationReason == .uncaughtSignal)
    }

    @Test func aDrawnActivityIsToldByItsTitleAndWhatItsCompactViewsSay() throws {
        let daemon = try DaemonFixture()
        try daemon.addActivityProvider(
            "trips", type: "trip",
            script: #"cat >/dev/null; printf '{"views":{"lockScreen":"Berlin to Rome","compactLeading":"ICE 5","compactTrailing":"3 min"}}'"#)
        try daemon.start()
        let started = try daemon.widgetctl(
            "activity", "start", "--type", "trip", "--tag", "rome", "--attributes", #"{"title":"To Rome"}"#, "--state", #"{"gate":7}"#)
        #expect(started.status == 0, "\(started)")
        let id = try #require(try daemon.client().activities().activities.first?.activity.id)
        try daemon.wait(forActivity: id) { !$0.archive.views.isEmpty }
        #expect(try daemon.widgetctl("activity").output.contains("trip: To Rome, ICE 5 3 min"))
        #expect(try daemon.widgetctl("activity").output.contains("gate") == false)
        // An activity that has ended stands last, however relevant it was.
        #expect(try daemon.widgetctl("activity", "start", "--title", "Tea", "--tag", "tea", "--score", "5").status == 0)
        #expect(try daemon.widgetctl("activity", "end", "tea").status == 0)
        #expect(try daemon.client().activities().activities.map(\.activity.tag) == ["rome", "tea"])
        #expect(try daemon.widgetctl("activity", "start", "--title", "").status == 64)
    }

    @Test func theLogIsFollowedOverARestart() throws {
        let daemon = try DaemonFixture()
        try daemon.addProvider("counter", script: Scripts.counter(try daemon.directory.write("count", "")))
        try daemon.start()
        let log = try Running(["log", "--follow"], daemon)
        #expect(try daemon.widgetctl("place", "counter", "--name", "first").status == 0)
        #expect(log.prints("placed"))
        daemon.stop(SIGKILL)
        try daemon.start()
        #expect(try daemon.widgetctl("place", "counter", "--name", "second").status == 0)
        #expect(log.prints("placed"))
        _ = try log.end()
    }
}
