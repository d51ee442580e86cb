import WidgetCore

/// Reading `widgetd.conf`, whose syntax is that of systemd.syntax(7).
extension ConfigurationSettings {
    /// Takes a file's assignments in.
    /// - Parameters:
    ///   - path: its absolute path, for values' places and mistakes.
    ///   - bytes: its contents, at most ``ConfigurationLimits/fileBytes``; one byte more shows that it is longer.
    public mutating func read(_ bytes: [UInt8], path: String) {
        files.append(path)
        guard bytes.count <= ConfigurationLimits.fileBytes else {
            let limit = ConfigurationLimits.fileBytes
            return add(ConfigurationMistake(source: .file(path, line: 0), message: "the file has more than \(limit) bytes, the limit; divide it into drop-ins"))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return add(ConfigurationMistake(source: .file(path, line: 0), message: "the file isn't text in UTF-8; write it anew"))
        }
        var reader = ConfigurationReader(path: path)
        for line in LogicalLine.lines(of: text) { reader.take(line, &self) }
        reader.end(&self)
    }
}

/// A line with its continuations.
private struct LogicalLine {
    /// The number of its beginning, from 1.
    var number: Int
    /// Without white space around it.
    var text: String

    /// The lines of a text, without comments and empty ones. A backslash at the end of a line joins it to the next, with a space in its place.
    static func lines(of text: String) -> [LogicalLine] {
        var lines: [LogicalLine] = []
        var open: LogicalLine?
        for (index, physical) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let trimmed = Self.trimmed(physical)
            if trimmed.isEmpty && open == nil || trimmed.hasPrefix("#") || trimmed.hasPrefix(";") { continue }
            var line = open ?? LogicalLine(number: index + 1, text: "")
            open = nil
            guard trimmed.hasSuffix("\\") else {
                line.text = Self.trimmed((line.text + trimmed)[...])
                lines.append(line)
                continue
            }
            line.text += trimmed.dropLast() + " "
            open = line
        }
        if var open {
            open.text = trimmed(open.text[...])
            lines.append(open)
        }
        return lines
    }

    static func trimmed(_ text: Substring) -> String {
        let beginning = text.drop { $0.isWhitespace }
        guard let last = beginning.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(beginning[...last])
    }
}

/// The state between two lines of a file.
private struct ConfigurationReader {
    private enum Place {
        /// Before the first section.
        case beginning
        case section(ConfigurationKey.Section)
        /// The section isn't known, which was said once. Its keys are passed over.
        case unknown
    }

    private let path: String
    private var place = Place.beginning
    /// The mistakes that weren't said.
    private var unsaid = 0
    private var said = 0

    init(path: String) { self.path = path }

    mutating func take(_ line: LogicalLine, _ settings: inout ConfigurationSettings) {
        let before = settings.mistakes.count
        guard said < ConfigurationLimits.mistakesPerFile else {
            // Further mistakes are counted alone.
            var rest = ConfigurationSettings()
            read(line, &rest)
            unsaid += rest.mistakes.count
            return
        }
        read(line, &settings)
        said += settings.mistakes.count - before
    }

    /// Says how many mistakes weren't said.
    func end(_ settings: inout ConfigurationSettings) {
        guard unsaid > 0 else { return }
        settings.add(ConfigurationMistake(source: .file(path, line: 0), message: "and \(unsaid) more mistakes; is it a file of another program?"))
    }

    private mutating func read(_ line: LogicalLine, _ settings: inout ConfigurationSettings) {
        let source = ConfigurationSettings.Source.file(path, line: line.number)
        func refuse(_ message: String) { settings.add(ConfigurationMistake(source: source, message: message)) }
        if line.text.hasPrefix("[") {
            guard line.text.hasSuffix("]") else { return refuse("\(line.text.quoted): the bracket of the section isn't closed") }
            let name = String(line.text.dropFirst().dropLast())
            guard let section = ConfigurationKey.Section(rawValue: name) else {
                place = .unknown
                return refuse(Self.unknownSection(name))
            }
            place = .section(section)
            return
        }
        guard let equals = line.text.firstIndex(of: "=") else { return refuse("\(line.text.quoted) is neither a section nor an assignment; write Key=value") }
        let name = LogicalLine.trimmed(line.text[..<equals])
        let value = LogicalLine.trimmed(line.text[line.text.index(after: equals)...])
        switch place {
        case .unknown: break
        case .beginning:
            let section = ConfigurationKey.all.first { $0.name == name }?.section.rawValue ?? "Section"
            refuse("\(name.quoted) stands before the first section; write [\(section)] above it")
        case .section(let section):
            guard let key = ConfigurationKey.keys(of: section).first(where: { $0.name == name }) else { return refuse(Self.unknownKey(name, in: section)) }
            settings.add(key, value, from: source)
        }
    }

    private static func unknownSection(_ name: String) -> String {
        let names = ConfigurationKey.Section.allCases.map(\.rawValue)
        let advice =
            Suggestion.nearest(to: name, among: names).map { "did you mean [\($0)]?" } ?? "there are \(names.map { "[\($0)]" }.joined(separator: ", "))"
        return "there is no section \(bracketed(name)); \(advice)"
    }

    private static func unknownKey(_ name: String, in section: ConfigurationKey.Section) -> String {
        let message = "there is no key '\(name.quoted.dropFirst().dropLast())' in [\(section.rawValue)]; "
        if let key = ConfigurationKey.all.first(where: { $0.name == name }) { return message + "it belongs in [\(key.section.rawValue)]" }
        let own = ConfigurationKey.keys(of: section).map(\.name)
        if let nearest = Suggestion.nearest(to: name, among: own) { return message + "did you mean '\(nearest)'?" }
        let every = ConfigurationKey.all
        if let nearest = Suggestion.nearest(to: name, among: every.map(\.name)), let key = every.first(where: { $0.name == nearest }) {
            return message + "did you mean '\(nearest)' in [\(key.section.rawValue)]?"
        }
        return message + "it has \(own.joined(separator: ", "))"
    }

    private static func bracketed(_ name: String) -> String { "[\(name.quoted.dropFirst().dropLast())]" }
}
