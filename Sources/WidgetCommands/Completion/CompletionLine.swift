import Glibc
import WidgetAPI

/// The command line of which a word is being completed, and the daemon that it is for.
struct CompletionLine {
    /// Without quotes; the last one is being written.
    let words: [String]
    let client: WidgetClient

    init(_ words: [String]) {
        self.words = words
        client = WidgetClient(
            location: SocketLocation(explicit: Self.value(of: "--socket", in: words), environment: Environment.value, uid: getuid()),
            timeout: CommandLimits.completionTimeout, patience: .zero)
    }

    var current: String { words.last ?? "" }
    /// Those before the one that is being written.
    var before: ArraySlice<String> { words.dropLast() }

    private static func value(of option: String, in words: [String]) -> String? {
        for (word, next) in zip(words, words.dropFirst()) where word == option { return next }
        return words.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
    }

    /// The first word that names one of `things`.
    func first<Thing>(of things: [Thing], _ names: (Thing) -> [String]) -> Thing? {
        for word in before.dropFirst() {
            if let thing = things.first(where: { names($0).contains(word) }) { return thing }
        }
        return nil
    }

    /// The kind that the line names, or that of the widget that it names.
    func kind() -> ProtoKind? {
        guard let kinds = try? client.kinds().kinds else { return nil }
        if let kind = first(of: kinds, { [$0.id] + $0.aliases }) { return kind }
        return widget().flatMap { widget in kinds.first { $0.id == widget.widget.kind } }
    }

    /// The widget that the line names.
    func widget() -> ProtoWidgetSnapshot? {
        guard let widgets = try? client.widgets().widgets else { return nil }
        let names = Handles(widgets)
        return first(of: widgets) { [names[$0], $0.widget.id, $0.widget.name, $0.widget.kind, $0.displayName] }
    }
}
