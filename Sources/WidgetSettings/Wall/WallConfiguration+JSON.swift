public import WidgetCore

extension WallConfiguration {
    /// Where the file is described.
    static let documentation = "docs/wall.md"

    /// Reads the file of `widgetd-wall`.
    /// - Throws: INVALID_ARGUMENT that names the key, the value and what is allowed there.
    public init(file bytes: [UInt8]) throws(WidgetError) {
        guard bytes.count <= WallLimits.fileBytes else { throw .invalid("the file", "\(bytes.count) bytes; the limit is \(WallLimits.fileBytes)") }
        var reader = try JSONObjectReader(try JSONValue(parsing: bytes), at: .root, expecting: "an object with \"surfaces\"", source: Self.documentation)
        let surfaces = try reader.required("surfaces", "an array of surfaces") { value, path throws(WidgetError) in
            try WallValue.list(value, path, of: "surfaces", limit: WallLimits.surfaces) { value, path throws(WidgetError) in
                try WallSurface(value, path)
            }
        }
        try reader.finish("the file")
        for (index, surface) in surfaces.enumerated() where surfaces[..<index].contains(where: { $0.name == surface.name }) {
            throw .invalid("surfaces[\(index)].name", "\(JSONField.shown(surface.name)) is another surface's name already; give each its own")
        }
        self.init(surfaces: surfaces)
    }
}

extension WallSurface {
    fileprivate init(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"name\" and \"kind\"", source: WallConfiguration.documentation)
        self.init(
            name: try reader.required("name", "the surface's own name", WallValue.name),
            kind: try reader.required("kind", "desktop, panel, wall or window") { value, path throws(WidgetError) in
                try WallValue.choice(value, path, of: Kind.allCases)
            })
        outputs =
            try reader.optional("outputs") { value, path throws(WidgetError) in
                try WallValue.list(value, path, of: "outputs", limit: WallLimits.surfaces, JSONField.text)
            } ?? []
        place = try Place(&reader, kind)
        look = try Look(&reader)
        try readPages(&reader)
        turnAfter = try reader.optional("turnAfter") { value, path throws(WidgetError) in
            try WallValue.integer(value, path, in: WallLimits.turnAfter, "seconds")
        }
        dimming = try reader.optional("dimming") { value, path throws(WidgetError) in try Dimming(value, path) }
        try reader.finish("a surface")
    }

    private mutating func readPages(_ reader: inout JSONObjectReader) throws(WidgetError) {
        func widgets(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> [String] {
            try WallValue.list(value, path, of: "widgets", limit: WallLimits.widgetsPerPage, JSONField.text)
        }
        let single = try reader.optional("widgets", widgets)
        let several = try reader.optional("pages") { value, path throws(WidgetError) in
            try WallValue.list(value, path, of: "pages", limit: Limits.boardPages, widgets)
        }
        guard single == nil || several == nil else { throw .invalid("\(reader.path)", "has both \"widgets\" and \"pages\"; keep one of them") }
        pages = several ?? single.map { [$0] }
    }
}

