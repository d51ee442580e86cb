import WidgetCore
import WidgetLayout

/// Where a view can be tapped, and what a screen reader says of it.
struct TapPlaces {
    /// A place in the view's points.
    struct Place {
        var action: String
        var frame: Rect
    }

    private(set) var places: [Place] = []
    /// The words of the view, in the order in which they are drawn.
    private(set) var words: [String] = []
    private let list: DisplayList

    init(_ list: DisplayList) {
        self.list = list
        for node in list.children(of: nil) { add(node, .identity, isNamed: false) }
    }

    /// - Parameter isNamed: a view around it has a label, which is said in its place.
    private mutating func add(_ index: Int, _ transform: Transform, isNamed: Bool) {
        let node = list.nodes[index]
        var (inner, isNamed) = (transform, isNamed)
        if case .transform(let own) = node.effect { inner = own.then(transform) }
        if case .opacity(let opacity) = node.effect, opacity <= 0 { return }
        if let action = node.action {
            let frame = transform.bounds(of: node.frame.union(list.bounds(within: index))).intersection(Rect(origin: .zero, size: list.size))
            if frame.size.width > 0, frame.size.height > 0 { places.append(Place(action: action, frame: frame)) }
        }
        if let said = node.accessibility, !isNamed {
            let text = [said.label, said.value].filter { !$0.isEmpty }.joined(separator: " ")
            // A symbol's name says nothing to somebody who doesn't know it.
            if !text.isEmpty, said.role != .image { words.append(text) }
            if said.role == .group, !said.label.isEmpty { isNamed = true }
        }
        for child in list.children(of: index) { add(child, inner, isNamed: isNamed) }
    }
}
