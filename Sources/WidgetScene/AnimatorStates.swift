import WidgetCore

/// The animators of a widget's views on one surface: the phase that each shows, and the keyframes that it has played.
struct AnimatorStates {
    private struct Key: Hashable {
        let node: NodeID
        /// Among the animators of the node.
        let number: Int
    }

    private struct State {
        var trigger: [UInt8]
        /// How often the trigger has changed.
        var changes = 0
        /// Whether it has with this entry.
        var isNew = false
    }

    private var states: [Key: State] = [:]

    /// Takes the triggers of an entry over. An animator that wasn't there waits for the first change of its trigger.
    /// - Returns: how many frames of ``SceneMotion/rate`` the keyframes have that begin with the entry.
    mutating func take(_ archive: ViewArchive) -> Int {
        var (next, frames): ([Key: State], Int) = ([:], 0)
        for node in archive.nodes {
            guard let id = node.id else { continue }
            let animators = node.modifiers.compactMap { if case .animator(let animator) = $0 { animator } else { nil } }
            for (number, animator) in animators.enumerated() {
                let key = Key(node: id, number: number)
                var state = states[key] ?? State(trigger: animator.trigger)
                state.isNew = state.trigger != animator.trigger
                if state.isNew {
                    state.trigger = animator.trigger
                    state.changes += 1
                    frames = max(frames, animator.keyframes(state.changes)?.count ?? 0)
                }
                next[key] = state
            }
        }
        states = next
        return frames
    }

    /// The entry that was taken over last, in the states of its animators and without these.
    /// - Parameter frame: of the keyframes that begin with it; nil: the last one.
    func shown(_ archive: ViewArchive, frame: Int? = nil) -> ViewArchive {
        var shown = archive
        for (index, node) in archive.nodes.enumerated() where node.modifiers.contains(where: \.isAnimator) {
            var (modifiers, number): ([ViewModifier], Int) = ([], 0)
            for modifier in node.modifiers {
                guard case .animator(let animator) = modifier else {
                    modifiers.append(modifier)
                    continue
                }
                defer { number += 1 }
                let state = node.id.flatMap { states[Key(node: $0, number: number)] }
                guard let replaced = animator.modifiers(after: state?.changes ?? 0, frame: state?.isNew == true ? frame : nil) else { continue }
                modifiers.removeLast(min(animator.modifiers, modifiers.count))
                modifiers += replaced
            }
            shown.nodes[index].modifiers = modifiers
        }
        return shown
    }
}

extension ViewModifier {
    fileprivate var isAnimator: Bool { if case .animator = self { true } else { false } }
}

extension ViewAnimator {
    /// The keyframes that a change of the trigger plays.
    /// - Parameter changes: the change's number, from 1.
    fileprivate func keyframes(_ changes: Int) -> [[ViewModifier]]? {
        guard case .keyframes(let first, let later) = kind, changes > 0 else { return nil }
        return changes == 1 ? first : later
    }

    /// The modifiers after so many changes of the trigger; nil: those that stand in the archive.
    /// - Parameter frame: of the keyframes; nil: the last one.
    fileprivate func modifiers(after changes: Int, frame: Int?) -> [ViewModifier]? {
        if let keyframes = keyframes(changes) { return keyframes[min(frame ?? .max, keyframes.count - 1)] }
        guard case .phases(let phases) = kind, !phases.isEmpty else { return nil }
        let index = changes % phases.count
        // The change to a phase is animated as the phase says, and nothing else is.
        let rule = AnimationRule(digest: [UInt8(index)], animation: phases[index].animation, modifiers: phases[index].modifiers.count)
        return phases[index].modifiers + [.animation(rule)]
    }
}
