/// xbar's plugin format (xbar's README), which SwiftBar and Argos read too: the bar's text, and below `---` a menu whose lines carry their commands.
enum XbarFormat {
    static func text(_ content: BarContent) -> String {
        // Without a line the bar would show that something is wrong with the plugin.
        let texts = content.items.isEmpty ? ["·"] : content.items.map { BarText.xbar($0.text) }
        var lines = [
            line(
                (texts + [content.more].compactMap(\.self)).joined(separator: BarText.line(content.separator).replacing("|", with: "¦")),
                color: content.items.first?.hexColor)
        ]
        for item in content.items {
            lines.append("---")
            for (number, detail) in item.details.enumerated() {
                lines.append(line(BarText.xbar(detail), color: number == 0 ? item.hexColor : nil))
            }
            for choice in item.choices {
                if let url = choice.url.flatMap(SafeText.address) {
                    lines.append(line(BarText.xbar(choice.title), "href=\"\(url)\""))
                    continue
                }
                guard let words = content.words(choice.intent), let call = call(words) else { continue }
                lines.append(line(BarText.xbar(choice.title), call))
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Nothing in a text stands for a picture or a colour.
    private static func line(_ text: String, color: String? = nil, _ parameters: String = "") -> String {
        "\(text) | emojize=false symbolize=false ansi=false" + (color.map { " color=\($0)" } ?? "") + (parameters.isEmpty ? "" : " " + parameters)
    }

    /// Nil: a word can't be written there, because its quotes would end.
    private static func call(_ words: [String]) -> String? {
        guard words.allSatisfy({ !$0.contains("\"") && !$0.contains("|") && !$0.contains("\n") }) else { return nil }
        let named = words.enumerated().map { number, word in "\(number == 0 ? "bash" : "param\(number)")=\"\(word)\"" }
        return named.joined(separator: " ") + " terminal=false refresh=true"
    }
}
