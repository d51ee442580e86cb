import Synchronization
import WidgetAPI
import WidgetCore

/// The traits of the surfaces that watch on this machine, for the hubs of all spaces. Any thread may use it.
final class SpaceTraits: Sendable {
    private struct State {
        /// How many watches have traits, by their encoding.
        var watches: [[UInt8]: Int] = [:]
        var spaces: [String: HubTraits] = [:]
    }

    private let state = Mutex(State())

    /// A watch with these traits begins or ends.
    func watch(_ traits: ProtoViewTraits, isThere: Bool) {
        guard let key = try? traits.encoded() else { return }
        state.withLock { state in
            let count = state.watches[key, default: 0] + (isThere ? 1 : -1)
            state.watches[key] = count > 0 ? count : nil
            for space in state.spaces.values { try? space.shows(traits, isThere: isThere) }
        }
    }

    /// A space has come, or gone.
    func set(_ space: String, _ traits: HubTraits?) {
        state.withLock { state in
            state.spaces[space] = traits
            for (key, count) in state.watches {
                guard let traits, let proto = try? ProtoViewTraits(serializedBytes: key) else { continue }
                for _ in 0..<count { try? traits.shows(proto, isThere: true) }
            }
        }
    }
}
