package import WidgetCore

/// Makes a view's nodes.
@MainActor package enum ViewRenderer {
    /// - Parameter size: the room that the view is offered, in points.
    /// - Throws: INVALID_ARGUMENT that names the view's path and what is wrong in it.
    package static func tree(
        of view: some View, environment: EnvironmentValues, size: CGSize, images: ImageCollection = ImageCollection()
    ) throws(WidgetError) -> ViewTree {
        try tree(of: view, environment: environment, size: size, in: ViewResolution(images: images))
    }

    package static func tree(of view: some View, environment: EnvironmentValues, size: CGSize, in resolution: ViewResolution) throws(WidgetError) -> ViewTree {
        let inputs = _ViewInputs(resolution: resolution, environment: environment, proposal: size)
        var outputs = _ViewOutputs()
        view._append(to: &outputs, inputs.child(.content))
        if let fault = resolution.fault { throw fault }
        var root: ViewTree
        if outputs.trees.count == 1 {
            root = outputs.trees[0]
        } else {
            // Several views without a container stand below each other.
            root = ViewTree(.view(.stack(axis: .vertical, alignment: nil, spacing: nil)), children: outputs.trees)
            root.id = inputs.child(.container).id
        }
        root.containerBackground = resolution.containerBackground
        root.widgetURL = resolution.widgetURL
        if environment.redactionReasons.contains(.placeholder) { root.modifiers.append(.redacted) }
        return root
    }
}
