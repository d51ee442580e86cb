import Foundation
import Motion
import WidgetCore
import WidgetLayout

/// The motion from one content of a node to another: both fade, or the characters that differ roll. The same words in another font grow or shrink.
final class ContentMotion {
    /// The node as it was when its content changed, and what was drawn for it.
    private let old: DisplayNode
    private let drawn: [DisplayNode]
    private let transition: ContentTransition
    /// Both contents go from the old place to the new one; otherwise each stays where it is.
    private let moves: Bool
    /// The words stay, and their font changes.
    private let grows: Bool
    private let progress = Animator(0.0, limit: AnimatorLimits.widget)
    private let roll: CharacterRoll?

    /// Nil: the new content is there at once.
    init?(
        from old: DisplayNode, drawn: [DisplayNode], to new: DisplayNode, _ transition: ContentTransition, previous: ContentTransition?,
        animation: Animation?, moves: Bool,
        at time: TimeInterval
    ) {
        let kind: TransitionContent =
            switch new.content {
            case .text: .text
            case .picture: .image
            case .shape(let shape): shape.symbol.isEmpty ? .other : .symbol
            case nil: .other
            }
        (self.old, self.drawn, self.moves) = (old, drawn, moves)
        grows = moves && old.hasWords(of: new) && [.automatic, .interpolate].contains(transition)
        self.transition = grows ? .opacity : transition.resolved(for: kind, isWidget: true)
        guard var animation, self.transition != .identity else { return nil }
        if case .symbolEffect(_, let options) = self.transition.kind { animation = animation.speed(options.speedMultiplier) }
        roll = CharacterRoll(from: old, to: new, self.transition, previous: previous, animation: animation, at: time)
        progress.set(1, at: time, transaction: Transaction(animation: animation))
    }

    var end: TimeInterval { max(progress.end ?? -.infinity, roll?.end ?? -.infinity) }

    func nextChange(after time: TimeInterval) -> TimeInterval? {
        [progress.nextChange(after: time), roll?.nextChange(after: time)].compactMap(\.self).min()
    }

    /// Adds both contents to a list.
    /// - Parameter new: the node as it is drawn at the time.
    func add(_ new: DisplayNode, to list: inout ListComposer, at moment: SceneTime) {
        if let roll { return roll.add(new, to: &list, at: moment) }
        let part = progress.frame(at: moment.time).value
        let frame = transition.frame(at: part)
        // A text keeps its side: its lines are aligned anew in another room.
        let way = !moves ? 0 : new.frame.midY - old.frame.midY
        func moved(_ distance: Double) -> [DisplayEffect] { way == 0 ? [] : [.transform(.translation(x: 0, y: distance))] }
        func grown(_ own: Rect) -> [DisplayEffect] { [.transform(.mapping(own, to: old.frame.interpolated(towards: new.frame, by: part)))] }
        func effects(_ effects: TransitionEffects, in frame: Rect) -> [DisplayEffect] { effects.displayEffects(in: frame, all: moment.hasAllEffects) }
        if let before = frame.old ?? (moment.hasAllEffects ? transition.frame(at: 1 - 1e-9).old : nil) {
            let effects = (grows ? grown(old.frame) : moved(way * part)) + effects(before, in: old.frame)
            list.departs()
            list.open(effects, around: old)
            list.add(drawn)
            for _ in effects { list.close() }
        }
        list.add(new, within: (grows ? grown(new.frame) : moved(way * (part - 1))) + effects(frame.new, in: new.frame))
    }
}

extension DisplayNode {
    /// Both draw the same words in one line.
    fileprivate func hasWords(of other: DisplayNode) -> Bool {
        guard case .text(let text) = content, case .text(let others) = other.content, text.lines.count == 1, others.lines.count == 1 else { return false }
        return text.plainText == others.plainText && frame.size.height > 0 && other.frame.size.height > 0
    }
}

