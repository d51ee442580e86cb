/// A file that shows every key with its default, each a comment.
public enum ConfigurationExample {
    private static let columns = 100

    public static var text: String {
        var lines = [
            "# The settings of widgetd; widgetd.conf(5) says more.", "#",
            "# Each line that is commented out shows a default. Lines of your own may stand here, in",
            "# /etc/widgetd/widgetd.conf.d/NAME.conf, or in ~/.config/widgetd/widgetd.conf. After a change,",
            "# `widgetctl config check` finds mistakes, and `systemctl reload widgetd.service` applies it.",
        ]
        for section in ConfigurationKey.Section.allCases {
            lines += ["", "[\(section.rawValue)]"]
            for key in ConfigurationKey.keys(of: section) { lines += ["", comment(key.explanation), "#\(key.name)=\(key.standard ?? "")"] }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The text in lines that begin with `# `.
    private static func comment(_ text: String) -> String {
        var lines: [String] = []
        var line = "#"
        for word in text.split(separator: " ") {
            if line.count + 1 + word.count > columns {
                lines.append(line)
                line = "#"
            }
            line += " " + word
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
