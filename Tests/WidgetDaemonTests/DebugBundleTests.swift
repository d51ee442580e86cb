import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

@Suite("widgetctl debug bundle", .timeLimit(.minutes(5))) struct DebugBundleTests {
    /// The files of a bundle, by name, and the whole archive without its compression.
    private func unpacked(_ path: String) throws -> (files: [String: String], archive: Data) {
        let list = try Programs.run("/bin/tar", ["-tzf", path])
        #expect(list.status == 0, "tar reads it: \(list.errors)")
        var files: [String: String] = [:]
        for name in list.output.split(separator: "\n").map(String.init) {
            files[name] = try Programs.run("/bin/tar", ["-xzOf", path, name]).output
        }
        return (files, Data(try Programs.run("/bin/sh", ["-c", "gzip -dc \(path)"]).output.utf8))
    }

    @Test("No secret is in it, and what helps is")
    func noSecrets() throws {
        let daemons = try PairedDaemons(["desk", "laptop"]) { index, daemon in
            guard index == 0 else { return }
            try daemon.addProvider(
                "diary", script: #"printf '{"entries":[{"date":"2026-01-01T00:00:00Z","view":{"text":"PLANTED private words","privacySensitive":true}}]}'"#,
                kindExtra: #","push_handler":true,"parameters":[{"name":"city","type":"text"},{"name":"api_token","type":"text"}]"#)
            try daemon.addProvider(
                "broken",
                script: #"""
                    echo 'PLANTED-stderr-words' >&2
                    echo 'GET https://api.example.org/PLANTEDpath?token=PLANTEDquery failed, password=PLANTEDpass' >&2
                    exit 3
                    """#)
        }
        let daemon = daemons[0]
        _ = try daemons[1].client().join(code: daemon.client().invite().code)
        #expect(try daemon.widgetctl("place", "diary", "city=PLANTEDcity", "api_token=PLANTEDparam", "--name", "PLANTEDname").status == 0)
        #expect(try daemon.widgetctl("place", "broken").status == 0)
        let placed = try daemon.client().widgets().widgets.map(\.widget)
        _ = try daemon.wait(for: try #require(placed.first { $0.kind == "diary" }).id) { $0.state == .current }
        _ = try daemon.wait(for: try #require(placed.first { $0.kind == "broken" }).id) { !$0.lastError.isEmpty }
        _ = try daemon.widgetctl("tap", "PLANTEDname", "PLANTEDaction")
        // Secrets that the daemon makes itself.
        var secrets: [String: String] = [:]
        func take(_ what: String, _ key: String, _ arguments: String...) throws {
            let result = try daemon.widgetctl(arguments + ["--json"])
            #expect(result.status == 0, "\(result)")
            let found = try #require(result.output.firstMatch(of: try Regex("\"\(key)\":\"([^\"]+)\"", as: (Substring, Substring).self)))
            secrets[what] = String(found.1)
        }
        try take("a push token", "token", "push", "token")
        try take("a topic's token", "token", "push", "topic", "add", "builds")
        try take("a pairing code", "code", "device", "invite", "--no-wait", "--no-qr")
        try take("a browser's invitation", "url", "web", "invite", "--url", "http://localhost:8470")
        secrets["a browser's invitation"] = secrets["a browser's invitation"].map { String($0.suffix(20)) }
        let key = try String(contentsOfFile: "\(daemon.state)/device.pem", encoding: .utf8)
        let line = try #require(key.split(separator: "\n").first { $0.count > 40 })
        secrets["the device's key"] = String(line)
        for file in try FileManager.default.contentsOfDirectory(atPath: daemon.state) where file.hasPrefix("web") {
            let text = (try? String(contentsOfFile: "\(daemon.state)/\(file)", encoding: .utf8)) ?? ""
            for match in text.matches(of: /"(?:digest|secret|key|alertKey)"\s*:\s*"([^"]{16,})"/) { secrets["\(file): \(match.1.prefix(6))"] = String(match.1) }
        }
        #expect(secrets.count >= 5)

        let path = daemon.directory.file("bundle.tar.gz")
        let result = try daemon.widgetctl("debug", "bundle", path)
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.contains("widgets.json: ") && result.errors.hasPrefix("This goes into \(path):"), "it says what it holds")
        #expect(result.output.contains("Look at it before you give it away"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        let (files, archive) = try unpacked(path)
        let whole = String(decoding: archive, as: UTF8.self)
        for (what, secret) in secrets {
            #expect(!whole.contains(secret), "\(what) is in it")
            for (name, text) in files where text.contains(secret) { Issue.record("\(what) is in \(name)") }
        }
        // A provider's own words about its failure are its error, and lose what looks like a secret.
        for planted in ["PLANTED private", "PLANTEDcity", "PLANTEDparam", "PLANTEDname", "PLANTEDaction", "PLANTEDpath", "PLANTEDquery", "PLANTEDpass"] {
            for (name, text) in files where text.contains(planted) { Issue.record("\(planted) is in \(name): \(text)") }
        }
        func file(_ name: String) throws -> String { try #require(files["widgetd-debug/\(name)"], "there is \(name)") }
        #expect(try file("status.json").contains(#""version":""#))
        #expect(try file("widgets.json").contains(#""kind":"diary""#) && file("widgets.json").contains("api.example.org"))
        #expect(try file("devices.json").contains("laptop") && file("sync.json").contains("laptop"))
        #expect(try file("metrics.txt").hasSuffix("# EOF\n") && file("metrics.txt").contains("widgetd_reloads_total"))
        #expect(try file("doctor.txt").contains("daemon: answers"))
        #expect(try file("options.txt").contains("--state-directory") && file("settings.json").contains("ReloadsPerDay"))
        #expect(try file("decisions.json").contains("reloadFailed") && file("providers.json").contains("broken"))
        #expect(try file("store.json").contains(#""damaged":0,"lost":0,"repaired_at_start":0,"lost_at_start":0}"#))
        #expect(try file("versions.txt").hasPrefix("widgetctl \(Version.current)"))
        #expect(try file("README.txt").contains("journal.txt"))
    }

    @Test("It is made without a daemon too, and says that there is no answer")
    func withoutDaemon() throws {
        let daemon = try DaemonFixture()
        let path = daemon.directory.file("bundle.tar.gz")
        let result = try daemon.widgetctl("debug", "bundle", path)
        #expect(result.status == 0, "\(result)")
        let (files, _) = try unpacked(path)
        #expect(files["widgetd-debug/status.json"]?.hasPrefix("there is no answer: ") == true)
        #expect(files["widgetd-debug/doctor.txt"]?.contains("FAIL") == true)
    }

    @Test("A file that is there isn't replaced, unless that is asked for")
    func existing() throws {
        let daemon = try DaemonFixture()
        let path = try daemon.directory.write("bundle.tar.gz", "mine")
        #expect(try daemon.widgetctl("debug", "bundle", path).status == 73)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(try daemon.widgetctl("debug", "bundle", path, "--force").status == 0)
        #expect(try unpacked(path).files.count > 10)
    }
}