/// The characters of a number that roll where it becomes another.
private struct CharacterRoll {
    private struct Glyph {
        let old: DisplayNode?
        let new: DisplayNode?
        /// Where it comes from, or leaves to.
        let effects: TransitionEffects
        let progress: Animator<Double>
    }

    private let glyphs: [Glyph]

    /// Nil: the transition is another one, or the texts aren't single lines of characters.
    init?(
        from old: DisplayNode, to new: DisplayNode, _ transition: ContentTransition, previous: ContentTransition?, animation: Animation?, at time: TimeInterval
    ) {
        guard let (before, after) = Self.lines(old, new) else { return nil }
        let texts = (before.runs.map(\.text).joined(), after.runs.map(\.text).joined())
        guard let plan = transition.numericTextPlan(from: texts.0, to: texts.1, previous: previous) else { return nil }
        glyphs = plan.glyphs.map { glyph in
            let progress = Animator(0.0, limit: AnimatorLimits.widget)
            progress.set(1, at: time, transaction: Transaction(animation: animation?.delay(glyph.delay)))
            return Glyph(
                old: glyph.oldIndex.map { Self.node(before.runs[$0], before.baseline, of: old) },
                new: glyph.newIndex.map { Self.node(after.runs[$0], after.baseline, of: new) },
                effects: plan.effects(of: glyph, lineHeight: new.frame.size.height), progress: progress)
        }
    }

    /// The one line of each text, with a run for each character.
    private static func lines(_ old: DisplayNode, _ new: DisplayNode) -> (DisplayText.Line, DisplayText.Line)? {
        func line(_ node: DisplayNode) -> DisplayText.Line? {
            guard case .text(let text) = node.content, text.lines.count == 1, text.lines[0].runs.allSatisfy({ $0.text.count == 1 }) else { return nil }
            return text.lines[0]
        }
        guard let before = line(old), let after = line(new) else { return nil }
        return (before, after)
    }

    private static func node(_ run: DisplayText.Run, _ baseline: Double, of node: DisplayNode) -> DisplayNode {
        DisplayNode(
            id: node.id, frame: Rect(x: run.x, y: node.frame.minY, width: run.width, height: node.frame.size.height),
            content: .text(DisplayText(lines: [DisplayText.Line(baseline: baseline, runs: [run])])))
    }

    var end: TimeInterval { glyphs.compactMap(\.progress.end).max() ?? -.infinity }

    func nextChange(after time: TimeInterval) -> TimeInterval? { glyphs.compactMap { $0.progress.nextChange(after: time) }.min() }

    func add(_ new: DisplayNode, to list: inout ListComposer, at moment: SceneTime) {
        // The text as a whole may move at the same time.
        var shift = Point.zero
        if let first = glyphs.compactMap(\.new).first, case .text(let text) = new.content, case .text(let own) = first.content,
            let shown = text.lines.first?.runs.first, let run = own.lines.first?.runs.first, shown.text == run.text
        {
            shift = Point(x: shown.x - run.x, y: (text.lines.first?.baseline ?? 0) - (own.lines.first?.baseline ?? 0))
        }
        let move: [DisplayEffect] = shift == .zero && !moment.hasAllEffects ? [] : [.transform(.translation(x: shift.x, y: shift.y))]
        for glyph in glyphs {
            let part = glyph.progress.frame(at: moment.time).value
            switch (glyph.old, glyph.new) {
            case (let old?, let new?):
                let moved = old.isLike(new) ? new.with(old.vector.interpolated(towards: new.vector, amount: part)) : new
                list.add(moved, within: move)
            case (let old?, nil):
                let effects = TransitionEffects.identity.interpolated(towards: glyph.effects, by: part).clamped
                guard part < 1 || moment.hasAllEffects else { continue }
                list.departs()
                list.add(old, within: effects.displayEffects(in: old.frame, all: moment.hasAllEffects))
            case (nil, let new?):
                let effects = glyph.effects.interpolated(towards: .identity, by: part).clamped
                list.add(new, within: move + effects.displayEffects(in: new.frame, all: moment.hasAllEffects))
            case (nil, nil): break
            }
        }
    }
}
