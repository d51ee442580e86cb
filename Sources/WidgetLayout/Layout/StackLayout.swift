import WidgetCore

/// Children one after the other. The rules are those that SwiftUI's stacks were measured to have.
enum StackLayout {
    /// A child while its stack is laid out.
    struct Child {
        let item: Int
        var proposal = ProposedSize.unspecified
        var size = Size.zero
        var origin = Point.zero
        var priority = 0.0
        /// To the child before, in points.
        var distance = 0.0
        /// The least length along the stack.
        var least = 0.0
        /// By how much the length can change.
        var flexibility = 0.0
    }

    static func size(of item: Int, _ axis: Axis, _ alignment: ViewAlignment, _ spacing: Double?, in proposal: ProposedSize, _ engine: inout LayoutEngine)
        -> Size
    {
        let (first, size) = layOut(item, axis, alignment, spacing, in: proposal, &engine)
        engine.scratch.removeLast(engine.scratch.count - first)
        return size
    }

    /// The proposal with which children are placed: where nothing was proposed across the stack, its own size.
    static func placing(_ proposal: ProposedSize, _ size: Size, _ axis: Axis) -> ProposedSize {
        var placing = proposal
        if placing[axis.other] == nil { placing[axis.other] = size[axis.other] }
        return placing
    }

    /// Sizes the children, and finds where they lie.
    /// - Returns: the first of them in the engine's ``LayoutEngine/scratch``, which the caller shortens again, and the stack's size.
    static func layOut(
        _ item: Int, _ axis: Axis, _ alignment: ViewAlignment, _ spacing: Double?, in proposal: ProposedSize, _ engine: inout LayoutEngine
    ) -> (first: Int, size: Size) {
        let first = engine.scratch.count
        var distances = 0.0
        var last: Int?
        for index in engine.tree.children(of: item) {
            var child = Child(item: index)
            child.priority = engine.tree.priority(of: index)
            if let last { child.distance = spacing ?? engine.distance(from: last, to: index, along: axis) }
            distances += child.distance
            last = index
            engine.scratch.append(child)
        }
        let end = engine.scratch.count
        guard first < end else { return (first, .zero) }
        let across = proposal[axis.other]
        if let length = proposal[axis] {
            share(length - distances, first..<end, axis, across, &engine)
        } else {
            for index in first..<end { setSize(of: index, nil, axis, across, &engine) }
        }
        return (first, align(first..<end, axis, alignment, &engine))
    }

    /// Gives each child its part of a length: those of higher priority first, and of equal ones the least flexible first. The least lengths of lower priorities
    /// are held back.
    private static func share(_ length: Double, _ children: Range<Int>, _ axis: Axis, _ across: Double?, _ engine: inout LayoutEngine) {
        if children.count == 1 { return setSize(of: children.lowerBound, max(0, length), axis, across, &engine) }
        var held = 0.0
        for index in children {
            let item = engine.scratch[index].item
            let least = engine.length(of: item, axis, offered: 0, across: across)
            let most = engine.length(of: item, axis, offered: .infinity, across: across)
            engine.scratch[index].least = least
            engine.scratch[index].flexibility = most - least
            held += least
        }
        let order = children.sorted { a, b in
            let (a, b) = (engine.scratch[a], engine.scratch[b])
            if a.priority != b.priority { return a.priority > b.priority }
            if a.flexibility != b.flexibility { return a.flexibility < b.flexibility }
            // Among infinitely flexible children, the one with the largest least length comes first.
            return a.least > b.least
        }
        var left = length
        var start = 0
        while start < order.count {
            let priority = engine.scratch[order[start]].priority
            var end = start
            while end < order.count, engine.scratch[order[end]].priority == priority {
                held -= engine.scratch[order[end]].least
                end += 1
            }
            var group = left - max(0, held)
            for place in start..<end {
                let part = group.isFinite ? max(0, group / Double(end - place)) : max(0, group)
                setSize(of: order[place], part, axis, across, &engine)
                let taken = engine.scratch[order[place]].size[axis]
                if group.isFinite { group -= taken }
                if left.isFinite { left -= taken }
            }
            start = end
        }
    }

