import Foundation
import Motion
import MotionArchive
import WidgetCore
import WidgetLayout

/// The views that come and leave.
struct ViewMotions {
    private var arrivals: [Arrival] = []
    private var departures: [Departure] = []

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

    // MARK: Changes

    /// - Parameters:
    ///   - shown: a node of the old list as it is drawn at the time.
    mutating func change(
        _ changes: ArchiveChanges, from old: SceneList, to new: SceneList, _ options: WidgetScene.Options, at time: TimeInterval, shown: (Int) -> DisplayNode
    ) {
        let coming = arrivals
        arrivals = arrivals.compactMap { arrival in
            guard arrival.motion.end > time, let range = new.range(of: arrival.view) else { return nil }
            return Arrival(view: arrival.view, motion: arrival.motion, range: range)
        }
        depart(changes, coming, from: old, to: new, options, at: time, shown: shown)
        arrive(changes, from: old, to: new, options, at: time)
    }

    private mutating func arrive(
        _ changes: ArchiveChanges, from old: SceneList, to new: SceneList, _ options: WidgetScene.Options, at time: TimeInterval
    ) {
        for change in changes.changes {
            guard case .insertion(let transition) = change.kind, let range = new.range(of: change.node) else { continue }
            let animation = change.animation.map { Animation($0) }
            // A view that comes back goes the way back.
            if let leaving = departures.firstIndex(where: { $0.view == change.node }) {
                let motion = departures.remove(at: leaving).motion
                motion.turn(animation, at: time)
                arrivals.append(Arrival(view: change.node, motion: motion, range: range))
                continue
            }
            let frame = new.list.nodes[range].frame
            let key = new.archive.matchedKey(of: change.node)
            let partner = MatchedViews(old.archive, old.list).frame(of: key).map { place in key.map { frame.matched(to: place, by: $0) } ?? place }
            let match = partner.map { ViewMotion.Match(start: $0, end: frame) }
            arrivals.append(
                Arrival(
                    view: change.node,
                    motion: ViewMotion(
                        transition, options, comes: true, isSymbol: new.list.nodes[range].areSymbols, frame: frame, animation: animation, match: match,
                        at: time),
                    range: range))
        }
    }

    /// - Parameter coming: the views that came before the change.
    private mutating func depart(
        _ changes: ArchiveChanges, _ coming: [Arrival], from old: SceneList, to new: SceneList, _ options: WidgetScene.Options, at time: TimeInterval,
        shown: (Int) -> DisplayNode
    ) {
        departures.removeAll { $0.motion.end <= time }
        let (list, keys, staying, parents) = (old.list, old.keys, Set(new.keys), old.list.parents)
        /// The nearest place that is in the new list too.
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
            guard case .removal(let transition) = change.kind, let range = old.range(of: change.node) else { continue }
            let animation = change.animation.map { Animation($0) }
            var nodes = range.map { shown($0).drawnOnly }
            for index in nodes.indices { nodes[index].end -= range.lowerBound }
            let frame = nodes.frame
            let motion: ViewMotion
            if let arrival = coming.first(where: { $0.view == change.node && $0.motion.end > time }) {
                motion = arrival.motion
                motion.turn(animation, at: time)
            } else {
                let key = old.archive.matchedKey(of: change.node)
                let partner = MatchedViews(new.archive, new.list).frame(of: key).map { place in key.map { frame.matched(to: place, by: $0) } ?? place }
                let match = partner.map { ViewMotion.Match(start: frame, end: $0) }
                motion = ViewMotion(
                    transition, options, comes: false, isSymbol: nodes.areSymbols, frame: frame, animation: animation, match: match, at: time)
            }
            departures.append(Departure(view: change.node, motion: motion, nodes: nodes, anchor: anchor(range.lowerBound)))
        }
        // Entries that follow each other quickly must not pile up.
        while departures.reduce(0, { $0 + $1.nodes.count }) > Limits.nodesPerArchive { departures.removeFirst() }
    }

    // MARK: Frames

    /// Opens the effects around a view that comes, if its first node is this one.
    /// - Returns: the end of each view, and how many effects were opened.
    func open(_ node: DisplayNode, at index: Int, to composer: inout ListComposer, at moment: SceneTime) -> [(end: Int, effects: Int)] {
        arrivals.filter { $0.range.lowerBound == index }.map { arrival in
            let effects = arrival.motion.effects(at: moment)
            composer.open(effects, around: DisplayNode(id: node.id, frame: arrival.motion.frame))
            return (arrival.range.upperBound, effects.count)
        }
    }

    /// Adds the views that leave from a place.
    func addDepartures(in parent: NodeKey?, after previous: NodeKey?, to composer: inout ListComposer, at moment: SceneTime) {
        guard !departures.isEmpty else { return }
        let anchor = Anchor(parent: parent, previous: previous)
        for departure in departures where departure.anchor == anchor && departure.motion.end > moment.nodes {
            let effects = departure.motion.effects(at: moment)
            composer.departs()
            composer.open(effects, around: DisplayNode(id: departure.nodes[0].id, frame: departure.motion.frame))
            composer.add(departure.nodes)
            for _ in effects { composer.close() }
        }
    }

    private var all: [ViewMotion] { arrivals.map(\.motion) + departures.map(\.motion) }

    /// When something moves next; nil: never again.
    func nextChange(after time: TimeInterval) -> TimeInterval? { all.compactMap { $0.nextChange(after: time) }.min() }

    /// When each motion is over.
    var ends: [TimeInterval] { all.map(\.end) }
}
