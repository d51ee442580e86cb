import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// What `--json` prints, of every command that there is, against real daemons.
@Suite("--json of every command", .timeLimit(.minutes(10))) struct JSONCommandsTests {
    /// How a command is tried.
    private enum Trial {
        /// It prints objects, each a message; `statuses` are those that it may end with.
        case message(String, [String], statuses: Set<Int32> = [0])
        /// It goes on; its first line is a message.
        case stream(String, [String])
        /// It prints an object that is no message, with these fields.
        case own(Set<String>, [String])
        /// It has nothing to print as JSON, and ends with this status.
        case none(Int32, [String])
        /// Tried by hand, further below.
        case separate
    }

    /// Each command of the tree, in the order in which they are tried.
    private static let trials: [(path: String, trials: [Trial])] = [
        (
            "place",
            [.message("PlaceResponse", ["counter", "--name", "mine"]), .message("PlaceResponse", ["counter", "--name", "spare", "--family", "medium"])]
        ),
        ("show", [.message("WidgetSnapshot", ["mine"])]),
        ("board", [.none(64, [])]),
        ("bar", [.none(64, ["waybar"])]),
        ("widgets", [.message("ListWidgetsResponse", [])]),
        ("kinds", [.message("KindsResponse", []), .message("KindsResponse", ["counter"]), .message("PreviewResponse", ["counter", "--preview"])]),
        ("watch", [.stream("WatchEvent", [])]),
        ("stack show", [.message("StackState", []), .message("StackState", ["--all", "--draw"])]),
        ("stack add", [.message("WidgetStack", ["day", "mine"])]), ("stack list", [.message("ListStacksResponse", [])]),
        ("stack remove", [.message("WidgetStack", ["day"])]),
        ("stack pin", [.message("PinResponse", ["mine"])]),
        ("stack unpin", [.message("PinResponse", ["mine"])]),
        ("stack invalidate", [.message("InvalidateRelevanceResponse", ["card"])]),
        ("wall place", [.own(["file", "surfaces"], ["mine"]), .own(["file", "surfaces"], ["spare"])]), ("wall list", [.own(["file", "surfaces"], [])]),
        ("wall move", [.own(["file", "surfaces"], ["spare", "1"])]), ("wall pages", [.own(["file", "surfaces"], [])]),
        ("wall remove", [.own(["file", "surfaces"], ["mine"])]),
        ("web invite", [.own(["url", "role", "expires_at"], ["--url", "http://localhost:8470"])]), ("web list", [.own(["browsers"], [])]),
        ("web revoke", [.none(66, ["nothing"])]),
        ("surface list", [.message("ListSurfacesResponse", [])]), ("surface show", [.message("SurfaceInfo", ["hall"])]),
        ("surface set", [.message("SetSurfaceResponse", ["hall", "zoom=2"])]), ("surface forget", [.message("ForgetSurfaceResponse", ["hall"])]),
        ("configure", [.message("ConfigureResponse", ["mine", "--name", "mine"])]),
        ("tap", [.message("WidgetSnapshot", ["mine"]), .message("PerformResponse", ["mine", "add"])]),
        ("reload", [.message("ReloadResponse", ["mine"])]),
        ("budget", [.message("SetBudgetResponse", ["mine"]), .message("SetBudgetResponse", ["mine", "--reloads-per-day", "20"])]),
        ("move", [.message("MoveWidgetResponse", ["mine", "--first"])]),
        ("remove", [.message("RemoveResponse", ["spare"])]),
        ("activity start", [.message("ActivityReceipt", ["--title", "Tea", "--tag", "tea"])]),
        ("activity list", [.message("ListActivitiesResponse", [])]),
        ("activity show", [.message("ActivitySnapshot", ["tea"])]),
        ("activity watch", [.stream("ActivityEvent", [])]),
        ("activity update", [.message("ActivityReceipt", ["tea", "--detail", "hot"])]),
        ("activity run", [.none(0, ["--", "true"])]),
        ("activity tap", [.message("ActivitySnapshot", ["tea"])]),
        ("activity end", [.message("ActivityReceipt", ["tea"])]),
        ("activity dismiss", [.message("ActivityReceipt", ["tea"])]),
        ("control add", [.message("ControlSnapshot", ["lamp", "--name", "Desk"])]),
        ("control list", [.message("ListControlsResponse", [])]),
        ("control show", [.message("ControlSnapshot", ["Desk", "--place", "menuBar"])]),
        ("control watch", [.stream("ControlEvent", [])]),
        ("control press", [.message("ControlReceipt", ["Desk"])]),
        ("control set", [.message("ControlReceipt", ["Desk", "on"])]),
        ("control kinds", [.message("ControlKindsResponse", []), .message("ControlKindsResponse", ["lamp"])]),
        ("control configure", [.message("ControlSnapshot", ["Desk", "--name", "Desk"])]),
        ("control reload", [.message("ReloadControlsResponse", ["--all"])]),
        ("control token", [.message("ControlPushTokenResponse", ["Desk"])]),
        ("control remove", [.message("RemoveControlResponse", ["Desk"])]),
        ("status", [.message("StatusResponse", [])]),
        ("config show", [.message("ConfigurationResponse", []), .message("ConfigurationResponse", ["--effective"])]),
        ("config check", [.own(["files", "mistakes"], ["/dev/null"])]), ("config keys", [.own(["keys"], []), .own(["keys"], ["LogLevel"])]),
        ("explain", [.message("ExplainResponse", ["mine"])]),
        ("simulate", [.message("SimulateResponse", ["mine"])]),
        ("timeline", [.message("GetTimelineResponse", ["mine"]), .message("GetTimelineResponse", ["mine", "--archives"])]),
        ("log", [.message("DecisionsResponse", [])]),
        ("trace", [.message("TraceResponse", ["mine"])]),
        ("intent log", [.message("IntentLogResponse", [])]),
        ("intent cancel", [.none(66, ["nothing"])]), ("intent list", [.message("ListIntentsResponse", [])]), ("intent run", [.none(66, ["nothing"])]),
        ("preview", [.none(64, ["nothing.swift"])]),
        ("provider list", [.message("ProvidersResponse", [])]),
        ("provider check", [.message("CheckProviderResponse", ["counter"])]),
        ("provider run", [.message("CheckProviderResponse", ["counter", "counter"])]),
        ("provider new", [.own(["files", "next"], ["made", "--language", "sh", "FILE.made"])]),
        ("provider dev", [.stream("CheckProviderResponse", ["MANIFEST"])]),
        ("provider rescan", [.message("RescanResponse", [])]),
        ("lint", [.message("CheckProviderResponse", ["counter"], statuses: [0, 65])]),
        ("doctor", [.own(["checks"], [])]), ("top", [.message("MetricsResponse", ["--once"]), .stream("MetricsResponse", [])]),
        ("debug bundle", [.own(["path", "files"], ["FILE.tar.gz"])]),
        ("push token", [.message("PushTokensResponse", []), .message("RotatePushTokenResponse", ["counter", "--rotate"])]),
        ("push key add", [.message("AddPushKeyResponse", ["--team", "home", "--id", "KEY0000001", "KEYFILE"])]),
        ("push key list", [.message("PushKeysResponse", [])]),
        ("push send", [.message("SendPushResponse", ["mine"])]),
        ("push log", [.message("PushLogResponse", [])]),
        ("push key remove", [.message("RemovePushKeyResponse", ["KEY0000001"])]),
        ("push topic add", [.message("AddPushTopicResponse", ["builds"])]),
        ("push topic list", [.message("PushTopicsResponse", [])]),
        ("push topic remove", [.message("RemovePushTopicResponse", ["builds"])]),
        ("device invite", [.message("InviteResponse", ["--no-wait", "--no-qr"])]),
        ("device join", [.separate]), ("device leave", [.none(69, ["--yes"])]),
        ("device list", [.message("ListDevicesResponse", [])]),
        ("space list", [.message("ListSpacesResponse", [])]), ("space join", [.none(65, ["lab", "AAAA"])]), ("space leave", [.none(66, ["lab"])]),
        ("apply", [.own(["dryRun", "changes"], ["-f", "APPLYFILE"])]),
        ("device addresses", [.message("DeviceInfo", ["b"]), .message("SetAddressesResponse", ["b", "localhost:1"])]),
        ("fleet init", [.message("InitializedFleet", ["--remove"])]),
        ("fleet group set", [.message("SetGroupResponse", ["lobby", "--pages", "2"])]),
        ("fleet group list", [.message("ListGroupsResponse", [])]),
        ("fleet enrol", [.message("EnrolResponse", ["--group", "lobby", "--address", "localhost:1"])]),
        ("fleet enrolment list", [.message("ListEnrolmentsResponse", [])]), ("fleet enrolment end", [.none(66, ["nothing"])]),
        ("fleet group remove", [.message("RemoveGroupResponse", ["lobby"])]),
        ("fleet status", [.message("FleetStatusResponse", [])]), ("fleet lag", [.message("FleetStatusResponse", [])]),
        ("fleet list", [.message("ListDisplaysResponse", [])]), ("fleet move", [.none(66, ["nobody", "--no-group"])]),
        ("fleet drain", [.message("DrainResponse", ["--end"])]),
        ("sync status", [.message("SyncStatusResponse", [])]),
        ("sync log", [.message("SyncLogResponse", [])]),
        ("sync verify", [.message("VerifyResponse", ["b"], statuses: [0, 65, 75])]),
        ("sync conflicts", [.message("ConflictsResponse", [])]),
        ("device rename", [.message("RenameDeviceResponse", ["b", "bee"])]),
        ("device forget", [.message("ForgetDeviceResponse", ["bee", "--yes"])]),
        ("device revoke", [.message("RevokeDeviceResponse", ["c", "--yes"])]),
        ("export", [.own(["path", "rows"], ["FILE"])]),
        ("import", [.message("ImportResponse", ["FILE"])]),
        ("backup", [.message("BackupResponse", ["FILE.sqlite"])]),
    ]

    /// The paths of the commands that take `--json`, from the program itself.
    private func commands() throws -> [String] {
        let help = try Programs.run(Programs.path("widgetctl"), ["--experimental-dump-help"])
        let tree = try #require(try JSONSerialization.jsonObject(with: Data(help.output.utf8)) as? [String: Any])
        func paths(_ command: [String: Any], _ path: [String]) -> [String] {
            let inner = (command["subcommands"] as? [[String: Any]] ?? []).filter { $0["commandName"] as? String != "help" }
            if !inner.isEmpty { return inner.flatMap { paths($0, path + [$0["commandName"] as? String ?? ""]) } }
            let names = (command["arguments"] as? [[String: Any]] ?? []).flatMap { $0["names"] as? [[String: Any]] ?? [] }
            return names.contains { $0["name"] as? String == "json" } ? [path.joined(separator: " ")] : []
        }
        return paths(tree["command"] as? [String: Any] ?? [:], [])
    }

    private func addProviders(_ daemon: DaemonFixture) throws {
        try Lamp(daemon, kind: #","push_handler":true"#)
        let file = try daemon.directory.write("count", "")
        try daemon.addProvider(
            "counter", script: Scripts.counter(file), families: ["systemSmall", "systemMedium", "accessoryRectangular"], kindExtra: #","push_handler":true"#)
        try daemon.addProvider("card", script: #"printf '{"relevance":[]}'"#, kindExtra: #","configuration":"relevance""#)
    }

    /// A surface whose program has ended.
    private func addSurface(_ daemon: DaemonFixture) throws {
        var surface = try SurfaceRegistration(name: "hall", kind: .wall, field: "surface")
        surface.settings = [SurfaceSetting("zoom")]
        let program = daemon.client()
        _ = try program.register(surface)
        while try daemon.client().surfaces().surfaces.isEmpty {}
        program.close()
        while try daemon.client().surface("hall").connected {}
    }

    @Test("Each prints what docs/widgetctl.md says: its format first, then the message, with all of its lists and one style of enumerations")
    func everyCommand() throws {
        let daemons = try PairedDaemons(["a", "b", "c"]) { index, daemon in if index == 0 { try addProviders(daemon) } }
        let daemon = daemons[0]
        let proto = try ProtoDefinitions()
        let known = Set(Self.trials.map(\.path))
        let listed = try Set(commands())
        #expect(listed.subtracting(known).isEmpty, "these commands have no trial here")
        #expect(known.subtracting(listed).isEmpty, "these commands are gone")
        try addSurface(daemon)
        _ = try daemons[2].client().join(code: daemon.client().invite().code)
        let (file, key) = (daemon.directory.file("export"), daemon.directory.file("key"))
        let setup = try daemon.directory.write("fleet.yaml", "groups: {hall: {pages: 1}}")
        try daemon.directory.write(
            "key",
            """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt
            6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
            -----END PUBLIC KEY-----

            """)
        for (path, trials) in Self.trials {
            for trial in trials {
                let words = path.split(separator: " ").map(String.init)
                func arguments(_ given: [String]) -> [String] {
                    let given = given.map {
                        $0.replacing("KEYFILE", with: key).replacing("APPLYFILE", with: setup).replacing("FILE", with: file)
                            .replacing("MANIFEST", with: "\(daemon.providers)/counter.json")
                    }
                    // The words behind -- belong to another command.
                    let end = given.firstIndex(of: "--") ?? given.endIndex
                    return words + given[..<end] + ["--json"] + given[end...]
                }
                switch trial {
                case .message(let message, let given, let statuses):
                    let result = try daemon.widgetctl(arguments(given))
                    #expect(statuses.contains(result.status), "\(path): \(result)")
                    check(result.output, as: message, proto, path)
                case .stream(let message, let given):
                    check(try firstLine(arguments(given), daemon), as: message, proto, path)
                case .own(let fields, let given):
                    let object = try parsed(daemon.widgetctl(arguments(given)).output, path)
                    #expect(Set(object.keys) == fields.union(["format"]), "\(path)")
                case .none(let status, let given):
                    let result = try daemon.widgetctl(arguments(given))
                    #expect(result.status == status && result.output.isEmpty, "\(path): \(result)")
                case .separate:
                    let invitation = try parsed(daemon.widgetctl("device", "invite", "--no-wait", "--no-qr", "--json").output, path)
                    let code = try #require(invitation["code"] as? String)
                    check(try daemons[1].widgetctl("device", "join", code, "--json").output, as: "JoinDeviceResponse", proto, path)
                }
            }
        }
    }

    /// Checks each line of what a command printed.
    private func check(_ output: String, as message: String, _ proto: ProtoDefinitions, _ path: String) {
        let lines = output.split(separator: "\n").map(String.init)
        #expect(!lines.isEmpty, "\(path) printed nothing")
        for line in lines {
            guard let object = try? parsed(line, path) else { continue }
            let problems = proto.problems(object, as: "widgetd.v1.\(message)", extra: ["format"])
            #expect(problems.isEmpty, "\(path): \(line)")
        }
    }

    private func parsed(_ line: String, _ path: String) throws -> [String: Any] {
        #expect(line.hasPrefix(#"{"format":"widgetctl/v2""#), "\(path): \(line)")
        return try #require(try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(path) isn't JSON: \(line)")
    }

    /// The output of a command that goes on until it is interrupted.
    private func firstLine(_ arguments: [String], _ daemon: DaemonFixture) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: Programs.path("widgetctl"))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["WIDGETD_SOCKET": daemon.socket]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        var text = ""
        while !text.contains("\n"), case let data = output.fileHandleForReading.availableData, !data.isEmpty { text += String(decoding: data, as: UTF8.self) }
        return String(text.prefix { $0 != "\n" })
    }

    @Test("Options take the names of families that JSON prints")
    func inputsTakeWhatIsPrinted() throws {
        let daemon = try DaemonFixture()
        try addProviders(daemon)
        try daemon.start()
        let kinds = try parsed(daemon.widgetctl("kinds", "counter", "--json").output, "kinds")
        let families = try #require((kinds["kinds"] as? [[String: Any]])?.first?["families"] as? [String])
        #expect(families == ["systemSmall", "systemMedium", "accessoryRectangular"])
        for family in families {
            let placed = try parsed(daemon.widgetctl("place", "counter", "--family", family, "--json").output, "place")
            let widget = try #require(placed["widget"] as? [String: Any])
            #expect(widget["family"] as? String == family)
            let configured = try daemon.widgetctl("configure", try #require(widget["id"] as? String), "--family", family)
            let drawn = try daemon.widgetctl("kinds", "counter", "--preview", "--family", family)
            let run = try daemon.widgetctl("provider", "run", "counter", "counter", "--family", family)
            #expect(configured.status == 0 && drawn.status == 0 && run.status == 0, "\(configured) \(drawn) \(run)")
        }
    }
}
