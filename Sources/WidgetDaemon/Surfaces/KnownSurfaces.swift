import DaemonCore
import Synchronization
import WidgetCore
import WidgetStore

/// The traits of the surfaces that show something here, or did within ``DaemonLimits/surfaceMemory``. Providers make views for each of them.
final class KnownSurfaces: Sendable {
    /// The change that ``note(_:at:)`` made.
    enum Change: Equatable {
        /// These traits are new.
        case new
        /// They were known, and their date must be written again.
        case seenAgain
    }

    private struct State {
        /// In the order in which they were first seen.
        var surfaces: [StoredSurface]
        /// How many watches show something on a surface with these traits now.
        var watches: [ViewTraits: Int] = [:]
    }

    private let state: Mutex<State>

    init(_ stored: [StoredSurface] = [], at date: Timestamp) {
        state = Mutex(State(surfaces: Array(stored.filter { date < $0.seenAt + DaemonLimits.surfaceMemory }.prefix(DaemonCoreLimits.knownSurfaces))))
    }

    var stored: [StoredSurface] { state.withLock(\.surfaces) }
    var traits: [ViewTraits] { state.withLock { $0.surfaces.map(\.traits) } }

    /// A watch begins or ends. A surface with a watch is never replaced by another one.
    func watch(_ traits: ViewTraits, isThere: Bool) {
        state.withLock { state in
            let count = (state.watches[traits] ?? 0) + (isThere ? 1 : -1)
            state.watches[traits] = count > 0 ? count : nil
        }
    }

    /// Whether a surface with these traits needs no ``note(_:at:)``.
    func isFresh(_ traits: ViewTraits, at date: Timestamp) -> Bool {
        state.withLock { $0.surfaces.contains { $0.traits == traits && date < $0.seenAt + DaemonLimits.surfaceNoteInterval } }
    }

    /// A surface with these traits shows something. If there are too many, the one without a watch that was seen longest ago is forgotten.
    /// - Returns: nil: nothing has changed, perhaps because all others have a watch.
    func note(_ traits: ViewTraits, at date: Timestamp) -> Change? {
        state.withLock { state in
            if let index = state.surfaces.firstIndex(where: { $0.traits == traits }) {
                guard date >= state.surfaces[index].seenAt + DaemonLimits.surfaceNoteInterval else { return nil }
                state.surfaces[index].seenAt = date
                return .seenAgain
            }
            if state.surfaces.count >= DaemonCoreLimits.knownSurfaces {
                let unseen = state.surfaces.indices.filter { state.watches[state.surfaces[$0].traits] == nil }
                guard let oldest = unseen.min(by: { state.surfaces[$0].seenAt < state.surfaces[$1].seenAt }) else { return nil }
                state.surfaces.remove(at: oldest)
            }
            state.surfaces.append(StoredSurface(traits: traits, seenAt: date))
            return .new
        }
    }
}
