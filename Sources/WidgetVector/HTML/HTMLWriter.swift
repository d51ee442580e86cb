import WidgetCore
import WidgetLayout

/// The elements of one fragment, and their animations.
struct HTMLWriter {
    private let list: DisplayList
    /// Nodes that change: each as it is at each of the times.
    private let tracks: [Int: [DisplayNode]]
    private let times: [Double]
    private let departed: Set<Int>
    private let prefix: String
    private let svg: SVGRenderer
    /// Nodes that have elements of their own, and those around them.
    private let apart: Set<Int>
    /// Nodes beside each other that stand still: they become one drawing.
    private var still: [Int] = []
    private var lastID = 0
    private(set) var html = ""
    private(set) var animations: [HTMLAnimation] = []
    private(set) var departedIDs: [String] = []

    init(_ list: DisplayList, tracks: [Int: [DisplayNode]], times: [Double], departed: Set<Int>, prefix: String, svg: SVGRenderer) {
        (self.list, self.tracks, self.times, self.departed, self.prefix, self.svg) = (list, tracks, times, departed, prefix, svg)
        var apart: Set<Int> = []
        var open: [Int] = []
        for (index, node) in list.nodes.enumerated() {
            while let last = open.last, list.nodes[last].end <= index { open.removeLast() }
            // A mask is one drawing: what moves in it jumps.
            let isMasked = open.contains { list.nodes[$0].effect == .mask }
            if !isMasked, tracks[index] != nil || departed.contains(index) || node.effect?.needsElement == true { apart.formUnion(open + [index]) }
            if node.end > index + 1 { open.append(index) }
        }
        self.apart = apart
    }

    mutating func addChildren(of parent: Int?) {
        for child in list.children(of: parent) {
            if apart.contains(child) {
                addStill()
                add(child)
            } else {
                still.append(child)
            }
        }
        addStill()
    }

    private mutating func addStill() {
        guard !still.isEmpty else { return }
        html += svg.drawing(of: still, in: list, id: newID())
        still = []
    }

    private mutating func newID() -> String {
        lastID += 1
        return "\(prefix)\(lastID)"
    }

    private mutating func add(_ index: Int) {
        let id = newID()
        if departed.contains(index) { departedIDs.append(id) }
        let node = list.nodes[index]
        if node.effect == .mask { return html += svg.drawing(of: [index], in: list, id: id) }
        if node.content != nil { addContent(index, as: id) }
        guard node.effect != nil else { return addChildren(of: index) }
        var box = EffectBox(node, tracks[index], steps: times.count)
        var innermost = index
        // Effects around each other that CSS can say of one element are one element.
        while let inner = list.onlyChild(of: innermost), apart.contains(inner), !departed.contains(inner), box.add(list.nodes[inner], tracks[inner]) {
            innermost = inner
        }
        let boxID = node.content == nil ? id : newID()
        html += box.before(id: boxID) + #"<div id="\#(boxID)" style="\#(box.style(id: boxID))">"#
        addChildren(of: innermost)
        html += "</div>"
        animate(boxID, box.series)
    }

    private mutating func addContent(_ index: Int, as id: String) {
        let node = list.nodes[index]
        for (number, piece) in node.pieces(tracks[index]).enumerated() {
            let pieceID = number == 0 ? id : newID()
            let own = DisplayList(size: list.size, scale: list.scale, nodes: [piece.node])
            html += svg.drawing(of: [0], in: own, id: pieceID, room: own.extent(of: 0))
            animate(pieceID, piece.frames.map { piece.node.series(of: $0) } ?? [])
            if number > 0, departed.contains(index) { departedIDs.append(pieceID) }
        }
    }

    private mutating func animate(_ id: String, _ series: [PropertySeries]) {
        for one in series {
            guard let animation = one.animation(of: id, at: times) else { continue }
            // Properties that keep step are one animation.
            if let last = animations.last, let joined = last.joined(with: animation) {
                animations[animations.count - 1] = joined
            } else {
                animations.append(animation)
            }
        }
    }
}

extension DisplayList {
    /// The node within another one, if it is the only one.
    fileprivate func onlyChild(of node: Int) -> Int? {
        let first = node + 1
        return first < nodes[node].end && nodes[first].end == nodes[node].end ? first : nil
    }
}

extension DisplayEffect {
    /// Whether CSS can say it, and SVG can't: a material, and a mapping with a vanishing point.
    fileprivate var needsElement: Bool { if case .material = self { true } else { mapping.map { $0.affine == nil } ?? false } }
}
