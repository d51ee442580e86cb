import FoundationAdditions
package import WidgetCore
import WidgetLayout

/// Makes a view's nodes.
@MainActor package enum ViewRenderer {
    /// - Parameter size: the room that the view is offered, in points.
    /// - Throws: INVALID_ARGUMENT that names the view's path and what is wrong in it.
    package static func tree(
        of view: some View, environment: EnvironmentValues, size: CGSize, images: ImageCollection = ImageCollection()
    ) throws(WidgetError) -> ViewTree {
        try tree(of: view, environment: environment, size: size, in: ViewResolution(images: images))
    }

    /// As ``tree(of:environment:size:images:)``, in a resolution that the caller made.
    /// - Throws: INVALID_ARGUMENT that names the view's path and what is wrong in it.
    package static func tree(of view: some View, environment: EnvironmentValues, size: CGSize, in resolution: ViewResolution) throws(WidgetError) -> ViewTree {
        var tree = try evaluate(of: view, environment: environment, size: size, in: resolution)
        // A geometry reader's views depend on the layout, and the layout on the views.
        var rounds = 1
        while resolution.readsGeometry, rounds < ViewLimits.layoutPasses, let archive = try? tree.archive() {
            rounds += 1
            let rooms = ViewSizes.rooms(of: archive, modifiers: resolution.measuredViews, in: size, environment)
            guard resolution.restart(with: rooms) else { break }
            tree = try evaluate(of: view, environment: environment, size: size, in: resolution)
        }
        return tree
    }

    private static func evaluate(
        of view: some View, environment: EnvironmentValues, size: CGSize, in resolution: ViewResolution
    ) throws(WidgetError) -> ViewTree {
        let trees = try trees(of: view, environment: environment, size: size, in: resolution)
        var root: ViewTree
        if trees.count == 1 {
            root = trees[0]
        } else {
            // Several views without a container stand below each other.
            root = ViewTree(.view(.stack(axis: .vertical, alignment: nil, spacing: nil)), children: trees)
            root.id = _ViewInputs(resolution: resolution, environment: environment, proposal: size).child(.container).id
        }
        root.containerBackground = resolution.containerBackground
        root.widgetURL = resolution.widgetURL
        if environment.redactionReasons.contains(.placeholder) { root.modifiers.append(.redacted) }
        return root
    }

    /// The nodes of each top-level view: a group has several.
    /// - Throws: INVALID_ARGUMENT that names the view's path and what is wrong in it, or a broken resource file.
    package static func trees(
        of view: some View, environment: EnvironmentValues, size: CGSize, in resolution: ViewResolution
    ) throws(WidgetError) -> [ViewTree] {
        var outputs = _ViewOutputs()
        view._append(to: &outputs, _ViewInputs(resolution: resolution, environment: environment, proposal: size).child(.content))
        if let problem = ResourceFile.problem { throw .invalid("resources", problem) }
        if let fault = resolution.fault { throw fault }
        return outputs.trees
    }
}