    private static func setSize(of index: Int, _ length: Double?, _ axis: Axis, _ across: Double?, _ engine: inout LayoutEngine) {
        var proposal = ProposedSize.unspecified
        (proposal[axis], proposal[axis.other]) = (length, across)
        let size = engine.size(of: engine.scratch[index].item, in: proposal)
        (engine.scratch[index].proposal, engine.scratch[index].size) = (proposal, size)
    }

    /// Places the children after each other, with their guides on one line.
    private static func align(_ children: Range<Int>, _ axis: Axis, _ alignment: ViewAlignment, _ engine: inout LayoutEngine) -> Size {
        let guide = alignment.guide(along: axis.other)
        // The line itself lies within the stack.
        var (low, high, end) = (0.0, 0.0, 0.0)
        for index in children {
            let child = engine.scratch[index]
            let start = -engine.guide(guide, of: child.item, size: child.size, in: child.proposal)
            let along = end + child.distance
            engine.scratch[index].origin = axis == .horizontal ? Point(x: along, y: start) : Point(x: start, y: along)
            end = along + child.size[axis]
            (low, high) = (min(low, start), max(high, start + child.size[axis.other]))
        }
        for index in children { if axis == .horizontal { engine.scratch[index].origin.y -= low } else { engine.scratch[index].origin.x -= low } }
        var size = Size.zero
        (size[axis], size[axis.other]) = (max(0, end), high - low)
        return size
    }
}

/// Children over each other.
enum ZStackLayout {
    static func size(of item: Int, _ alignment: ViewAlignment, in proposal: ProposedSize, _ engine: inout LayoutEngine) -> Size {
        let (first, size) = layOut(item, alignment, in: proposal, &engine)
        engine.scratch.removeLast(engine.scratch.count - first)
        return size
    }

    /// As ``StackLayout/layOut(_:_:_:_:in:_:)``.
    static func layOut(_ item: Int, _ alignment: ViewAlignment, in proposal: ProposedSize, _ engine: inout LayoutEngine) -> (first: Int, size: Size) {
        let first = engine.scratch.count
        var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
        for index in engine.tree.children(of: item) {
            var child = StackLayout.Child(item: index)
            child.proposal = proposal
            child.size = engine.size(of: index, in: proposal)
            child.origin = Point(
                x: -engine.guide(alignment.horizontalGuide, of: index, size: child.size, in: proposal),
                y: -engine.guide(alignment.verticalGuide, of: index, size: child.size, in: proposal))
            (low.x, low.y) = (min(low.x, child.origin.x), min(low.y, child.origin.y))
            (high.x, high.y) = (max(high.x, child.origin.x + child.size.width), max(high.y, child.origin.y + child.size.height))
            engine.scratch.append(child)
        }
        guard first < engine.scratch.count else { return (first, .zero) }
        // The middle of an endless child is endless: then all begin at the corner.
        let corner = Point(x: low.x.isFinite ? low.x : 0, y: low.y.isFinite ? low.y : 0)
        for index in first..<engine.scratch.count { engine.scratch[index].origin = engine.scratch[index].origin - corner }
        return (first, Size(width: low.x.isFinite ? high.x - low.x : .infinity, height: low.y.isFinite ? high.y - low.y : .infinity))
    }
}

extension LayoutEngine {
    /// The length that a view takes of the length that it is offered. A text that is offered 0 takes 0.
    mutating func length(of item: Int, _ axis: Axis, offered: Double, across: Double?) -> Double {
        if offered == 0, axis == .horizontal, case .text = tree.items[item].kind { return 0 }
        var proposal = ProposedSize.unspecified
        (proposal[axis], proposal[axis.other]) = (offered, across)
        return size(of: item, in: proposal)[axis]
    }
}

extension LayoutTree {
    /// The view's own priority in its stack, or that of the view within its modifiers. Spacers come last.
    func priority(of item: Int) -> Double {
        var item = item
        while true {
            if !items[item].priority.isNaN { return items[item].priority }
            if case .spacer = items[item].kind { return -.infinity }
            guard let view = viewWithin(item) else { return 0 }
            item = view
        }
    }
}
