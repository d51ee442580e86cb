/// Text within HTML and XML.
public enum MarkupText {
    /// For contents of elements and for attributes in quotes. Control characters other than tabs and ends of lines are left out: XML has none.
    public static func escaped(_ text: some StringProtocol) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\u{FFFE}", "\u{FFFF}": break
            case _ where scalar.properties.generalCategory == .control: break
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
