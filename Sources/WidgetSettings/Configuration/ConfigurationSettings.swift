public import WidgetCore

/// The settings of a daemon, from files and the command line: the values of each key, where each comes from, and the mistakes that were found.
///
/// Files and then the command line are taken in, in their order. A later value goes before an earlier one.
public struct ConfigurationSettings: Sendable {
    /// The place of a value or a mistake.
    public enum Source: Sendable, Hashable {
        /// Nobody has set it.
        case standard
        /// A file, and a line of it from 1; line 0: the file as a whole.
        case file(String, line: Int)
        case commandLine
        /// A credential of systemd, by its name.
        case credential(String)
    }

    public struct Value: Sendable, Hashable {
        /// As it is written in a file.
        public let text: String
        public let source: Source
    }

    private var values: [ConfigurationKey: [Value]] = [:]
    /// The files that were read, in their order.
    public internal(set) var files: [String] = []
    public private(set) var mistakes: [ConfigurationMistake] = []
    /// The keys that have a mistake.
    private var refused: Set<ConfigurationKey> = []

    /// Every key has its default.
    public init() {}

    // MARK: Reading

    /// The values of a key: several of a list only, none where it has none.
    public func values(of key: ConfigurationKey) -> [Value] {
        values[key] ?? key.standard.map { [Value(text: $0, source: .standard)] } ?? []
    }

    /// The texts of a list.
    public func texts(_ key: ConfigurationKey) -> [String] { values(of: key).map(\.text) }

    /// The text of a key with one value; nil where it has none.
    public func text(_ key: ConfigurationKey) -> String? { values(of: key).last?.text }

    /// A whole number; of a key whose form is one.
    public func integer(_ key: ConfigurationKey) -> Int { text(key).flatMap { Int($0) } ?? 0 }

    public func number(_ key: ConfigurationKey) -> Double { text(key).flatMap { Double($0) } ?? 0 }

    public func isOn(_ key: ConfigurationKey) -> Bool { text(key).flatMap { ConfigurationForm.boolean($0) } ?? false }

    /// How long activities stay active; nil: without a limit.
    public var activityAge: Milliseconds? { text(.activityAge).flatMap { try? ActivityAge(parsing: $0) }?.age }

    public var kindBudgets: [KindBudget] { texts(.kindBudget).compactMap { try? KindBudget(parsing: $0) } }

    /// The numbers of the reload engine. A later line for a kind replaces an earlier one.
    /// - Throws: never for settings without mistakes.
    public func reloadConfiguration() throws(WidgetError) -> ReloadConfiguration {
        let saved = integer(.savedReloads)
        var kinds: [String: ReloadBudget] = [:]
        for budget in kindBudgets { kinds[budget.kind] = try ReloadBudget(perDay: budget.perDay, capacity: budget.saved ?? saved) }
        return ReloadConfiguration(
            budget: try ReloadBudget(perDay: integer(.reloadsPerDay), capacity: saved), kindBudgets: kinds, isDeveloperMode: isOn(.developerMode))
    }

    // MARK: Changing

    /// Gives a key these values; none: its default, or an empty list.
    /// - Parameter source: where they come from; mistakes name it.
    public mutating func set(_ key: ConfigurationKey, _ texts: [String], from source: Source) {
        values[key] = nil
        for text in texts { add(key, text, from: source) }
    }

    /// Takes one assignment in, as a line of a file makes it: a list gets one value more, any other key another one. An empty text takes back what was there.
    mutating func add(_ key: ConfigurationKey, _ text: String, from source: Source) {
        guard !text.isEmpty else {
            values[key] = nil
            return
        }
        do throws(WidgetError) {
            try key.form.check(text)
            let before = key.isList ? values[key] ?? [] : []
            guard before.count < ConfigurationLimits.listValues else {
                throw WidgetError(.invalidArgument, "has more than \(ConfigurationLimits.listValues) values, the limit; remove some")
            }
            values[key] = before + [Value(text: key.form.isBoolean ? Self.word(text) : text, source: source)]
        } catch {
            refuse(key, error.message, from: source)
        }
    }

    private static func word(_ text: String) -> String { ConfigurationForm.boolean(text) == true ? "yes" : "no" }

    /// Takes the credentials that systemd has placed in `directory`, each for a key that nobody has set.
    /// - Parameter isThere: whether a file exists.
    public mutating func takeCredentials(in directory: String, isThere: (String) -> Bool) {
        for key in ConfigurationKey.all {
            guard let name = key.credential, values(of: key).isEmpty, !refused.contains(key), isThere("\(directory)/\(name)") else { continue }
            set(key, ["\(directory)/\(name)"], from: .credential(name))
        }
    }

    /// Adds a mistake about a key's value.
    public mutating func refuse(_ key: ConfigurationKey, _ message: String, from source: Source) {
        let name =
            switch source {
            case .commandLine: "--\(key.option)"
            case .credential(let name): "the credential \(name)"
            case .standard, .file: key.name
            }
        refused.insert(key)
        add(ConfigurationMistake(source: source, message: "\(name): \(message)"))
    }

    /// Finds mistakes in what several keys say together. For settings that are complete.
    public mutating func checkTogether() {
        for (key, other) in [(ConfigurationKey.pushCertificate, ConfigurationKey.pushPrivateKey), (.pushPrivateKey, .pushCertificate)] {
            guard let value = values(of: key).last, values(of: other).isEmpty, !refused.contains(other) else { continue }
            let name =
                switch value.source {
                case .commandLine: "--\(other.option)"
                case .credential: other.credential ?? other.name
                case .standard, .file: "\(other.name)="
                }
            refuse(key, "goes together with \(name); give both or neither", from: value.source)
        }
    }

    public mutating func add(_ mistake: ConfigurationMistake) { mistakes.append(mistake) }

    /// Takes over what `new` says.
    /// - Parameter refused: keys that couldn't be changed, and keep their values.
    /// - Returns: the keys that changed.
    public mutating func reload(_ new: ConfigurationSettings, except refused: Set<ConfigurationKey> = []) -> [ConfigurationKey] {
        let changed = ConfigurationKey.all.filter { texts($0) != new.texts($0) && !refused.contains($0) }
        // The place of a value may change without the value.
        for key in ConfigurationKey.all where changed.contains(key) || texts(key) == new.texts(key) { values[key] = new.values[key] }
        (files, mistakes) = (new.files, new.mistakes)
        return changed
    }
}

/// Something wrong in a file or on the command line.
public struct ConfigurationMistake: Sendable, Hashable, CustomStringConvertible {
    public let source: ConfigurationSettings.Source
    /// The key, what is wrong, and what to do.
    public let message: String

    public init(source: ConfigurationSettings.Source, message: String) { (self.source, self.message) = (source, message) }

    /// `/etc/widgetd/widgetd.conf:12: ReloadsPerDay: …`.
    public var description: String {
        switch source {
        case .file(let path, line: 0): "\(path): \(message)"
        case .file(let path, let line): "\(path):\(line): \(message)"
        case .standard, .commandLine, .credential: message
        }
    }

    /// Whether a file or a credential is wrong, and not the command line.
    public var isOfFile: Bool {
        switch source {
        case .file, .credential: true
        case .standard, .commandLine: false
        }
    }
}
