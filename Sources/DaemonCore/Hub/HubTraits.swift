import Synchronization
import TTRPC
package import WidgetAPI
package import WidgetCore
import WidgetPeers

/// Tells the hub for which surfaces of this machine it needs views.
///
/// A hub learns a surface's traits from its watch. So for each sort of surface here there is one more watch at the hub, without credit, on which the hub sends
/// nothing. Any thread may use it.
package final class HubTraits: Sendable {
    private struct Watched {
        var surfaces = 0
        var stream: Task<Void, Never>?
    }

    private let link: HubLink
    private let state = Mutex<[[UInt8]: Watched]>([:])

    init(link: HubLink) { self.link = link }

    /// A surface with these traits begins to watch, or ends.
    /// - Throws: INVALID_ARGUMENT for unknown traits.
    package func shows(_ proto: ProtoViewTraits, isThere: Bool) throws(WidgetError) {
        _ = try ViewTraits(proto, field: "traits")
        let key = try proto.encoded()
        state.withLock { state in
            var watched = state[key] ?? Watched()
            watched.surfaces += isThere ? 1 : -1
            if watched.surfaces == 0 { watched.stream?.cancel() }
            state[key] = watched.surfaces > 0 ? watched : nil
            // A hub keeps no more sorts of surfaces, and a link has a limit of streams.
            let room = DaemonCoreLimits.knownSurfaces - state.values.count { $0.stream != nil }
            for key in state.filter({ $0.value.stream == nil }).keys.sorted(by: { $0.lexicographicallyPrecedes($1) }).prefix(max(room, 0)) {
                state[key]?.stream = (try? ProtoViewTraits(serializedBytes: key)).map(watch)
            }
        }
    }

    /// A hub is linked anew.
    func reconnect() {
        state.withLock { state in
            for (key, watched) in state where watched.stream != nil {
                watched.stream?.cancel()
                state[key]?.stream = (try? ProtoViewTraits(serializedBytes: key)).map(watch)
            }
        }
    }

    private func watch(_ traits: ProtoViewTraits) -> Task<Void, Never> {
        Task { [link] in
            guard let client = link.connection?.client, let stream = try? await client.stream(service: "widgetd.v1.Widgets", method: "Watch", sendsMore: true),
                let request = try? ProtoWatchRequest.with({ ($0.traits, $0.creditMessages, $0.registered) = (traits, 1, true) }).encoded()
            else { return }
            stream.post(request)
            // One event comes, and then nothing for want of credit.
            var events = stream.makeAsyncIterator()
            while (try? await events.next()) != nil {}
        }
    }
}

/// The traits of the surfaces that watch on this machine, for the hubs of all spaces. Any thread may use it.
package final class SpaceTraits: Sendable {
    private struct State {
        /// How many watches have traits, by their encoding.
        var watches: [[UInt8]: Int] = [:]
        var spaces: [String: HubTraits] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// A watch with these traits begins or ends.
    package func watch(_ traits: ProtoViewTraits, isThere: Bool) {
        guard let key = try? traits.encoded() else { return }
        state.withLock { state in
            let count = state.watches[key, default: 0] + (isThere ? 1 : -1)
            state.watches[key] = count > 0 ? count : nil
            for space in state.spaces.values { try? space.shows(traits, isThere: isThere) }
        }
    }

    /// A space has come, or gone.
    package func set(_ space: String, _ traits: HubTraits?) {
        state.withLock { state in
            state.spaces[space] = traits
            for (key, count) in state.watches {
                guard let traits, let proto = try? ProtoViewTraits(serializedBytes: key) else { continue }
                for _ in 0..<count { try? traits.shows(proto, isThere: true) }
            }
        }
    }
}
