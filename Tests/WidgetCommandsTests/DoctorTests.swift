import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetCommands

@Suite("doctor")
struct DoctorTests {
    private func healthy() -> DoctorFindings {
        let status = ProtoStatusResponse.with {
            $0.version = "1.0.0"
            $0.processID = 7
            $0.startedAt = date(-60)
            $0.storePath = "/state/widgetd.sqlite"
        }
        return DoctorFindings(
            socketPath: "/s", socketFile: .socket(mode: 0o600, isWritable: true), status: .success(status),
            providers: .success(.with { $0.providers = [.with { $0.id = "p" }] }), widgets: .success([snapshot()]), sync: .success(.init()),
            storeCheck: .success(.with { ($0.pages, $0.read) = (70, 70) }), identityMode: 0o600, disk: .init(freeBytes: 1 << 40, isReadOnly: false),
            units: [.init(name: "widgetd.socket", activeState: "active", result: "success")],
            now: dates.now, clientVersion: "1.0.0")
    }

    private func levels(_ change: (inout DoctorFindings) -> Void) -> [String] {
        var findings = healthy()
        change(&findings)
        return DoctorJudgement.checks(findings).filter { $0.level != .ok }.map { "\($0.level.rawValue) \($0.subject)" }
    }

    @Test("Everything is well: nothing to do")
    func well() {
        let checks = DoctorJudgement.checks(healthy())
        #expect(checks.allSatisfy { $0.level == .ok && $0.advice.isEmpty })
        #expect(
            checks.map(\.subject) == [
                "socket", "daemon", "widgetd.socket", "version", "store", "pages", "disk", "provider", "widget", "identity", "devices", "pushes", "clock",
            ])
    }

    @Test("A space that isn't reached, or refuses this device, is a warning with what to do")
    func spaces() {
        func checks(_ change: (inout ProtoLeafStatus) -> Void) -> [DoctorCheck] {
            var findings = healthy()
            var status = ProtoLeafStatus.with { ($0.hub, $0.connected) = ("desk", true) }
            change(&status)
            findings.spaces = [.with { ($0.name, $0.status) = ("lab", status) }]
            return DoctorJudgement.checks(findings).filter { $0.subject == "space" }
        }
        #expect(checks { _ in } == [DoctorCheck(.ok, "space", "lab, by desk")])
        let away = checks { ($0.connected, $0.error) = (false, "nothing answers") }
        #expect(away.map(\.level) == [.warning] && away[0].finding == "lab isn't reached: nothing answers")
        let refused = checks { ($0.connected, $0.refused) = (false, true) }
        #expect(refused.map(\.level) == [.warning] && refused[0].advice.contains("widgetctl space leave lab"))
    }

    @Test("A secret that all devices can read is named, where there are others; one that is sealed isn't")
    func secrets() {
        func found(_ peers: Int, sealed: [String]) -> [String] {
            levels { findings in
                let shown = snapshot()
                let widget = ProtoWidgetSnapshot.with {
                    $0 = shown
                    ($0.widget.parameters["apiToken"], $0.widget.secretParameters) = (.with { $0.text = "x" }, sealed)
                }
                findings.widgets = .success([widget])
                findings.sync = .success(.with { $0.peers = Array(repeating: .with { $0.device.state = .connected }, count: peers) })
            }
        }
        #expect(found(1, sealed: []).contains("warn secret"))
        #expect(!found(1, sealed: ["apiToken"]).contains("warn secret"))
        #expect(!found(0, sealed: []).contains("warn secret"))
    }

    @Test("Settings: a mistake, and a key that the last reload couldn't change, fail; else the files are named")
    func settings() {
        func checks(_ response: ProtoConfigurationResponse) -> [DoctorCheck] {
            var findings = healthy()
            findings.settings = .success(response)
            return DoctorJudgement.checks(findings).filter { $0.subject == "settings" }
        }
        #expect(checks(.with { $0.files = ["/a.conf"] }) == [DoctorCheck(.ok, "settings", "/a.conf")])
        let refused = checks(.with { $0.settings = [.with { ($0.key, $0.refused) = ("MetricsListen", "can't give metrics at 127.0.0.1:1") }] })
        #expect(refused.map(\.level) == [.failure] && refused[0].finding.contains("MetricsListen") && refused[0].finding.contains("127.0.0.1:1"))
        #expect(refused[0].advice.contains("reload widgetd.service"))
        let wrong = checks(.with { $0.mistakes = ["/a.conf:2: there is no key"] })
        #expect(wrong.map(\.level) == [.failure] && wrong[0].finding == "/a.conf:2: there is no key")
    }

    // MARK: The store's pages

    private func pages(_ change: (inout ProtoCheckStoreResponse) -> Void) -> DoctorCheck? {
        var findings = healthy()
        var check = ProtoCheckStoreResponse.with { ($0.pages, $0.read) = (70, 70) }
        change(&check)
        findings.storeCheck = .success(check)
        return DoctorJudgement.checks(findings).first { $0.subject == "pages" }
    }

    @Test("Every page has its checksum, or the damaged one is named with the rows that are lost and what to do")
    func storePages() throws {
        #expect(pages { _ in }?.finding == "all 70 have their checksums")
        #expect(pages { $0.read = 64 }?.finding == "64 of 70 have their checksums")
        let repaired = try #require(pages { $0.repaired = ["page 7: bit 3 of byte 100 was flipped", "page 9: bit 0 of byte 1 was flipped"] })
        #expect(repaired.level == .warning && repaired.finding == "page 7: bit 3 of byte 100 was flipped and 1 more, and is right again")
        let damaged = try #require(pages { ($0.damaged, $0.lost) = (["page 7 hasn't its checksum"], ["widget 0190", "widget 0191"]) })
        #expect(damaged.level == .failure && damaged.finding == "page 7 hasn't its checksum; lost: widget 0190 and 1 more")
        #expect(damaged.advice.contains("restart widgetd"))
    }

    @Test("A damaged store that was set aside, what was lost with it, and a bit that was put right at start")
    func storeDamage() throws {
        var status = try healthy().status.get()
        status.storeRepaired = ["page 3"]
        #expect(levels { $0.status = .success(status) } == ["warn store"])
        (status.corruptStore, status.storeLost) = ("/x", ["widget 1"])
        #expect(levels { $0.status = .success(status) } == ["warn store", "warn store"])
        #expect(levels { $0.storeCheck = .failure(WidgetError(.permissionDenied, "no")) } == [])
    }

    // MARK: Pushes

    private func gateway(_ findings: inout DoctorFindings, _ change: (inout ProtoPushGatewayStatus) -> Void = { _ in }) throws {
        var status = try findings.status.get()
        status.pushGateway = .with {
            ($0.listening, $0.managing) = (["127.0.0.1:2197"], ["127.0.0.1:2196"])
            ($0.connections, $0.keys, $0.taken, $0.refused) = (2, 1, 20, 3)
            $0.certificateEnds = date(30 * 86_400)
        }
        change(&status.pushGateway)
        findings.status = .success(status)
    }

    private func pushes(_ change: (inout ProtoPushGatewayStatus) -> Void = { _ in }) throws -> [DoctorCheck] {
        var findings = healthy()
        try gateway(&findings, change)
        return DoctorJudgement.checks(findings).filter { ["pushes", "certificate"].contains($0.subject) }
    }

    @Test("The gateway: where it listens, who is there and what it refused; how long its certificate lasts")
    func gatewayWell() throws {
        let checks = try pushes()
        #expect(checks.allSatisfy { $0.level == .ok })
        #expect(
            checks.first?.finding == "listening on 127.0.0.1:2197, 127.0.0.1:2196 (channels); 1 key, 2 connections, 20 taken, 3 refused",
            "\(checks.first?.finding ?? "")")
        #expect(checks.last?.finding.hasPrefix("until 20") == true)
    }

    @Test("A gateway that doesn't listen, and a certificate that is over, nearly over or can't be read")
    func gatewayIll() throws {
        let port = try pushes { ($0.listening, $0.managing, $0.error) = ([], [], "can't listen for pushes on 127.0.0.1:2197") }
        #expect(port.map(\.level) == [.failure] && port[0].finding.contains("2197") && port[0].advice.contains("reload widgetd"))
        let over = try pushes { $0.certificateEnds = date(-60) }
        #expect(over.map(\.level) == [.ok, .failure] && over[1].finding.contains("ended on") && over[1].advice.contains("renew"))
        #expect(try pushes { $0.certificateEnds = date(13 * 86_400) }.map(\.level) == [.ok, .warning])
        let unread = try pushes { $0.certificateError = "it isn't PEM" }
        #expect(unread.map(\.level) == [.ok, .failure] && unread[1].finding.contains("the one before is still shown"))
    }

    @Test("A gateway that takes no Web Push takes the rest")
    func gatewayWithoutWebPush() throws {
        var findings = healthy()
        try gateway(&findings) { $0.webPushError = "push-secret isn't 32 bytes" }
        let checks = DoctorJudgement.checks(findings).filter { ["pushes", "web push"].contains($0.subject) }
        #expect(checks.map(\.level) == [.ok, .failure] && checks[1].finding.contains("push-secret") && checks[1].advice.contains("restart widgetd"))
    }

    @Test("A manifest of one's own that isn't used is warned of, one that wins is named, and so is what isn't watched")
    func shadowed() throws {
        var findings = healthy()
        findings.providers = .success(
            .with {
                $0.providers = [.with { $0.id = "p" }]
                $0.shadowed = [
                    .with { ($0.provider, $0.path, $0.by) = ("p", "/usr/p.json", "/home/p.json") },
                    .with { ($0.provider, $0.path, $0.by, $0.isOwn) = ("q", "/home/q.json", "/build/q.json", true) },
                ]
                $0.watchError = "fs.inotify.max_user_watches"
            })
        let checks = DoctorJudgement.checks(findings).filter { $0.subject == "manifest" }
        #expect(checks.map(\.level) == [.ok, .warning, .warning])
        #expect(checks.map(\.finding).joined(separator: "|").contains("/home/p.json is used instead of /usr/p.json|your own /home/q.json isn't used"))
        let watching = try #require(checks.last)
        #expect(watching.finding.contains("max_user_watches") && watching.advice.contains("provider rescan"))
    }

    @Test("Developer mode is said")
    func developerMode() throws {
        var findings = healthy()
        var status = try findings.status.get()
        status.developerMode = true
        findings.status = .success(status)
        let check = DoctorJudgement.checks(findings).first { $0.subject == "budgets" }
        #expect(check?.level == .warning && check?.finding.contains("developer mode is on") == true)
    }

    // MARK: Devices

    private func sync(_ change: @escaping (inout ProtoPeerStatus) -> Void) -> Result<ProtoSyncStatusResponse, WidgetError> {
        var peer = ProtoPeerStatus.with { $0.device = device(laptopID, "laptop", .connected) }
        change(&peer)
        return .success(
            .with {
                $0.listening = ["[::]:9434"]
                $0.peers = [peer]
            })
    }

    @Test("From forty devices on the number of their links is warned of", arguments: [38, 39])
    func manyDevices(others: Int) {
        var findings = healthy()
        let peer = ProtoPeerStatus.with { $0.device = device(laptopID, "laptop", .connected) }
        findings.sync = .success(
            .with {
                $0.listening = ["[::]:9434"]
                $0.peers = Array(repeating: peer, count: others)
            })
        let warnings = DoctorJudgement.checks(findings).filter { $0.level == .warning && $0.finding.contains("devices") }
        #expect(warnings.map(\.finding).joined().contains("40 devices") == (others == 39), "\(warnings)")
    }

    @Test("A device that is connected and keeps the time is well, and said")
    func deviceWell() {
        var findings = healthy()
        findings.sync = sync { $0.address = "10.0.0.2:9434" }
        let devices = DoctorJudgement.checks(findings).filter { $0.subject.hasPrefix("device") }
        #expect(devices.map(\.finding) == ["listening on [::]:9434", "laptop (LAPTOPA): connected at 10.0.0.2:9434"])
        #expect(devices.allSatisfy { $0.level == .ok })
    }

    @Test("A device that isn't connected: since when, why, and what to look at")
    func deviceAway() {
        var findings = healthy()
        findings.sync = sync {
            $0.device.state = .offline
            $0.device.lastSeenAt = date(-7_200)
            $0.lastError = "connection refused"
        }
        let check = DoctorJudgement.checks(findings).first { $0.level == .warning }
        #expect(check?.finding == "laptop (LAPTOPA): not connected, last seen 2 h ago: connection refused")
        #expect(check?.advice.contains("widgetctl device addresses LAPTOPA") == true)
    }

    @Test("A device whose clock is too far off, either way", arguments: [(Int64(600), "10 min ahead of"), (-86_400, "1 d behind")])
    func deviceClock(seconds: Int64, words: String) {
        var findings = healthy()
        findings.sync = sync { $0.clockOffset = .with { $0.seconds = seconds } }
        let check = DoctorJudgement.checks(findings).first { $0.level == .failure }
        #expect(check?.finding.contains(words) == true, "\(check?.finding ?? "")")
        findings.sync = sync { $0.clockOffset = .with { $0.seconds = 20 } }
        #expect(DoctorJudgement.checks(findings).allSatisfy { $0.level == .ok })
    }

    @Test("A device of which another machine runs a copy")
    func copiedDevice() {
        var findings = healthy()
        findings.sync = findings.sync.map { sync in
            var sync = sync
            sync.copied = [.with { ($0.device, $0.lives) = (device(laptopID, "laptop", .connected), 5) }]
            return sync
        }
        let check = DoctorJudgement.checks(findings).first { $0.level == .failure }
        #expect(check?.finding.hasPrefix("laptop (LAPTOPA) has begun 5 new lives in the last hour: another machine probably runs a copy") == true)
        #expect(check?.advice.contains("docs/devices.md") == true)
    }

    @Test("Members without a door for them, and a key that others may read")
    func deviceFailures() {
        #expect(levels { $0.sync = .success(.with { $0.peers = [.with { $0.device = device(laptopID, "laptop", .connected) }] }) } == ["FAIL devices"])
        #expect(levels { $0.identityMode = 0o640 } == ["FAIL identity"])
        #expect(levels { $0.identityMode = nil } == [])
        var findings = healthy()
        findings.identityMode = 0o644
        #expect(DoctorJudgement.checks(findings).contains { $0.advice.contains("chmod 600 /state/device.pem") })
    }

    @Test("No daemon is one failure, not two")
    func noDaemon() {
        let levels = levels {
            $0.socketFile = .missing
            $0.status = .failure(WidgetError(.unavailable, "no"))
        }
        #expect(levels == ["FAIL socket"])
    }

    @Test("The system's daemon is looked for, and advised on, without --user; anyone's own with it")
    func manager() {
        var findings = healthy()
        findings.units = [.init(name: "widgetd.service", activeState: "failed", result: "exit-code")]
        findings.clientVersion = "2"
        for (path, isUser, unit) in [
            ("/run/widgetd/widgetd.sock", false, "widgetd.service"), ("/run/user/1000/widgetd/widgetd.sock", true, "widgetd.service"),
            ("/run/widgetd-1000/widgetd.sock", false, "widgetd@1000.service"),
        ] {
            findings.socketPath = path
            #expect(UnitQuery.arguments(findings.manager).contains("--user") == isUser)
            #expect(UnitQuery.arguments(findings.manager).last == unit)
            let advice = DoctorJudgement.checks(findings).map(\.advice).filter { $0.contains("ctl ") && !$0.contains("widgetctl") }
            #expect(advice.count == 2 && advice.allSatisfy { $0.contains("--user") == isUser })
        }
    }

    @Test("A socket that is there and doesn't answer")
    func deaf() {
        #expect(levels { $0.status = .failure(WidgetError(.deadlineExceeded, "no answer")) } == ["FAIL daemon"])
    }

    @Test("The socket's mode", arguments: [(0o666, true, ["warn socket"]), (0o600, false, ["FAIL socket"]), (0o660, true, [])] as [(UInt32, Bool, [String])])
    func mode(mode: UInt32, isWritable: Bool, expected: [String]) {
        #expect(levels { $0.socketFile = .socket(mode: mode, isWritable: isWritable) } == expected)
    }

    @Test("Another version of the daemon")
    func version() {
        #expect(levels { $0.clientVersion = "1.1.0" } == ["warn version"])
    }

    @Test("The disk", arguments: [(UInt64(1 << 20), "FAIL disk"), (UInt64(100 << 20), "warn disk")])
    func disk(free: UInt64, expected: String) {
        #expect(levels { $0.disk = .init(freeBytes: free, isReadOnly: false) } == [expected])
        #expect(levels { $0.disk = .init(freeBytes: 1 << 40, isReadOnly: true) } == ["FAIL disk"])
    }

    @Test("A store that can't be written, and one that was set aside")
    func store() {
        let levels = levels {
            guard case .success(var status) = $0.status else { return }
            status.storeState = .readOnly
            status.corruptStore = "/store.corrupt"
            $0.status = .success(status)
        }
        #expect(levels == ["FAIL store", "warn store"])
    }

    @Test("Manifests that weren't loaded, providers and widgets that fail")
    func problems() {
        let levels = levels {
            $0.providers = .success(
                .with {
                    $0.problems = [.with { $0.path = "/m" }]
                    $0.providers = [.with { $0.lastError = "crashed" }]
                })
            $0.widgets = .success([snapshot { $0.lastError = "x" }, snapshot(secondID) { $0.state = .orphaned }])
        }
        #expect(levels == ["FAIL manifest", "warn provider", "warn widget", "warn widget"])
    }

    @Test("A clock that stands at its beginning, or was set back under the daemon")
    func clock() {
        #expect(levels { $0.now = Timestamp(milliseconds: 0) } == ["FAIL clock"])
        #expect(levels { $0.now = dates.now + .seconds(-3_600) } == ["warn clock"])
    }

    @Test("Units as systemctl shows them; those that aren't loaded are left out")
    func units() {
        let text =
            "Id=widgetd.socket\nLoadState=loaded\nActiveState=failed\nResult=resources\n\nId=widgetd.service\nLoadState=not-found\nActiveState=inactive\n"
        #expect(UnitQuery.parse(text) == [.init(name: "widgetd.socket", activeState: "failed", result: "resources")])
        #expect(levels { $0.units = UnitQuery.parse(text) } == ["FAIL widgetd.socket"])
    }

    @Test("A budget for a kind that no provider gives is a warning that names it")
    func unknownKindBudget() throws {
        var found = healthy()
        var status = try found.status.get()
        status.unknownKindBudgets = ["typo"]
        found.status = .success(status)
        let check = try #require(DoctorJudgement.checks(found).first { $0.subject == "budget" })
        #expect(check.level == .warning && check.finding.contains("'typo'") && !check.advice.isEmpty)
    }
}
