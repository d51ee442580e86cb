import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// The format of an export's file: a line that says so, then a row a line, each proto3 JSON.
enum ExportFormat {
    /// A file, as `import` reads it.
    struct Export: Equatable {
        /// The lines, in parts that one import takes; those of devices, which only pairing adds, aren't among them.
        var parts: [Part] = []
        var widgets = 0
        var devices = 0
        /// Controls, budgets, pins and keys.
        var others = 0
    }

    struct Part: Equatable {
        var lines: [UInt8] = []
        var count = 0
        /// The widgets to which its lines refer.
        var references: [String] = []
        /// Those of them whose lines are in parts before.
        var earlier: [String] = []
    }

    /// Reads a file and checks every line of it.
    ///
    /// - Throws: INVALID_ARGUMENT that names the line, or the version where that is a newer one.
    static func read(_ bytes: [UInt8]) throws(WidgetError) -> Export {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().makeIterator()
        guard let first = lines.next(), !first.element.isEmpty else { throw .invalid("file", "it is empty; `widgetctl export FILE` writes one") }
        try checkHeader(first.element)
        var export = Export()
        var part = Part()
        // The ids in the parts that are whole, and in the one that isn't yet.
        var (earlier, own): (Set<String>, [String]) = ([], [])
        func end() {
            guard part.count > 0 else { return }
            part.earlier = part.references.filter(earlier.contains)
            export.parts.append(part)
            earlier.formUnion(own)
            (part, own) = (Part(), [])
        }
        while let (index, line) = lines.next() {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            let row = try row(line, number: index + 1)
            if case .device = row {
                export.devices += 1
                continue
            }
            if part.count == ClientLimits.importLines || part.lines.count + line.count + 1 > ClientLimits.importBytes { end() }
            part.lines += line
            part.lines.append(UInt8(ascii: "\n"))
            part.count += 1
            switch row {
            case .widget(let widget):
                export.widgets += 1
                own.append(widget.id)
                continue
            case .budget(let budget): part.references.append(budget.widgetID)
            case .pins(let pins): part.references += pins.widgetIds
            case .device, .control, .pushKey: break
            }
            export.others += 1
        }
        end()
        return export
    }

    private static func checkHeader(_ line: ArraySlice<UInt8>) throws(WidgetError) {
        let format = ProtoExportHeader.formatName
        guard let header: ProtoExportHeader = try? message(line), header.format == format else {
            throw .invalid("file", "line 1 doesn't say that it is of the format \"\(format)\"; `widgetctl export FILE` writes such a file")
        }
        let known = ProtoExportHeader.formatVersion
        guard header.version <= known else {
            throw .invalid("file", "it is of version \(header.version), and this widgetctl reads up to \(known); upgrade widgetd and widgetctl")
        }
        guard header.version > 0 else { throw .invalid("file", "line 1 doesn't say its version") }
    }

    /// A line, checked as far as that can be done here.
    private static func row(_ line: ArraySlice<UInt8>, number: Int) throws(WidgetError) -> ProtoExportRow.OneOf_Row {
        guard line.count < ClientLimits.importBytes else {
            throw .invalid("file", "line \(number) has \(line.count) bytes, and a row has less than \(ClientLimits.importBytes)")
        }
        let row: ProtoExportRow
        do {
            row = try ProtoExportRow(exportLine: Array(line))
        } catch let error as WidgetError {
            throw WidgetError(error.code, "file: line \(number): \(error.message)")
        } catch {
            throw WidgetError(.invalidArgument, "file: line \(number) isn't a row of an export in JSON; was the file changed or cut?", cause: "\(error)")
        }
        guard let row = row.row else {
            throw .invalid("file", "line \(number) is neither a widget nor anything else that is known here; if a newer widgetd wrote it, upgrade this one")
        }
        do throws(WidgetError) {
            switch row {
            case .widget(let widget):
                _ = try Widget(widget)
                guard !widget.kind.isEmpty else { throw .invalid("widget.kind", "is missing") }
            case .control(let control): _ = try Control(control)
            case .budget, .pins, .pushKey, .device: break
            }
        } catch {
            throw WidgetError(error.code, "file: line \(number): \(error.message)")
        }
        return row
    }

    private static func message<M: Message>(_ line: ArraySlice<UInt8>) throws -> M {
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        return try M(jsonUTF8Bytes: Array(line), options: options)
    }
}
