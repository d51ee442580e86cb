import Glibc
import Linux
import WidgetCore

/// Makes the manifest of a plugin. The file's name gives the interval, and comments in its first lines give the title.
enum PluginManifest {
    /// The families of a plugin's widget. Its lines fit into any of them.
    static let families: [WidgetFamily] = [
        .systemSmall, .systemMedium, .systemLarge, .accessoryRectangular, .accessoryInline, .accessoryCircular,
    ]

    /// An executable file as a provider.
    /// - Parameter taken: whether another file has this id already. Then the id is made of the file's whole name, with its interval.
    static func read(_ path: String, name: String, owners: Set<uid_t>, taken: (String) -> Bool = { _ in false }) throws(WidgetError) -> ProviderManifest {
        let file = try FileTrust.check(path, owners: owners)
        let parsed = PluginName(name)
        guard var id = Identifier.nearest(to: parsed.name) else { throw .invalid("file name", "has no letter or digit to make an id of; rename it") }
        let isSecond = taken(id)
        if isSecond { id = Identifier.nearest(to: name) ?? id }
        var manifest = ProviderManifest(
            id: id, name: isSecond ? name : parsed.name, protocol: .xbar, program: file.path, path: path, fingerprint: file.fingerprint)
        try complete(&manifest, parsed, title: nil)
        if isSecond, manifest.name != name {
            // Otherwise a user couldn't tell two plugins of one name apart.
            manifest.name = "\(manifest.name) (\(name))".cut(toBytes: Limits.titleBytes)
            manifest.kinds[0].displayName = manifest.name
        }
        return manifest
    }

    /// Adds the kind and the interval to a manifest that names a plugin.
    static func complete(_ manifest: inout ProviderManifest) throws(WidgetError) {
        let name = manifest.program.split(separator: "/").last.map(String.init) ?? ""
        try complete(&manifest, PluginName(name), title: manifest.name)
    }

    private static func complete(_ manifest: inout ProviderManifest, _ name: PluginName, title: String?) throws(WidgetError) {
        let header = PluginHeader(try FileText.read(manifest.program, limit: ProviderLimits.pluginHeaderBytes))
        manifest.interval = manifest.interval ?? name.interval
        if let stated = title ?? header.title { manifest.name = stated }
        manifest.variables = header.variables
        manifest.isStreaming = header.isStreaming
        // Its output is shown as it comes, at most once in this interval.
        if header.isStreaming { manifest.interval = ProviderLimits.pluginInterval }
        let kind = Kind(
            id: manifest.id, provider: manifest.id, displayName: manifest.name, description: header.description ?? "", families: families,
            parameters: header.variables.map(\.definition))
        manifest.kinds = [try kind.validated()]
    }
}

/// A plugin's file name: `cpu-load.5s.sh` is `cpu-load`, every 5 seconds.
struct PluginName: Hashable {
    /// Without interval and extension.
    var name: String
    /// Nil where the name has none. Then the plugin runs only on request.
    var interval: Duration?

    init(_ file: String) {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        // {name}.{time}.{ext}; a name may have dots in it, and an extension may be missing.
        for index in [parts.count - 2, parts.count - 1] where index >= 1 {
            guard let interval = Self.interval(parts[index]) else { continue }
            name = parts[..<index].joined(separator: ".")
            self.interval = interval
            return
        }
        name = parts.count > 1 ? parts.dropLast().joined(separator: ".") : file
        interval = nil
    }

    /// `10s`, `5m`, `2h`, `1d`, and SwiftBar's `500ms`; at least ``ProviderLimits/pluginInterval``.
    private static func interval(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits), count > 0 else { return nil }
        let unit: Int64
        switch text.dropFirst(digits.count).lowercased() {
        case "ms": unit = 1
        case "s": unit = 1_000
        case "m": unit = 60_000
        case "h": unit = 3_600_000
        case "d": unit = 86_400_000
        default: return nil
        }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit)
        let interval = overflow ? ProviderLimits.longestPluginInterval : .milliseconds(milliseconds)
        return min(max(interval, ProviderLimits.pluginInterval), ProviderLimits.longestPluginInterval)
    }
}

/// A plugin's description of itself in comments: `<xbar.title>CPU load</xbar.title>`, also with `bitbar.` and `swiftbar.`, and the variables that it declares.
struct PluginHeader: Hashable {
    var title: String?
    var description: String?
    var variables: [XbarVariable]
    var isStreaming: Bool

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        title = Self.value("title", in: text, limit: Limits.titleBytes)
        description = Self.value("desc", in: text, limit: Limits.descriptionBytes)
        variables = XbarVariable.all(in: text)
        isStreaming = Self.value("type", in: text, limit: Limits.titleBytes) == "streamable"
    }

    private static func value(_ tag: String, in text: String, limit: Int) -> String? {
        for line in text.split(whereSeparator: \.isNewline) {
            for application in ["xbar", "bitbar", "swiftbar"] {
                let (start, end) = ("<\(application).\(tag)>", "</\(application).\(tag)>")
                guard let from = line.firstRange(of: start), let to = line.firstRange(of: end), from.upperBound <= to.lowerBound else { continue }
                let value = line[from.upperBound..<to.lowerBound].filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
                if !value.isEmpty, value.utf8.count <= limit { return String(value) }
            }
        }
        return nil
    }
}
