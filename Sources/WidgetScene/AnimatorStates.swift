import WidgetCore

/// The animators of a widget's views on one surface: the phase that each shows, and the keyframes that it has played.
struct AnimatorStates {
    /// An archive as it is shown.
    struct Pose {
        /// Without animators.
        let archive: ViewArchive
        /// As it is at each frame of ``SceneMotion/rate`` until then; none: no keyframes are played.
        let keyframes: [ViewArchive]
    }

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
    mutating func pose(_ archive: ViewArchive) -> Pose {
        guard archive.nodes.contains(where: { $0.modifiers.contains(where: \.isAnimator) }) else {
            states = [:]
            return Pose(archive: archive, keyframes: [])
        }
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
        return Pose(archive: posed(archive, frame: nil), keyframes: (0..<frames).map { posed(archive, frame: $0) })
    }

    /// - Parameter frame: the frame of the keyframes that begin with this entry; nil: the last one.
    private func posed(_ archive: ViewArchive, frame: Int?) -> ViewArchive {
        var posed = archive
        for (index, node) in archive.nodes.enumerated() where node.modifiers.contains(where: \.isAnimator) {
            var (modifiers, number): ([ViewModifier], Int) = ([], 0)
            for modifier in node.modifiers {
                guard case .animator(let animator) = modifier else {
                    modifiers.append(modifier)
                    continue
                }
                defer { number += 1 }
                let state = node.id.flatMap { states[Key(node: $0, number: number)] }
                guard let shown = animator.modifiers(after: state?.changes ?? 0, frame: state?.isNew == true ? frame : nil) else { continue }
                modifiers.removeLast(min(animator.modifiers, modifiers.count))
                modifiers += shown
            }
            posed.nodes[index].modifiers = modifiers
        }
        return posed
    }
}

extension ViewModifier {
    fileprivate var isAnimator: Bool { if case .animator = self { true } else { false } }
}

extension ViewAnimator {
    /// The keyframes that a change of the trigger plays.
    /// - Parameter changes: the change's number, from 1.
    fileprivate func keyframes(_ changes: Int) -> [[ViewModifier]]? {
        guard case .keyframes(let first, let later) = course, changes > 0 else { return nil }
        return changes == 1 ? first : later
    }

    /// The modifiers after so many changes of the trigger; nil: those that stand in the archive.
    /// - Parameter frame: of the keyframes; nil: the last one.
    fileprivate func modifiers(after changes: Int, frame: Int?) -> [ViewModifier]? {
        if let keyframes = keyframes(changes) { return keyframes[min(frame ?? .max, keyframes.count - 1)] }
        guard case .phases(let phases) = course, !phases.isEmpty else { return nil }
        let index = changes % phases.count
        // The change to a phase is animated as the phase says, and nothing else is.
        let rule = AnimationRule(digest: [UInt8(index)], animation: phases[index].animation, modifiers: phases[index].modifiers.count)
        return phases[index].modifiers + [.animation(rule)]
    }
}
