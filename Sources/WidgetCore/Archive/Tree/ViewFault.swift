/// A view that breaks a limit of archives, and its place in the tree.
package struct ViewFault {
    /// A view on the way from the root.
    package struct Step {
        package var id: NodeID?
        /// The content's name, as the script form has it.
        package var name: String
        /// The place among its siblings, from 0; nil: it has none.
        package var index: Int?
    }

    /// From the root to the view.
    package var steps: [Step]
    package var message: String
}

extension ViewTree {
    /// The first view that breaks a limit, without its variants; nil: no single view does.
    package func fault(family: WidgetFamily) -> ViewFault? {
        let count = nodeCount
        if count > Limits.nodesPerArchive {
            let message = "a view has at most \(Limits.nodesPerArchive) nodes, and this one has \(count), most of them here"
            return ViewFault(
                steps: way { $0.max { $0.element.nodeCount < $1.element.nodeCount }.flatMap { $0.element.nodeCount > count / 2 ? $0 : nil } }, message: message)
        }
        if depth > Limits.nodeDepth {
            return ViewFault(steps: way { $0.max { $0.element.depth < $1.element.depth } }, message: "views nest at most \(Limits.nodeDepth) deep")
        }
        guard let archive = try? withoutVariants.archive() else { return nil }
        do {
            _ = try archive.validatedOrFault(family: family)
            return nil
        } catch {
            return error.node.map { ViewFault(steps: archive.way(to: $0), message: error.message) }
        }
    }

    private var nodeCount: Int { children.reduce(1) { $0 + $1.nodeCount } }
    private var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }

    /// The way from the root down, by the child that is chosen at each view.
    private func way(_ choose: ([(offset: Int, element: ViewTree)]) -> (offset: Int, element: ViewTree)?) -> [ViewFault.Step] {
        var steps = [ViewFault.Step(id: id, name: name)]
        var view = self
        while let child = choose(Array(view.children.enumerated())) {
            steps.append(ViewFault.Step(id: child.element.id, name: child.element.name, index: view.children.count > 1 ? child.offset : nil))
            view = child.element
        }
        return steps
    }

    private var name: String {
        switch content {
        case .view(let content): content.name
        case .picture: "image"
        case .button: "button"
        case .toggle: "toggle"
        }
    }
}

extension ViewArchive {
    fileprivate func way(to node: Int) -> [ViewFault.Step] {
        var steps: [ViewFault.Step] = []
        var node = node
        while true {
            let parent = nodes[node].parent
            let siblings = node == 0 ? [0] : nodes.indices.dropFirst().filter { nodes[$0].parent == parent }
            let index = siblings.count > 1 ? siblings.firstIndex(of: node) : nil
            steps.append(ViewFault.Step(id: nodes[node].id, name: nodes[node].contentName, index: index))
            guard node != 0 else { return steps.reversed() }
            node = parent
        }
    }
}
