public import WidgetCore

// The settings of a surface, as `widgetctl surface set` changes them: the keys of the file.
extension WallSurface {
    /// The keys that a user may set from elsewhere. The name and the kind stay.
    static let settingNames = [
        "widgets", "pages", "outputs", "layer", "anchor", "edge", "margin", "spacing", "columns", "zoom", "colorScheme", "theme", "tint", "distance",
        "reduceMotion", "background", "turnAfter", "dimming",
    ]

    /// All settings, each with its value where that isn't the usual one.
    public var settings: [SurfaceSetting] {
        let values = members
        return Self.settingNames.map { name in SurfaceSetting(name, values.first { $0.key == name }.map { JSONText.text(of: $0.value) } ?? "") }
    }

    /// The surface with these changes.
    /// - Parameter shown: the ids of the widgets on each page, for a surface that shows the whole board and gets one more, or one less.
    /// - Throws: INVALID_ARGUMENT that names the key and what is allowed there, ALREADY_EXISTS or NOT_FOUND for widgets.
    public func edited(by edits: [SurfaceEdit], showing shown: [[String]]) throws(WidgetError) -> WallSurface {
        var surface = self
        for edit in edits { surface = try surface.edited(by: edit, showing: shown) }
        return surface
    }

    private func edited(by edit: SurfaceEdit, showing shown: [[String]]) throws(WidgetError) -> WallSurface {
        guard Self.settingNames.contains(edit.name) else {
            let advice = Suggestion.advice(for: edit.name, among: Self.settingNames, source: WallConfiguration.documentation)
            throw .invalid(edit.name.quoted, "isn't a setting\(advice)")
        }
        switch edit.change {
        case .set(let text): return try with(edit.name, Self.value(text, of: edit.name))
        case .reset: return try with(edit.name, nil)
        case .add(let widget), .remove(let widget):
            guard edit.name == "widgets" || edit.name == "pages" else { throw .invalid(edit.name, "is no list of widgets; give it a value with =") }
            var surface = self
            if surface.pages == nil { surface.pages = shown }
            var alone = WallConfiguration(surfaces: [surface])
            if case .add = edit.change {
                try alone.place(widget, on: name, kind: nil, page: nil)
            } else {
                try alone.remove(widget, from: name)
            }
            return alone.surfaces[0]
        }
    }

    /// The surface with another value of a key.
    /// - Parameter value: nil: the usual one.
    private func with(_ key: String, _ value: JSONValue?) throws(WidgetError) -> WallSurface {
        // Each of the two says which widgets there are.
        let isContents = key == "widgets" || key == "pages"
        var members = members.filter { $0.key != key && !(isContents && ($0.key == "widgets" || $0.key == "pages")) }
        if let value { members.append((key, value)) }
        let text = "{\"surfaces\":[\(JSONText.object(members.map { (key: $0.key, value: Optional($0.value)) }))]}"
        do throws(WidgetError) {
            let read = try WallConfiguration(file: Array(text.utf8))
            return read.surfaces[0]
        } catch {
            throw WidgetError(error.code, error.message.replacing("surfaces[0].", with: "", maxReplacements: 1))
        }
    }

    /// The keys and values of the surface in the file.
    private var members: [(key: String, value: JSONValue)] {
        guard case .object(let file)? = try? JSONValue(parsing: Array(WallConfiguration(surfaces: [self]).text.utf8)),
            case .array(let surfaces)? = file["surfaces"], case .object(let surface)? = surfaces.first
        else { return [] }
        return surface.keys.compactMap { key in surface[key].map { (key, $0) } }
    }

    private static func pages(_ text: String) -> [String] {
        let words = ["@stack", "@control"]
        return text.split(separator: "/").reduce(into: []) { pages, part in
            if let last = pages.last, words.contains(where: { last == $0 || last.hasSuffix(",\($0)") }) {
                pages[pages.count - 1] = "\(last)/\(part)"
            } else {
                pages.append(String(part))
            }
        }
    }

    /// JSON, or else a text. Widgets may be written as `system,agenda`, and pages as `system,agenda/@stack/work`. A slash behind `@stack` or `@control` is part
    /// of the name.
    private static func value(_ text: String, of key: String) -> JSONValue {
        func names(_ text: Substring) -> JSONValue { .array(text.split(separator: ",").map { .string(String($0)) }) }
        let isJSON = text.hasPrefix("[")
        switch key {
        case "widgets" where !isJSON, "outputs" where !isJSON: return names(text[...])
        case "background" where !isJSON && text.contains(","): return names(text[...])
        case "pages" where !isJSON: return .array(pages(text).map { names($0[...]) })
        default: return (try? JSONValue(parsing: Array(text.utf8))) ?? .string(text)
        }
    }
}
