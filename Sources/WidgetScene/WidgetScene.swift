public import Foundation
import Motion
import MotionArchive
public import WidgetCore
public import WidgetLayout

/// One widget over time: an entry after the other, and the animations between them.
///
/// ``frame(at:)`` reads no clock, and gives the same list for the same moment. Times are seconds since a moment of the caller's choice. All that moves has
/// arrived ``AnimatorLimits/widget`` seconds after the change.
public final class WidgetScene {
    /// How a surface animates.
    public struct Options: Sendable {
        /// The user asked for less motion: views fade, and nothing moves.
        public var reducesMotion = false
        /// A display that is always on shows no animation.
        public var isAlwaysOn = false
        public var isRightToLeft = false

        public init() {}
    }

    public var options: Options
    private var archive: ViewArchive?
    private var list: DisplayList
    private var motions: [NodeMotion] = []
    /// Views that come, and where they lie in the list.
    private var arrivals: [(motion: ViewMotion, range: Range<Int>)] = []
    private var departures: [Departure] = []

    /// What moves in one node.
    private struct NodeMotion {
        var numbers: Animator<NumberVector>?
        var content: ContentMotion?
        /// The last content transition, which tells the direction in which numbers roll.
        var transition: ContentTransition?

        func nextChange(after time: TimeInterval) -> TimeInterval? {
            [numbers?.nextChange(after: time), content?.nextChange(after: time)].compactMap(\.self).min()
        }
    }

    /// A view that has left the archive, and is still seen.
    private struct Departure {
        let motion: ViewMotion
        let nodes: ArraySlice<DisplayNode>
        /// The node in which it lies; nil: the outermost.
        let parent: NodeKey?
        /// The node behind it; nil: it is the first.
        let previous: NodeKey?
    }

    /// A node's identity within a list. Parts of controls may share an id.
    private struct NodeKey: Hashable {
        let id: DisplayID
        let number: Int
    }

    public init(options: Options = Options()) {
        self.options = options
        list = DisplayList(size: .zero, scale: 1)
    }

    // MARK: Changes

    /// Shows a list from a moment on. The list of the same archive at another moment, such as the next tick of a clock, is shown at once.
    /// - Parameters:
    ///   - archive: with the variant that the list was made of.
    ///   - animation: of changes for which no rule holds; nil: they jump.
    public func show(
        _ archive: ViewArchive, _ next: DisplayList, at time: TimeInterval, animation: ViewAnimation? = ViewAnimation(.automatic)
    ) {
        defer { (self.archive, list) = (archive, next) }
        guard let old = self.archive, !options.isAlwaysOn, list.size == next.size else { return reset(next) }
        guard old != archive else { return keep(next, at: time) }
        change(next, ArchiveChanges(from: old, to: archive, animation: animation), old: old, new: archive, at: time)
    }

    private func reset(_ next: DisplayList) {
        motions = Array(repeating: NodeMotion(), count: next.nodes.count)
        (arrivals, departures) = ([], [])
    }

    /// Takes over what moves, where the nodes are the same.
    private func keep(_ next: DisplayList, at time: TimeInterval) {
        guard next.nodes.count == list.nodes.count, zip(next.nodes, list.nodes).allSatisfy({ $0.id == $1.id && $0.end == $1.end }) else { return reset(next) }
        for index in next.nodes.indices {
            guard let numbers = motions[index].numbers else { continue }
            guard next.nodes[index].isLike(list.nodes[index]) else {
                motions[index].numbers = nil
                continue
            }
            numbers.set(next.nodes[index].vector, at: time, transaction: Transaction(animation: nil))
        }
    }

