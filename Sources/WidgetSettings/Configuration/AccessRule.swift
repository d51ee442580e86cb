public import WidgetCore

/// A line of `Allow=` or `Deny=`: `WHO METHOD...`, such as `alice Widgets/Place` or `@guests Controls/* Intents/*`.
public struct AccessRule: Sendable, Hashable {
    /// The callers that a rule is about, as the line names them.
    public enum Callers: Sendable, Hashable {
        /// A user's name or number.
        case user(String)
        /// The members of a group, by its name or number.
        case group(String)
    }

    public let callers: Callers
    /// The full names of the methods, such as `widgetd.v1.Widgets/Place`.
    public let methods: Set<String>

    /// - Throws: INVALID_ARGUMENT for a line of another form, and for a method that the daemon doesn't have. The message has the nearest name.
    public init(parsing text: String) throws(WidgetError) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count > 1 else {
            throw WidgetError(.invalidArgument, "\(text.quoted): write WHO METHOD..., as alice Widgets/Place or @guests Widgets/*")
        }
        callers = words[0].hasPrefix("@") ? .group(String(words[0].dropFirst())) : .user(words[0])
        switch callers {
        case .user(let name), .group(let name):
            guard !name.isEmpty, !name.contains("/"), !name.contains(",") else {
                throw WidgetError(.invalidArgument, "\(words[0].quoted) is neither a user nor @group; write one line for each of them")
            }
        }
        var methods: Set<String> = []
        for word in words.dropFirst() { methods.formUnion(try Self.methods(word)) }
        self.methods = methods
    }

    /// The methods that a word means: one, or all of a service.
    private static func methods(_ word: String) throws(WidgetError) -> [String] {
        let short = word.hasPrefix(ServedMethods.package) ? String(word.dropFirst(ServedMethods.package.count)) : word
        let parts = short.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw WidgetError(.invalidArgument, "\(word.quoted) isn't a method; write SERVICE/METHOD or SERVICE/*, as Widgets/Place")
        }
        guard let methods = ServedMethods.byService[parts[0]] else {
            let services = ServedMethods.byService.keys.sorted()
            throw WidgetError(.invalidArgument, "there is no service \(parts[0].quoted)" + Suggestion.advice(for: parts[0], among: services, verb: "there are"))
        }
        if parts[1] == "*" { return methods.map { ServedMethods.fullName(parts[0], $0) } }
        guard methods.contains(parts[1]) else {
            let advice = Suggestion.nearest(to: parts[1], among: methods).map { "did you mean \(parts[0])/\($0)?" }
            throw WidgetError(.invalidArgument, "\(parts[0]) has no method \(parts[1].quoted); \(advice ?? "it has \(methods.joined(separator: ", "))")")
        }
        return [ServedMethods.fullName(parts[0], parts[1])]
    }
}
