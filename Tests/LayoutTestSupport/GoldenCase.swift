public import Foundation
public import WidgetCore
public import WidgetLayout
import WidgetScripts

/// A view of `Cases/`, with the looks in which it is laid out.
public struct GoldenCase {
    public let name: String
    public let looks: [Look]
    private let family: WidgetFamily
    public let archive: ViewArchive
    /// The bytes of the pictures, which are PNG files.
    public let pictures: [ContentDigest: [UInt8]]

    public struct Look {
        public let name: String
        fileprivate let values: [String: Any]
    }

    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")

    public static let all: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }()

    public static let noon = Timestamp(rfc3339: "2026-11-20T08:00:00Z") ?? Timestamp(milliseconds: 0)

    public init(_ name: String) throws {
        let data = try Data(contentsOf: Self.directory.appendingPathComponent(name + ".json"))
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        self.name = name
        family = WidgetFamily(name: object["family"] as? String ?? "small") ?? .systemSmall
        looks = (object["looks"] as? [[String: Any]] ?? [["name": "light"]]).map { Look(name: $0["name"] as? String ?? "light", values: $0) }
        var script: [String: Any] = [:]
        script["view"] = object["view"]
        script["variants"] = object["variants"]
        script["for"] = object["for"]
        let bytes = try JSONSerialization.data(withJSONObject: script)
        let timeline = try ScriptTimeline.decode(Array(bytes), family: family, now: Self.noon)
        archive = timeline.entries[0].archive
        pictures = Dictionary(timeline.images.map { ($0.reference.digest, $0.data) }) { first, _ in first }
    }

    public func traits(_ look: Look) -> PresentationTraits {
        let values = look.values
        var views = PresentationTraits.standardViews
        views.colorScheme = (values["scheme"] as? String).flatMap { ColorScheme(name: $0) } ?? .light
        views.renderingMode = ViewTraits.RenderingMode.allCases.first { "\($0)" == values["mode"] as? String } ?? .fullColor
        views.showsBackground = values["background"] as? Bool ?? true
        views.isLuminanceReduced = values["dimmed"] as? Bool ?? false
        views.levelOfDetail = values["simplified"] as? Bool ?? false ? .simplified : .default
        views.dynamicTypeSize = ViewTraits.DynamicTypeSize.allCases.first { "\($0)" == values["typeSize"] as? String } ?? .large
        let now = (values["now"] as? String).flatMap { Timestamp(rfc3339: $0) } ?? Self.noon
        var traits = PresentationTraits(family: family, views: views, scale: values["scale"] as? Double ?? 2, now: now)
        traits.isRightToLeft = values["rtl"] as? Bool ?? false
        traits.isInvalidated = values["invalidated"] as? Bool ?? false
        traits.hidesPrivate = values["locked"] as? Bool ?? false
        if let theme = values["theme"] as? [String: Any] {
            let tint = (theme["tint"] as? String).flatMap { UInt32($0.dropFirst(), radix: 16) }.map { ResolvedColor(rgb: $0) } ?? .black
            switch theme["background"] as? String {
            case "tinted": traits.theme.background = .tinted(tint)
            case "solid": traits.theme.background = .solid(tint)
            default: break
            }
            traits.theme.texture = (theme["texture"] as? String).map { $0 == "paper" ? .paper : .glass }
            traits.theme.mounting = (theme["mounting"] as? String).map { $0 == "recessed" ? .recessed : .elevated }
            if let accent = (theme["accent"] as? String).flatMap({ UInt32($0.dropFirst(), radix: 16) }) { traits.theme.accent = ResolvedColor(rgb: accent) }
        }
        return traits
    }

    /// The list of a look.
    public func list(_ look: Look, measurer: any TextMeasurer) -> DisplayList {
        Presentation(texts: TextCache(measurer: measurer)).displayList(of: archive, traits: traits(look))
    }
}

/// Files that a test compares with what it makes. `WIDGETD_GOLDENS=write` writes them anew; look at what `git diff` says.
public enum GoldenFile {
    public static let isWriting = ProcessInfo.processInfo.environment["WIDGETD_GOLDENS"] == "write"
    public static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "Goldens/layout")

    public static func read(_ name: String) -> String? { try? String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8) }

    public static func write(_ name: String, _ text: String) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try text.write(to: directory.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
}
