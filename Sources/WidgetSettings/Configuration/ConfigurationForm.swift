public import WidgetCore

/// The form of a value of `widgetd.conf`.
public enum ConfigurationForm: Sendable, Hashable {
    case boolean
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case choice([String])
    /// At most so many UTF-8 bytes.
    case text(bytes: Int)
    /// From the root.
    case path
    /// A group's name or number.
    case group
    /// An ``AccessRule``.
    case accessRule
    /// A ``KindBudget``.
    case kindBudget
    /// An ``ActivityAge``.
    case age
    /// A ``PeerAddress``.
    case peerAddress
    /// A ``GatewayAddress``.
    case address
    /// A ``MetricsAddress``.
    case metricsAddress
    /// `https://name` or `https://name:port`.
    case origin

    var isBoolean: Bool { self == .boolean }

    /// The allowed values, for people; nil: any text.
    public var allowed: String? {
        switch self {
        case .boolean: "yes or no"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
        case .choice(let names): "one of " + names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        case .text: nil
        case .path: "an absolute path"
        case .group: "a group's name or number"
        case .accessRule: "WHO METHOD..., as alice Widgets/Place or @guests Controls/*"
        case .kindBudget: "KIND=PER_DAY or KIND=PER_DAY/SAVED, as weather=24/4"
        case .age: "1min to 366d, as 90min, 8h or 2d, or never"
        case .peerAddress: "host:port, [IPv6]:port or unix:/path"
        case .address: "address:port or [IPv6]:port, as 127.0.0.1:2197"
        case .metricsAddress: "127.0.0.1:port, [::1]:port or unix:/path"
        case .origin: "https://name or https://name:port"
        }
    }

    private static func short(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

    /// Checks a value.
    /// - Throws: INVALID_ARGUMENT that repeats the value and says what is allowed.
    func check(_ text: String) throws(WidgetError) {
        guard text.utf8.count <= ConfigurationLimits.valueBytes else {
            throw WidgetError(.invalidArgument, "\(text.utf8.count) bytes is more than the limit of \(ConfigurationLimits.valueBytes); shorten it")
        }
        guard !text.unicodeScalars.contains(where: \.isUnsafeInLine) else {
            throw WidgetError(.invalidArgument, "\(text.quoted) has a character that can't be printed; remove it")
        }
        switch self {
        case .accessRule: _ = try AccessRule(parsing: text)
        case .kindBudget: _ = try KindBudget(parsing: text)
        case .peerAddress: try Self.checkAddress { () throws(WidgetError) in _ = try PeerAddress(text) }
        case .address: try Self.checkAddress { () throws(WidgetError) in _ = try GatewayAddress(text, option: Self.addressField) }
        case .metricsAddress: try Self.checkAddress { () throws(WidgetError) in _ = try MetricsAddress(text, option: Self.addressField) }
        case .text(let bytes):
            guard text.utf8.count <= bytes else {
                throw WidgetError(.invalidArgument, "\(text.utf8.count) bytes is more than the limit of \(bytes); shorten it")
            }
        default: guard isRight(text) else { throw refusal(of: text) }
        }
    }

    private static let addressField = "address"

    /// The key names the field already.
    private static func checkAddress(_ read: () throws(WidgetError) -> Void) throws(WidgetError) {
        do throws(WidgetError) {
            try read()
        } catch {
            let field = "\(addressField): "
            throw WidgetError(error.code, error.message.hasPrefix(field) ? String(error.message.dropFirst(field.count)) : error.message)
        }
    }

    private func isRight(_ text: String) -> Bool {
        switch self {
        case .boolean: Self.boolean(text) != nil
        case .integer(let range): Int(text).map(range.contains) ?? false
        case .number(let range): Double(text).map(range.contains) ?? false
        case .choice(let names): names.contains(text)
        case .path: text.hasPrefix("/")
        case .group: !text.contains { $0 == " " || $0 == ":" || $0 == "," }
        case .age: (try? ActivityAge(parsing: text)) != nil
        case .origin: text.hasPrefix("https://") && text.utf8.count > 8 && !text.dropFirst(8).contains("/")
        case .accessRule, .kindBudget, .peerAddress, .address, .metricsAddress, .text: true
        }
    }

    private func refusal(of text: String) -> WidgetError {
        var message = "\(text.quoted) isn't \(allowed ?? "allowed")"
        if case .choice(let names) = self, let nearest = Suggestion.nearest(to: text, among: names) { message += "; did you mean \(nearest)?" }
        if case .group = self { message += "; write one line for each group" }
        return WidgetError(.invalidArgument, message)
    }

    /// systemd's words for yes and no.
    static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "on", "1", "y", "t": true
        case "no", "false", "off", "0", "n", "f": false
        default: nil
        }
    }
}

/// How long a Live Activity stays active, such as `8h`, `90min` or `2d`. With `never` the daemon doesn't end it.
public struct ActivityAge: Sendable, Hashable, CustomStringConvertible {
    /// `nil` for `never`.
    public let age: Milliseconds?

    init(_ age: Milliseconds?) { self.age = age }

    private static let units: [(name: String, seconds: Int64)] = [("min", 60), ("h", 3_600), ("d", 86_400)]

    /// - Throws: INVALID_ARGUMENT that says which values are allowed.
    init(parsing text: String) throws(WidgetError) {
        if text == "never" {
            age = nil
            return
        }
        guard let unit = Self.units.first(where: { text.hasSuffix($0.name) }), let count = Int64(text.dropLast(unit.name.count)), count > 0,
            count <= ConfigurationLimits.activityAgeSeconds / unit.seconds
        else { throw WidgetError(.invalidArgument, "\(text.quoted) isn't 1min to 366d, as 90min, 8h or 2d, or never") }
        age = .seconds(count * unit.seconds)
    }

    /// The text as a user writes it.
    public var description: String {
        guard let age, let unit = Self.units.last(where: { age.count % ($0.seconds * 1_000) == 0 }) else { return "never" }
        return "\(age.count / (unit.seconds * 1_000))\(unit.name)"
    }
}

/// The budget of one kind: `KIND=PER_DAY` or `KIND=PER_DAY/SAVED`.
public struct KindBudget: Sendable, Hashable {
    public let kind: String
    /// 1 to ``Limits/reloadsPerDay``.
    public let perDay: Int
    /// 1 to ``Limits/savedReloads``; nil: the number that applies to every widget.
    public let saved: Int?

    /// - Throws: INVALID_ARGUMENT with the part that is wrong and its limit.
    init(parsing text: String) throws(WidgetError) {
        guard let equals = text.lastIndex(of: "="), equals > text.startIndex else {
            throw WidgetError(.invalidArgument, "\(text.quoted): write KIND=PER_DAY or KIND=PER_DAY/SAVED, as weather=24/4")
        }
        let numbers = text[text.index(after: equals)...].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        kind = String(text[..<equals])
        perDay = try Self.number(numbers[0], "PER_DAY", Limits.reloadsPerDay)
        saved = numbers.count == 2 ? try Self.number(numbers[1], "SAVED", Limits.savedReloads) : nil
    }

    private static func number(_ text: Substring, _ name: String, _ limit: Int) throws(WidgetError) -> Int {
        guard let number = Int(text), (1...limit).contains(number) else {
            throw WidgetError(.invalidArgument, "\(name) is \(String(text).quoted); write a number from 1 to \(limit)")
        }
        return number
    }
}
