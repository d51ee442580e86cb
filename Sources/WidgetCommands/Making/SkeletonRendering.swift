import WidgetCore

/// `provider new`.
enum SkeletonRendering {
    static func text(_ made: SkeletonPlace.Made, _ next: [String], _ style: Style) -> String {
        var text = made.files.reduce(into: "") { $0 += "made  \(PlainText.line($1))\n" }
        if let directory = made.openDirectory {
            let advice = "in the directory \(directory) others can replace files, so the daemon runs nothing there; run: chmod go-w \(directory.shellWord)"
            text += style(.yellow, PlainText.line(advice, limit: CommandLimits.problemCharacters)) + "\n"
        }
        return text + "\nNext:\n" + next.reduce(into: "") { $0 += "  \(PlainText.line($1))\n" }
    }

    /// `{"format":"widgetctl/v2","files":[…],"next":[…]}`.
    static func json(_ made: SkeletonPlace.Made, _ next: [String]) -> String {
        func list(_ texts: [String]) -> String { "[" + texts.map(JSONOutput.string).joined(separator: ",") + "]" }
        return "{\"format\":\"\(JSONOutput.format)\",\"files\":\(list(made.files)),\"next\":\(list(next))}"
    }
}
