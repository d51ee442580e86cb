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

    public var options: Options { didSet { if options.isAlwaysOn { reset(list) } } }
    private var archive: ViewArchive?
    private var list: DisplayList { didSet { keys = Self.keys(list) } }
    private var keys: [NodeKey] = []
    private var motions: [NodeMotion] = []
    private var arrivals: [Arrival] = []
    private var departures: [Departure] = []
    private var fadingEffects: [FadingEffect] = []

    /// The motions of one node.
    private struct NodeMotion {
        var numbers: Animator<NumberVector>?
        var content: ContentMotion?

        func nextChange(after time: TimeInterval) -> TimeInterval? {
            [numbers?.nextChange(after: time), content?.nextChange(after: time)].compactMap(\.self).min()
        }
    }

    /// A view that comes, and where it lies in the list.
    private struct Arrival {
        let view: NodeID
        let motion: ViewMotion
        let range: Range<Int>
    }

    /// A view that has left the archive, and is still seen.
    private struct Departure {
        let view: NodeID
        let motion: ViewMotion
        let nodes: [DisplayNode]
        var anchor: Anchor
    }

    /// A place in a list.
    private struct Anchor: Equatable {
        /// The node around it; nil: the outermost.
        var parent: NodeKey?
        /// The node before it; nil: it is the first.
        var previous: NodeKey?
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
        (arrivals, departures, fadingEffects) = ([], [], [])
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
        let nextKeys = Self.keys(next)
        let indices = Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
        var modifiers: [DisplayID: ViewAnimation?] = [:]
        for change in changes.changes {
            guard case .modifiers(let places) = change.kind else { continue }
            for place in places { modifiers[DisplayID(node: change.node, part: place + 1)] = .some(change.animation) }
        }
        let (before, after) = (old.contentTransitions, new.contentTransitions)
        var motions = Array(repeating: NodeMotion(), count: next.nodes.count)
        for (index, key) in nextKeys.enumerated() {
            let node = next.nodes[index]
            let archived = modifiers[node.id] ?? changes.placements[node.id.node] ?? changes.animation
            let animation = archived.map { Animation($0) }
            guard let past = indices[key] else {
                if modifiers[node.id] != nil { motions[index].numbers = appearing(node, animation, at: time) }
                continue
            }
            let transition = after[node.id.node].map { ContentTransition($0) } ?? .automatic
            let previous = before[node.id.node].map { ContentTransition($0) }
            motions[index] = motion(from: past, to: node, transition, previous: previous, animation, at: time)
        }
        let coming = arrivals
        arrivals = arrivals.compactMap { arrival in
            guard arrival.motion.end > time, let range = next.range(of: arrival.view, in: new) else { return nil }
            return Arrival(view: arrival.view, motion: arrival.motion, range: range)
        }
        fade(changes, indices: indices, nextKeys: Set(nextKeys), new: new, next: next, at: time)
        depart(changes, coming, old: old, new: new, next: next, staying: Set(nextKeys), at: time)
        arrive(changes, old: old, new: new, next: next, at: time)
        self.motions = motions
    }

    /// A node that is in both lists.
    private func motion(
        from past: Int, to node: DisplayNode, _ transition: ContentTransition, previous: ContentTransition?, _ animation: Animation?, at time: TimeInterval
    ) -> NodeMotion {
        var motion = motions[past]
        let old = list.nodes[past]
        func content(_ transition: ContentTransition) -> ContentMotion? {
            ContentMotion(
                from: shown(past, at: time), drawn: drawn(past, at: time), to: node, transition, previous: previous, animation: animation,
                moves: !options.reducesMotion, at: time)
        }
        if node.isLike(old) {
            let (from, to) = (old.vector, node.vector)
            guard from != to else { return motion }
            if options.reducesMotion, node.content != nil { return NodeMotion(content: content(.opacity)) }
            let numbers = motion.numbers ?? Animator(from, limit: AnimatorLimits.widget)
            numbers.set(to, at: time, transaction: Transaction(animation: options.reducesMotion ? nil : animation))
            motion.numbers = numbers
            return motion
        }
        guard node.content != nil, old.content != nil else { return NodeMotion() }
        return NodeMotion(content: content(options.reducesMotion && transition != .identity ? .opacity : transition))
    }

    /// An effect that a view didn't have before, from what changes nothing.
    private func appearing(_ node: DisplayNode, _ animation: Animation?, at time: TimeInterval) -> Animator<NumberVector>? {
        guard let animation, !options.reducesMotion, let effect = node.effect?.neutral else { return nil }
        var neutral = node
        neutral.effect = effect
        guard neutral.isLike(node) else { return nil }
        // One that comes back goes on from where it is.
        let fading = fadingEffects.first { $0.id == node.id && $0.end > time }
        let numbers = fading?.numbers ?? Animator(neutral.vector, limit: AnimatorLimits.widget)
        numbers.set(node.vector, at: time, transaction: Transaction(animation: animation))
        return numbers
    }

    /// Effects that views have lost.
    private func fade(
        _ changes: ArchiveChanges, indices: [NodeKey: Int], nextKeys: Set<NodeKey>, new: ViewArchive, next: DisplayList, at time: TimeInterval
    ) {
        fadingEffects = fadingEffects.compactMap { fading in
            var fading = fading
            guard fading.end > time, !next.nodes.contains(where: { $0.id == fading.id }),
                let range = next.range(of: fading.id.node, within: fading.id.part, in: new)
            else { return nil }
            fading.range = range
            return fading
        }
        guard !options.reducesMotion else { return }
        for (index, node) in list.nodes.enumerated() where node.effect != nil && !nextKeys.contains(keys[index]) {
            guard let archived = changes.placements[node.id.node] ?? nil, node.id.part < DisplayID.firstControlPart,
                let range = next.range(of: node.id.node, within: node.id.part, in: new)
            else { continue }
            if let fading = FadingEffect(node, around: range, numbers: motions[index].numbers, Animation(archived), at: time) { fadingEffects.append(fading) }
        }
    }

    // MARK: Views that come and leave

    private func arrive(_ changes: ArchiveChanges, old: ViewArchive, new: ViewArchive, next: DisplayList, at time: TimeInterval) {
        for change in changes.changes {
            guard case .insertion(let transition) = change.kind, let range = next.range(of: change.node, in: new) else { continue }
            let animation = change.animation.map { Animation($0) }
            // A view that comes back goes the way back.
            if let leaving = departures.firstIndex(where: { $0.view == change.node }) {
                let motion = departures.remove(at: leaving).motion
                motion.turn(animation, at: time)
                arrivals.append(Arrival(view: change.node, motion: motion, range: range))
                continue
            }
            let frame = next.nodes[range].frame
            let key = new.matchedKey(of: change.node)
            let partner = MatchedViews(old, list).frame(of: key).map { frame.matched(to: $0, by: key) }
            let motion = viewMotion(
                transition, comes: true, frame: frame, animation: animation, match: partner.map { ViewMotion.Match(start: $0, end: frame) }, at: time)
            arrivals.append(Arrival(view: change.node, motion: motion, range: range))
        }
    }

    /// - Parameters:
    ///   - coming: the views that came before the change.
    ///   - staying: the nodes of the next list.
    private func depart(
        _ changes: ArchiveChanges, _ coming: [Arrival], old: ViewArchive, new: ViewArchive, next: DisplayList, staying: Set<NodeKey>, at time: TimeInterval
    ) {
        departures.removeAll { $0.motion.end <= time }
        let parents = list.parents
        /// The nearest place that is in the next list too.
        func anchor(_ index: Int) -> Anchor {
            var (child, parent) = (index, parents[index])
            while let node = parent, !staying.contains(keys[node]) { (child, parent) = (node, parents[node]) }
            let previous = list.children(of: parent).prefix { $0 < child }.last { staying.contains(keys[$0]) }
            return Anchor(parent: parent.map { keys[$0] }, previous: previous.map { keys[$0] })
        }
        for number in departures.indices {
            let own = departures[number].anchor
            guard let gone = [own.previous, own.parent].compactMap(\.self).first(where: { !staying.contains($0) }), let index = keys.firstIndex(of: gone) else {
                continue
            }
            departures[number].anchor = anchor(index)
        }
        for change in changes.changes {
            guard case .removal(let transition) = change.kind, let range = list.range(of: change.node, in: old) else { continue }
            let animation = change.animation.map { Animation($0) }
            var nodes = range.map { shown($0, at: time).picture }
            for index in nodes.indices { nodes[index].end -= range.lowerBound }
            let frame = nodes.frame
            let motion: ViewMotion
            if let arrival = coming.first(where: { $0.view == change.node && $0.motion.end > time }) {
                motion = arrival.motion
                motion.turn(animation, at: time)
            } else {
                let key = old.matchedKey(of: change.node)
                let partner = MatchedViews(new, next).frame(of: key).map { frame.matched(to: $0, by: key) }
                motion = viewMotion(
                    transition, comes: false, frame: frame, animation: animation, match: partner.map { ViewMotion.Match(start: frame, end: $0) }, at: time)
            }
            departures.append(Departure(view: change.node, motion: motion, nodes: nodes, anchor: anchor(range.lowerBound)))
        }
        // Entries that follow each other quickly must not pile up.
        while departures.reduce(0, { $0 + $1.nodes.count }) > Limits.nodesPerArchive { departures.removeFirst() }
    }

    private func viewMotion(
        _ transition: ViewTransition, comes: Bool, frame: Rect, animation: Animation?, match: ViewMotion.Match?, at time: TimeInterval
    ) -> ViewMotion {
        ViewMotion(
            (AnyTransition(TransitionStructure(transition)) ?? .opacity).adjusted(reducesMotion: options.reducesMotion), comes: comes, frame: frame,
            animation: animation, match: options.reducesMotion ? nil : match, isRightToLeft: options.isRightToLeft, at: time)
    }

    // MARK: Frames

    /// The list at a moment since the last change.
    public func frame(at time: TimeInterval) -> DisplayList {
        compose(at: SceneTime(time)).list
    }

    /// Everything that is shown from a moment on until all has arrived; nil: nothing moves.
    public func motion(from start: TimeInterval) -> SceneMotion? {
        guard let end, nextChange(after: start) != nil else { return nil }
        return SceneMotion(from: start, to: end, departed: compose(at: SceneTime(start, since: start)).departed) { time in
            self.compose(at: SceneTime(time, since: start)).list
        }
    }

    private func compose(at moment: SceneTime) -> ListComposer {
        var composer = ListComposer(like: list)
        addChildren(of: nil, to: &composer, at: moment)
        return composer
    }

    private func addChildren(of parent: Int?, to composer: inout ListComposer, at moment: SceneTime) {
        addDepartures(at: Anchor(parent: parent.map { keys[$0] }), to: &composer, at: moment)
        // Where the views end that come at the moment, and how many effects are around them.
        var open: [(end: Int, effects: Int)] = []
        for child in list.children(of: parent) {
            for arrival in arrivals where arrival.range.lowerBound == child {
                let effects = arrival.motion.effects(at: moment)
                composer.open(effects, around: DisplayNode(id: list.nodes[child].id, frame: arrival.motion.frame))
                open.append((arrival.range.upperBound, effects.count))
            }
            for fading in fadingEffects where fading.range.lowerBound == child && fading.end > moment.nodes {
                composer.open(fading.node(at: moment.time))
                open.append((fading.range.upperBound, 1))
            }
            add(child, to: &composer, at: moment)
            while let last = open.last, last.end <= list.nodes[child].end {
                for _ in 0..<last.effects { composer.close() }
                open.removeLast()
            }
            addDepartures(at: Anchor(parent: parent.map { keys[$0] }, previous: keys[child]), to: &composer, at: moment)
        }
        for _ in 0..<open.reduce(0, { $0 + $1.effects }) { composer.close() }
    }

    private func add(_ index: Int, to composer: inout ListComposer, at moment: SceneTime) {
        let node = shown(index, at: moment.time)
        if let content = motions[index].content, content.end > moment.nodes { return content.add(node, to: &composer, at: moment) }
        composer.open(node)
        addChildren(of: index, to: &composer, at: moment)
        composer.close()
    }

    private func addDepartures(at anchor: Anchor, to composer: inout ListComposer, at moment: SceneTime) {
        for departure in departures where departure.anchor == anchor && departure.motion.end > moment.nodes {
            let effects = departure.motion.effects(at: moment)
            composer.departs()
            composer.open(effects, around: DisplayNode(id: departure.nodes[0].id, frame: departure.motion.frame))
            composer.add(departure.nodes)
            for _ in effects { composer.close() }
        }
    }

    private func shown(_ index: Int, at time: TimeInterval) -> DisplayNode {
        guard let frame = motions[index].numbers?.frame(at: time), frame.isAnimating else { return list.nodes[index] }
        return list.nodes[index].with(frame.value)
    }

    /// The nodes that are drawn for one without nodes in it, while its content changes.
    private func drawn(_ index: Int, at time: TimeInterval) -> [DisplayNode] {
        var composer = ListComposer(like: list)
        add(index, to: &composer, at: SceneTime(time))
        // Contents that change again and again would pile up.
        let nodes = composer.list.nodes.count > Self.mostNodesOfContent ? [shown(index, at: time)] : composer.list.nodes
        return nodes.map(\.picture)
    }

    /// Room for several characters that roll, or for some contents that fade.
    private static let mostNodesOfContent = 128

    /// When the next frame differs from that at `time`: `time` itself while something moves; nil: not before the list's next tick.
    public func nextChange(after time: TimeInterval) -> TimeInterval? {
        let moving = motions.lazy.compactMap { $0.nextChange(after: time) } + arrivals.compactMap { $0.motion.nextChange(after: time) }
        let leaving = departures.compactMap { $0.motion.nextChange(after: time) } + fadingEffects.compactMap { $0.numbers.nextChange(after: time) }
        return (moving + leaving).min()
    }

    /// When the last motion ends, or has ended; nil: there was none.
    public var end: TimeInterval? {
        let ends = motions.flatMap { [$0.numbers?.end, $0.content?.end].compactMap(\.self) } + (arrivals.map(\.motion) + departures.map(\.motion)).map(\.end)
            + fadingEffects.map(\.end)
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
