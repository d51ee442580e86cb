import SwiftProtobuf

/// What `--json` prints: one object a line, with the version of its format, and the proto3 JSON of the daemon's answer.
enum JSONOutput {
    /// Changes when a field's meaning does; new fields don't change it.
    static let format = "widgetctl/v1"

    /// `{"format":"widgetctl/v1",…}` with the message's fields behind.
    static func object(_ message: some Message) throws -> String {
        var options = JSONEncodingOptions()
        options.useDeterministicOrdering = true
        let body = try message.jsonString(options: options)
        let fields = body.dropFirst().dropLast()
        return fields.isEmpty ? "{\"format\":\"\(format)\"}" : "{\"format\":\"\(format)\",\(fields)}"
    }

    /// A string as JSON has it, quotes and all; every control escaped, as the rest of the output has them.
    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
