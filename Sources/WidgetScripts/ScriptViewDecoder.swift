import WidgetCore

/// One view of a script's JSON as a ``ViewTree``.
struct ScriptViewDecoder {
    /// The keys that say what a view is. A view has one of them; `label` is a view only where there is no other, because gauges have labels too.
    static let kinds = [
        "text", "live", "timer", "image", "vstack", "hstack", "zstack", "spacer", "divider", "gauge", "chart", "progress", "button", "toggle", "link", "shape",
        "grid", "texts", "viewThatFits", "lazyVGrid", "accessoryWidgetBackground",
    ]

    var images: ScriptImages
    /// The place of each view, in preorder: the order of an archive's nodes.
    private(set) var places: [JSONPath] = []
    /// The views of the container background come last in the archive.
    private var backgroundPlaces: [JSONPath] = []
    private var isInBackground = false

    init(images: ScriptImages) { self.images = images }

    mutating func root(_ value: JSONValue, at path: JSONPath) throws(WidgetError) -> ViewTree {
        let tree = try view(value, at: path, depth: 1)
        places += backgroundPlaces
        return tree
    }

    /// A view, an object with one of ``kinds``, or a string: a text.
    mutating func view(_ value: JSONValue, at path: JSONPath, depth: Int) throws(WidgetError) -> ViewTree {
        guard depth <= Limits.nodeDepth else { throw .invalid("\(path)", "views nest at most \(Limits.nodeDepth) deep") }
        let first = isInBackground ? backgroundPlaces.count : places.count
        try note(path)
        if case .string(let text) = value { return .text(text) }
        var reader = try JSONObjectReader(value, at: path, expecting: "a view: an object such as {\"text\": \"Hello\"}, or a string")
        let kind = try kind(of: reader)
        var tree = try content(kind, &reader, depth: depth)
        if let background = reader.take("containerBackground") {
            tree.containerBackground = try containerBackground(background, at: path["containerBackground"])
        }
        if let url = try reader.optional("widgetURL", JSONField.text) {
            let place = reader.path["widgetURL"]
            guard depth == 1, !isInBackground else {
                throw .invalid("\(place)", "is for the whole widget: put it into the outermost view; within, a \"link\" opens an address")
            }
            if let problem = AbsoluteURL.problem(with: url) { throw .invalid("\(place)", problem) }
            tree.widgetURL = url
        }
        try ScriptModifiers.read(&reader, into: &tree)
        tree = try layered(tree, &reader, at: first, depth: depth)
        if let margins = try reader.optional("contentMargins", ScriptModifiers.contentMargins) {
            guard depth == 1, !isInBackground else {
                throw .invalid("\(reader.path["contentMargins"])", "is for the whole widget: put it into the outermost view; within, use \"padding\"")
            }
            tree.modifiers.append(margins)
        }
        try reader.finish("a \(kind)")
        return tree
    }

    /// The view with what lies behind, over and beside it: the keys `background`, `mask`, `overlay` and `widgetLabel`, in this order.
    /// - Parameter first: the place of the view among the places.
    private mutating func layered(_ tree: ViewTree, _ reader: inout JSONObjectReader, at first: Int, depth: Int) throws(WidgetError) -> ViewTree {
        var tree = tree
        for (key, layer) in [("background", ViewLayer.background), ("mask", .mask), ("overlay", .overlay), ("widgetLabel", .widgetLabel)] {
            // A background that is a colour is a modifier.
            guard layer == .widgetLabel || reader.isObject(key), let value = reader.take(key) else { continue }
            let path = reader.path[key]
            var alignment: ViewAlignment?
            var view = value
            // A view itself, or an object with the view and its place.
            if case .object(let object) = value, object["view"] != nil, object["link"] == nil {
                var placed = try JSONObjectReader(value, at: path, expecting: "a view")
                alignment = try placed.optional("alignment", ScriptValue.alignment)
                view = placed.take("view") ?? value
                try placed.finish("a \(key)")
            }
            if isInBackground { backgroundPlaces.insert(reader.path, at: first) } else { places.insert(reader.path, at: first) }
            let second = try self.view(view, at: path, depth: depth + 1)
            var layers = ViewTree(.view(.layered(layer, alignment: alignment)), children: [tree, second])
            (layers.containerBackground, layers.widgetURL) = (tree.containerBackground, tree.widgetURL)
            (layers.children[0].containerBackground, layers.children[0].widgetURL) = (nil, nil)
            tree = layers
        }
        return tree
    }

    private func kind(of reader: JSONObjectReader) throws(WidgetError) -> String {
        let found = reader.keys.filter(Self.kinds.contains)
        if found.count > 1 {
            throw .invalid("\(reader.path)", "a view is one thing, not \(found.joined(separator: " and ")); put one into a stack with the other")
        }
        if let kind = found.first ?? (reader.has("label") ? "label" : nil) { return kind }
        let kinds = (Self.kinds + ["label"]).sorted()
        for key in reader.keys {
            guard let meant = Suggestion.nearest(to: key, among: kinds) else { continue }
            throw .invalid("\(reader.path)", "is no view; did you mean \"\(meant)\" where it says \(JSONField.shown(key))?")
        }
        throw .invalid("\(reader.path)", "is no view; it needs a key such as \"text\", \"image\" or \"vstack\"; \(JSONField.documentation) lists all")
    }

    /// Keeps the place of the next node.
    mutating func note(_ path: JSONPath) throws(WidgetError) {
        guard places.count + backgroundPlaces.count < Limits.nodesPerArchive else {
            throw .invalid("\(path)", "a view has at most \(Limits.nodesPerArchive) nodes, and this is one more")
        }
        if isInBackground { backgroundPlaces.append(path) } else { places.append(path) }
    }

    /// An array of views; where `single` is set also one view.
    mutating func views(_ value: JSONValue, at path: JSONPath, depth: Int, single: Bool = false) throws(WidgetError) -> [ViewTree] {
        if single, case .string = value { return [try view(value, at: path, depth: depth)] }
        if single, case .object = value { return [try view(value, at: path, depth: depth)] }
        guard case .array(let values) = value else {
            throw JSONField.wrongType(value, at: path, expected: single ? "a view or an array of views" : "an array of views")
        }
        var trees: [ViewTree] = []
        for (index, value) in values.enumerated() { trees.append(try view(value, at: path[index], depth: depth)) }
        return trees
    }

    /// A colour, a view or several.
    private mutating func containerBackground(_ value: JSONValue, at path: JSONPath) throws(WidgetError) -> [ViewTree] {
        guard !isInBackground, backgroundPlaces.isEmpty else { throw .invalid("\(path)", "a widget has one container background, and this is the second") }
        isInBackground = true
        defer { isInBackground = false }
        try note(path)
        if case .string = value {
            let color = try ScriptValue.color(value, path)
            try note(path)
            return [.color(color)]
        }
        // The background is a child of the root, and its views the root's grandchildren.
        return try views(value, at: path, depth: 3, single: true)
    }
}
