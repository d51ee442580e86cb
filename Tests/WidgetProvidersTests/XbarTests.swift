import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetProviders

@Suite("xbar plugins", .timeLimit(.minutes(10)))
struct XbarTests {
    private func document(_ text: String) -> XbarDocument { XbarParser.parse(Array(text.utf8)) }

    private func line(_ text: String) -> XbarLine? { document(text).titles.first }

    @Test("titles above the first separator, menu below, submenus by dashes")
    func structure() {
        let document = document("One\nTwo\n---\nFour\n--Sub\n----Subsub\n-----\n---\nFive\n")
        #expect(document.titles.map(\.title) == ["One", "Two"])
        let menu = document.menu.map { item in
            switch item {
            case .separator: "-"
            case .line(let line): "\(line.depth) \(line.title)"
            }
        }
        #expect(menu == ["0 Four", "1 Sub", "2 Subsub", "-", "-", "0 Five"])
    }

    @Test(
        "dashes and blanks",
        arguments: [
            ("----", 2, ""), ("-- ---", nil, nil), (" --- ", nil, nil), ("-------  ", nil, nil), ("---x", 1, "-x"), ("-", 0, "-"), ("  -----", 0, "-----"),
            ("-- x", 1, "x"), ("-- -", 1, "-"),
        ] as [(String, Int?, String?)])
    func dashes(_ text: String, _ depth: Int?, _ title: String?) {
        let item = document("a\n---\n\(text)").menu.first
        let line: XbarLine? = if case .line(let line)? = item { line } else { nil }
        #expect(line?.depth == depth && line?.title == title)
    }

    @Test("lines end with each kind of line break", arguments: ["\n", "\r\n", "\r", "\n\n"])
    func lineBreaks(_ end: String) {
        let document = document("a\(end)---\(end)b\(end)")
        #expect(document.titles.map(\.title) == ["a"] && document.menu.count == 1)
    }

    @Test(
        "megabytes that mean nothing take next to no time",
        arguments: [
            ("-", 1 << 20, 1), (" ", 4 << 20, 1), ("a\n", 4 << 20, ProviderLimits.pluginLines), ("\n", 8 << 20, 0),
            ("-- \n", 2 << 20, ProviderLimits.pluginLines), ("a | b=c\n", 1 << 20, ProviderLimits.pluginLines),
        ])
    func megabytes(_ text: String, _ count: Int, _ lines: Int) {
        let output = Array(String(repeating: text, count: count).utf8)
        var titles = 0
        let time = ContinuousClock().measure { titles = XbarParser.parse(output).titles.count }
        #expect(titles == lines)
        // A debug build needs less than a second; what grows with the square needs minutes.
        #expect(time < .seconds(60))
    }

