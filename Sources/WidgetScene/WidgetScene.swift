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

    public var options: Options { didSet { if options.isAlwaysOn { reset() } } }
    /// The last list; nil: nothing has been shown.
    private var current: SceneList?
    private var motions: [NodeMotion] = []
    private var views = ViewMotions()
    private var fadingEffects: [FadingEffect] = []
    private var animators = AnimatorStates()

    public init(options: Options = Options()) { self.options = options }

    // MARK: Changes

    /// Shows a view from a moment on, with the phases and along the keyframes of its animators.
    /// - Parameters:
    ///   - archive: with the variant that is shown.
    ///   - animation: of changes for which no rule holds; nil: they jump.
    ///   - layOut: makes the list of an archive, for what is shown in the end, and for each frame of keyframes until then.
    /// - Returns: the list without any motion.
    @discardableResult public func show(
        _ archive: ViewArchive, at time: TimeInterval, animation: ViewAnimation? = ViewAnimation(.automatic), layOut: (ViewArchive) -> DisplayList
    ) -> DisplayList {
        let frames = animators.take(archive)
        let shown = animators.shown(archive)
        let list = layOut(shown)
        var keyframes: [Int: NodeKeyframes] = [:]
        if current != nil, !options.isAlwaysOn, !options.reducesMotion, var recording = KeyframeRecording(to: list, frames: frames) {
            keyframes = recording.play(from: time) { layOut(animators.shown(archive, frame: $0)) }
        }
        show(shown, list, keyframes, at: time, animation)
        return list
    }

    /// Shows a list from a moment on. The list of the same archive at another moment, such as the next tick of a clock, is shown at once.
    /// - Parameters:
    ///   - archive: with the variant that the list was made of.
    ///   - animation: of changes for which no rule holds; nil: they jump.
    public func show(_ archive: ViewArchive, _ next: DisplayList, at time: TimeInterval, animation: ViewAnimation? = ViewAnimation(.automatic)) {
        show(archive, next, [:], at: time, animation)
    }

    private func show(
        _ archive: ViewArchive, _ next: DisplayList, _ keyframes: [Int: NodeKeyframes], at time: TimeInterval, _ animation: ViewAnimation?
    ) {
        let next = SceneList(archive, next)
        let goesOn = takeOver(next, keyframes, at: time, animation)
        current = next
        if !goesOn { reset() }
    }

    /// Makes what moves that of a list which is shown next.
    /// - Returns: whether anything may move; otherwise the list is shown as it is.
    private func takeOver(_ next: SceneList, _ keyframes: [Int: NodeKeyframes], at time: TimeInterval, _ animation: ViewAnimation?) -> Bool {
        guard let current, !options.isAlwaysOn, current.list.size == next.list.size else { return false }
        if current.archive == next.archive, keyframes.isEmpty { return keep(current.list, next, at: time) }
        change(from: current, to: next, ArchiveChanges(from: current.archive, to: next.archive, animation: animation), keyframes, at: time)
        return true
    }

    /// Nothing moves any more.
    private func reset() {
        motions = Array(repeating: NodeMotion(), count: current?.list.nodes.count ?? 0)
        (views, fadingEffects) = (ViewMotions(), [])
    }

    /// Takes over what moves, if the nodes are the same. The digits of a text with numbers roll at each tick of its clock.
    /// - Returns: whether they are.
    private func keep(_ old: DisplayList, _ new: SceneList, at time: TimeInterval) -> Bool {
        let next = new.list
        guard next.nodes.count == old.nodes.count, zip(next.nodes, old.nodes).allSatisfy({ $0.id == $1.id && $0.end == $1.end }) else { return false }
        let transitions = options.reducesMotion ? [:] : new.archive.contentTransitions.filter(\.value.isNumeric)
        for index in next.nodes.indices {
            let (node, past) = (next.nodes[index], old.nodes[index])
            if let transition = transitions[node.id.node], case .text(let text) = node.content, case .text(let before) = past.content, text != before {
                let transition = ContentTransition(transition)
                motions[index] = motion(from: index, of: old, to: node, transition, previous: transition, .default, at: time)
                continue
            }
            guard let numbers = motions[index].numbers else { continue }
            guard node.isLike(past) else {
                motions[index].numbers = nil
                continue
            }
            numbers.set(node.vector, at: time, transaction: Transaction(animation: nil))
        }
        return true
    }

    private func change(
        from old: SceneList, to next: SceneList, _ changes: ArchiveChanges, _ keyframes: [Int: NodeKeyframes], at time: TimeInterval
    ) {
        let indices = Dictionary(old.keys.enumerated().map { ($1, $0) }) { first, _ in first }
        var modifiers: [DisplayID: ViewAnimation?] = [:]
        for change in changes.changes {
            guard case .modifiers(let places) = change.kind else { continue }
            for place in places { modifiers[DisplayID(node: change.node, part: place + 1)] = .some(change.animation) }
        }
        let (before, after) = (old.archive.contentTransitions, next.archive.contentTransitions)
        var motions = Array(repeating: NodeMotion(), count: next.list.nodes.count)
        for (index, key) in next.keys.enumerated() {
            let node = next.list.nodes[index]
            let archived = modifiers[node.id] ?? changes.placements[node.id.node] ?? changes.animation
            let animation = archived.map { Animation($0) }
            guard let past = indices[key] else {
                if modifiers[node.id] != nil { motions[index].numbers = appearing(node, animation, at: time) }
                continue
            }
            if let own = keyframes[index] {
                motions[index] = follow(own, from: past, of: old.list, to: node, animation, at: time)
                continue
            }
            let transition = after[node.id.node].map { ContentTransition($0) } ?? .automatic
            let previous = before[node.id.node].map { ContentTransition($0) }
            motions[index] = motion(from: past, of: old.list, to: node, transition, previous: previous, animation, at: time)
        }
        fade(changes, from: old, to: next, at: time)
        views.change(changes, from: old, to: next, options, at: time) { shown($0, at: time) }
        self.motions = motions
    }

    /// A node that keyframes move. It goes over to them from where it is seen.
    private func follow(
        _ keyframes: NodeKeyframes, from past: Int, of list: DisplayList, to node: DisplayNode, _ animation: Animation?, at time: TimeInterval
    ) -> NodeMotion {
        guard node.isLike(list.nodes[past]) else { return NodeMotion(keyframes: keyframes) }
        let (seen, end) = (shown(past, at: time).vector - keyframes.offset(at: time), node.vector)
        guard seen != end else { return NodeMotion(keyframes: keyframes) }
        let numbers = Animator(seen, limit: AnimatorLimits.widget)
        numbers.set(end, at: time, transaction: Transaction(animation: animation))
        return NodeMotion(numbers: numbers, keyframes: keyframes)
    }

    /// A node that is in both lists.
    private func motion(
        from past: Int, of list: DisplayList, to node: DisplayNode, _ transition: ContentTransition, previous: ContentTransition?, _ animation: Animation?,
        at time: TimeInterval
    ) -> NodeMotion {
        var motion = motions[past]
        if let end = motion.keyframes?.end, end <= time { motion.keyframes = nil }
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
    private func fade(_ changes: ArchiveChanges, from old: SceneList, to next: SceneList, at time: TimeInterval) {
        fadingEffects = fadingEffects.compactMap { fading in
            var fading = fading
            guard fading.end > time, !next.list.nodes.contains(where: { $0.id == fading.id }),
                let range = next.list.range(of: fading.id.node, within: fading.id.part, in: next.archive)
            else { return nil }
            fading.range = range
            return fading
        }
        guard !options.reducesMotion else { return }
        let staying = Set(next.keys)
        for (index, node) in old.list.nodes.enumerated() where node.effect != nil && !staying.contains(old.keys[index]) {
            guard let archived = changes.placements[node.id.node] ?? nil, node.id.part < DisplayID.firstControlPart,
                let range = next.list.range(of: node.id.node, within: node.id.part, in: next.archive)
            else { continue }
            if let fading = FadingEffect(node, around: range, numbers: motions[index].numbers, Animation(archived), at: time) { fadingEffects.append(fading) }
        }
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

    private var list: DisplayList { current?.list ?? DisplayList(size: .zero, scale: 1) }

    private func compose(at moment: SceneTime) -> ListComposer {
        var composer = ListComposer(like: list)
        addChildren(of: nil, to: &composer, at: moment)
        return composer
    }

    private func addChildren(of parent: Int?, to composer: inout ListComposer, at moment: SceneTime) {
        guard let current else { return }
        let (list, keys, outer) = (current.list, current.keys, parent.map { current.keys[$0] })
        views.addDepartures(in: outer, after: nil, to: &composer, at: moment)
        // Where the views end that have effects for the moment, and how many.
        var open: [(end: Int, effects: Int)] = []
        for child in list.children(of: parent) {
            open += views.open(list.nodes[child], at: child, to: &composer, at: moment)
            for fading in fadingEffects where fading.range.lowerBound == child && fading.end > moment.nodes {
                composer.open(fading.node(at: moment.time))
                open.append((fading.range.upperBound, 1))
            }
            add(child, to: &composer, at: moment)
            while let last = open.last, last.end <= list.nodes[child].end {
                for _ in 0..<last.effects { composer.close() }
                open.removeLast()
            }
            views.addDepartures(in: outer, after: keys[child], to: &composer, at: moment)
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

    private func shown(_ index: Int, at time: TimeInterval) -> DisplayNode {
        motions[index].shown(list.nodes[index], at: time)
    }

    /// The nodes that are drawn for one without nodes in it, while its content changes.
    private func drawn(_ index: Int, at time: TimeInterval) -> [DisplayNode] {
        var composer = ListComposer(like: list)
        add(index, to: &composer, at: SceneTime(time))
        // Contents that change again and again would pile up.
        let nodes = composer.list.nodes.count > Self.mostNodesOfContent ? [shown(index, at: time)] : composer.list.nodes
        return nodes.map(\.drawnOnly)
    }

    /// Room for several characters that roll, or for some contents that fade.
    private static let mostNodesOfContent = 128

    /// When the next frame differs from that at `time`: `time` itself while something moves; nil: not before the list's next tick.
    public func nextChange(after time: TimeInterval) -> TimeInterval? {
        let nodes = motions.lazy.compactMap { $0.nextChange(after: time) }.min()
        let effects = fadingEffects.compactMap { $0.numbers.nextChange(after: time) }.min()
        return [nodes, effects, views.nextChange(after: time)].compactMap(\.self).min()
    }

    /// When the last motion ends, or has ended; nil: there was none.
    public var end: TimeInterval? {
        let ends = motions.flatMap(\.ends) + views.ends + fadingEffects.map(\.end)
        return ends.filter(\.isFinite).max()
    }
}

extension ViewContentTransition {
    fileprivate var isNumeric: Bool {
        switch self {
        case .numericText, .numericTextUp, .numericTextDown: true
        default: false
        }
    }
}
