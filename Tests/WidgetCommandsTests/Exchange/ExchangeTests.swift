import Foundation
import TTRPCWire
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetCommands

@Suite("export, import and backup", .timeLimit(.minutes(5)))
struct ExchangeTests {
    private let place: SocketPlace
    private let paper = Desk()
    private let calls = Calls()

    init() throws { place = try SocketPlace() }

    private static func row(_ id: String = firstID, name: String = "") throws -> String {
        let widget = ProtoWidget.with { ($0.id, $0.kind, $0.family, $0.name) = (id, "system", .systemSmall, name) }
        return try ProtoExportRow.with { $0.widget = widget }.jsonString()
    }

    private static func deviceRow() throws -> String { try ProtoExportRow.with { $0.device = desk }.jsonString() }

    private static let header = #"{"format":"widgetd-export","version":1}"#

    private func file(_ name: String, _ text: String? = nil) throws -> String {
        let path = "\(place.directory)/\(name)"
        if let text { try Data(text.utf8).write(to: URL(filePath: path)) }
        return path
    }

    private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// A daemon with two pages, or one that fails at the second.
    private func exporting(fails: Bool = false) throws {
        try place.serve(connections: 1) { method, payload in
            if method == "Status" { return try ProtoStatusResponse.with { ($0.version, $0.deviceID) = ("0.1.0", deskID) }.serializedBytes() }
            let page = try ProtoExportRequest(serializedBytes: payload).page
            if fails, page == "2" { throw RPCStatus(.dataLoss, "the store is damaged") }
            return try ProtoExportResponse.with {
                $0.lines = .init(Data((page.isEmpty ? "\(try Self.deviceRow())\n" : "\(try Self.row())\n").utf8))
                $0.nextPage = page.isEmpty ? "2" : ""
            }.serializedBytes()
        }
    }

    // MARK: export

    @Test("export writes a header and every page to standard output")
    func exportToOutput() throws {
        try exporting()
        try ExportCommand.parse([]).run(in: paper.session(place))
        let lines = paper.printed.split(separator: "\n").map(String.init)
        // Nothing in it differs between two exports of the same.
        #expect(lines.first == #"{"format":"widgetd-export","version":3}"#)
        #expect(try lines.dropFirst() == [Self.deviceRow(), Self.row()])
    }

    @Test("A file is for its user alone, and what import reads")
    func exportToFile() throws {
        try exporting()
        let path = try file("out")
        try ExportCommand.parse([path]).run(in: paper.session(place))
        #expect(paper.printed == "Exported 2 rows to \(path).\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let export = try ExportFormat.read(Array(Data(contentsOf: URL(filePath: path))))
        #expect(export.widgets == 1 && export.devices == 1)
    }

    @Test("A file that exists isn't touched without --force, and is replaced with it")
    func exists() throws {
        try exporting()
        let path = try file("out", "old")
        let session = paper.session(place)
        let error = #expect(throws: WidgetError.self) { try ExportCommand.parse([path]).run(in: session) }
        #expect(error.map { ExitStatus($0.code) } == .cannotCreate)
        #expect(error?.message.contains("--force") == true)
        #expect(text(path) == "old")
        try ExportCommand.parse([path, "--force"]).run(in: session)
        #expect(text(path)?.hasPrefix(#"{"format":"widgetd-export""#) == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory).sorted() == ["out", "s"])
    }

    @Test("A link is followed, also to a file that isn't there yet, and stays a link", arguments: ["old", nil])
    func links(old: String?) throws {
        try exporting()
        let target = try file("target", old)
        let link = "\(place.directory)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
        try ExportCommand.parse([link, "--force"]).run(in: paper.session(place))
        #expect(text(target)?.hasPrefix(#"{"format":"widgetd-export""#) == true)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory).sorted() == ["link", "s", "target"])
    }

    @Test("An export that fails on its way leaves nothing, and what was there stays", arguments: [false, true])
    func failing(replaces: Bool) throws {
        try exporting(fails: true)
        let path = try file("out", replaces ? "old" : nil)
        #expect(throws: WidgetError.self) { try ExportCommand.parse([path] + (replaces ? ["--force"] : [])).run(in: paper.session(place)) }
        #expect(text(path) == (replaces ? "old" : nil))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory).sorted() == (replaces ? ["out", "s"] : ["s"]))
    }

    // MARK: import

    private func importing() throws {
        try place.serve(connections: 1) { [calls] _, payload in
            let request = try ProtoImportRequest(serializedBytes: payload)
            let lines = request.lines.count { $0 == UInt8(ascii: "\n") }
            calls.note("\(lines)\(request.dryRun ? " dry" : "")")
            return try ProtoImportResponse.with { ($0.placed, $0.skipped) = (UInt32(lines) - 1, 1) }.serializedBytes()
        }
    }