extension WallSurface.Place {
    fileprivate init(_ reader: inout JSONObjectReader, _ kind: WallSurface.Kind) throws(WidgetError) {
        self.init()
        if kind == .panel { (margin, spacing) = (8, 8) }
        layer = try reader.optional("layer") { value, path throws(WidgetError) in
            try WallValue.choice(value, path, of: WallSurface.Layer.allCases)
        }
        anchor =
            try reader.optional("anchor") { value, path throws(WidgetError) in
                try WallValue.choice(value, path, of: WallSurface.Anchor.allCases)
            } ?? anchor
        edge =
            try reader.optional("edge") { value, path throws(WidgetError) in
                try WallValue.choice(value, path, of: WallSurface.Edge.allCases)
            } ?? edge
        func distance(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Double {
            try WallValue.number(value, path, in: WallLimits.distance, "points")
        }
        margin = try reader.optional("margin", distance) ?? margin
        spacing = try reader.optional("spacing", distance) ?? spacing
        columns = try reader.optional("columns") { value, path throws(WidgetError) in
            try WallValue.integer(value, path, in: WallLimits.columns, "columns")
        }
        zoom = try reader.optional("zoom") { value, path throws(WidgetError) in try WallValue.number(value, path, in: WallLimits.zoom, "") } ?? 1
    }
}

extension WallSurface.Look {
    fileprivate init(_ reader: inout JSONObjectReader) throws(WidgetError) {
        self.init()
        colorScheme =
            try reader.optional("colorScheme") { value, path throws(WidgetError) in
                try WallValue.choice(value, path, of: ColorScheme.allCases)
            } ?? colorScheme
        theme = try reader.optional("theme") { value, path throws(WidgetError) in try WallValue.choice(value, path, of: Theme.allCases) } ?? theme
        tint = try reader.optional("tint", WallValue.color)
        distance =
            try reader.optional("distance") { value, path throws(WidgetError) in
                try WallValue.choice(value, path, of: Distance.allCases)
            } ?? distance
        reducesMotion = try reader.optional("reduceMotion", JSONField.flag) ?? false
        background =
            try reader.optional("background") { value, path throws(WidgetError) in
                if case .array = value { return try WallValue.list(value, path, of: "colours", limit: WallLimits.colors, WallValue.color) }
                return [try WallValue.color(value, path)]
            } ?? []
    }
}

extension WallSurface.Dimming {
    fileprivate init(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"from\" and \"to\"", source: WallConfiguration.documentation)
        self.init(
            from: try reader.required("from", "a time such as \"22:00\"", WallValue.time),
            to: try reader.required("to", "a time such as \"07:00\"", WallValue.time),
            level: try reader.optional("level") { value, path throws(WidgetError) in try WallValue.number(value, path, in: 0...1, "") } ?? 0.3)
        try reader.finish("\"dimming\"")
    }
}

/// Reads the values of the file.
private enum WallValue {
    static func choice<T>(_ value: JSONValue, _ path: JSONPath, of options: [T]) throws(WidgetError) -> T {
        try JSONField.choice(value, path, of: options, source: WallConfiguration.documentation)
    }

    static func color(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewColor {
        try ViewColor(value, at: path, source: WallConfiguration.documentation)
    }

    static func list<T>(
        _ value: JSONValue, _ path: JSONPath, of what: String, limit: Int, _ read: (JSONValue, JSONPath) throws(WidgetError) -> T
    ) throws(WidgetError) -> [T] {
        guard case .array(let values) = value else { throw JSONField.wrongType(value, at: path, expected: "an array of \(what)") }
        guard values.count <= limit else { throw .invalid("\(path)", "\(values.count) \(what); the limit is \(limit)") }
        var result: [T] = []
        for (index, value) in values.enumerated() { result.append(try read(value, path[index])) }
        return result
    }

    static func name(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> String {
        let text = try JSONField.text(value, path)
        guard Identifier.isPlain(text) else { throw .invalid("\(path)", "must be letters, digits, - and _, at most 64, not \(JSONField.shown(text))") }
        return text
    }

    static func number(_ value: JSONValue, _ path: JSONPath, in range: ClosedRange<Double>, _ unit: String) throws(WidgetError) -> Double {
        let number = try JSONField.number(value, path)
        guard range.contains(number) else {
            let words = [JSONText.text(of: .number(range.lowerBound)), "to", JSONText.text(of: .number(range.upperBound)), unit].filter { !$0.isEmpty }
            throw .invalid("\(path)", "must be \(words.joined(separator: " ")), not \(JSONText.text(of: value))")
        }
        return number
    }

    static func integer(_ value: JSONValue, _ path: JSONPath, in range: ClosedRange<Int>, _ unit: String) throws(WidgetError) -> Int {
        let number = try JSONField.integer(value, path)
        guard range.contains(number) else { throw .invalid("\(path)", "must be \(range.lowerBound) to \(range.upperBound) \(unit), not \(number)") }
        return number
    }

    /// Minutes since midnight.
    static func time(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Int {
        let text = try JSONField.text(value, path)
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.count == 2 && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(String(decoding: part, as: UTF8.self)) : nil
        }
        guard parts.count == 2, numbers.count == 2, numbers[0] < 24, numbers[1] < 60 else {
            throw .invalid("\(path)", "must be a time such as \"22:00\", not \(JSONField.shown(text))")
        }
        return numbers[0] * 60 + numbers[1]
    }
}