    private func change(_ next: DisplayList, _ changes: ArchiveChanges, old: ViewArchive, new: ViewArchive, at time: TimeInterval) {
        let before = Self.keys(list)
        let indices = Dictionary(before.enumerated().map { ($1, $0) }) { first, _ in first }
        var contents: [NodeID: (transition: ViewContentTransition, animation: ViewAnimation?)] = [:]
        var modifiers: [DisplayID: ViewAnimation?] = [:]
        for change in changes.changes {
            switch change.kind {
            case .content(let transition): contents[change.node] = (transition, change.animation)
            case .modifiers(let places): for place in places { modifiers[DisplayID(node: change.node, part: place + 1)] = .some(change.animation) }
            case .insertion, .removal: break
            }
        }
        var motions = Array(repeating: NodeMotion(), count: next.nodes.count)
        for (index, key) in Self.keys(next).enumerated() {
            let node = next.nodes[index]
            let placement = changes.placements[node.id.node] ?? .some(ViewAnimation(.automatic))
            let archived = modifiers[node.id] ?? (node.id.part == 0 ? contents[node.id.node]?.animation ?? placement : placement)
            let animation = archived.map { Animation($0) }
            guard let past = indices[key] else {
                if changes.placements[node.id.node] != nil { motions[index].numbers = appearing(node, animation, at: time) }
                continue
            }
            let content = contents[node.id.node].map { ContentTransition($0.transition) }
            motions[index] = motion(from: past, to: node, content, animation, at: time)
        }
        depart(changes, old: old, new: new, next: next, keys: before, at: time)
        arrive(changes, old: old, new: new, next: next, at: time)
        self.motions = motions
    }

    /// A node that is in both lists.
    private func motion(
        from past: Int, to node: DisplayNode, _ content: ContentTransition?, _ animation: Animation?, at time: TimeInterval
    ) -> NodeMotion {
        var motion = motions[past]
        let old = list.nodes[past]
        motion.transition = content ?? motion.transition
        if node.isLike(old) {
            let (from, to) = (old.vector, node.vector)
            guard from != to || motion.numbers != nil else { return motion }
            if options.reducesMotion, node.content != nil {
                motion.numbers = nil
                motion.content = ContentMotion(from: shown(past, at: time), to: node, .opacity, previous: nil, animation: animation, moves: false, at: time)
                return motion
            }
            let numbers = motion.numbers ?? Animator(from, limit: AnimatorLimits.widget)
            numbers.set(to, at: time, transaction: Transaction(animation: options.reducesMotion ? nil : animation))
            motion.numbers = numbers
            return motion
        }
        motion.numbers = nil
        guard node.content != nil, old.content != nil else {
            motion.content = nil
            return motion
        }
        let transition = options.reducesMotion && content != .identity ? .opacity : content ?? .automatic
        motion.content = ContentMotion(
            from: shown(past, at: time), to: node, transition, previous: motions[past].transition, animation: animation,
            moves: !options.reducesMotion, at: time)
        return motion
    }

    /// An effect that a view didn't have before, from what changes nothing.
    private func appearing(_ node: DisplayNode, _ animation: Animation?, at time: TimeInterval) -> Animator<NumberVector>? {
        guard let animation, !options.reducesMotion, let effect = node.effect?.neutral else { return nil }
        var neutral = node
        neutral.effect = effect
        guard neutral.isLike(node) else { return nil }
        let numbers = Animator(neutral.vector, limit: AnimatorLimits.widget)
        numbers.set(node.vector, at: time, transaction: Transaction(animation: animation))
        return numbers
    }

    // MARK: Views that come and leave

    private func arrive(_ changes: ArchiveChanges, old: ViewArchive, new: ViewArchive, next: DisplayList, at time: TimeInterval) {
        arrivals = []
        for change in changes.changes {
            guard case .insertion(let transition) = change.kind, let range = next.range(of: change.node, in: new) else { continue }
            let frame = next.frame(of: range)
            let partner = MatchedViews(old, list).frame(of: new.matchedKey(of: change.node))
            let motion = ViewMotion(
                (AnyTransition(TransitionStructure(transition)) ?? .opacity).adjusted(reducesMotion: options.reducesMotion), comes: true, frame: frame,
                animation: change.animation.map { Animation($0) },
                match: options.reducesMotion ? nil : partner.map { ViewMotion.Match(start: $0, end: frame) }, isRightToLeft: options.isRightToLeft, at: time)
            arrivals.append((motion, range))
        }
    }

