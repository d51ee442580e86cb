package import WidgetCore

/// How people of one language and region write times, dates and lengths of time. It is made once, and handed on to all that draws.
public final class LocaleFormats: Sendable {
    /// The language is written from the right to the left.
    public let isRightToLeft: Bool

    /// A length of time is said in these units.
    package enum Unit: Int, Sendable { case year, month, week, day, hour, minute, second }

    private let timePattern, datePattern: String
    private let zero: Unicode.Scalar
    private let months, halvesOfDay: [String]
    /// For each number from 0 to 199 the place of its form among a unit's.
    private let plurals: [UInt8]
    /// Two lengths beside each other.
    private let pair: String
    /// By unit, a unit's forms.
    private let short, full: [[String]]

    /// Without a locale: 24 hours, the day before the month, English words.
    public static let posix = LocaleFormats(posix: "C")
    private static let posixPatterns = ["C", "HH:mm", "d MMMM y", "0"]

    /// - Parameter name: a locale's name in POSIX, such as `de_AT.UTF-8`. A region that nobody knows is as its language; a language that nobody knows is as
    ///   ``posix``.
    public convenience init(posix name: String) {
        let locale = name.prefix { $0 != "." && $0 != "@" }
        let language = locale.prefix { $0 != "_" }
        func row(_ table: StaticString) -> [String]? { Self.row(locale, in: table) ?? Self.row(language, in: table) }
        if let patterns = row(LocaleTables.patterns), let words = row(LocaleTables.words) {
            self.init(patterns: patterns, words: words, isRightToLeft: Self.isRightToLeft(name))
        } else {
            self.init(patterns: Self.posixPatterns, words: Self.row("en"[...], in: LocaleTables.words) ?? [], isRightToLeft: Self.isRightToLeft(name))
        }
    }

