import Glibc
import Linux
import Testing
import WidgetCore

@testable import WidgetProviders

@Suite("provider manifests")
struct ManifestTests {
    let directory = TemporaryDirectory()

    private func scan() -> ProviderCatalog { ProviderCatalog.scan([ProviderDirectory(path: directory.path, origin: .path)]) }

    /// A manifest with `change` made to its text.
    private static func manifest(_ replace: String = "", _ with: String = "") -> String {
        let text = #"{"format": 1, "protocol": "json", "exec": ["program"], "kinds": [{"id": "hello", "families": ["systemSmall"]}]}"#
        return replace.isEmpty ? text : text.replacing(replace, with: with)
    }

    private func writeProgram() { directory.write("program", "#!/bin/sh\n", mode: 0o755) }

    @Test("a manifest with all its keys")
    func complete() throws {
        writeProgram()
        directory.write(
            "agenda.json",
            """
            {"format": 1, "id": "agenda", "name": "Agenda", "protocol": "json", "exec": ["program", "-x", "a b"], "environment": {"A": "1"},
             "idle_timeout_seconds": 5, "deadline_seconds": 2.5, "memory_limit_mib": 64, "output_limit_bytes": 4096,
             "kinds": [{"id": "agenda", "display_name": "Agenda", "description": "Events", "families": ["systemSmall", "inline"], "aliases": ["calendar"],
                        "parameters": [{"name": "days", "type": "integer", "title": "Days", "required": true, "default": 7, "minimum": 1, "maximum": 30},
                                       {"name": "zoom", "type": "number", "options": [1, 1.5], "default": 1}]}]}
            """)
        let catalog = scan()
        #expect(catalog.problems.isEmpty)
        let manifest = try #require(catalog.manifests.first)
        #expect(manifest.name == "Agenda" && manifest.program == directory.path + "/program" && manifest.arguments == ["-x", "a b"])
        #expect(manifest.environment == ["A": "1"])
        #expect(manifest.idleTimeout == .seconds(5) && manifest.deadline == .seconds(2.5))
        #expect(manifest.memoryLimit == 64 << 20 && manifest.outputLimit == 4_096)
        let kind = try #require(manifest.kinds.first)
        #expect(kind.provider == "agenda" && kind.families == [.systemSmall, .accessoryInline] && kind.aliases == ["calendar"])
        #expect(kind.parameters[0].defaultValue == .integer(7) && kind.parameters[0].maximum == 30)
        #expect(kind.parameters[1].options == [.number(1), .number(1.5)])
    }

    @Test("a directory that is named twice, by whatever names, is read once, at its last place")
    func namedTwice() throws {
        writeProgram()
        directory.write("bad.json", "{}")
        directory.write("agenda.json", Self.manifest())
        let link = TemporaryDirectory()
        #expect(symlink(directory.path, link.path + "/same") == 0)
        let other = TemporaryDirectory()
        other.write("program", "#!/bin/sh\n", mode: 0o755)
        other.write("agenda.json", Self.manifest())
        let paths = [directory.path, other.path, directory.path + "/", link.path + "/same"]
        let catalog = ProviderCatalog.scan(paths.map { ProviderDirectory(path: $0, origin: .path) })
        #expect(catalog.problems.count == 1, "\(catalog.problems)")
        let manifest = try #require(catalog.manifests.first)
        #expect(manifest.overrides.map(\.path) == [other.path + "/agenda.json"])
        #expect(manifest.path == link.path + "/same/agenda.json")
    }

