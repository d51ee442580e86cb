package import SwiftProtobuf
import WidgetCore

/// The output of `--json`: one object a line, with the version of its format, and the daemon's answer.
package enum JSONOutput {
    /// Changes when a field's meaning does; new fields don't change it.
    package static let format = "widgetctl/v2"

    /// `{"format":"widgetctl/v2",…}` with the message's fields behind.
    package static func object(_ message: some Message) throws -> String {
        try JSONWriter.object(message, first: "\"format\":\"\(format)\"")
    }

    /// A string as JSON has it, quotes and all; every control escaped, as the rest of the output has them.
    package static func string(_ text: String) -> String { JSONText.quoted(text, escaping: .allControls) }

    /// The value that a text in JSON is, on one line and as it was written; a text that isn't JSON stays a string.
    static func value(_ text: String) -> String {
        guard (try? JSONValue(parsing: Array(text.utf8))) != nil else { return string(text) }
        var result = ""
        var isInString = false
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if !isInString, scalar.properties.isWhitespace { continue }
            if scalar == "\"", !isEscaped { isInString.toggle() }
            isEscaped = isInString && scalar == "\\" && !isEscaped
            result += JSONText.escaped(scalar)
        }
        return result
    }
}
