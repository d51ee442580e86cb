import WidgetCore

/// The views of one entry in the script form: `"view"`, and `"variants"` for surfaces with other traits (docs/script-form.md).
struct ScriptVariants {
    private struct View {
        var value: JSONValue
        var path: JSONPath
        var traits: ViewTraits
    }

    /// The entry's own view first.
    private var views: [View]

    /// A view without variants.
    init(_ view: JSONValue, at path: JSONPath) { views = [View(value: view, path: path, traits: ViewTraits())] }

    /// - Parameter reader: the entry's reader, from which `for` and `variants` are taken.
    init(_ view: JSONValue, _ reader: inout JSONObjectReader) throws(WidgetError) {
        views = [View(value: view, path: reader.path["view"], traits: try reader.optional("for", Self.traits) ?? ViewTraits())]
        guard let list = reader.take("variants") else { return }
        let path = reader.path["variants"]
        guard case .array(let values) = list else { throw JSONField.wrongType(list, at: path, expected: "an array of objects with \"for\" and \"view\"") }
        guard values.count <= Limits.variantsPerArchive else {
            throw .invalid("\(path)", "an entry has at most \(Limits.variantsPerArchive) variants, not \(values.count)")
        }
        for (index, value) in values.enumerated() {
            var variant = try JSONObjectReader(value, at: path[index], expecting: "a variant, an object with \"for\" and \"view\"")
            let traits = try variant.required("for", "the surfaces that it is for", Self.traits)
            guard traits != ViewTraits() else { throw .invalid("\(variant.path["for"])", "needs a trait, such as \"colorScheme\": \"light\"") }
            guard let view = variant.take("view") else { throw .invalid("\(variant.path)", "needs \"view\", what it shows") }
            try variant.finish("a variant")
            views.append(View(value: view, path: variant.path["view"], traits: traits))
        }
        if views.count > 1, views[0].traits == ViewTraits() {
            throw .invalid("\(reader.path)", "has variants, so it needs \"for\" too: the surfaces that its own \"view\" is for")
        }
    }

    /// The archive, valid for the family.
    func archive(family: WidgetFamily, images: inout ScriptImages) throws(WidgetError) -> ViewArchive {
        var trees: [ViewTree] = []
        var places: [[JSONPath]] = []
        for view in views {
            var decoder = ScriptViewDecoder(images: images)
            var tree = try decoder.root(view.value, at: view.path)
            images = decoder.images
            places.append(decoder.places)
            if view.traits != ViewTraits() { tree.traits = [view.traits] }
            trees.append(tree)
        }
        guard var tree = trees.first else { throw .invalid("view", "is missing") }
        tree.variants = Array(trees.dropFirst())
        let archive: ViewArchive
        do {
            archive = try tree.archive()
        } catch {
            throw .invalid("\(views[0].path)", error.message)
        }
        do {
            return try archive.validatedOrFault(family: family)
        } catch {
            // Nodes lie in the order in which the decoder met them, so that a node's index leads back to its place.
            let view = error.variant.map { $0 + 1 } ?? 0
            let place = error.node.flatMap { places[view].indices.contains($0) ? places[view][$0] : nil } ?? views[view].path
            throw .invalid("\(place)", error.node == nil ? "\(error.field): \(error.message)" : error.message)
        }
    }

    private static func traits(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewTraits {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object such as {\"colorScheme\": \"light\"}")
        let traits = ViewTraits(
            colorScheme: try reader.optional("colorScheme") { value, path throws(WidgetError) in try JSONField.choice(value, path, of: ColorScheme.allCases) },
            renderingMode: try reader.optional("renderingMode") { value, path throws(WidgetError) in
                try JSONField.choice(value, path, of: ViewTraits.RenderingMode.allCases)
            },
            showsBackground: try reader.optional("showsBackground", JSONField.flag),
            levelOfDetail: try reader.optional("levelOfDetail") { value, path throws(WidgetError) in
                try JSONField.choice(value, path, of: ViewTraits.LevelOfDetail.allCases)
            },
            isLuminanceReduced: try reader.optional("isLuminanceReduced", JSONField.flag),
            dynamicTypeSize: try reader.optional("dynamicTypeSize") { value, path throws(WidgetError) in
                try JSONField.choice(value, path, of: ViewTraits.DynamicTypeSize.allCases)
            },
            locale: try reader.optional("locale", JSONField.text))
        try reader.finish("traits")
        return traits
    }
}
