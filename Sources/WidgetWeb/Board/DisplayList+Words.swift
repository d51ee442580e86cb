import WidgetLayout

extension DisplayList {
    /// The texts that a screen reader says of the list, in the order of drawing.
    var words: [String] {
        var words: [String] = []
        addWords(within: nil, isNamed: false, to: &words)
        return words
    }

    /// - Parameter isNamed: a view around it has a label, which is said in its place.
    private func addWords(within parent: Int?, isNamed: Bool, to words: inout [String]) {
        for child in children(of: parent) {
            let node = nodes[child]
            var isNamed = isNamed
            if case .opacity(let opacity) = node.effect, opacity <= 0 { continue }
            if let said = node.accessibility, !isNamed {
                let text = [said.label, said.value].filter { !$0.isEmpty }.joined(separator: " ")
                // A symbol's name says nothing to somebody who doesn't know it.
                if !text.isEmpty, said.role != .image { words.append(text) }
                if said.role == .group, !said.label.isEmpty { isNamed = true }
            }
            addWords(within: child, isNamed: isNamed, to: &words)
        }
    }
}
