import SwiftProtobuf
public import WidgetCore

/// The first line of an export's file.
extension ProtoExportHeader {
    public static let formatName = "widgetd-export"
    /// Changes when the meaning of a field does.
    public static let formatVersion: UInt32 = 3

    /// The line of this version, with its end.
    public static func line() throws -> [UInt8] {
        // Nothing in it differs between two exports of the same setup.
        try ProtoExportHeader.with { ($0.format, $0.version) = (formatName, formatVersion) }.jsonUTF8Bytes() + [UInt8(ascii: "\n")]
    }
}

/// A row of an export as a line of JSON: proto3 JSON, except that a family has the name that it has everywhere else, `systemSmall`.
extension ProtoExportRow {
    /// The line, without its end. The same row gives the same bytes.
    /// - Throws: INTERNAL where it can't be written.
    public func exportLine() throws(WidgetError) -> [UInt8] {
        var options = JSONEncodingOptions()
        options.useDeterministicOrdering = true
        let text: String
        do {
            text = try jsonString(options: options)
        } catch {
            throw WidgetError(.internal, "a row could not be written as JSON", cause: "\(error)")
        }
        guard case .widget(let widget) = row, let family = try? WidgetFamily(widget.family, field: "family"), let name = widget.family.name else {
            return Array(text.utf8)
        }
        // Nothing else matches: quotes within a text are escaped, and the value of a parameter of that name is an object.
        return Array(text.replacing("\"family\":\"\(name)\"", with: "\"family\":\"\(family.name)\"").utf8)
    }

    /// Reads a line, also one in which the family has proto3 JSON's name or number. Fields that aren't known are passed over.
    /// - Throws: SwiftProtobuf's error for JSON that isn't a row; INVALID_ARGUMENT for an unknown family.
    public init(exportLine bytes: [UInt8]) throws {
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        try self.init(jsonUTF8Bytes: bytes, options: options)
        guard case .widget(let widget) = row, widget.family == .unspecified else { return }
        // A name that proto3 JSON doesn't have was passed over.
        guard case .object(let line) = try JSONValue(parsing: bytes), case .object(let fields) = line["widget"], case .string(let name) = fields["family"]
        else { return }
        guard let family = WidgetFamily(name: name) else {
            let names = WidgetFamily.allCases.map(\.name).joined(separator: ", ")
            throw WidgetError.invalid("widget.family", "'\(name.prefix(64))' is none of \(names)")
        }
        self.widget.family = ProtoWidgetFamily(family)
    }
}

extension ProtoWidgetFamily {
    /// The family's name in proto3 JSON.
    fileprivate var name: String? {
        guard let text = try? ProtoWidget.with({ $0.family = self }).jsonString() else { return nil }
        // `{"family":"WIDGET_FAMILY_SYSTEM_SMALL"}`
        return text.split(separator: "\"").last { $0.hasPrefix("WIDGET_FAMILY_") }.map(String.init)
    }
}
