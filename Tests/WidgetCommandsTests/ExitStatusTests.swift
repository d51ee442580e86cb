import ArgumentParser
import CommandRendering
import Glibc
import Testing
import WidgetCore

@testable import WidgetCommands

@Suite("Exit statuses and errors")
struct ExitStatusTests {
    @Test(
        "Each status code has its sysexits number",
        arguments: [
            (.invalidArgument, 65), (.outOfRange, 65), (.notFound, 66), (.unavailable, 69), (.failedPrecondition, 69), (.internal, 70), (.unknown, 70),
            (.alreadyExists, 73), (.resourceExhausted, 73), (.dataLoss, 74), (.deadlineExceeded, 75), (.aborted, 75), (.cancelled, 75), (.unimplemented, 76),
            (.permissionDenied, 77), (.unauthenticated, 77),
        ] as [(WidgetError.Code, Int32)])
    func table(code: WidgetError.Code, status: Int32) {
        #expect(ExitStatus(code).rawValue == status)
    }

    @Test("A daemon's error is one line on standard error, without controls")
    func daemonError() {
        let outcome = Widgetctl.outcome(of: WidgetError(.notFound, "no widget \"x\u{1B}[2J\"\nreally"))
        #expect(outcome.text == "widgetctl: no widget \"x\u{FFFD}[2J\" really\n")
        #expect(outcome.file.descriptor == STDERR_FILENO)
        #expect(outcome.status == .noInput)
    }

    @Test("A reader that went away is no error, a full disk is")
    func output() {
        #expect(Widgetctl.outcome(of: OutputFile.WriteError(code: EPIPE)).status == .ok)
        #expect(Widgetctl.outcome(of: OutputFile.WriteError(code: EPIPE)).text.isEmpty)
        #expect(Widgetctl.outcome(of: OutputFile.WriteError(code: ENOSPC)).status == .inputOutput)
    }

    @Test(
        "A wrong command line is EX_USAGE and says how it goes",
        arguments: [
            ["place"], ["nonsense"], ["place", "system", "--family", "huge"], ["place", "system", "no-equals-sign"], ["configure", "w"], ["reload"],
            ["reload", "w", "--all"], ["tap", "w", "a", "--on", "--off"], ["log", "-n", "0"], ["log", "-n", "1001"], ["show", "w", "--width", "0"],
            ["status", "--timeout", "0"], ["status", "--timeout", "nan"], ["board", "--json"],
            ["device", "rename", "d"], ["device", "addresses", "d", "a:1", "--clear"], ["device", "addresses", "d"] + (1...9).map { "a:\($0)" },
            ["device", "invite"] + (1...9).flatMap { ["--address", "a:\($0)"] }, ["device", "invite", "--qr", "--json"], ["sync", "log", "-n", "0"],
            ["sync", "conflicts", "-n", "1001"], ["export", "--force"], ["export", "-", "--force"], ["import"], ["backup"],
        ])
    func usage(arguments: [String]) {
        #expect {
            _ = try RootCommand.parseAsRoot(arguments)
        } throws: { error in
            let outcome = Widgetctl.outcome(of: error)
            return outcome.status == .usage && outcome.text.hasPrefix("widgetctl: ") && outcome.file.descriptor == STDERR_FILENO
        }
    }

    @Test(
        "Help and version go to standard output and are no error",
        arguments: [["--help"], ["help", "place"], ["--version"], ["--generate-completion-script", "bash"]])
    func help(arguments: [String]) {
        #expect {
            var command = try RootCommand.parseAsRoot(arguments)
            try command.run()
        } throws: { error in
            let outcome = Widgetctl.outcome(of: error)
            return outcome.status == .ok && outcome.file.descriptor == STDOUT_FILENO && !outcome.text.isEmpty
        }
    }

    @Test(
        "A quick command is what ArgumentParser makes of the same line",
        arguments: [["status"], ["status", "--json"], ["widgets"], ["kinds"], ["kinds", "--json"]])
    func quick(arguments: [String]) throws {
        let request = try #require(QuickPath.request(arguments))
        let parsed = try #require(RootCommand.parseAsRoot(arguments) as? any QuickCommand)
        #expect(type(of: parsed) == request.command)
        #expect(parsed.common.json == request.json)
    }

    @Test(
        "Any other line is left to ArgumentParser",
        arguments: [
            [], ["--version"], ["status", "--help"], ["status", "--json", "--json"], ["widgets", "--kind", "x"], ["kinds", "system"], ["place", "system"],
            ["--json", "status"],
        ])
    func notQuick(arguments: [String]) {
        #expect(QuickPath.request(arguments) == nil)
    }

    @Test("Every command has help with an example")
    func examples() {
        var commands: [any ParsableCommand.Type] = [RootCommand.self]
        while let command = commands.popLast() {
            let configuration = command.configuration
            commands += configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
            #expect(!configuration.abstract.isEmpty)
            if configuration.subcommands.isEmpty { #expect(configuration.discussion.contains("widgetctl "), "\(command) has no example") }
        }
    }
}
