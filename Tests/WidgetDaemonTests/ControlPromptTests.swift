import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Kinds of controls that prompt for their configuration, on a real terminal.
@Suite(.timeLimit(.minutes(10))) struct ControlPromptTests {
    private func lamp(hasDefault: Bool = true) throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        let room = #"{"name":"room","type":"text","title":"Room","options":["hall","cellar"]\#(hasDefault ? #","default":"hall""# : "")}"#
        try Lamp(daemon, kind: #","prompts_for_user_configuration":true,"parameters":[\#(room)]"#)
        try daemon.start()
        return daemon
    }

    /// Types on a terminal of its own what `widgetctl control add lamp` reads.
    private func add(_ daemon: DaemonFixture, typing text: String) throws -> (status: Int32, errors: String) {
        var (master, slave): (Int32, Int32) = (-1, -1)
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        defer { close(master) }
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: Programs.path("widgetctl"))
        process.arguments = ["control", "add", "lamp"]
        process.environment = ProcessInfo.processInfo.environment.merging(["WIDGETD_SOCKET": daemon.socket]) { $1 }
        process.standardInput = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        // The terminal keeps it until it is read.
        #expect(write(master, text, text.utf8.count) == text.utf8.count)
        try process.run()
        let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, said)
    }

    @Test func aPersonIsAskedUntilTheAnswerWillDo() throws {
        let daemon = try lamp()
        let (status, said) = try add(daemon, typing: "attic\ncellar\n")
        #expect(status == 0 && said.contains("Room (hall cellar; Enter: hall): ") && said.contains("try again"), "\(said)")
        #expect(try daemon.client().controls().controls.map(\.control.parameters) == [["room": .with { $0.text = "cellar" }]])
    }

    @Test func theEndOfTheInputAddsNothing() throws {
        let daemon = try lamp()
        let (status, said) = try add(daemon, typing: "\u{4}")
        #expect(status == 75 && said.contains("nothing was added"), "\(said)")
        #expect(try daemon.client().controls().controls.isEmpty)
    }

    @Test func withoutATerminalNobodyIsAsked() throws {
        let daemon = try lamp()
        #expect(try daemon.widgetctl("control", "add", "lamp").status == 0)
        #expect(try daemon.client().controls().controls.map(\.control.parameters) == [[:]])
        #expect(try daemon.widgetctl("control", "kinds", "lamp").output.contains("a person on a terminal is asked"))
    }

    @Test func whatHasNoDefaultMustBeGivenWhereNobodyIsAsked() throws {
        let daemon = try lamp(hasDefault: false)
        for given in [[], ["room="]] {
            let refused = try daemon.widgetctl(["control", "add", "lamp"] + given)
            #expect(refused.status != 0 && refused.errors.contains("room: isn't given and has no default"), "\(refused)")
        }
        #expect(try daemon.client().controls().controls.isEmpty)
        #expect(try daemon.widgetctl("control", "add", "lamp", "room=cellar").status == 0)
        #expect(try daemon.client().controls().controls.map(\.control.parameters) == [["room": .with { $0.text = "cellar" }]])
    }
}
