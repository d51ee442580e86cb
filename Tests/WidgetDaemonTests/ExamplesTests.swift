import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// The examples in a real daemon: widgets as somebody writes them for Apple's platforms.
@Suite(.timeLimit(.minutes(10))) struct ExamplesTests {
    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture()
        for name in ["Countdown", "Delivery", "MonthCalendar", "PhotoFrame", "Quote", "Reminders", "Rings", "Stocks", "Water", "Weather"] {
            let id = name.lowercased()
            try daemon.directory.write(
                "providers/\(id).json",
                #"""
                {"format":1,"id":"\#(id)","name":"\#(name)","protocol":"rpc","exec":["\#(Programs.path(name))"],"deadline_seconds":120,
                 "environment":{"HOME":"\#(daemon.directory.path)","TZ":"UTC"}}
                """#)
        }
        try daemon.start()
    }

    private func place(_ words: String...) throws -> (id: String, archive: ViewArchive) {
        let placed = try daemon.widgetctl(["place"] + words + ["--name", words[0]])
        #expect(placed.status == 0, "\(placed.errors)")
        let id = try #require(try daemon.client().widgets().widgets.map(\.widget).first { $0.name == words[0] }?.id)
        return (id, try ViewArchive(daemon.wait(for: id) { $0.state == .current }.archive))
    }

    @Test(arguments: [
        (["Weather", "city=lisbon", "--family", "medium"], ["Lisbon", "14°"]), (["CountdownWidget"], ["until New Year"]),
        (["Stocks"], ["ACME", "$"]), (["Quote"], ["— "]), (["MonthCalendar", "--family", "large"], ["28"]),
        (["Rings", "--family", "medium"], ["Move", "Exercise", "Stand"]), (["PhotoFrame", "--family", "large"], ["Dunes"]), (["Water"], ["of 8", "Drink"]),
    ])
    func isPlacedAndShown(_ words: [String], _ texts: [String]) throws {
        let placed = try daemon.widgetctl(["place"] + words + ["--name", "it"])
        #expect(placed.status == 0, "\(placed.errors)")
        let id = try #require(try daemon.client().widgets().widgets.first?.widget.id)
        _ = try daemon.wait(for: id) { $0.state == .current }
        let shown = try daemon.widgetctl("show", "it").output
        for text in texts { #expect(shown.contains(text), "\(text) isn't in\n\(shown)") }
    }

    @Test func aPictureOfAnAssetCatalogueComesAlong() throws {
        let (_, archive) = try place("PhotoFrame")
        #expect(archive.images.map(\.width) == [316])
    }

    @Test func aBrokenCatalogueIsAnErrorThatNamesItsFile() throws {
        try daemon.directory.write("resources/Localizable.xcstrings", "{garb")
        let manifest = try daemon.directory.write(
            "broken.json",
            #"""
            {"format":1,"id":"broken","name":"B","protocol":"rpc","exec":["\#(Programs.path("Countdown"))"],
             "environment":{"HOME":"\#(daemon.directory.path)","WIDGETD_RESOURCES":"\#(daemon.directory.file("resources"))"}}
            """#)
        let check = try daemon.widgetctl("provider", "check", manifest)
        #expect(check.status != 0 && check.output.contains("resources/Localizable.xcstrings is broken: it isn't JSON"), "\(check)")
    }

    @Test func anEntityIsChosenByItsNameAndIsAskedForWhenItIs() throws {
        func text(_ archive: ViewArchive) -> String { archive.nodes.compactMap { if case .text(let text)? = $0.content { text } else { nil } }.joined() }
        let (id, standard) = try place("Stocks")
        #expect(text(standard).contains("ACME"), "the query's default")
        // One that isn't suggested is found by its name, and kept by its identifier.
        #expect(try daemon.widgetctl("configure", id, "company=umbrella").status == 0)
        let umbrella = try daemon.wait(for: id) { (try? ViewArchive($0.archive)).map { text($0).contains("UMBR") } ?? false }
        #expect(umbrella.widget.parameters["company"]?.text == "UMBR")
        let wrong = try daemon.widgetctl("place", "Stocks", "company=Globe")
        #expect(wrong.status != 0 && wrong.errors.contains(#"company: "Globe" is none of those to choose from"#) && wrong.errors.contains("Globex"), "\(wrong)")
        let options = try daemon.client().options(kind: "Stocks", parameter: "company")
        #expect(options.map(\.value.text) == ["ACME", "GLBX", "INIT"] && options[0].title == "Acme Corporation")
        let error = #expect(throws: WidgetError.self) { try daemon.client().options(kind: "Stocks", parameter: "compony") }
        #expect(error?.code == .invalidArgument && error?.message.contains("did you mean company?") == true, "\(error?.message ?? "")")
        let completed = try daemon.widgetctl("---candidates", "fish", "widgetctl", "place", "Stocks", "company=")
        #expect(completed.output.contains("company=GLBX"), "\(completed)")
    }

    @Test func anIntentIsRunByItself() throws {
        let list = try daemon.widgetctl("intent", "list", "water")
        #expect(list.status == 0 && list.output.contains("water"), "\(list)")
        let all = try daemon.client().intents().intents
        let drink = try #require(all.first { $0.provider == "water" })
        let (id, before) = try place("Water", "--family", "rectangular")
        let run = try daemon.widgetctl("intent", "run", drink.name)
        #expect(run.status == 0, "\(run)")
        #expect(try daemon.widgetctl("reload", id, "--wait").status == 0)
        let after = try daemon.wait(for: id) { $0.state == .current }
        #expect(try ViewArchive(after.archive) != before)
        let wrong = try daemon.widgetctl("intent", "run", drink.name + "s")
        #expect(wrong.status != 0 && wrong.errors.contains("did you mean \(drink.name)?"), "\(wrong)")
        let missing = try daemon.widgetctl("intent", "run", drink.name, "glasses=many")
        #expect(missing.status != 0, "\(missing)")
    }

    @Test func aReminderIsCheckedByATap() throws {
        let (id, _) = try place("Reminders")
        let tapped = try daemon.widgetctl("tap", "Reminders", "Buy milk")
        #expect(tapped.status == 0, "\(tapped.errors)")
        _ = try daemon.wait(for: id) { $0.archive.nodes.contains { $0.text.literal == "2" } }
    }

    /// `UserDefaults` of this platform are in no file until somebody asks for it.
    @Test func whatAnIntentSetsIsThereAfterItsProgramEnded() throws {
        let (id, before) = try place("Reminders")
        func done(_ archive: ViewArchive) -> Int { archive.nodes.count { if case .toggle(_, true, _)? = $0.content { true } else { false } } }
        #expect(done(before) == 0)
        #expect(try daemon.widgetctl("tap", "Reminders", "Buy milk").status == 0)
        #expect(FileManager.default.fileExists(atPath: daemon.directory.file("config/group.example.reminders.plist")))
        daemon.stop(SIGKILL)
        try daemon.start()
        #expect(try daemon.widgetctl("reload", "Reminders", "--wait").status == 0)
        #expect(done(try ViewArchive(daemon.wait(for: id) { $0.state == .current }.archive)) == 1)
    }

    @Test func aGlassIsCountedByAControl() throws {
        let (id, before) = try place("Water", "--family", "rectangular")
        #expect(try daemon.widgetctl("control", "add", "WaterControl").status == 0)
        let pressed = try daemon.widgetctl("control", "press", "WaterControl")
        #expect(pressed.status == 0, "\(pressed.errors)")
        #expect(try daemon.widgetctl("reload", "Water", "--wait").status == 0)
        _ = try daemon.wait(for: id) { (try? ViewArchive($0.archive)) != before }
        let shown = try daemon.widgetctl("show", "Water").output
        #expect(shown.contains("1 of 8 glasses"), "\(shown)")
    }

    @Test func aDeliveryIsDrawn() throws {
        let state = #"{"courier":"Ida","stop":2,"arrival":[\#(Date().timeIntervalSinceReferenceDate),\#(Date().timeIntervalSinceReferenceDate + 900)]}"#
        let started = try daemon.widgetctl(
            "activity", "start", "--type", "DeliveryAttributes", "--attributes", #"{"order":"Order 42","stops":5}"#, "--state", state, "--tag", "order")
        #expect(started.status == 0, "\(started.errors)")
        let shown = try daemon.widgetctl("activity", "show", "order")
        #expect(shown.output.contains("Order 42") && shown.output.contains("3 stops away"), "\(shown.output)\(shown.errors)")
    }
}
