import Foundation
import Testing
import WidgetAPI
import WidgetTestSupport

/// A user's setup goes out of one daemon and into another, whole.
@Suite("Export and import carry everything that was set up", .timeLimit(.minutes(10))) struct ExchangeRoundTripTests {
    private func daemon(lamp: Bool = true) throws -> DaemonFixture {
        let daemon = try DaemonFixture()
        if lamp { try Lamp(daemon, kind: #","parameters":[{"name":"room","type":"text"},{"name":"level","type":"integer"},{"name":"pin","type":"text"}]"#) }
        try daemon.addProvider(
            "greeting", script: Scripts.text("hello"), families: ["systemSmall", "systemMedium"],
            kindExtra:
                #","parameters":[{"name":"who","type":"text"},{"name":"days","type":"integer"},{"name":"loud","type":"boolean"},{"name":"api_token","type":"text"}]"#
        )
        try daemon.start()
        let end = ContinuousClock.now + .seconds(120)
        while try lamp && daemon.client().controlKinds().kinds.isEmpty, ContinuousClock.now < end { usleep(10_000) }
        return daemon
    }

    private static let key = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt
        6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==
        -----END PUBLIC KEY-----

        """

    /// Widgets with names and parameters, controls, pins in an order of their own, budgets and keys.
    private func setUp(_ daemon: DaemonFixture) throws {
        try daemon.directory.write("key", Self.key)
        for line in [
            ["place", "greeting", "--name", "One", "who=Ada", "days=3", "loud=true"], ["place", "greeting", "--name", "Two", "--family", "medium"],
            ["place", "greeting", "--name", "Three"], ["control", "add", "lamp", "--name", "Desk", "room=study", "level=2"], ["control", "add", "lamp"],
            ["stack", "pin", "Three"], ["stack", "pin", "One"], ["budget", "Two", "--reloads-per-day", "24", "--saved", "4"],
            ["push", "key", "add", "--team", "home", "--id", "b", "--app", "greeting", daemon.directory.file("key")],
            ["push", "key", "add", "--team", "home", "--id", "a", daemon.directory.file("key")],
        ] {
            let result = try daemon.widgetctl(line)
            #expect(result.status == 0, "\(line): \(result)")
        }
    }

    @Test("export, a new daemon, import, export: the same bytes; importing again changes nothing")
    func roundTrip() throws {
        let first = try daemon()
        try setUp(first)
        let exported = try first.widgetctl("export").output
        for word in [#"{"widget":"#, #"{"control":"#, #"{"budget":"#, #"{"pins":"#, #"{"pushKey":"#] { #expect(exported.contains(word), "\(exported)") }
        let ids = try ["Three", "One"].map { try first.client().widget($0).widget.id }
        #expect(exported.contains(#""widgetIds":["\#(ids.joined(separator: "\",\""))"]"#), "the pins have an order of their own: \(exported)")
        #expect(!exported.contains(#""device""#) && !exported.contains("addedAt"))
        #expect(try first.widgetctl("export").output == exported)

        let second = try daemon()
        let file = try second.directory.write("file", exported)
        let dry = try second.widgetctl("import", file, "--dry-run")
        #expect(dry.output == "Would place 3 widgets.\nWould add 2 controls, 1 budget, 2 pins, 2 push keys.\n", "\(dry)")
        #expect(try second.client().widgets().widgets.isEmpty)
        let imported = try second.widgetctl("import", file)
        #expect(imported.status == 0 && imported.output == "Placed 3 widgets.\nAdded 2 controls, 1 budget, 2 pins, 2 push keys.\n", "\(imported)")
        #expect(try second.widgetctl("export").output == exported)
        let again = try second.widgetctl("import", file)
        #expect(again.status == 0 && again.output == "Placed 0 widgets; 3 of 3 are here already or had been removed.\n", "\(again)")
        #expect(try second.widgetctl("export").output == exported)
        // It is kept.
        second.stop(SIGKILL)
        try second.start()
        #expect(try second.widgetctl("export").output == exported)
    }

    @Test("Secrets are left out, with a word; --secrets takes them along")
    func secrets() throws {
        let first = try daemon()
        #expect(try first.widgetctl("place", "greeting", "who=Ada", "api_token=0451").status == 0)
        #expect(try first.widgetctl("control", "add", "lamp", "room=study", "pin=0451").status == 0)
        let without = try first.widgetctl("export")
        #expect(!without.output.contains("0451") && without.output.contains("Ada") && without.output.contains("study"), "\(without)")
        #expect(without.errors == "widgetctl: 2 secrets were left out; --secrets takes along those that this device can read\n")
        let with = try first.widgetctl("export", "--secrets")
        #expect(with.errors.isEmpty)
        let second = try daemon()
        #expect(try second.widgetctl("import", second.directory.write("file", with.output)).status == 0)
        #expect(try second.widgetctl("export", "--secrets").output == with.output)
        #expect(try second.client().widgets().widgets.first?.widget.parameters["api_token"]?.text == "0451")
    }

    @Test("What can't be added yet is named, and added by importing again")
    func problems() throws {
        let first = try daemon()
        try setUp(first)
        let second = try daemon(lamp: false)
        let file = try second.directory.write("file", try first.widgetctl("export").output)
        let without = try second.widgetctl("import", file)
        #expect(without.status == 69 && without.output.contains("Not added: control lamp: kind: nobody gives the control 'lamp'"), "\(without)")
        #expect(try second.client().widgets().widgets.count == 3 && second.client().pushKeys().keys.count == 2)
        try Lamp(second, kind: #","parameters":[{"name":"room","type":"text"},{"name":"level","type":"integer"}]"#)
        #expect(try second.widgetctl("provider", "rescan").status == 0)
        let with = try second.widgetctl("import", file)
        #expect(with.status == 0 && with.output.contains("Added 2 controls.\n"), "\(with)")
    }

    @Test("A file of version 1 is read as before")
    func versionOne() throws {
        let first = try daemon()
        #expect(try first.widgetctl("place", "greeting").status == 0)
        let widget = try first.widgetctl("export").output.split(separator: "\n")[1]
        let second = try daemon()
        let file = try second.directory.write(
            "file",
            """
            {"format":"widgetd-export","version":1,"exportedAt":"2026-11-21T13:05:00Z","deviceId":"ABC","widgetdVersion":"0.1.0"}
            {"device":{"id":"ABC","name":"desk","state":"SELF"}}
            \(widget)

            """)
        let imported = try second.widgetctl("import", file)
        #expect(imported.status == 0 && imported.output == "Placed 1 widget.\n", "\(imported)")
    }

    @Test("A file that can't be made where there is no directory is EX_CANTCREAT, and named as it was given")
    func missingDirectories() throws {
        let daemon = try daemon(lamp: false)
        let path = daemon.directory.file("none/here")
        for command in [["backup", path], ["export", path], ["motion", "plot", ".snappy", "-o", "\(path).svg"]] {
            let result = try daemon.widgetctl(command)
            #expect(result.status == 73 && result.errors.contains(path) && !result.errors.contains("partial"), "\(command): \(result)")
        }
        #expect(try daemon.widgetctl("import", path).status == 66)
    }
}