    private func depart(
        _ changes: ArchiveChanges, old: ViewArchive, new: ViewArchive, next: DisplayList, keys: [NodeKey], at time: TimeInterval
    ) {
        departures.removeAll { $0.motion.end <= time }
        let parents = list.parents
        for change in changes.changes {
            guard case .removal(let transition) = change.kind, let range = list.range(of: change.node, in: old) else { continue }
            let frame = list.frame(of: range)
            let partner = MatchedViews(new, next).frame(of: old.matchedKey(of: change.node))
            let motion = ViewMotion(
                (AnyTransition(TransitionStructure(transition)) ?? .opacity).adjusted(reducesMotion: options.reducesMotion), comes: false, frame: frame,
                animation: change.animation.map { Animation($0) },
                match: options.reducesMotion ? nil : partner.map { ViewMotion.Match(start: frame, end: $0) }, isRightToLeft: options.isRightToLeft, at: time)
            let parent = parents[range.lowerBound]
            let previous = list.children(of: parent).prefix { $0 < range.lowerBound }.max()
            departures.append(
                Departure(motion: motion, nodes: list.nodes[range], parent: parent.map { keys[$0] }, previous: previous.map { keys[$0] }))
        }
    }

    // MARK: Frames

    /// What is drawn at a moment.
    public func frame(at time: TimeInterval) -> DisplayList {
        var composer = ListComposer(like: list)
        let keys = Self.keys(list)
        addChildren(of: nil, to: &composer, keys, at: time)
        return composer.list
    }

    private func addChildren(of parent: Int?, to composer: inout ListComposer, _ keys: [NodeKey], at time: TimeInterval) {
        addDepartures(in: parent.map { keys[$0] }, behind: nil, to: &composer, at: time)
        // Where the views end that come at the moment, and how many effects are around them.
        var open: [(end: Int, effects: Int)] = []
        for child in list.children(of: parent) {
            for arrival in arrivals where arrival.range.lowerBound == child {
                let effects = arrival.motion.effects(at: time)
                composer.open(effects, around: DisplayNode(id: list.nodes[child].id, frame: arrival.motion.frame))
                open.append((arrival.range.upperBound, effects.count))
            }
            add(child, to: &composer, keys, at: time)
            while let last = open.last, last.end <= list.nodes[child].end {
                for _ in 0..<last.effects { composer.close() }
                open.removeLast()
            }
            addDepartures(in: parent.map { keys[$0] }, behind: keys[child], to: &composer, at: time)
        }
        for _ in 0..<open.reduce(0, { $0 + $1.effects }) { composer.close() }
    }

    private func add(_ index: Int, to composer: inout ListComposer, _ keys: [NodeKey], at time: TimeInterval) {
        let node = shown(index, at: time)
        if let content = motions[index].content, content.end > time { return content.add(node, to: &composer, at: time) }
        composer.open(node)
        addChildren(of: index, to: &composer, keys, at: time)
        composer.close()
    }

    private func addDepartures(in parent: NodeKey?, behind previous: NodeKey?, to composer: inout ListComposer, at time: TimeInterval) {
        for departure in departures where departure.parent == parent && departure.previous == previous && departure.motion.end > time {
            guard let first = departure.nodes.first else { continue }
            let effects = departure.motion.effects(at: time)
            composer.open(effects, around: DisplayNode(id: first.id, frame: departure.motion.frame))
            composer.add(departure.nodes)
            for _ in effects { composer.close() }
        }
    }

    private func shown(_ index: Int, at time: TimeInterval) -> DisplayNode {
        guard let numbers = motions[index].numbers else { return list.nodes[index] }
        return list.nodes[index].with(numbers.frame(at: time).value)
    }

    /// When the next frame differs from that at `time`: `time` itself while something moves; nil: not before the list's next tick.
    public func nextChange(after time: TimeInterval) -> TimeInterval? {
        let moving = motions.lazy.compactMap { $0.nextChange(after: time) } + arrivals.compactMap { $0.motion.nextChange(after: time) }
        return (moving + departures.compactMap { $0.motion.nextChange(after: time) }).min()
    }

    /// When nothing moves any more; nil: nothing does.
    public var end: TimeInterval? {
        let ends = motions.flatMap { [$0.numbers?.end, $0.content?.end].compactMap(\.self) } + (arrivals.map(\.motion) + departures.map(\.motion)).map(\.end)
        return ends.filter(\.isFinite).max()
    }

    private static func keys(_ list: DisplayList) -> [NodeKey] {
        var counts: [DisplayID: Int] = [:]
        return list.nodes.map { node in
            defer { counts[node.id, default: 0] += 1 }
            return NodeKey(id: node.id, number: counts[node.id] ?? 0)
        }
    }
}
