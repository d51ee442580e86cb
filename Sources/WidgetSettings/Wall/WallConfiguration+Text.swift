import WidgetCore

extension WallConfiguration {
    /// The file's text: JSON with a key a line, without those that have their usual value.
    public var text: String {
        let surfaces = surfaces.map(\.lines).map { lines in "    {\n" + lines.map { "      " + $0 }.joined(separator: ",\n") + "\n    }" }
        return surfaces.isEmpty ? "{\n  \"surfaces\": []\n}\n" : "{\n  \"surfaces\": [\n" + surfaces.joined(separator: ",\n") + "\n  ]\n}\n"
    }
}

extension WallSurface {
    /// `"key": value` for each key.
    fileprivate var lines: [String] {
        var usual = Place()
        if kind == .panel { (usual.margin, usual.spacing) = (8, 8) }
        var fields: [(String, JSONValue?)] = [("name", .string(name)), ("kind", .string("\(kind)"))]
        if !outputs.isEmpty { fields.append(("outputs", .array(outputs.map { .string($0) }))) }
        fields += [
            ("layer", place.layer.map { .string("\($0)") }), ("anchor", place.anchor == usual.anchor ? nil : .string("\(place.anchor)")),
            ("edge", place.edge == usual.edge ? nil : .string("\(place.edge)")), ("margin", place.margin == usual.margin ? nil : .short(place.margin)),
            ("spacing", place.spacing == usual.spacing ? nil : .short(place.spacing)), ("columns", place.columns.map { .integer(Int64($0)) }),
            ("zoom", place.zoom == usual.zoom ? nil : .short(place.zoom)),
        ]
        let plain = Look()
        fields += [
            ("colorScheme", look.colorScheme == plain.colorScheme ? nil : .string(look.colorScheme.name)),
            ("theme", look.theme == plain.theme ? nil : .string("\(look.theme)")), ("tint", look.tint.map { .string($0.scriptText) }),
            ("distance", look.distance == plain.distance ? nil : .string("\(look.distance)")),
        ]
        if look.reducesMotion { fields.append(("reduceMotion", .boolean(true))) }
        switch look.background.count {
        case 0: break
        case 1: fields.append(("background", .string(look.background[0].scriptText)))
        default: fields.append(("background", .array(look.background.map { .string($0.scriptText) })))
        }
        fields.append(("turnAfter", turnAfter.map { .integer(Int64($0)) }))
        var lines = fields.compactMap { key, value in value.map { "\(JSONText.quoted(key)): \(JSONText.text(of: $0))" } }
        if let dimming { lines.append(#""dimming": {"from": "\#(Self.time(dimming.from))", "to": "\#(Self.time(dimming.to))", "level": \#(dimming.level)}"#) }
        if let pages { lines.append(Self.text(of: pages)) }
        return lines
    }

    private static func text(of pages: [[String]]) -> String {
        func list(_ widgets: [String]) -> String { "[" + widgets.map { JSONText.quoted($0) }.joined(separator: ", ") + "]" }
        if pages.count == 1 { return "\"widgets\": \(list(pages[0]))" }
        return "\"pages\": [\n" + pages.map { "        " + list($0) }.joined(separator: ",\n") + "\n      ]"
    }

    /// `07:30`.
    private static func time(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60))"
    }
}

extension JSONValue {
    /// Whole numbers without a fraction.
    fileprivate static func short(_ number: Double) -> JSONValue { Int64(exactly: number).map { .integer($0) } ?? .number(number) }
}

extension ViewColor {
    /// The text of which ``init(script:)`` makes the colour.
    fileprivate var scriptText: String {
        switch self {
        case .named(let name), .faded(let name, _): return name.rawValue
        case .rgba(let number):
            let digits = String(number & 0xFF == 0xFF ? number >> 8 : number, radix: 16)
            return "#" + String(repeating: "0", count: (number & 0xFF == 0xFF ? 6 : 8) - digits.count) + digits
        }
    }
}