    @Test(
        "a bad manifest is named with the key, the limit and what to do, and the rest still load",
        arguments: [
            (manifest(#""format": 1"#, #""format": 2"#), "format: must be 1, not 2"),
            (manifest(#""exec""#, #""exce""#), "exce: no such key; did you mean exec?"),
            (manifest(#""format""#, #""fromat""#), "fromat: no such key; did you mean format?"),
            (manifest(#""families""#, #""familys""#), "kinds[0].familys: no such key; did you mean families?"),
            (manifest(#""kinds""#, #""kind""#), "kind: no such key; did you mean kinds?"),
            (manifest(#""id": "hello", "#, #""di": "hello", "#), "kinds[0].di: no such key; did you mean id?"),
            (manifest(#""format": 1, "#, ""), "format: is missing; add \"format\": 1"),
            (manifest(#""protocol": "json""#, #""protocol": "grpc""#), "protocol: must be one of rpc, json, xbar, not \"grpc\""),
            (manifest(#"["program"]"#, "[]"), "exec: is missing or empty"),
            (manifest(#"["program"]"#, #"["/no/such/program"]"#), "/no/such/program: No such file or directory; check the path"),
            (manifest(#"["program"]"#, #""program""#), "exec: must be a list, not a string"),
            (manifest(#""hello""#, #""Hello World""#), "kinds[0].id: must have the form"),
            (manifest("systemSmall", "systemTiny"), "kinds[0].families[0]: must be one of systemSmall, systemMedium, "),
            (manifest(#"["systemSmall"]"#, "[]"), "kinds[0].families: is missing or empty"),
            (manifest(#", "kinds""#, #", "deadline_seconds": 0, "kinds""#), "deadline_seconds: must be 0.1 to 120.0, not 0.0"),
            (manifest(#", "kinds""#, #", "memory_limit_mib": 9999999, "kinds""#), "memory_limit_mib: must be 8 to 4096, not 9999999"),
            (manifest(#", "kinds""#, #", "deadline": 3, "kinds""#), "deadline: no such key; did you mean deadline_seconds?"),
            (manifest(#", "kinds""#, #", "id": "other", "kinds""#), "id: must be the file's name without .json, \"bad\", not \"other\""),
            (manifest(#""kinds": ["#, #""kinds": [{"id": "hello", "families": ["small"]}, "#), "kinds[1].id: \"hello\" is there twice"),
            (manifest(#"["systemSmall"]"#, #"["small", "systemSmall"]"#), "kinds[0].families: systemSmall is there twice"),
            (
                manifest(#"["systemSmall"]"#, #"["small"], "parameters": [{"name": "days", "type": "integer", "default": 9, "maximum": 7}]"#),
                "kinds[0].parameters[0] days.default: "
            ),
            (
                manifest(#"["systemSmall"]"#, #"["small"], "parameters": [{"name": "days", "type": "integer", "default": "x"}]"#),
                "kinds[0].parameters[0].default: must be of the parameter's type, integer, not a string"
            ),
            (manifest("json", "rpc"), "kinds: an rpc provider says its kinds itself (Describe); remove it"),
            (manifest("}]}", "}]"), "JSON: "),
            (String(repeating: " ", count: 70_000), "the manifest: must have at most 65536 bytes, not 70000"),
        ])
    func bad(_ text: String, _ message: String) {
        writeProgram()
        directory.write("good.json", Self.manifest())
        directory.write("bad.json", text)
        let catalog = scan()
        #expect(catalog.manifests.map(\.id) == ["good"])
        #expect(catalog.problems.map(\.path) == [directory.path + "/bad.json"])
        #expect(catalog.problems.first?.message.contains(message) == true, "\(catalog.problems.first?.message ?? "no problem")")
    }

    @Test("all that is wrong with a manifest is told at once, each with its place; a slip is told once")
    func allAtOnce() {
        writeProgram()
        directory.write(
            "bad.json",
            """
            {"format": 2, "protcol": "json", "exec": ["program", 1], "environment": {"A": 1, "B=": ""}, "deadline_seconds": 0, "idle": 1, "name": 7,
             "kinds": [{"families": ["huge", "small", 3], "display_name": "", "push_handler": 1, "configuration": "x", "aliases": [1],
                        "parameters": [{"name": "Days", "type": "int", "required": 0, "options": [null], "min": 1}]}, 5],
             "controls": [{"id": "/", "type": "lever", "tint": "x", "authentication": "never"}], "activities": [{"typ": "run"}]}
            """)
        let message = scan().problems.first?.message ?? ""
        let expected = [
            "format: must be 1, not 2", "protcol: no such key; did you mean protocol?", "exec[1]: must be a string", "environment.A: must be a string",
            "environment.B=: ", "deadline_seconds: must be ", "idle: no such key", "name: must be a string", "kinds[0].id: is missing",
            "kinds[0].families[0]: ",
            "kinds[0].families[2]: must be a string", "kinds[0].display_name: must have 1 to \(Limits.titleBytes) bytes", "kinds[0].push_handler: ",
            "kinds[0].configuration: ", "kinds[0].aliases[0]: ", "kinds[0].parameters[0].name: must have the form", "kinds[0].parameters[0].type: ",
            "kinds[0].parameters[0].required: ", "kinds[0].parameters[0].options[0]: ", "kinds[0].parameters[0].min: no such key",
            "kinds[1]: must be an object",
            "controls[0].id: must have the form", "controls[0].type: ", "controls[0].symbol: is missing", "controls[0].tint: ", "controls[0].authentication: ",
            "activities[0].typ: no such key; did you mean type?",
        ]
        for part in expected { #expect(message.split(separator: part, omittingEmptySubsequences: false).count == 2, "\(part) in \(message)") }
        #expect(message.split(separator: "; ").count { $0.contains(": ") } == expected.count, "nothing follows from another mistake: \(message)")
    }

    @Test("of very many mistakes the first are told, and how many more there are")
    func veryMany() {
        writeProgram()
        let keys = (0..<1_000).map { "\"unknown\($0)\": 1" }.joined(separator: ", ")
        directory.write("bad.json", Self.manifest("{\"format\"", "{\(keys), \"format\""))
        let message = scan().problems.first?.message ?? ""
        #expect(message.hasPrefix("unknown0: no such key") && message.utf8.count < 4_000, "\(message.utf8.count)")
        #expect(message.contains(/; and 9\d\d more$/), "\(message.suffix(40))")
    }

    @Test("a later directory's manifest wins, and says what it took the place of; a bad one there hides nothing")
    func overrides() throws {
        let (user, broken) = (TemporaryDirectory(), TemporaryDirectory())
        writeProgram()
        let first = directory.write("hello.json", Self.manifest())
        user.write("program", "#!/bin/sh\n", mode: 0o755)
        user.write("hello.json", Self.manifest(#""format": 1"#, #""format": 1, "name": "Mine""#))
        broken.write("hello.json", "{}")
        let catalog = ProviderCatalog.scan([directory, user, broken].map { ProviderDirectory(path: $0.path, origin: .path) })
        let manifest = try #require(catalog.manifests.first)
        #expect(catalog.manifests.count == 1 && manifest.name == "Mine" && manifest.overrides.map(\.path) == [first])
        #expect(catalog.problems.map(\.path) == [broken.path + "/hello.json"])
    }

    @Test("one manifest is read by its path, with the same checks")
    func one() throws {
        writeProgram()
        let path = directory.write("hello.json", Self.manifest())
        let manifest = try ProviderCatalog.load(manifest: path)
        #expect(manifest.id == "hello" && manifest.path == path && manifest.program == directory.path + "/program")
        chmod(directory.path + "/program", 0o777)
        for bad in [path, "hello.json", directory.path + "/program", directory.path + "/none.json"] {
            #expect(throws: WidgetError.self) { try ProviderCatalog.load(manifest: bad) }
        }
    }

    @Test("a directory that isn't there is an empty one")
    func noDirectory() {
        let catalog = ProviderCatalog.scan([ProviderDirectory(path: "/no/such/directory", origin: .system)])
        #expect(catalog.manifests.isEmpty && catalog.problems.isEmpty)
    }

    @Test("directories come in the order in which they give way; relative ones are left out")
    func directories() {
        let environment = ["HOME": "/home/ada", "WIDGETD_PROVIDER_PATH": "/build/providers:relative:/more"]
        #expect(
            ProviderDirectory.standard(environment: environment).map(\.path)
                == [
                    "/usr/share/widgetd/providers", "/usr/local/share/widgetd/providers", "/etc/widgetd/providers", "/home/ada/.config/widgetd/providers",
                    "/build/providers", "/more",
                ])
        #expect(ProviderDirectory.standard(environment: ["XDG_CONFIG_HOME": "/c", "HOME": "/h"]).last?.path == "/c/widgetd/providers")
    }

    @Test("a directory that the command line names takes the place of what is installed, and a user's own providers win over it")
    func givenDirectories() {
        let paths = ProviderDirectory.standard(environment: ["HOME": "/h"], given: ["/build"]).map(\.path)
        #expect(
            paths == [
                "/usr/share/widgetd/providers", "/usr/local/share/widgetd/providers", "/build", "/etc/widgetd/providers", "/h/.config/widgetd/providers",
            ])
    }

    // MARK: Trust

    @Test("a program that others can write is refused, and so is a manifest", arguments: [("program", 0o757), ("program", 0o775), ("hello.json", 0o666)])
    func writableFile(_ name: String, _ mode: Int) {
        writeProgram()
        directory.write("hello.json", Self.manifest())
        chmod("\(directory.path)/\(name)", mode_t(mode))
        let catalog = scan()
        #expect(catalog.manifests.isEmpty)
        let message = catalog.problems.first?.message ?? ""
        let path = "\(directory.path)/\(name)"
        #expect(message == "\(name) can be written by others than its owner (mode \(String(mode, radix: 8))); run: chmod go-w \(path)")
    }

    @Test(
        "a program in a directory where others can replace it is refused, through a symbolic link too", arguments: [false, true],
        [(0o777, "anyone"), (0o775, "its group"), (0o1777, "anyone")])
    func writableDirectory(_ throughLink: Bool, _ mode: (number: Int, who: String)) {
        let open = directory.makeDirectory("open", mode: mode_t(mode.number))
        directory.write("open/program", "#!/bin/sh\n", mode: 0o755)
        if throughLink { symlink(open + "/program", directory.path + "/program") }
        directory.write("hello.json", Self.manifest(#""program""#, throughLink ? #""program""# : #""open/program""#))
        let catalog = scan()
        #expect(catalog.manifests.isEmpty)
        let expected = "in the directory open \(mode.who) can replace files (mode \(String(mode.number, radix: 8))); run: chmod go-w \(open)"
        #expect(catalog.problems.first?.message == expected)
    }

    @Test("what an umask of 002 leaves open is told at once, with one command that mends it")
    func everythingAtOnce() throws {
        let open = directory.makeDirectory("it's mine", mode: 0o775)
        directory.write("it's mine/program", "#!/bin/sh\n", mode: 0o664)
        directory.write("it's mine/hello.json", Self.manifest(), mode: 0o664)
        let problem = try #require(ProviderCatalog.scan([ProviderDirectory(path: open, origin: .user)]).problems.first)
        for named in ["hello.json can be written", "program can be written", "in the directory it's mine its group", "program can't be executed"] {
            #expect(problem.message.contains(named), "\(problem.message)")
        }
        let command = try #require(problem.message.firstRange(of: "; run: ")).upperBound
        try #require(problem.message[command...].contains("'"), "the paths are quoted")
        let process = try #require(popen(String(problem.message[command...]), "r"))
        #expect(pclose(process) == 0)
        let catalog = ProviderCatalog.scan([ProviderDirectory(path: open, origin: .user)])
        #expect(catalog.problems.isEmpty && catalog.manifests.map(\.id) == ["hello"], "\(catalog.problems)")
    }

    @Test("a manifest with a mistake whose files others can write too is told both at once")
    func mistakeAndModes() throws {
        writeProgram()
        directory.write("hello.json", Self.manifest("systemSmall", "systemTiny"), mode: 0o664)
        let message = try #require(scan().problems.first?.message)
        #expect(message.contains("kinds[0].families[0]") && message.contains("; run: chmod go-w \(directory.path)/hello.json"), "\(message)")
    }

    @Test("a directory above that a group may write is another matter, and so is a sticky one")
    func writableAbove() {
        directory.makeDirectory("group", mode: 0o775)
        directory.makeDirectory("group/own", mode: 0o1775)
        directory.write("group/own/program", "#!/bin/sh\n", mode: 0o755)
        directory.write("hello.json", Self.manifest(#""program""#, #""group/own/program""#))
        #expect(scan().problems.isEmpty)
    }

    @Test("a program that isn't executable is refused")
    func notExecutable() {
        directory.write("program", "#!/bin/sh\n", mode: 0o644)
        directory.write("hello.json", Self.manifest())
        #expect(scan().problems.first?.message == "exec[0]: program can't be executed; run: chmod +x \(directory.path)/program")
    }

    @Test("a program that isn't built yet is told with what builds it, and nothing builds another")
    func unbuilt() {
        directory.makeDirectory("clock")
        directory.write("clock/build", "#!/bin/sh\n", mode: 0o755)
        directory.write("clock.json", Self.manifest("program", "clock/clock"))
        #expect(scan().problems.map(\.message) == ["exec[0]: clock isn't built yet; run: \(directory.path)/clock/build"])
        directory.write("clock/clock", "#!/bin/sh\n", mode: 0o755)
        #expect(scan().problems.isEmpty)
        directory.write("clock.json", Self.manifest("program", "watch/watch"))
        #expect(scan().problems.map(\.message) == ["\(directory.path)/watch/watch: No such file or directory; check the path"])
    }

    @Test("files of a third user are refused, and those of a root that the user namespace doesn't map are not")
    func owners() {
        #expect(FileTrust.owners(user: 1_000, uidMap: "         0          0 4294967295\n") == [0, 1_000])
        #expect(FileTrust.owners(user: 1_000, uidMap: "      1000       1000          1\n") == [0, 1_000, 65_534])
        writeProgram()
        #expect(throws: WidgetError.self) { try FileTrust.check(directory.path + "/program", owners: [4_711]) }
    }

    @Test("the fingerprint changes when the program is replaced")
    func fingerprint() throws {
        writeProgram()
        directory.write("hello.json", Self.manifest())
        let before = try #require(scan().manifests.first?.fingerprint)
        #expect(scan().manifests.first?.fingerprint == before)
        directory.write("new", "#!/bin/sh\n", mode: 0o755)
        rename(directory.path + "/new", directory.path + "/program")
        #expect(scan().manifests.first?.fingerprint != before)
    }

    // MARK: Plugins

    @Test("executable files in xbar are plugins without a manifest")
    func plugins() throws {
        directory.makeDirectory("xbar")
        directory.write("xbar/CPU Load.5s.sh", "#!/bin/sh\n# <xbar.title>Processor</xbar.title>\n# <xbar.desc>How busy it is</xbar.desc>\n", mode: 0o755)
        directory.write("xbar/data.json", "{}")
        let catalog = scan()
        #expect(catalog.problems.isEmpty)
        let plugin = try #require(catalog.manifests.first)
        #expect(catalog.manifests.count == 1 && plugin.id == "cpu-load" && plugin.name == "Processor" && plugin.protocol == .xbar)
        #expect(plugin.interval == .seconds(5))
        #expect(plugin.kinds.map(\.id) == ["cpu-load"] && plugin.kinds[0].description == "How busy it is")
    }

    @Test("two plugins of one name are two: the second's id has its interval too")
    func samePlugin() {
        directory.makeDirectory("xbar")
        directory.write("xbar/cpu.5s.sh", "#!/bin/sh\n", mode: 0o755)
        directory.write("xbar/cpu.9m.py", "#!/bin/sh\n", mode: 0o755)
        let catalog = scan()
        #expect(catalog.manifests.map(\.path) == ["/xbar/cpu.5s.sh", "/xbar/cpu.9m.py"].map { directory.path + $0 })
        #expect(catalog.manifests.map(\.id) == ["cpu", "cpu.9m.py"] && catalog.problems.isEmpty)
    }

    @Test(
        "a plugin's file name says its interval",
        arguments: [
            ("date.1m.sh", "date", 60), ("date.10s.sh", "date", 10), ("date.2h.py", "date", 7_200), ("date.1d.rb", "date", 86_400), ("date.5s", "date", 5),
            ("a.b.30s.1.sh", "a.b.30s.1", nil), ("date.sh", "date", nil), ("date", "date", nil), ("date.500ms.sh", "date", 1), ("date.0s.sh", "date.0s", nil),
            ("net.v2.15m.sh", "net.v2", 900), ("date.5x.sh", "date.5x", nil), ("date.99999999999999999d.sh", "date", 31_622_400),
        ] as [(String, String, Int?)])
    func intervals(_ file: String, _ name: String, _ seconds: Int?) {
        let parsed = PluginName(file)
        #expect(parsed.name == name)
        #expect(parsed.interval == seconds.map { .seconds($0) })
    }

    @Test("a json provider may draw activities, and nothing else")
    func activities() throws {
        func decode(_ keys: String) throws(WidgetError) -> ProviderManifest {
            let text = #"{"format":1,"exec":["/bin/true"],\#(keys)}"#
            return try ManifestDecoder.decode(Array(text.utf8), id: "delivery", path: "/delivery.json", directory: "/")
        }
        let manifest = try decode(#""protocol":"json","activities":[{"type":"DeliveryAttributes"},{"type":"ride.v2"}]"#)
        #expect(manifest.kinds.isEmpty)
        #expect(manifest.activities == [ActivityType(name: "DeliveryAttributes", provider: "delivery"), ActivityType(name: "ride.v2", provider: "delivery")])
        let wrong = [
            (#""protocol":"json""#, "kinds: is missing or empty"), (#""protocol":"json","activities":[{"type":"task"}]"#, "drawn by widgetd itself"),
            (#""protocol":"json","activities":[{"type":"a b"}]"#, "activities[0].type: \"a b\" is not"),
            (#""protocol":"json","activities":[{"type":"a"},{"type":"a"}]"#, "activities[1].type: \"a\" is there twice"),
            (#""protocol":"json","activities":[{"type":"a","kind":"b"}]"#, "activities[0].kind: no such key"),
            (#""protocol":"rpc","activities":[{"type":"a"}]"#, "an rpc provider says its types itself"),
        ]
        for (keys, reason) in wrong {
            let error = #expect(throws: WidgetError.self) { try decode(keys) }
            #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        }
    }

    @Test("the bundled manifests are good")
    func bundled() throws {
        let sources = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let manifests = "/\(sources)/Sources/Providers/Manifests"
        for name in try #require(try FileText.names(in: manifests)) {
            let text = String(decoding: try FileText.read("\(manifests)/\(name)", limit: 1 << 16), as: UTF8.self)
            let program = try #require(text.firstMatch(of: /@LIBEXECDIR@\/([a-z.-]+)/)?.output.1)
            directory.write(String(program), "#!/bin/sh\n", mode: 0o755)
            directory.write(String(name.dropLast(3)), text.replacing("@LIBEXECDIR@", with: directory.path))
        }
        let catalog = scan()
        #expect(catalog.problems.isEmpty)
        #expect(
            catalog.manifests.map(\.id) == [
                "agenda", "caffeine", "clock", "feed", "media", "notes", "pictures", "power", "scores", "system", "systemd", "transfer", "uptime", "weather",
            ])
    }
}
