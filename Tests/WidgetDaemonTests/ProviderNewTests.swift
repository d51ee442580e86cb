import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A provider to begin with works as it is, whatever the umask of who made it.
@Suite(.timeLimit(.minutes(10))) struct ProviderNewTests {
    private static func has(_ program: String) -> Bool { (try? Programs.run("/usr/bin/env", ["which", program]).status) == 0 }

    /// Runs a command as a user with an umask of 002 types it.
    private func type(_ command: String, in fixture: DaemonFixture) throws -> (status: Int32, output: String, errors: String) {
        try Programs.run(
            "/bin/sh", ["-c", "umask 002; \(command)"],
            environment: [
                "WIDGETD_SOCKET": fixture.socket, "NO_COLOR": "1", "TZ": "UTC", "XDG_CONFIG_HOME": fixture.directory.file("config"),
                "PATH": "\(Programs.directory):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
            ])
    }

    @Test(arguments: ["sh", "python"]) func aScriptPassesCheckAndLintAtOnceAndCanBePlaced(language: String) throws {
        let fixture = try DaemonFixture()
        try fixture.start()
        let made = try type("widgetctl provider new my-widget --language \(language)", in: fixture)
        #expect(made.status == 0 && made.output.contains("widgetctl provider check my-widget"), "\(made)")
        for command in ["provider check", "lint"] {
            let found = try type("widgetctl \(command) my-widget", in: fixture)
            #expect(found.status == 0 && !found.output.contains("warn") && !found.output.contains("FAIL"), "\(command): \(found)")
        }
        let id = try fixture.client().place(.with { $0.kind = "my-widget" }).widget.id
        _ = try fixture.wait(for: id) { $0.state == .current && $0.archive.nodes.contains { $0.text.literal == "My widget" } }
    }

    @Test func nothingIsOverwrittenAndNothingIsHalfMade() throws {
        let fixture = try DaemonFixture()
        let place = fixture.directory.file("mine")
        #expect(try type("widgetctl provider new taken --language sh \(place)", in: fixture).status == 0)
        let before = try String(contentsOfFile: "\(place)/taken", encoding: .utf8)
        let again = try type("widgetctl provider new taken --language python \(place)", in: fixture)
        #expect(again.status == 73 && again.errors.contains("\(place)/taken exists already"), "\(again)")
        #expect(try String(contentsOfFile: "\(place)/taken", encoding: .utf8) == before)
        try FileManager.default.removeItem(atPath: "\(place)/taken")
        #expect(try type("widgetctl provider new taken --language python \(place)", in: fixture).status == 73, "its manifest is there")
        #expect(!FileManager.default.fileExists(atPath: "\(place)/taken"))
    }

    @Test func aDirectoryThatOthersMayWriteStaysSoAndTheCommandThatClosesItIsSaid() throws {
        let fixture = try DaemonFixture()
        try fixture.start()
        let place = fixture.directory.file("open")
        let made = try type("mkdir \(place) && widgetctl provider new mine --language sh \(place)", in: fixture)
        #expect(made.status == 0 && made.output.contains("run: chmod go-w \(place)"), "\(made)")
        #expect(try type("widgetctl provider check \(place)/mine.json", in: fixture).status != 0, "its mode is as it was")
        #expect(try type("chmod go-w \(place)", in: fixture).status == 0)
        let check = try type("widgetctl provider check \(place)/mine.json", in: fixture)
        #expect(check.status == 0, "\(check)")
    }

    @Test(arguments: ["Mine", ".mine", "a/b", ""]) func aNameThatIsNoIdIsRefused(name: String) throws {
        let fixture = try DaemonFixture()
        let made = try type("widgetctl provider new '\(name)' --language sh", in: fixture)
        #expect(made.status == 64, "\(made)")
    }

    @Test func whatAnUmaskLeavesOpenIsMendedByTheOneCommandThatIsSaid() throws {
        let fixture = try DaemonFixture()
        try fixture.start()
        // Long names: the command must be whole all the same.
        let name = String(repeating: "long-", count: 12)
        let place = fixture.directory.file("config/widgetd/providers")
        let manifest = #"{"format":1,"protocol":"json","exec":["\#(name)"],"kinds":[{"id":"\#(name)","families":["systemSmall"]}]}"#
        let script = "#!/bin/sh\n" + Scripts.text("mine")
        let typed = "mkdir -p \(place) && cd \(place) && cat >\(name) <<'END'\n\(script)\nEND\nchmod +x \(name) && cat >\(name).json <<'END'\n\(manifest)\nEND"
        #expect(try type(typed, in: fixture).status == 0)
        let said = try type("widgetctl provider check \(name)", in: fixture)
        #expect(said.status != 0)
        let command = try #require(said.errors.firstMatch(of: /; run: (.*)\n/)?.1, "\(said)")
        #expect(try type(String(command), in: fixture).status == 0, "\(command)")
        let check = try type("widgetctl provider check \(name)", in: fixture)
        #expect(check.status == 0, "\(check)")
    }

    @Test func aSaveIsDrawnWithWhatIsWrong() throws {
        let fixture = try DaemonFixture()
        try fixture.start()
        let place = fixture.directory.file("mine")
        #expect(try type("widgetctl provider new drawn --language sh \(place)", in: fixture).status == 0)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: Programs.path("widgetctl"))
        process.arguments = ["provider", "dev", place]
        process.environment = ["WIDGETD_SOCKET": fixture.socket, "NO_COLOR": "1", "LANG": "C.UTF-8", "COLUMNS": "100"]
        process.standardOutput = output
        try process.runHearingSignals()
        defer { process.terminate() }
        var text = ""
        func read(until part: String) throws {
            while !text.contains(part) {
                let data = output.fileHandleForReading.availableData
                try #require(!data.isEmpty, "it ended: \(text)")
                text += String(decoding: data, as: UTF8.self)
            }
        }
        try read(until: "nothing could be better")
        #expect(text.contains("drawn, small") && text.contains("drawn, medium") && text.contains("Drawn"), "\(text)")
        text = ""
        try fixture.directory.write("mine/drawn", "#!/bin/sh\necho 'a typo in line 7' >&2; exit 1\n", mode: 0o755)
        try read(until: "a typo in line 7")
        text = ""
        try fixture.directory.write("mine/drawn", "#!/bin/sh\n" + #"printf '{"view":{"text":"mended"},"policy":"atEnd"}'"#, mode: 0o755)
        try read(until: "warn  drawn: systemSmall: the timeline has one entry and the policy atEnd")
        #expect(text.contains("mended"), "\(text)")
        text = ""
        try fixture.directory.write("mine/drawn.json", "{", mode: 0o644)
        try read(until: "FAIL  JSON:")
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    }

    @Test(.enabled(if: has("go"), "there is no go (on Debian and Ubuntu: apt-get install golang-go)"))
    func aProgramInGoIsBuiltAndPasses() throws {
        let fixture = try DaemonFixture()
        try fixture.start()
        #expect(try type("widgetctl provider new in-go --language go", in: fixture).status == 0)
        let build = try type("HOME=\(fixture.directory.path) GOFLAGS=-mod=mod \(fixture.directory.file("config"))/widgetd/providers/in-go/build", in: fixture)
        #expect(build.status == 0, "\(build)")
        for command in ["provider check", "lint"] {
            let found = try type("widgetctl \(command) in-go", in: fixture)
            #expect(found.status == 0 && !found.output.contains("warn"), "\(command): \(found)")
        }
    }

    /// To build it would build this package once more, in its directory: its manifest is read, and its program compared with the modules that are built here.
    @Test(.enabled(if: has("swiftc"), "there is no Swift compiler")) func aProgramInSwiftFitsTheModules() throws {
        let fixture = try DaemonFixture()
        let place = fixture.directory.file("mine")
        let made = try type("widgetctl provider new in-swift --language swift \(place)", in: fixture)
        #expect(made.status == 0 && made.output.contains("\(place)/in-swift/build"), "\(made)")
        let package = try type("swift package --package-path \(place)/in-swift dump-package", in: fixture)
        #expect(package.status == 0 && package.output.contains("WidgetKit") && package.output.contains("enable-testing"), "\(package)")
        let check = try type(
            """
            swiftc -typecheck -parse-as-library -swift-version 6 -I \(Programs.directory)/Modules \(modules) \
                -load-plugin-executable \(Programs.directory)/SwiftUIMacros-tool#SwiftUIMacros \(place)/in-swift/Sources/in-swift/Widget.swift
            """, in: fixture)
        #expect(check.status == 0, "\(check)")
    }

    /// A program that stands for the compiler leaves what a build leaves, which takes minutes.
    @Test func theScriptBringsTheResourcesBesideTheProgram() throws {
        let fixture = try DaemonFixture()
        let place = fixture.directory.file("mine")
        #expect(try type("widgetctl provider new in-swift --language swift \(place)", in: fixture).status == 0)
        let release = ".build/release/in-swift"
        try fixture.directory.write(
            "bin/swift", "#!/bin/sh\nmkdir -p \(release)_in-swift.resources && echo >\(release)_in-swift.resources/A.png && echo >\(release)\n", mode: 0o755)
        let build = "PATH=\(fixture.directory.file("bin")):$PATH \(place)/in-swift/build"
        for _ in 1...2 {
            let built = try type("\(build) && cd \(place)/in-swift && ls in-swift in-swift_in-swift.resources", in: fixture)
            #expect(built.status == 0 && built.output.contains("A.png"), "\(built)")
        }
    }

    /// The C modules that the modules come with.
    private var modules: String {
        let sources = Programs.directory + "/../../../Sources"
        return ["\(sources)/CLinux", "\(Programs.directory)/CConformances.build"].map { "-Xcc -fmodule-map-file=\($0)/module.modulemap" }.joined(separator: " ")
    }
}
