import Synchronization

/// The translations of a bundle: string catalogues (`Localizable.xcstrings`) and tables (`de.lproj/Localizable.strings`).
package enum StringTables {
    private struct Table {
        /// Translations by language and key; a key with plural forms has several.
        var texts: [String: [String: Variations]] = [:]
        var sourceLanguage = "en"
    }

    /// A translation, by the plural form of its first number.
    private enum Variations {
        case one(String)
        case plural([String: String])
    }

    private static let tables = Mutex<[String: Table]>([:])

    /// The text of `key` in the best of the user's languages that the table has.
    /// - Parameter locale: isn't read where there is no table.
    package static func text(for key: String, or value: String.LocalizationValue, table: String?, bundle: Bundle, locale: @autoclosure () -> Locale) -> String {
        let table = loaded(table ?? "Localizable", bundle)
        if table.texts.isEmpty { return value.text(in: value.key) }
        let languages = ([locale().identifier] + Locale.preferredLanguages).flatMap(languageNames)
        for language in languages {
            switch table.texts[language]?[key] {
            case .one(let format)?: return value.text(in: format)
            case .plural(let forms)?:
                let form = PluralForm.of(value.arguments.lazy.compactMap { Int($0.filter(\.isNumber)) }.first ?? 0, language: language)
                if let format = forms[form] ?? forms["other"] { return value.text(in: format) }
            case nil: if language == table.sourceLanguage { return value.text(in: value.key) }
            }
        }
        return value.text(in: value.key)
    }

    /// `de_CH` is looked for as `de-CH`, then as `de`.
    private static func languageNames(_ identifier: String) -> [String] {
        let parts = identifier.split(whereSeparator: { "_-@.".contains($0) }).map(String.init)
        guard let language = parts.first else { return [] }
        return parts.count > 1 ? ["\(language)-\(parts[1])", language] : [language]
    }

    private static func loaded(_ name: String, _ bundle: Bundle) -> Table {
        let key = "\(bundle.bundlePath)\u{0}\(name)"
        return tables.withLock { tables in
            if let table = tables[key] { return table }
            let table = load(name, bundle)
            tables[key] = table
            return table
        }
    }

    private static func load(_ name: String, _ bundle: Bundle) -> Table {
        var table = Table()
        for folder in ResourceFolders.of(bundle) {
            readCatalog(folder.appending(path: "\(name).xcstrings"), into: &table)
            let children = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
            for child in children where child.pathExtension == "lproj" {
                readStrings(child.appending(path: "\(name).strings"), language: child.deletingPathExtension().lastPathComponent, into: &table)
            }
        }
        return table
    }

    private static func readStrings(_ url: URL, language: String, into table: inout Table) {
        guard let data = try? Data(contentsOf: url),
            let texts = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String]
        else { return }
        for (key, text) in texts { table.texts[language, default: [:]][key] = .one(text) }
    }

    private static func readCatalog(_ url: URL, into table: inout Table) {
        guard let catalog = ResourceFile.decoded(StringCatalog.self, at: url) else { return }
        table.sourceLanguage = catalog.sourceLanguage
        for (key, entry) in catalog.strings {
            for (language, localization) in entry.localizations ?? [:] {
                if let text = localization.stringUnit?.value {
                    table.texts[language, default: [:]][key] = .one(text)
                } else if let plural = localization.variations?.plural {
                    table.texts[language, default: [:]][key] = .plural(plural.compactMapValues { $0.stringUnit?.value })
                }
            }
        }
    }
}

/// Xcode's string catalogue, as far as it is read.
private struct StringCatalog: Decodable {
    struct Unit: Decodable { var value: String }
    struct Variation: Decodable { var stringUnit: Unit? }
    struct Variations: Decodable { var plural: [String: Variation]? }
    struct Localization: Decodable {
        var stringUnit: Unit?
        var variations: Variations?
    }
    struct Entry: Decodable { var localizations: [String: Localization]? }

    var sourceLanguage: String
    var strings: [String: Entry]
}

/// The plural form of a whole number, by Unicode's rules (CLDR 45) for the languages that are listed here. Any other language has English's forms.
package enum PluralForm {
    package static func of(_ number: Int, language: String) -> String {
        let code = language.prefix { $0 != "-" && $0 != "_" }
        let (ten, hundred) = (abs(number) % 10, abs(number) % 100)
        switch code {
        case "ja", "zh", "ko", "th", "vi", "id", "ms": return "other"
        case "fr", "pt", "hi", "fa": return abs(number) <= 1 ? "one" : "other"
        case "ru", "uk", "be", "sr", "hr", "bs":
            if ten == 1, hundred != 11 { return "one" }
            if (2...4).contains(ten), !(12...14).contains(hundred) { return "few" }
            return code == "sr" || code == "hr" || code == "bs" ? "other" : "many"
        case "pl":
            if number == 1 { return "one" }
            return (2...4).contains(ten) && !(12...14).contains(hundred) ? "few" : "many"
        case "cs", "sk": return number == 1 ? "one" : (2...4).contains(number) ? "few" : "other"
        case "lt":
            if ten == 1, !(11...19).contains(hundred) { return "one" }
            return (2...9).contains(ten) && !(11...19).contains(hundred) ? "few" : "other"
        case "ar":
            switch number {
            case 0: return "zero"
            case 1: return "one"
            case 2: return "two"
            default: return (3...10).contains(hundred) ? "few" : (11...99).contains(hundred) ? "many" : "other"
            }
        default: return number == 1 ? "one" : "other"
        }
    }
}

/// Where a provider's resources lie: string catalogues, asset catalogues, pictures.
package enum ResourceFolders {
    /// The bundle's own folder; for the main bundle also `Resources` beside the program, and the folders that SwiftPM puts a target's resources in.
    package static func of(_ bundle: Bundle) -> [URL] {
        var folders: [URL] = []
        if let url = bundle.resourceURL { folders.append(url) }
        guard bundle.bundlePath == Bundle.main.bundlePath else { return folders }
        if let named = ProcessInfo.processInfo.environment["WIDGETD_RESOURCES"] { folders.insert(URL(filePath: named), at: 0) }
        let program = bundle.executableURL?.deletingLastPathComponent() ?? bundle.bundleURL
        folders.append(program.appending(path: "Resources"))
        let beside = (try? FileManager.default.contentsOfDirectory(at: program, includingPropertiesForKeys: nil)) ?? []
        folders += beside.filter { $0.pathExtension == "resources" }.sorted { $0.path < $1.path }
        return folders
    }
}