    @Test("import sends the widgets alone, and says what became of them")
    func importFile() throws {
        try importing()
        let lines = [Self.header, try Self.deviceRow(), try Self.row(), try Self.deviceRow(), try Self.row(secondID, name: "Büro"), ""]
        let path = try file("in", lines.joined(separator: "\r\n"))
        try ImportCommand.parse([path]).run(in: paper.session(place))
        #expect(calls.all == ["2"])
        #expect(
            paper.printed == """
                Placed 1 widget; 1 of 2 is here already or had been removed.
                It names 2 devices, which aren't imported: pair them with `widgetctl device invite`.

                """)
    }

    @Test("--dry-run asks and does nothing; standard input is read like a file")
    func dryRun() throws {
        try importing()
        let input = try pipe(with: "\(Self.header)\n\(try Self.row())\n\(try Self.row(secondID))\n")
        defer { close(input) }
        try ImportCommand.parse(["-", "--dry-run"]).run(in: paper.session(place, input: input))
        #expect(calls.all == ["2 dry"])
        #expect(paper.printed == "Would place 1 widget; 1 of 2 is here already or had been removed.\n")
    }

    @Test("A large export goes in parts that one import takes")
    func parts() throws {
        let many = try ExportFormat.read(Array("\(Self.header)\n\(String(repeating: try Self.row() + "\n", count: ClientLimits.importLines + 1))".utf8))
        #expect(many.parts.map(\.count) == [ClientLimits.importLines, 1])
        let long = try Self.row(name: String(repeating: "x", count: ClientLimits.importBytes / 3))
        let export = try ExportFormat.read(Array("\(Self.header)\n\(String(repeating: long + "\n", count: 5))".utf8))
        #expect(export.parts.map(\.count) == [2, 2, 1])
        #expect(export.parts.allSatisfy { $0.lines.count <= ClientLimits.importBytes })
    }

    @Test("A part of an import says which widgets of parts before it refers to, for a dry run")
    func earlier() throws {
        let pins = try ProtoExportRow.with { $0.pins.widgetIds = [firstID, secondID] }.jsonString()
        let rows = Array(repeating: try Self.row(), count: ClientLimits.importLines)
        let export = try ExportFormat.read(Array(([Self.header] + rows + [try Self.row(secondID), pins]).joined(separator: "\n").utf8))
        #expect(export.parts.map(\.earlier) == [[], [firstID]])
    }

    @Test("A family has the name that it has everywhere, and proto3 JSON's is taken too; what is none is named")
    func families() throws {
        let widget = ProtoWidget.with { ($0.id, $0.kind, $0.name, $0.family) = (firstID, "system", #""family":"x"#, .systemSmall) }
        let row = ProtoExportRow.with { $0.widget = widget }
        let line = try row.exportLine()
        #expect(String(decoding: line, as: UTF8.self).contains(#""family":"systemSmall""#))
        #expect(try ProtoExportRow(exportLine: line) == row && ProtoExportRow(exportLine: Array(row.jsonString().utf8)) == row)
        let error = #expect(throws: WidgetError.self) { try ProtoExportRow(exportLine: Array(#"{"widget": {"family": "huge"}}"#.utf8)) }
        #expect(error?.message.hasPrefix("widget.family: 'huge' is none of systemSmall, ") == true, "\(error?.message ?? "")")
    }

    @Test("Where a later part fails: which, and that it can be repeated")
    func interrupted() throws {
        try place.serve(connections: 1) { [calls] method, _ in
            if calls.note(method) == 2 { throw RPCStatus(.resourceExhausted, "no room") }
            return try ProtoImportResponse.with { $0.placed = 1_000 }.serializedBytes()
        }
        let path = try file("in", "\(Self.header)\n\(String(repeating: try Self.row() + "\n", count: ClientLimits.importLines + 1))")
        let error = #expect(throws: WidgetError.self) { try ImportCommand.parse([path]).run(in: paper.session(place)) }
        #expect(error?.code == .resourceExhausted)
        #expect(error?.message == "part 2 of 2: no room; 1000 widgets of those before are placed, and importing again goes on behind them")
    }

    @Test(
        "What isn't an export is refused by its line, and nothing is sent",
        arguments: [
            ("", "it is empty"), ("{}\n", "line 1 doesn't say"), ("nonsense\n", "line 1 doesn't say"),
            (#"{"format":"widgetd-export"}"#, "doesn't say its version"), (#"{"format":"widgetd-export","version":4}"#, "version 4"),
            ("\(header)\n{\"widget\":", "line 2"), ("\(header)\n\n{\"activity\":{}}", "line 3 is neither a widget nor anything else"),
            ("\(header)\n{\"widget\":{\"id\":\"x\"}}", "line 2: widget.id"), ("\(header)\n\u{FF}", "line 2"),
            ("\(header)\n{\"widget\":{\"id\":\"\(firstID)\",\"family\":1}}", "line 2: widget.kind"),
        ])
    func invalid(text: String, expected: String) throws {
        let path = try file("in", text)
        // There is no daemon: whoever asked it would get EX_UNAVAILABLE.
        let error = #expect(throws: WidgetError.self) { try ImportCommand.parse([path]).run(in: paper.session(place)) }
        #expect(error.map { ExitStatus($0.code) } == .dataError)
        #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
    }

    @Test("A file that isn't there is EX_NOINPUT")
    func missing() throws {
        let error = #expect(throws: WidgetError.self) { try ImportCommand.parse(["/nonexistent"]).run(in: paper.session(place)) }
        #expect(error.map { ExitStatus($0.code) } == .noInput)
    }

    @Test("A field of a later version of the same format is no error")
    func unknownField() throws {
        let line = #"{"widget":{"id":"\#(firstID)","kind":"system","family":"WIDGET_FAMILY_SYSTEM_SMALL","colour":"red"}}"#
        #expect(try ExportFormat.read(Array("\(Self.header)\n\(line)".utf8)).widgets == 1)
    }

    // MARK: backup

    @Test("backup names an absolute path, since the daemon runs elsewhere")
    func backup() throws {
        try place.serve(connections: 1) { [calls] _, payload in
            calls.note(try ProtoBackupRequest(serializedBytes: payload).path)
            return try ProtoBackupResponse.with { $0.bytes = 3 << 20 }.serializedBytes()
        }
        try BackupCommand.parse(["copy.sqlite"]).run(in: paper.session(place))
        let path = FileManager.default.currentDirectoryPath + "/copy.sqlite"
        #expect(calls.all == [path])
        #expect(paper.printed == "Wrote \(path) (3.0 MiB) on the daemon's machine.\n")
    }
}
