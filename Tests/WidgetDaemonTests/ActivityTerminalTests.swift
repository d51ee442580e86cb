import Foundation
import Glibc
import Testing
import WidgetTestSupport

/// `widgetctl activity run` at a terminal: the command is there as if it had been started by itself.
@Suite(.timeLimit(.minutes(10))) struct ActivityTerminalTests {
    private let directory: TemporaryDirectory
    private let shell: ShellFixture

    init() throws {
        directory = try TemporaryDirectory()
        shell = try ShellFixture(environment: [
            "R": "\(Programs.path("widgetctl")) activity run --", "WIDGETD_SOCKET": directory.file("none"), "J": directory.file("job.sh"),
        ])
    }

    /// What `$R sh $J` runs.
    private func job(_ script: String) throws { try directory.write("job.sh", script + "\n") }

    private static let reading = "echo begun; read word; echo got-$word"
    private static let counting = "trap 'echo trapped; exit 9' INT; echo begun; while :; do sleep 0.1; done"

    @Test func itHasTheSizeAndTheModesFromItsFirstMoment() throws {
        shell.type("stty -echoctl; stty -g; echo \"o\"wn; $R stty size; $R stty -g; echo \"S\"$?\n")
        let own = try #require(shell.wait(for: "own").split(whereSeparator: \.isNewline).last { $0.contains(":") })
        try shell.wait(for: "\(ShellFixture.rows) \(ShellFixture.columns)")
        try shell.wait(for: own.trimmingCharacters(in: .whitespaces))
        try shell.wait(for: "S0")
    }

    @Test func itReadsWhatIsTypedAndTheTerminalIsAsBefore() throws {
        try job(Self.reading)
        shell.type("A=$(stty -g); $R sh $J; B=$(stty -g); test $A = $B && echo \"s\"ame\n")
        try shell.wait(for: "begun")
        shell.type("abc\n")
        try shell.wait(for: "got-abc")
        try shell.wait(for: "same")
    }

    @Test func whatIsTypedReachesItOnceAndWhatIsSentToo() throws {
        try job("echo wrapper-$(cut -d' ' -f4 /proc/$PPID/stat)-; \(Self.counting)")
        shell.type("$R sh $J; echo \"S\"$?\n")
        try shell.wait(for: "begun")
        shell.type("\u{3}")
        try shell.wait(for: "trapped")
        #expect(try !shell.wait(for: "S9").contains("trapped"))
        shell.type("$R sh $J; echo \"S\"$?\n")
        try shell.wait(for: "wrapper-")
        let wrapper = try #require(Int32(shell.wait(for: "-")))
        try shell.wait(for: "begun")
        kill(wrapper, SIGINT)
        try shell.wait(for: "trapped")
        #expect(try !shell.wait(for: "S9").contains("trapped"))
    }

    @Test func itIsStoppedByAKeyAndGoesOn() throws {
        try job(Self.reading)
        shell.type("$R sh $J; echo \"S\"$?\n")
        try shell.wait(for: "begun")
        shell.type("\u{1A}")
        try shell.wait(for: "S\(128 + SIGTSTP)")
        shell.type("fg; echo \"F\"$?\n")
        shell.type("abc\n")
        try shell.wait(for: "got-abc")
        try shell.wait(for: "F0")
    }

    @Test func inTheBackgroundItPrintsAndIsStoppedWhenItReads() throws {
        try job("echo begun; echo 50%")
        shell.type("$R sh $J & wait $!; echo \"S\"$?\n")
        try shell.wait(for: "S0")
        try job(Self.reading)
        shell.type("$R sh $J & wait $!; echo \"S\"$?\n")
        try shell.wait(for: "S\(128 + SIGTTIN)")
        shell.type("fg; echo \"F\"$?\n")
        shell.type("abc\n")
        try shell.wait(for: "got-abc")
        try shell.wait(for: "F0")
    }

    @Test func behindAPipeItStillReadsTheTerminal() throws {
        try job("read piped; echo begun; read typed </dev/tty; echo $piped-$typed")
        shell.type("echo x | $R sh $J; echo \"S\"$?\n")
        try shell.wait(for: "begun")
        shell.type("abc\n")
        try shell.wait(for: "x-abc")
        try shell.wait(for: "S0")
    }

    @Test func behindAPipeAKeyReachesTheWholePipeline() throws {
        try job(Self.counting)
        shell.type("sleep 100000 | $R sh $J\n")
        try shell.wait(for: "begun")
        shell.type("\u{3}")
        // The shell waits for all of them.
        shell.type("echo \"b\"ack\n")
        try shell.wait(for: "back")
    }

    @Test(arguments: [
        (">$J.out", "test -t 2 && ! test -t 1"), ("2>$J.out", "test -t 1 && ! test -t 2"), ("</dev/null", "test -t 1 && ! test -t 0"),
        ("", "test -t 0 && test -t 1 && test -t 2"),
    ])
    func whatIsATerminalIsOneForIt(_ redirection: String, _ check: String) throws {
        try job("\(check) && exit 12")
        shell.type("$R sh $J \(redirection); echo \"S\"$?\n")
        try shell.wait(for: "S12")
    }

    @Test(arguments: ["", ">$J.out 2>&1"]) func whatIsIgnoredStaysIgnored(_ redirection: String) throws {
        try job("kill -INT $$; exit 12")
        shell.type("(trap '' INT; exec $R sh $J \(redirection)); echo \"S\"$?\n")
        try shell.wait(for: "S12")
    }

    /// A pager on its first page: Ctrl-Z and Ctrl-C are for all of the pipeline.
    @Test(arguments: ["", "2>&1"], ["\u{1A}", "\u{3}"]) func aReaderThatPausesHoldsNoKeyUp(_ redirection: String, _ key: String) throws {
        try job("exec yes")
        shell.type("$R sh $J \(redirection) | sh -c 'read word; echo \"r\"eady >/dev/tty; exec sleep 100000'\n")
        try shell.wait(for: "ready")
        shell.type(key)
        shell.type("echo \"b\"ack\n")
        // The shell waits for all of them.
        try shell.wait(for: "back")
    }

    @Test func whatSurvivesItsWindowTakesNoProcessor() throws {
        let (gate, result) = (directory.file("gate"), directory.file("result"))
        try #require(mkfifo(gate, 0o600) == 0 && mkfifo(result, 0o600) == 0)
        // Between the two stands the leader of its session.
        try job("other=$(cut -d' ' -f4 /proc/$PPID/stat); echo begun; read go <\(gate); { \(Scripts.ticks(of: "$other")); } >\(result)")
        shell.type("trap '' HUP; exec $R sh $J\n")
        try shell.wait(for: "begun")
        shell.closeWindow()
        let output = try Programs.run("/usr/bin/timeout", ["120", "sh", "-c", "echo go >\(gate); cat \(result)"]).output
        let ticks = try #require(Scripts.ticks(in: output))
        #expect(ticks < 20)
    }
}
