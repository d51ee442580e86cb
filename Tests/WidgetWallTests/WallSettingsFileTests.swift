import Foundation
import Logging
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetWall

/// The file that a running wall changes.
@Suite struct WallSettingsFileTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "widgetd-wall-\(UUID())")
    private var path: String { directory.appending(path: "wall.json").path }

    private func settings(_ text: String) throws -> WallSettings {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try write(text)
        return try WallSettings(WallFile(path: path), log: Logger(label: "test"))
    }

    private func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    private var written: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }
    private func pages() throws -> [[String]]? { try WallFile(path: path).read()?.surfaces[0].pages }

    @Test func aFileWithAMistakeIsNotReplaced() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let settings = try settings(#"{"surfaces": [{"name": "desk", "kind": "desktop"}]}"#)
        let edited = #"{"surfaces": [{"name": "desk", "kind": "desktop"} {"name": "hall", "kind": "wall"}]}"#
        try write(edited)
        #expect {
            try settings.change([SurfaceEdit("margin", .set("10"))], of: settings.current.surfaces[0], showing: [["a"]])
        } throws: { error in
            "\(error)".contains("mend or remove the file")
        }
        settings.remove("a", from: settings.current.surfaces[0], showing: PageContents(pages: [["a"]]))
        #expect(try written == edited, "nothing that a user wrote is lost")
    }

    @Test func whatAUserHasJustWrittenStays() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let settings = try settings(#"{"surfaces": [{"name": "desk", "kind": "desktop"}]}"#)
        try write(#"{"surfaces": [{"name": "desk", "kind": "desktop"}, {"name": "hall", "kind": "wall"}]}"#)
        try settings.change([SurfaceEdit("margin", .set("10"))], of: settings.current.surfaces[0], showing: [["a"]])
        #expect(settings.current.surfaces.map(\.name) == ["desk", "hall"])
        #expect(try written.contains("margin"))
    }

    @Test func aListWithAWidgetThatIsGoneCanBeArranged() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let settings = try settings(#"{"surfaces": [{"name": "desk", "kind": "desktop", "widgets": ["clock", "gone", "@stack/none", "notes"]}]}"#)
        let contents = PageContents(pages: [["clock-id", "notes-id"]], unknown: ["gone"])
        settings.move("notes-id", to: 0, on: 0, of: settings.current.surfaces[0], showing: contents)
        #expect(try pages() == [["notes", "clock", "gone", "@stack/none"]])
        _ = settings.take()
        settings.remove("clock-id", from: settings.current.surfaces[0], showing: PageContents(pages: [["notes-id", "clock-id"]], unknown: ["gone"]))
        #expect(try pages() == [["notes", "gone", "@stack/none"]], "what isn't placed comes back to its place")
    }
}
