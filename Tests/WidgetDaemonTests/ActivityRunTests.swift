import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// `widgetctl activity run`: commands that are followed.
@Suite(.timeLimit(.minutes(10))) struct ActivityRunTests {
    /// Starts a command whose input is this test's.
    private func run(_ daemon: DaemonFixture, _ options: [String] = ["--tag", "job"], _ words: String...) throws -> (
        process: Process, input: Pipe, output: Pipe
    ) {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: Programs.path("widgetctl"))
        process.arguments = ["activity", "run"] + options + ["--"] + words
        process.environment = ProcessInfo.processInfo.environment.merging(["WIDGETD_SOCKET": daemon.socket]) { _, new in new }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.runHearingSignals()
        return (process, input, output)
    }

    private func task(_ snapshot: ProtoActivitySnapshot) -> TaskActivity? {
        try? TaskActivity(attributes: snapshot.activity.attributes, state: snapshot.activity.content.state)
    }

    /// Watches until an activity is as it should be.
    @discardableResult
    private func wait(_ daemon: DaemonFixture, tag: String = "job", until isRight: (ProtoActivitySnapshot) -> Bool) throws -> ProtoActivitySnapshot {
        let watch = try daemon.client().watchActivities()
        let end = ContinuousClock.now + .seconds(120)
        var last = "nothing"
        while ContinuousClock.now < end {
            guard case .event(let event) = try watch.next(timeout: .seconds(1)), case .activity(let snapshot) = event.event else { continue }
            guard snapshot.activity.tag == tag else { continue }
            if isRight(snapshot) { return snapshot }
            last = "\(snapshot.activity)"
        }
        throw WidgetError(.deadlineExceeded, "the activity was not as expected within 120 s; it is \(last)")
    }

    @Test func aCommandKeepsItsOutputAndItsStatusAndItsActivityEndsWithIt() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let failed = try daemon.widgetctl("activity", "run", "--tag", "job", "--", "sh", "-c", "echo out 42%; echo err >&2; exit 3")
        #expect(failed.status == 3)
        #expect(failed.output == "out 42%\n" && failed.errors == "err\n", "\(failed)")
        let ended = try wait(daemon) { $0.activity.state == .ended }
        #expect(task(ended)?.outcome == .failure && task(ended)?.detail == "exit status 3")
        #expect(try daemon.widgetctl("activity", "run", "--tag", "fine", "--", "true").status == 0)
        #expect(try task(wait(daemon, tag: "fine") { $0.activity.state == .ended })?.outcome == .success)
    }

    @Test(arguments: [("/no/such/program", 127), ("/etc/passwd", 126)] as [(String, Int32)])
    func aCommandThatDoesntStartHasAShellsStatusAndNoActivity(_ program: String, _ status: Int32) throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let result = try daemon.widgetctl("activity", "run", "--", program)
        #expect(result.status == status)
        #expect(result.errors.contains(program))
        #expect(try daemon.client().activities(dismissed: true).activities.isEmpty)
    }

    @Test func withoutADaemonTheCommandRunsAllTheSame() throws {
        let daemon = try DaemonFixture()
        let result = try daemon.widgetctl("activity", "run", "--", "sh", "-c", "echo done; exit 4")
        #expect(result.status == 4 && result.output == "done\n")
        #expect(result.errors.contains("without an activity"))
    }

    @Test func aDaemonThatHangsHoldsNothingUp() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        kill(daemon.processID, SIGSTOP)
        defer { kill(daemon.processID, SIGCONT) }
        // A caller that waited for an answer would do so for a day.
        let result = try daemon.widgetctl("activity", "run", "--timeout", "86400", "--", "sh", "-c", "echo 10%; echo 20%; exit 5")
        #expect(result.status == 5 && result.output == "10%\n20%\n")
    }

    @Test func anActivityEndsAsFailedWithItsClient() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        // Ends with its input, which is this test's.
        let (process, input, _) = try run(daemon, ["--tag", "job"], "cat")
        try wait(daemon) { $0.activity.state == .active }
        kill(process.processIdentifier, SIGKILL)
        let ended = try wait(daemon) { $0.activity.state == .ended }
        #expect(task(ended)?.outcome == .failure)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    @Test func aRestartOfTheDaemonDoesntEndIt() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        // It prints nothing.
        let (process, input, _) = try run(daemon, ["--tag", "job"], "sh", "-c", "read line; echo 50%; read line")
        let before = try wait(daemon) { $0.activity.state == .active }
        daemon.stop(SIGKILL)
        try daemon.start()
        // Its client comes back by itself.
        try wait(daemon) { $0.activity.id == before.activity.id && $0.activity.revision > before.activity.revision }
        try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
        try wait(daemon) { task($0)?.progress == 0.5 }
        try input.fileHandleForWriting.write(contentsOf: Data("end\n".utf8))
        let ended = try wait(daemon) { $0.activity.id == before.activity.id && $0.activity.state == .ended }
        #expect(task(ended)?.outcome == .success)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func whatAPersonPutsAwayStaysAway() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let (process, input, output) = try run(daemon, ["--tag", "job"], "sh", "-c", "while read line; do echo $line; done")
        try wait(daemon) { $0.activity.state == .active }
        _ = try daemon.client().dismiss(activity: "job")
        // The first that it says after that is refused, the others would have been the start of another one; so would be its end.
        for line in ["10%", "20%", "30%"] {
            try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
            #expect(try output.fileHandleForReading.read(upToCount: 4) == Data("\(line)\n".utf8))
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try daemon.client().activities(dismissed: true).activities.map(\.activity.state) == [.dismissed])
    }

    @Test func theTagOfACommandThatRunsIsntTakenAway() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let (process, input, _) = try run(daemon, ["--tag", "job"], "cat")
        let first = try wait(daemon) { $0.activity.state == .active }
        #expect(try daemon.widgetctl("activity", "run", "--tag", "job", "--title", "second", "--", "true").status == 0)
        let second = try wait(daemon, tag: "job-2") { $0.activity.state == .ended }
        #expect(task(second)?.title == "second")
        let now = try daemon.client().activity(first.activity.id)
        #expect(now.activity.state == .active && now.activity.revision == first.activity.revision)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    @Test func aPeerShowsACommandAndItsEnd() throws {
        let daemons = try PairedDaemons()
        try daemons.pair()
        let (process, input, _) = try run(daemons[0], ["--tag", "job", "--title", "Nap"], "sh", "-c", "read line; exit 7")
        let shown = try wait(daemons[1]) { $0.activity.state == .active && !$0.local }
        #expect(task(shown)?.title == "Nap")
        try input.fileHandleForWriting.close()
        let ended = try wait(daemons[1]) { $0.activity.id == shown.activity.id && $0.activity.state == .ended }
        #expect(task(ended)?.detail == "exit status 7")
        process.waitUntilExit()
    }

    @Test func aSuccessGoesSoonAndAFailureStays() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        func shownFor(_ options: [String], _ program: String) throws -> Int64 {
            _ = try daemon.widgetctl(["activity", "run", "--tag", program] + options + ["--", program])
            let ended = try wait(daemon, tag: program) { $0.activity.state == .ended }.activity
            return ended.dismissalDate.seconds - ended.endedAt.seconds
        }
        #expect(try (240...300).contains(shownFor([], "true")))
        #expect(try shownFor([], "false") == 4 * 3_600)
        #expect(try (3_500...3_600).contains(shownFor(["--dismiss", "1h"], "/bin/true")))
    }

    @Test func aLongCommandLineIsCutToATitle() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let result = try daemon.widgetctl("activity", "run", "--tag", "job", "--", "true", String(repeating: "ä", count: 200))
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try task(wait(daemon) { $0.activity.state == .ended })?.title.hasSuffix("ä…") == true)
    }

    @Test(arguments: [
        (["--help"], 0, "USAGE"), (["-h"], 0, "USAGE"), (["--titel", "X", "--", "true"], 64, "--titel"), ([], 64, "<command>"), (["--"], 64, "missing"),
    ])
    func anOptionIsNoCommand(_ words: [String], _ status: Int32, _ text: String) throws {
        let result = try Programs.run(Programs.path("widgetctl"), ["activity", "run"] + words)
        #expect(result.status == status)
        #expect((result.output + result.errors).contains(text), "\(result)")
    }

    @Test func whatGoesToOneFileKeepsItsOrder() throws {
        let directory = try TemporaryDirectory()
        let script =
            "'\(Programs.path("widgetctl"))' activity run --socket \(directory.file("none")) -- sh -c "
            + "'for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo error $i >&2; done' > \(directory.file("log")) 2>&1"
        #expect(try Programs.run("/bin/sh", ["-c", script]).status == 0)
        let lines = try String(contentsOfFile: directory.file("log"), encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("widgetctl:") }
        #expect(lines.map(String.init) == (1...9).flatMap { ["out \($0)", "error \($0)"] })
    }

    /// A command gets the signals as its caller has them: a shell leaves SIGPIPE alone, many a build server ignores it, and `yes` then ends by an error of its
    /// own.
    @Test(arguments: [("--default-signal=PIPE", 128 + SIGPIPE), ("--ignore-signal=PIPE", 1)])
    func whoReadsNoFurtherEndsTheCommand(_ signals: String, _ status: Int32) throws {
        let directory = try TemporaryDirectory()
        let script = "env \(signals) '\(Programs.path("widgetctl"))' activity run --socket \(directory.file("none")) -- yes | head -n 1"
        let result = try Programs.run("/bin/bash", ["-o", "pipefail", "-c", script])
        #expect(result.status == status && result.output == "y\n", "\(result)")
    }

    @Test(arguments: [(SIGUSR1, "USR1"), (SIGUSR2, "USR2"), (SIGALRM, "ALRM"), (SIGTERM, "TERM"), (SIGWINCH, "WINCH"), (SIGHUP, "HUP")])
    func aSignalReachesTheCommand(_ number: Int32, _ name: String) throws {
        let daemon = try DaemonFixture()
        let (process, input, output) = try run(daemon, [], "sh", "-c", "trap 'echo trapped; exit 9' \(name); echo begun.; read line")
        #expect(try output.fileHandleForReading.read(upToCount: 7) == Data("begun.\n".utf8))
        kill(process.processIdentifier, number)
        #expect(try output.fileHandleForReading.readToEnd() == Data("trapped\n".utf8))
        process.waitUntilExit()
        #expect(process.terminationStatus == 9)
        try input.fileHandleForWriting.close()
    }

    @Test(arguments: [true, false]) func whileACommandWorksNoProcessorIsTakenFromIt(_ hasDaemon: Bool) throws {
        let daemon = try DaemonFixture()
        if hasDaemon { try daemon.start() }
        let (process, input, output) = try run(
            daemon, ["--tag", "job"], "sh", "-c", "for done in 1 2 3; do echo $done/4; read go; done; \(Scripts.ticks(of: "$PPID"))")
        // Each time the answer says what it shows, or that it can't be shown.
        for done in 1...3 {
            if hasDaemon { try wait(daemon) { task($0)?.progress == Double(done) / 4 } }
            try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
        }
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let ticks = try #require(Scripts.ticks(in: text))
        #expect(ticks < 20)
        process.waitUntilExit()
    }

    // MARK: Output at the end

    @Test func whatACommandLeavesBehindIsntFollowedForLong() throws {
        let daemon = try DaemonFixture()
        let script = "{ i=0; while [ $i -lt 3000 ]; do echo $i; sleep 0.01; i=$((i+1)); done; echo last; } 2>/dev/null & exit 3"
        let result = try daemon.widgetctl("activity", "run", "--", "sh", "-c", script)
        #expect(result.status == 3)
        #expect(!result.output.contains("last"))
    }

    /// A command that has ended, and of whose output nobody has read anything for longer than what it left behind is followed.
    private func unread() throws -> (process: Process, input: Pipe, output: Pipe) {
        let directory = try TemporaryDirectory()
        let late = directory.file("late")
        try #require(mkfifo(late, 0o600) == 0)
        // More than one pipe holds, and less than two.
        let running = try run(
            DaemonFixture(), [], "sh", "-c", "head -c 120000 /dev/zero; { sleep 1.5; echo late >\(late); } >/dev/null 2>&1 & exit 3")
        #expect(try Programs.run("/usr/bin/timeout", ["120", "cat", late]).output == "late\n")
        return running
    }

    @Test func whatACommandHasWrittenWaitsForItsReader() throws {
        let (process, _, output) = try unread()
        #expect(try output.fileHandleForReading.readToEnd()?.count == 120_000)
        process.waitUntilExit()
        #expect(process.terminationStatus == 3)
    }

    @Test func aSignalAfterTheCommandsEndEndsTheWait() throws {
        let (process, _, output) = try unread()
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationStatus == 3)
        try output.fileHandleForReading.close()
    }
}
