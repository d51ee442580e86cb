import Foundation
import FoundationAdditions
import Synchronization

/// The asset catalogues of a provider's resources: folders `NAME.xcassets` with colour sets and image sets, as Xcode writes them. Each is read once.
enum AssetCatalog {
    /// A picture, and its pixels per point.
    struct Picture: Sendable {
        var data: [UInt8]
        var scale: Double
        var isTemplate: Bool
    }

    private static let colors = Mutex<[String: ColorSet?]>([:])
    private static let pictures = Mutex<[String: Picture?]>([:])

    /// Red, green, blue and opacity of a colour set; nil: there is none of that name.
    static func color(_ name: String, isDark: Bool) -> (Double, Double, Double, Double)? {
        let set = colors.withLock { known -> ColorSet? in
            if let set = known[name] { return set }
            let set = folder(named: name, extension: "colorset", in: .main).flatMap { decoded(ColorSet.self, in: $0) }
            known[name] = .some(set)
            return set
        }
        return set?.components(isDark: isDark)
    }

    /// The best picture of an image set: two pixels per point, or else fewer, or else more. Without an image set, a PNG of that name. Nil: there is none.
    static func picture(_ name: String, isDark: Bool, bundle: Bundle) -> Picture? {
        pictures.withLock { known in
            let key = "\(bundle.bundlePath)\u{0}\(name)\u{0}\(isDark)"
            if let picture = known[key] { return picture }
            let picture = load(name, isDark: isDark, bundle: bundle)
            known[key] = .some(picture)
            return picture
        }
    }

    private static func load(_ name: String, isDark: Bool, bundle: Bundle) -> Picture? {
        if let folder = folder(named: name, extension: "imageset", in: bundle), let set = decoded(ImageSet.self, in: folder) {
            let files = set.images.filter { $0.filename != nil && $0.isDark == isDark }
            let candidates = files.isEmpty ? set.images.filter { $0.filename != nil && !$0.isDark } : files
            guard let best = candidates.max(by: { $0.rank < $1.rank }), let file = best.filename else { return nil }
            guard let data = try? Data(contentsOf: folder.appending(path: file)) else { return nil }
            return Picture(data: Array(data), scale: best.pixelsPerPoint, isTemplate: set.isTemplate)
        }
        for folder in ResourceFolders.of(bundle) {
            for (suffix, scale) in [("@2x", 2.0), ("", 1.0)] {
                if let data = try? Data(contentsOf: folder.appending(path: "\(name)\(suffix).png")) {
                    return Picture(data: Array(data), scale: scale, isTemplate: false)
                }
            }
        }
        return nil
    }

    private static func folder(named name: String, extension kind: String, in bundle: Bundle) -> URL? {
        let parts = name.split(separator: "/").map(String.init)
        guard let last = parts.last, !parts.contains("..") else { return nil }
        for resources in ResourceFolders.of(bundle) {
            let children = (try? FileManager.default.contentsOfDirectory(at: resources, includingPropertiesForKeys: nil)) ?? []
            for catalog in children where catalog.pathExtension == "xcassets" {
                // A folder in a catalogue is part of its assets' names only if the folder's settings say so, which is rare. So every folder is searched.
                let enumerator = FileManager.default.enumerator(at: catalog, includingPropertiesForKeys: nil)
                while let url = enumerator?.nextObject() as? URL {
                    if url.lastPathComponent == "\(last).\(kind)" { return url }
                }
            }
        }
        return nil
    }

    private static func decoded<T: Decodable>(_ type: T.Type, in folder: URL) -> T? {
        ResourceFile.decoded(type, at: folder.appending(path: "Contents.json"))
    }
}

private struct Appearance: Decodable, Sendable {
    var appearance: String
    var value: String
}

private struct ColorSet: Decodable, Sendable {
    struct Entry: Decodable, Sendable {
        struct Color: Decodable, Sendable {
            var components: [String: String]?
        }

        var color: Color?
        var appearances: [Appearance]?
        var isDark: Bool { appearances?.contains { $0.appearance == "luminosity" && $0.value == "dark" } ?? false }
    }

    var colors: [Entry]

    func components(isDark: Bool) -> (Double, Double, Double, Double)? {
        let entry = colors.first { $0.isDark == isDark && $0.color != nil } ?? colors.first { $0.color != nil }
        guard let components = entry?.color?.components else { return nil }
        if let white = components["white"] { return (part(white), part(white), part(white), part(components["alpha"] ?? "1")) }
        return (part(components["red"]), part(components["green"]), part(components["blue"]), part(components["alpha"] ?? "1"))
    }

    /// `0x4F` and `79` are parts of 255, `0.31` is one of 1.
    private func part(_ text: String?) -> Double {
        guard let text else { return 0 }
        if text.hasPrefix("0x") { return Double(Int(text.dropFirst(2), radix: 16) ?? 0) / 255 }
        guard let number = Double(text) else { return 0 }
        return text.contains(".") ? number : number / 255
    }
}

private struct ImageSet: Decodable {
    struct Entry: Decodable {
        var filename: String?
        var scale: String?
        var appearances: [Appearance]?
        var isDark: Bool { appearances?.contains { $0.appearance == "luminosity" && $0.value == "dark" } ?? false }
        var pixelsPerPoint: Double { scale.flatMap { Double($0.dropLast()) } ?? 1 }
        /// Two pixels per point are the best. With more, the picture may be over the archive's limit, `Limits.imagePixelsPerPoint`.
        var rank: Double { pixelsPerPoint > 2 ? 1.5 / pixelsPerPoint : pixelsPerPoint }
    }

    struct Properties: Decodable {
        var templateRenderingIntent: String?
        enum CodingKeys: String, CodingKey { case templateRenderingIntent = "template-rendering-intent" }
    }

    var images: [Entry]
    var properties: Properties?
    var isTemplate: Bool { properties?.templateRenderingIntent == "template" }
}
