import Glibc
import Linux
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetProviders

/// Features that plugins of the public collections use beside lines and menus.
@Suite("xbar plugins as they are written", .timeLimit(.minutes(10)))
struct XbarFeatureTests {
    private func document(_ text: String, _ scheme: ColorScheme = .light) -> XbarDocument { XbarParser.parse(Array(text.utf8), scheme: scheme) }

    private func archive(_ text: String, _ family: WidgetFamily = .systemLarge) throws -> ViewArchive {
        var view = XbarView(document: document(text), name: "Name", family: family)
        return try view.tree().archive().validated(family: family)
    }

    private func texts(_ archive: ViewArchive) -> [String] {
        archive.nodes.compactMap { if case .text(let text)? = $0.content { text } else { nil } }
    }

    // MARK: Variables

    @Test(
        "a variable becomes a parameter with its type, default and options",
        arguments: [
            (#"string(VAR_CITY="New York"): Where (the city)."#, "city", .text, .text("New York"), [], "New York"),
            (#"number(VAR_COUNT=5): How many."#, "count", .number, .number(5), [], "5"),
            (#"boolean(VAR_ON=true): Whether."#, "on", .boolean, .boolean(true), [], "true"),
            (#"select(VAR_STYLE="big"): Which. [small, normal, big]"#, "style", .text, .text("big"), ["small", "normal", "big"], "big"),
            (#"list(MODE=fast): Which. [slow]"#, "mode", .text, .text("fast"), ["fast", "slow"], "fast"),
            (#"string(VAR_IDS): Some"#, "ids", .text, nil, [], ""),
            (#"string(API_TOKEN=): Yours"#, "api_token", .text, nil, [], ""), (#"string(VAR_1="x"): One"#, "var_1", .text, .text("x"), [], "x"),
            (#"string(VAR_X="a)b"): One"#, "x", .text, .text("a)b"), [], "a)b"), (#"boolean(VAR_B): One"#, "b", .boolean, .boolean(false), [], "false"),
        ] as [(String, String, ParameterDefinition.ValueType, ParameterValue?, [String], String)])
    func variable(text: String, name: String, type: ParameterDefinition.ValueType, value: ParameterValue?, options: [String], standard: String) throws {
        let variable = try #require(XbarVariable(text[...]))
        #expect(variable.definition.name == name && variable.definition.type == type && variable.definition.defaultValue == value)
        #expect(variable.definition.options == options.map(ParameterValue.text) && variable.standard == standard)
        #expect(
            try Kind(id: "k", provider: "k", displayName: "K", families: [.systemSmall], parameters: [variable.definition]).validated().parameters.count == 1)
    }

    @Test(
        "what is no variable, or one that a program needs to be found, is none",
        arguments: [
            "string", "string()", "string(A B=1): x", "thing(VAR_A=1): x", "string(PATH=/evil): x", "string(LD_PRELOAD=x): y", "string(1A=x): y", "(A=1)",
            "string(", "",
        ])
    func noVariable(text: String) { #expect(XbarVariable(text[...]) == nil) }

    @Test("a plugin has its variables in its environment: the widget's parameters, and else the defaults; a tap has them too")
    func environment() async throws {
        let directory = TemporaryDirectory()
        directory.makeDirectory("xbar")
        let script = #"""
            #!/bin/sh
            # <xbar.title>Weather</xbar.title>
            # <xbar.var>string(VAR_CITY="Berlin"): Where.</xbar.var>
            #  <xbar.var>number(VAR_DAYS=3): How many.</xbar.var>
            # <xbar.var>boolean(VAR_METRIC=true): Units.</xbar.var>
            # <xbar.var>string(VAR_TOKEN=""): Token.</xbar.var>
            echo "$VAR_CITY $VAR_DAYS $VAR_METRIC [${VAR_TOKEN-unset}] ${SECRET_TOKEN-none}"
            echo "$VAR_CITY" >"$XDG_STATE_HOME/city"
            """#
        directory.write("xbar/weather.1h.sh", script, mode: 0o755)
        let manifest = try #require(ProviderCatalog.scan([ProviderDirectory(path: directory.path, origin: .user)]).manifests.first)
        #expect(manifest.kinds[0].parameters.map(\.name) == ["city", "days", "metric", "token"] && manifest.kinds[0].displayName == "Weather")
        let host = ProviderHost(
            manifest: manifest, environment: ProviderEnvironment(daemon: TestProvider.environment, stateDirectory: directory.path),
            eventLoopGroup: .singletonMultiThreadedEventLoopGroup, logger: LogCapture().logger(), now: { .noon })
        #expect(try await host.timeline(.test(kind: "weather")).entries[0].texts == ["Berlin 3 true [] none"])
        #expect(try await host.timeline(.test(kind: "weather", parameters: ["days": .number(2)])).entries[0].texts == ["Berlin 2 true [] none"])
        let parameters: Parameters = ["city": .text("Rome; exit"), "days": .number(1.5), "metric": .boolean(false), "token": .text("t")]
        #expect(try await host.timeline(.test(kind: "weather", parameters: parameters)).entries[0].texts == ["Rome; exit 1.5 false [t] none"])
        let command = XbarCommand.parameters(XbarLine.Command(program: manifest.program, arguments: []))
        try await host.perform(
            IntentRequest(name: XbarCommand.intent, intentParameters: command, kind: "weather", parameters: parameters, widget: .test, idempotencyKey: "1"))
        #expect(directory.read("city") == "Rome; exit\n")
    }

    @Test("two files of one name are both there, the second by its whole name")
    func sameName() throws {
        let directory = TemporaryDirectory()
        directory.makeDirectory("xbar")
        for name in ["cpu.1m.sh", "cpu.5s.sh", "cpu.10s.py"] { directory.write("xbar/\(name)", "#!/bin/sh\n# <xbar.title>CPU</xbar.title>\n", mode: 0o755) }
        let catalog = ProviderCatalog.scan([ProviderDirectory(path: directory.path, origin: .user)])
        #expect(catalog.problems.isEmpty, "\(catalog.problems)")
        #expect(catalog.manifests.map(\.id) == ["cpu", "cpu.1m.sh", "cpu.5s.sh"])
        #expect(catalog.manifests.map { $0.kinds[0].displayName } == ["CPU", "CPU (cpu.1m.sh)", "CPU (cpu.5s.sh)"])
        #expect(catalog.manifests.map(\.interval) == [.seconds(10), .seconds(60), .seconds(5)])
    }

    // MARK: Lines

    @Test("each part of a line has the colour that comes before it")
    func colors() throws {
        let line = try #require(document("CPU \u{1B}[32m12%\u{1B}[0m of \u{1B}[1;31m:fire: 99\u{1B}[39m!").titles.first)
        #expect(line.title == "CPU 12% of 🔥 99!")
        let expected = [
            XbarRun(text: "CPU "), XbarRun(text: "12%", color: .named(.green)), XbarRun(text: " of "), XbarRun(text: "🔥 99", color: .named(.red), isBold: true),
            XbarRun(text: "!", isBold: true),
        ]
        #expect(line.runs == expected)
        let archive = try archive("T\n---\n\u{1B}[32mup\u{1B}[31m down")
        #expect(texts(archive) == ["T", "up", " down"])
        #expect(archive.nodes.suffix(2).map { $0.modifiers.contains(.foreground(.named(.green))) } == [true, false])
        #expect(document("\u{1B}[32ma\u{1B}[31mb | color=blue").titles[0].runs.isEmpty, "the line's own colour is for all of it")
        #expect(document("ab\u{1B}[32mcdef | length=3").titles[0].title == "abc…")
        #expect(document(" \u{1B}[32m \u{1B}[0m a \u{1B}[31m ").titles[0].title == "a")
    }

    @Test("of two colours the scheme chooses")
    func schemes() {
        #expect(document("x | color=red,blue").titles[0].color == .named(.red))
        #expect(document("x | color=red,blue", .dark).titles[0].color == .named(.blue))
        #expect(document("x | color=red", .dark).titles[0].color == .named(.red))
    }

    @Test(
        "symbols have the names that people write",
        arguments: [
            "mushroom": "🍄", "tada": "🎉", "+1": "👍", "penguin": "🐧", "100": "💯", "chart_with_upwards_trend": "📈", "chart_with_downwards_trend": "📉",
            "octopus": "🐙", "de": "🇩🇪", "warning": "⚠️", "package": "📦", "white_check_mark": "✅", "green_circle": "🟢", "globe_with_meridians": "🌐",
        ])
    func emoji(name: String, symbol: String) { #expect(document(":\(name):").titles[0].title == symbol) }

    @Test("a line that isn't for the menu isn't in it, and what has no room is counted")
    func menu() throws {
        #expect(texts(try archive("T\n---\nA\nB | dropdown=false\nC")) == ["T", "A", "C"])
        let many = "T\n---\n" + (1...9).map { "Line \($0)\n" }.joined() + "No | dropdown=false\n"
        #expect(texts(try archive(many, .systemSmall)) == ["T", "Line 1", "Line 2", "Line 3", "Line 4", "+5 more"])
        #expect(texts(try archive("T\n---\na\nb\nc\nd\ne", .systemSmall)) == ["T", "a", "b", "c", "d", "e"])
        #expect(texts(try archive(many, .accessoryRectangular)) == ["T", "Line 1", "+8 more"])
        #expect(texts(try archive(many, .accessoryInline)) == ["T"])
    }

    @Test("a title has the size that it asks for")
    func size() throws {
        func size(_ text: String) throws -> Double? {
            try archive(text).nodes.lazy.flatMap(\.modifiers).compactMap { if case .font(let font) = $0 { font.size } else { nil } }.first
        }
        #expect(try size("T | size=30") == 30 && size("T | size=300") == 40 && size("T") == nil)
    }

    @Test("actions are called what stands on them")
    func names() throws {
        let archive = try archive("T\n---\nOpen site | href=https://a.org\nRestart | shell=/bin/x\nRestart | shell=/bin/y\n:tada: | refresh=true")
        #expect(archive.actions.map(\.id) == ["open-site", "restart", "restart-2", "reload"])
        #expect(archive.tapTargets.map(\.title) == ["Open site", "Restart", "Restart", "🎉"])
    }

    // MARK: Running

    @Test(
        "why a plugin failed is what it said last, wherever it said it",
        arguments: [
            ("echo 'Please install ifstat|color=red'; echo ---; exit 1", "exited with status 1, having printed: Please install ifstat"),
            ("echo 'Please install ifstat'; exit 1", "having printed: Please install ifstat"),
            ("echo out; echo broken >&2; exit 1", "exited with status 1: broken"), ("exit 1", "exited with status 1 and said nothing"),
        ])
    func reason(script: String, message: String) async {
        let error = await TestProvider("#!/bin/sh\n\(script)", protocol: .xbar).failure()
        #expect(error?.message.hasSuffix(message) == true, "\(error?.message ?? "")")
    }

    @Test("a command for a terminal is started in one, with its words as they are")
    func terminal() throws {
        let parsed = document("T | shell=/bin/top param1='a b' terminal=true").titles[0].command
        #expect(parsed?.isInTerminal == true && document("T | shell=/bin/top").titles[0].command?.isInTerminal == false)
        let kept = try XbarCommand.command(XbarCommand.parameters(try #require(parsed)))
        #expect(kept == parsed)
        let session = ["WAYLAND_DISPLAY": "wayland-1"]
        func words(_ session: [String: String], _ installed: Set<String>, hasManager: Bool = false) throws -> [String] {
            let command = try XbarTerminal.command(["/bin/top", "a b"], session: session, environment: ["PATH": "/bin"], hasManager: hasManager) {
                installed.contains($0)
            }
            return [command.program] + command.arguments
        }
        #expect(try words(session, ["/bin/setsid", "/bin/foot", "/bin/xterm"]) == ["/bin/setsid", "--fork", "--wait", "/bin/foot", "/bin/top", "a b"])
        #expect(try words(session, ["/bin/setsid", "/bin/xterm"]) == ["/bin/setsid", "--fork", "--wait", "/bin/xterm", "-e", "/bin/top", "a b"])
        let own = session.merging(["TERMINAL": "st"]) { $1 }
        #expect(try words(own, ["/bin/setsid", "/bin/st", "/bin/xterm"]) == ["/bin/setsid", "--fork", "--wait", "/bin/st", "-e", "/bin/top", "a b"])
        let unit = ["/bin/systemd-run", "--user", "--quiet", "--collect", "--slice=app.slice", "--wait", "--setenv=PATH", "--setenv=WAYLAND_DISPLAY", "--"]
        let all: Set<String> = ["/bin/systemd-run", "/bin/setsid", "/bin/foot"]
        #expect(try words(session, all, hasManager: true) == unit + ["/bin/foot", "/bin/top", "a b"], "not among the daemon's processes")
        #expect(try words(session, all).first == "/bin/setsid")
        #expect(try words(session, ["/bin/setsid", "/bin/foot"], hasManager: true).first == "/bin/setsid")
        for (session, installed, message) in [([:], ["/bin/setsid", "/bin/xterm"], "no graphical session"), (session, ["/bin/setsid"], "none is installed")]
            as [([String: String], Set<String>, String)]
        {
            let error = #expect(throws: WidgetError.self) { try words(session, installed) }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
    }

    @Test("where the session is is told to nothing but a terminal's command")
    func session() async throws {
        let directory = TemporaryDirectory()
        let program = directory.write("program", "#!/bin/sh\necho \"[$DISPLAY]\"", mode: 0o755)
        #expect(mkfifo(directory.path + "/started", 0o600) == 0)
        directory.write("xterm", "#!/bin/sh\nshift\nprintf '%s %s\\n' \"$DISPLAY\" \"$*\" >\(directory.path)/started", mode: 0o755)
        let kinds = [Kind(id: "test", provider: "test", displayName: "Test", families: [.systemSmall])]
        let manifest = ProviderManifest(id: "test", name: "Test", protocol: .xbar, program: program, kinds: kinds, path: program)
        let host = ProviderHost(
            manifest: manifest, environment: ProviderEnvironment(daemon: ["PATH": "\(directory.path):/usr/bin:/bin", "DISPLAY": ":7", "TERMINAL": "xterm"]),
            eventLoopGroup: .singletonMultiThreadedEventLoopGroup, logger: LogCapture().logger(), now: { .noon })
        #expect(try await host.timeline(.test(kind: "test")).entries[0].texts == ["[]"])
        let command = XbarLine.Command(program: program, arguments: ["a b"], isInTerminal: true)
        try await host.perform(
            IntentRequest(name: XbarCommand.intent, intentParameters: XbarCommand.parameters(command), kind: "test", widget: .test, idempotencyKey: "1"))
        // The terminal is nobody's child: what it writes is waited for.
        let started = open(directory.path + "/started", O_RDONLY)
        defer { close(started) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(started, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == ":7 \(program) a b\n")
    }

    @Test("the service manager gives a program its words as they are")
    func unitWords() {
        #expect(TransientUnit.words(running: ["/o$t", "$HOME", "a${B}", "50%", "-x"]).suffix(6) == ["--", "/o$t", "$$HOME", "a$${B}", "50%", "-x"])
        #expect(!TransientUnit.hasManager(nil) && !TransientUnit.hasManager("/no/such/directory"))
    }

    // MARK: Plugins that stay

    private func streaming(_ script: String, onContentChange: @escaping @Sendable (String) -> Void = { _ in }) throws -> (ProviderHost, TemporaryDirectory) {
        let directory = TemporaryDirectory()
        directory.makeDirectory("xbar")
        directory.write("xbar/live.sh", "#!/bin/sh\n# <swiftbar.type>streamable</swiftbar.type>\n\(script)\n", mode: 0o755)
        let manifest = try #require(ProviderCatalog.scan([ProviderDirectory(path: directory.path, origin: .user)]).manifests.first)
        let host = ProviderHost(
            manifest: manifest, environment: ProviderEnvironment(daemon: TestProvider.environment, stateDirectory: directory.path),
            eventLoopGroup: .singletonMultiThreadedEventLoopGroup, logger: LogCapture().logger(), onContentChange: onContentChange, now: { .noon })
        return (host, directory)
    }

    @Test("a plugin that never pauses shows its newest whole block all the same")
    func restless() async throws {
        let (news, told) = AsyncStream.makeStream(of: String.self)
        // Awk prints without starting a program for each line.
        let (host, directory) = try streaming(#"exec awk 'BEGIN { while (1) { printf "~~~\nNumber %d\n---\nend\n", ++n; fflush() } }'"#) { told.yield($0) }
        func number() async throws -> Int? {
            let texts = try await host.timeline(.test(kind: "live")).entries[0].texts
            return texts.first?.split(separator: " ").last.flatMap { Int($0) }
        }
        let first = try #require(try await number())
        var iterator = news.makeAsyncIterator()
        #expect(await iterator.next() == "live")
        let second = try #require(try await number())
        #expect(second > first)
        await host.stop()
        withExtendedLifetime(directory) {}
    }

    @Test("what a plugin showed last stays when it has ended, for each widget, and only who asks again starts it anew")
    func ended() async throws {
        let (news, told) = AsyncStream.makeStream(of: String.self)
        let (host, directory) = try streaming(#"echo s >>"$XDG_STATE_HOME/starts"; echo Last"#) { told.yield($0) }
        var iterator = news.makeAsyncIterator()
        #expect(try await host.timeline(.test(kind: "live")).entries[0].texts == ["Last"])
        #expect(await iterator.next() == "live")
        for family in [WidgetFamily.systemMedium, .systemLarge] {
            #expect(try await host.timeline(.test(kind: "live", family: family)).entries[0].texts == ["Last"])
        }
        #expect(directory.read("starts") == "s\n")
        _ = try await host.timeline(.test(kind: "live", family: .systemMedium))
        #expect(directory.read("starts") == "s\ns\n")
        await host.stop()
    }

    @Test(
        "the newest block that has anything in it is what is shown",
        arguments: [
            ("a\nb\n", "a\nb\n"), ("a\n~~~\n", "a\n"), ("a\n~~~\nb", "b"), ("a\n~~~ \r\n~~~\n", "a\n"), ("~~~\na\n~~~\nb\n~~~\nc\n", "c\n"), ("", ""),
            ("~~~", ""),
            ("a~~~\nb\n", "a~~~\nb\n"),
        ])
    func blocks(text: String, shown: String) {
        var whole = XbarBlocks(limit: 1_000)
        whole.push(Array(text.utf8))
        var bytewise = XbarBlocks(limit: 1_000)
        for byte in text.utf8 { bytewise.push([byte]) }
        // A separator without its line end may still become a line.
        let expected = text == "~~~" ? "~~~" : shown
        #expect(String(decoding: whole.shown, as: UTF8.self) == expected && whole.shown == bytewise.shown)
    }

    @Test("a block has a limit, however it comes")
    func blockLimit() {
        var blocks = XbarBlocks(limit: 10)
        blocks.push(Array("12345\n~~~\n12345\n".utf8))
        #expect(!blocks.isOver)
        blocks.push(Array("12345".utf8))
        #expect(blocks.isOver)
    }

    @Test("a plugin that stays is started once, and tells each time that it shows something else, and when it fails")
    func stream() async throws {
        let directory = TemporaryDirectory()
        directory.makeDirectory("xbar")
        let script = """
            #!/bin/sh
            # <swiftbar.type>streamable</swiftbar.type>
            echo started >>"$XDG_STATE_HOME/starts"
            echo 'First | color=red'
            while read -r line; do echo '~~~'; echo "$line"; [ "$line" = bad ] && { echo broken >&2; exit 3; }; done <"$XDG_STATE_HOME/pipe"
            """
        directory.write("xbar/live.sh", script, mode: 0o755)
        #expect(mkfifo(directory.path + "/pipe", 0o600) == 0)
        let manifest = try #require(ProviderCatalog.scan([ProviderDirectory(path: directory.path, origin: .user)]).manifests.first)
        #expect(manifest.isStreaming && manifest.interval == .seconds(1))
        let (news, told) = AsyncStream.makeStream(of: String.self)
        let host = ProviderHost(
            manifest: manifest, environment: ProviderEnvironment(daemon: TestProvider.environment, stateDirectory: directory.path),
            eventLoopGroup: .singletonMultiThreadedEventLoopGroup, logger: LogCapture().logger(), onContentChange: { told.yield($0) }, now: { .noon })
        let first = try await host.timeline(.test(kind: "live"))
        #expect(first.entries[0].texts == ["First"] && first.policy == .never)
        let pipe = open(directory.path + "/pipe", O_WRONLY)
        defer { close(pipe) }
        var iterator = news.makeAsyncIterator()
        for line in ["Second", "Third"] {
            _ = "\(line)\n".withCString { write(pipe, $0, strlen($0)) }
            #expect(await iterator.next() == "live")
            #expect(try await host.timeline(.test(kind: "live")).entries[0].texts == [line])
        }
        #expect(directory.read("starts") == "started\n")
        _ = "bad\n".withCString { write(pipe, $0, strlen($0)) }
        #expect(await iterator.next() == "live")
        await #expect { try await host.timeline(.test(kind: "live")) } throws: {
            ($0 as? WidgetError)?.message.hasSuffix("exited with status 3: broken") == true
        }
        #expect(try await host.timeline(.test(kind: "live")).entries[0].texts == ["First"])
        #expect(directory.read("starts") == "started\nstarted\n")
        await host.stop()
    }
}
