import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// What a file of `export` is: a line that says so, and a row a line, each proto3 JSON.
enum ExportFormat {
    static let name = "widgetd-export"
    /// Changes when the meaning of a field does.
    static let version: UInt32 = 1

    /// What `import` makes of a file.
    struct Export: Equatable {
        /// The lines of widgets, in parts that one import takes.
        var parts: [[UInt8]] = []
        var widgets = 0
        var devices = 0
    }

    /// The first line, with its end.
    static func header(_ status: ProtoStatusResponse, now: Timestamp) throws -> [UInt8] {
        let header = ProtoExportHeader.with {
            ($0.format, $0.version) = (name, version)
            $0.exportedAt = .init(now)
            ($0.deviceID, $0.widgetdVersion) = (status.deviceID, status.version)
        }
        return try header.jsonUTF8Bytes() + [UInt8(ascii: "\n")]
    }

    /// Reads a file and checks every line of it.
    ///
    /// - Throws: INVALID_ARGUMENT that names the line, or the version where that is a newer one.
    static func read(_ bytes: [UInt8]) throws(WidgetError) -> Export {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().makeIterator()
        guard let first = lines.next(), !first.element.isEmpty else { throw .invalid("file", "it is empty; `widgetctl export FILE` writes one") }
        try checkHeader(first.element)
        var export = Export()
        var part: (bytes: [UInt8], lines: Int) = ([], 0)
        while let (index, line) = lines.next() {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            guard try isWidget(line, number: index + 1) else {
                export.devices += 1
                continue
            }
            export.widgets += 1
            if part.lines == ClientLimits.importLines || part.bytes.count + line.count + 1 > ClientLimits.importBytes {
                export.parts.append(part.bytes)
                part = ([], 0)
            }
            part.bytes += line
            part.bytes.append(UInt8(ascii: "\n"))
            part.lines += 1
        }
        if part.lines > 0 { export.parts.append(part.bytes) }
        return export
    }

    private static func checkHeader(_ line: ArraySlice<UInt8>) throws(WidgetError) {
        guard let header: ProtoExportHeader = try? message(line), header.format == name else {
            throw .invalid("file", "line 1 doesn't say that it is of the format \"\(name)\"; `widgetctl export FILE` writes such a file")
        }
        guard header.version <= version else {
            throw .invalid("file", "it is of version \(header.version), and this widgetctl reads up to \(version); upgrade widgetd and widgetctl")
        }
        guard header.version > 0 else { throw .invalid("file", "line 1 doesn't say its version") }
    }

    /// - Returns: false for a device.
    private static func isWidget(_ line: ArraySlice<UInt8>, number: Int) throws(WidgetError) -> Bool {
        guard line.count < ClientLimits.importBytes else {
            throw .invalid("file", "line \(number) has \(line.count) bytes, and a widget has less than \(ClientLimits.importBytes)")
        }
        let row: ProtoExportRow
        do {
            row = try message(line)
        } catch {
            throw WidgetError(.invalidArgument, "file: line \(number) isn't a widget or device in JSON; was the file changed or cut?", cause: "\(error)")
        }
        switch row.row {
        case .widget(let widget):
            do {
                _ = try Widget(widget)
            } catch {
                throw WidgetError(error.code, "file: line \(number): \(error.message)")
            }
            guard !widget.kind.isEmpty else { throw .invalid("file", "line \(number): widget.kind is missing") }
            return true
        case .device: return false
        case nil: throw .invalid("file", "line \(number) is neither a widget nor a device; if a newer widgetd wrote it, upgrade this one")
        }
    }

    private static func message<M: Message>(_ line: ArraySlice<UInt8>) throws -> M {
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        return try M(jsonUTF8Bytes: Array(line), options: options)
    }
}
