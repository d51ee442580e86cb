import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// The bundled notes with a real daemon and a real `widgetctl`: the list is a parameter, which all devices have.
@Suite(.timeLimit(.minutes(10))) struct NotesTests {
    private let daemon: DaemonFixture
    private let id: String
    private static let scripts = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources/Providers"

    init() throws {
        daemon = try DaemonFixture()
        let manifest = try String(contentsOfFile: Self.scripts + "/Manifests/notes.json.in", encoding: .utf8)
        try daemon.directory.write(
            "providers/notes.json", manifest.replacing("@LIBEXECDIR@", with: Self.scripts + "/Scripts").replacing("@BINDIR@", with: Programs.directory))
        try daemon.start()
        var request = ProtoPlaceRequest()
        request.kind = "notes"
        request.family = .systemLarge
        id = try daemon.client().place(request).widget.id
        _ = try daemon.wait(for: id) { $0.state == .current }
    }

    private func command(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        try Programs.run(
            Self.scripts + "/Scripts/notes.py", arguments, environment: ["WIDGETD_SOCKET": daemon.socket, "WIDGETCTL": Programs.path("widgetctl")])
    }

    private func items() throws -> String { try daemon.client().widget(id).widget.parameters["items"]?.text ?? "" }

    @Test("what the command adds is shown, a tick is kept in the parameter, and what is done can be cleared") func life() throws {
        let added = try command("add", "milk", "call Ada")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try items() == "milk; call Ada")
        let actions = { (snapshot: ProtoWidgetSnapshot) in snapshot.archive.actions.map(\.id) }
        _ = try daemon.wait(for: id) { actions($0) == ["milk", "call-ada"] }
        #expect(try daemon.widgetctl("tap", id, "milk").status == 0)
        #expect(try items() == "[x] milk; call Ada")
        _ = try daemon.wait(for: id) { actions($0).contains("clear") }
        #expect(try daemon.widgetctl("tap", id, "clear").status == 0)
        #expect(try items() == "call Ada")
        #expect(try command("list").output == " 1 [ ] call Ada\n")
    }
}