    @Test(
        "parameters, quoted as a shell does",
        arguments: [
            (#"T | param1=a shell=/bin/x param2="b c""#, ["/bin/x", "a", "b c"]), (#"T | bash='/a b/x' param1='it is "so"'"#, ["/a b/x", #"it is "so""#]),
            (#"T | shell=/x param10=j param2=b param1=a"#, ["/x", "a", "b", "j"]), (#"T|shell=/x|param1=a\ b"#, ["/x", "a b"]),
            (#"T | shell=/x param0=zero param1="\"quoted\"""#, ["/x", "zero", "\"quoted\""]), (#"T | SHELL=/x Param1=y"#, ["/x", "y"]),
        ])
    func command(_ text: String, _ words: [String]) {
        let command = line(text)?.command
        #expect(command.map { [$0.program] + $0.arguments } == words)
    }

    @Test(
        "how a title is shown",
        arguments: [
            ("  spaces  ", "spaces"), ("  spaces  | trim=false", "  spaces  "), ("A long title | length=6", "A long…"), ("Short | length=6", "Short"),
            (":coffee: and :nothing: at 10:30", "☕ and :nothing: at 10:30"), (":coffee: | emojize=false", ":coffee:"),
            ("\u{1B}[31mred\u{1B}[0m", "red"), ("\u{1B}]0;title\u{7}x", "]0;titlex"), ("a | b | color=red", "a"), ("two\\nlines", "two lines"),
        ])
    func title(_ text: String, _ shown: String) { #expect(line(text)?.title == shown) }

    @Test(
        "colours",
        arguments: [
            ("x | color=red", .named(.red)), ("x | color=#f00", .rgba(0xFF00_00FF)), ("x | color=#12345678", .rgba(0x1234_5678)),
            ("x | color=cadetblue", .rgba(0x5F9E_A0FF)), ("x | color=black,white", .named(.primary)), ("x | color=#12", nil), ("x | color=nocolor", nil),
            ("\u{1B}[1;32mx", .named(.green)), ("\u{1B}[38;5;196mx", .rgba(0xFF00_00FF)), ("\u{1B}[38;2;1;2;3mx", .rgba(0x0102_03FF)),
            ("\u{1B}[32mx | color=red", .named(.red)), ("\u{1B}[32mx | ansi=false", nil),
        ] as [(String, ViewColor?)])
    func colors(_ text: String, _ color: ViewColor?) { #expect(line(text)?.color == color) }

    @Test("flags, symbols and addresses")
    func attributes() {
        let parsed = line("x | href=https://example.org/?a=b refresh=true disabled=true checked=True dropdown=false size=14 sfimage=star.fill font=Menlo key=a")
        #expect(parsed?.href == "https://example.org/?a=b")
        #expect(parsed?.refresh == true && parsed?.isDisabled == true && parsed?.isChecked == true && parsed?.isInDropdown == false)
        #expect(parsed?.size == 14 && parsed?.symbol == "star.fill")
        #expect(document("a\n---\nb\nc | alternate=true").menu.count == 1)
        #expect(line("x | image=aGVsbG8=")?.image == Array("hello".utf8))
        #expect(line("x | image=***")?.image == nil)
    }

    // MARK: Views

    private func archive(_ text: String, _ family: WidgetFamily) throws -> ViewArchive {
        var view = XbarView(document: document(text), name: "Name", family: family)
        return try view.tree().archive().validated(family: family)
    }

    private func texts(_ archive: ViewArchive) -> [String] {
        archive.nodes.compactMap { if case .text(let text)? = $0.content { text } else { nil } }
    }

    @Test("each family shows as many lines as it has room for, and always a view", arguments: WidgetFamily.allCases)
    func families(_ family: WidgetFamily) throws {
        let many = "Title\nOther\n---\n" + (0..<200).map { "Line \($0) | href=https://example.org/\($0)\n" }.joined()
        let shown = texts(try archive(many, family))
        #expect(shown.first == "Title")
        #expect(shown.count <= 31)
        #expect(try archive("", family).nodes.isEmpty == false)
        #expect(texts(try archive("---\n", family)).contains("Name"))
    }

    @Test("a title that is cycled is a line as well, unless it says that it isn't")
    func cycled() throws {
        #expect(texts(try archive("One\nTwo\nThree | dropdown=false", .systemLarge)) == ["One", "Two"])
    }

    @Test("refresh reloads, href opens, shell runs; what is over a limit does nothing and is shown")
    func actions() throws {
        let long = String(repeating: "x", count: 2_000)
        let archive = try archive(
            """
            T
            ---
            Run | shell=/bin/x param1=a refresh=true
            Open | href=https://example.org
            Again | refresh=true
            Long | shell=/bin/x param1=\(long)
            Bad | href=nowhere
            """, .systemLarge)
        #expect(
            archive.actions.map(\.effect) == [
                .intent(name: "RunCommand", parameters: ["program": .text("/bin/x"), "param1": .text("a")]), .openURL("https://example.org"), .reload,
            ])
        #expect(texts(archive) == ["T", "Run", "Open", "Again", "Long", "Bad"])
    }

    @Test("a picture travels beside the view; one that is no PNG, or too large, is left out")
    func images() throws {
        // One transparent pixel.
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        var view = XbarView(document: document("T | image=\(png)\n---\nx | image=aGVsbG8="), name: "Name", family: .systemSmall)
        let archive = try view.tree().archive().validated(family: .systemSmall)
        #expect(view.images.count == 1 && archive.images == view.images.map(\.reference))
    }

    // MARK: Real plugins

    @Test("a plugin is run, shown, and asked for again after its interval")
    func run() async throws {
        let directory = TemporaryDirectory()
        directory.makeDirectory("xbar")
        directory.write("xbar/hello.5m.sh", "#!/bin/sh\necho 'Hello | color=red'; echo ---; echo World\n", mode: 0o755)
        let manifest = try #require(ProviderCatalog.scan([ProviderDirectory(path: directory.path, origin: .user)]).manifests.first)
        let host = ProviderHost(
            manifest: manifest, environment: ProviderEnvironment(daemon: TestProvider.environment), eventLoopGroup: .singletonMultiThreadedEventLoopGroup,
            logger: LogCapture().logger(), now: { .noon + .seconds(7) })
        let timeline = try await host.timeline(.test(kind: "hello"))
        #expect(timeline.entries[0].texts == ["Hello", "World"])
        #expect(timeline.policy == .after(.noon + .seconds(307)))
        #expect(try await host.placeholder(.test(kind: "hello")).entries[0].texts == ["████████"])
        await #expect(throws: WidgetError.self) { try await host.timeline(.test(kind: "hello", family: .systemExtraLarge)) }
    }

    @Test("a plugin is told the appearance by SwiftBar's and xbar's names, also when a tap runs a command", arguments: ColorScheme.allCases)
    func appearance(_ scheme: ColorScheme) async throws {
        let provider = TestProvider("#!/bin/sh\necho \"$OS_APPEARANCE $XBARDarkMode\" | tee \"$TEST_DIRECTORY/look\"", protocol: .xbar)
        let look = scheme == .dark ? "Dark true" : "Light false"
        let request = ProviderRequest(kind: "test", context: ProviderContext(family: .systemSmall, colorScheme: scheme, date: .noon))
        #expect(try await provider.host.timeline(request).entries[0].texts == [look])
        provider.directory.write("look", "")
        let command = XbarCommand.parameters(XbarLine.Command(program: provider.directory.path + "/program", arguments: []))
        try await provider.host.perform(
            IntentRequest(name: XbarCommand.intent, intentParameters: command, kind: "test", widget: .test, idempotencyKey: "1", colorScheme: scheme))
        #expect(provider.directory.read("look") == look + "\n")
    }

    @Test("a line's command is run as it is: no shell sees its words")
    func perform() async throws {
        let provider = TestProvider("#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$TEST_DIRECTORY/arguments\"", protocol: .xbar)
        let words = ["$(reboot)", "a b", "; exit 1", "`x`", "*"]
        let command = XbarLine.Command(program: provider.directory.path + "/program", arguments: words)
        try await provider.host.perform(
            IntentRequest(
                name: XbarCommand.intent, intentParameters: XbarCommand.parameters(command), kind: "test", widget: .test, idempotencyKey: "1"))
        #expect(provider.directory.read("arguments") == words.map { $0 + "\n" }.joined())
    }

    @Test("a command line in place of a program is an error that says what to do")
    func shellLine() async {
        let provider = TestProvider("#!/bin/sh\n", protocol: .xbar)
        let command = XbarLine.Command(program: "notify-send hello", arguments: [])
        let request = IntentRequest(
            name: XbarCommand.intent, intentParameters: XbarCommand.parameters(command), kind: "test", widget: .test, idempotencyKey: "1")
        await #expect { try await provider.host.perform(request) } throws: { error in
            (error as? WidgetError)?.message.contains("not by a shell: put the program into shell= and its arguments into param1=") == true
        }
    }

    @Test("programs are found by absolute path, in the home directory, and in PATH")
    func resolve() throws {
        let environment = ["HOME": "/home/ada", "PATH": "/a:relative:/b"]
        #expect(try XbarCommand.resolve("open", environment: environment) { $0 == "/b/open" } == "/b/open")
        #expect(try XbarCommand.resolve("~/x", environment: environment) { _ in true } == "/home/ada/x")
        #expect(throws: WidgetError.self) { try XbarCommand.resolve("bin/x", environment: environment) { _ in true } }
    }
}
