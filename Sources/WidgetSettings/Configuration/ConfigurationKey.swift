/// One key of `widgetd.conf`. All that is known of it stands here: parser, help, man page and reference are made of it.
public struct ConfigurationKey: Sendable {
    /// A section of the file; the raw value stands in its brackets.
    public enum Section: String, Sendable, CaseIterable {
        case daemon = "Daemon"
        case reloads = "Reloads"
        case activities = "Activities"
        case peers = "Peers"
        case push = "Push"
        case access = "Access"
        case metrics = "Metrics"
    }

    public let section: Section
    /// As in the file, such as `ReloadsPerDay`.
    public let name: String
    /// Which values are allowed.
    public let form: ConfigurationForm
    /// Whether it may be repeated.
    public let isList: Bool
    /// The default, as it is written in a file; nil: there is no value where nobody sets one.
    public let standard: String?
    /// A sentence or two for people.
    public let summary: String

    /// A key with one value.
    init(_ section: Section, _ name: String, _ form: ConfigurationForm, standard: String?, _ summary: String) {
        (self.section, self.name, self.form, self.standard, self.summary) = (section, name, form, standard, summary)
        isList = false
    }

    /// A key that may be repeated.
    init(_ section: Section, _ name: String, listOf form: ConfigurationForm, _ summary: String) {
        (self.section, self.name, self.form, self.summary) = (section, name, form, summary)
        (isList, standard) = (true, nil)
    }

    /// The option of the same name: `reloads-per-day` for `ReloadsPerDay`.
    public var option: String {
        var words = ""
        for letter in name {
            if letter.isUppercase, !words.isEmpty { words += "-" }
            words += letter.lowercased()
        }
        return words
    }

    /// The credential of systemd that takes the key's place where nobody sets it; nil: there is none. Its file is the key's value.
    public var credential: String? { Self.secrets.contains(self) ? "widgetd.\(option)" : nil }

    private static let secrets: Set<ConfigurationKey> = [.pushCertificate, .pushPrivateKey]

    /// The summary, the allowed values, and whether it may be repeated.
    private func description(allowed: String?) -> String {
        summary + (allowed.map { " Allowed: \($0)." } ?? "") + (isList ? " May be repeated." : "")
    }

    /// What `--help` says of the option.
    public var help: String {
        // A flag has no value, and a path of the command line may be relative.
        let allowed = form == .boolean || form == .path ? nil : form.allowed
        return description(allowed: allowed) + (standard.map { " (default: \($0))" } ?? "")
    }

    /// All that a reader of the file has to know.
    public var explanation: String { description(allowed: form.allowed) }
}

extension ConfigurationKey: Hashable {
    public static func == (a: ConfigurationKey, b: ConfigurationKey) -> Bool { a.name == b.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