    /// The formats that `LC_ALL`, `LC_TIME` or `LANG` name, in this order.
    public convenience init(environment: (String) -> String?) {
        self.init(posix: ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C")
    }

    /// - Parameters: columns of ``LocaleTables``.
    private init(patterns: [String], words: [String], isRightToLeft: Bool) {
        self.isRightToLeft = isRightToLeft
        (timePattern, datePattern) = (patterns[1], patterns[2])
        zero = patterns[3].unicodeScalars.first ?? "0"
        (months, halvesOfDay) = (Self.items(words[1]), Self.items(words[2]))
        plurals = Int(words[3]).map { Array(LocaleTables.plurals[$0].description.utf8).map { $0 - UInt8(ascii: "0") } } ?? []
        pair = words[4]
        (short, full) = (Self.items(words[5]).map(Self.forms), Self.items(words[6]).map(Self.forms))
    }

    /// Whether the language of a locale is written from the right to the left.
    /// - Parameter name: in POSIX's form, such as `ar_EG.UTF-8` or `sd_IN@devanagari`, or in BCP 47's, such as `az-Arab-IR`.
    package static func isRightToLeft(_ name: String) -> Bool {
        let parts = name.split(separator: "@", maxSplits: 1)
        let tags = (parts.first ?? "").prefix { $0 != "." }.lowercased().split { $0 == "_" || $0 == "-" }
        guard let language = tags.first else { return false }
        // A script that is named decides.
        if let script = tags.dropFirst().first(where: { $0.count == 4 && $0.allSatisfy(\.isLetter) }) { return rightToLeftScripts.contains(script) }
        if parts.count > 1, ["devanagari", "latin", "cyrillic"].contains(parts[1].lowercased()) { return false }
        return rightToLeftLanguages.contains(language) || tags.count > 1 && rightToLeftRegions.contains("\(language)_\(tags[1])")
    }

    private static let rightToLeftScripts: Set<Substring> = ["adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa", "yezi"]
    /// Languages whose script is one of these unless their locale says otherwise, as CLDR's likely subtags have it, with the older codes of Hebrew and Yiddish.
    private static let rightToLeftLanguages: Set<Substring> = [
        "ar", "arc", "azb", "bal", "bgn", "bqi", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "khw", "ks", "lrc", "luz", "mzn", "nqo", "pnb", "prs", "ps", "rhg",
        "sd", "sdh", "skr", "syr", "ug", "ur", "yi",
    ]
    /// Regions where a language is written otherwise than elsewhere.
    private static let rightToLeftRegions: Set<String> = ["az_ir", "az_iq", "kk_cn", "ku_iq", "ku_ir", "ky_cn", "pa_pk", "tg_af", "tk_ir", "uz_af"]

    package func time(_ date: Timestamp.Components) -> String { text(date, timePattern) }
    package func date(_ date: Timestamp.Components) -> String { text(date, datePattern) }

    /// `2 hours`.
    package func length(_ count: Int64, _ unit: Unit) -> String { length(count, full[unit.rawValue]) }

    /// `2 hr, 23 min`, or `2 hr`.
    package func shortLength(_ parts: [(count: Int64, unit: Unit)]) -> String {
        let texts = parts.map { length($0.count, short[$0.unit.rawValue]) }
        guard texts.count == 2 else { return texts.first ?? "" }
        return pair.replacing("{0}", with: texts[0]).replacing("{1}", with: texts[1])
    }

    private func length(_ count: Int64, _ forms: [String]) -> String {
        let form = plurals[Int(count < 200 ? count : 100 + count % 100)]
        return forms[Int(form)].replacing("{0}", with: digits("\(count)"))
    }

    /// A date by a pattern of CLDR. A letter stands for a part; text between apostrophes stays as it is.
    private func text(_ date: Timestamp.Components, _ pattern: String) -> String {
        var (result, rest, isQuoted) = ("", pattern[...], false)
        while let letter = rest.first {
            let count = rest.prefix { $0 == letter }.count
            if letter == "'" {
                isQuoted.toggle()
                rest.removeFirst()
            } else if isQuoted || !letter.isASCII || !letter.isLetter {
                result.append(letter)
                rest.removeFirst()
            } else {
                result += part(letter, count, of: date)
                rest.removeFirst(count)
            }
        }
        return result
    }

    private func part(_ letter: Character, _ count: Int, of date: Timestamp.Components) -> String {
        func number(_ value: Int) -> String {
            let text = "\(value)"
            return digits(String(repeating: "0", count: max(0, count - text.count)) + text)
        }
        switch letter {
        case "H": return number(date.hour)
        case "K": return number(date.hour % 12)
        case "k": return number(date.hour == 0 ? 24 : date.hour)
        case "h": return number(date.hour % 12 == 0 ? 12 : date.hour % 12)
        case "m": return number(date.minute)
        case "a": return halvesOfDay[date.hour < 12 ? 0 : 1]
        case "y": return count == 2 ? number(date.year % 100) : number(date.year)
        case "M": return count > 2 ? months[date.month - 1] : number(date.month)
        case "d": return number(date.day)
        default: return ""
        }
    }

    /// A number in the locale's digits.
    package func digits(_ number: String) -> String {
        guard zero != "0" else { return number }
        return String(
            String.UnicodeScalarView(
                number.unicodeScalars.map { ("0"..."9").contains($0) ? Unicode.Scalar($0.value - 48 + zero.value) ?? $0 : $0 }))
    }

    private static func items(_ column: String) -> [String] { column.split(separator: "|").map(String.init) }

    private static func forms(_ unit: String) -> [String] { unit.split(separator: "/").map(String.init) }

    /// The columns of the line that begins with a name.
    private static func row(_ name: Substring, in table: StaticString) -> [String]? {
        table.withUTF8Buffer { bytes in
            let wanted = Array(name.utf8) + [UInt8(ascii: "\t")]
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                if bytes[start..<end].starts(with: wanted) {
                    return String(decoding: bytes[start..<end], as: UTF8.self).split(separator: "\t").map(String.init)
                }
                start = end + 1
            }
            return nil
        }
    }
}
