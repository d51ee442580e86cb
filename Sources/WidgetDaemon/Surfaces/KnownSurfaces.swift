import Synchronization
import WidgetCore
import WidgetStore

/// The traits of the surfaces that show something here, or did within ``DaemonLimits/surfaceMemory``: providers are asked for views for each of them.
final class KnownSurfaces: Sendable {
    /// How a list has changed.
    enum Change: Equatable {
        /// These traits are new.
        case new
        /// They were known, and the store thinks that they were seen long ago.
        case seenAgain
    }

    /// In the order in which they were first seen.
    private let surfaces: Mutex<[StoredSurface]>

    init(_ stored: [StoredSurface] = [], at date: Timestamp) {
        surfaces = Mutex(Array(stored.filter { date < $0.seenAt + DaemonLimits.surfaceMemory }.prefix(DaemonLimits.knownSurfaces)))
    }

    var stored: [StoredSurface] { surfaces.withLock(\.self) }
    var traits: [ViewTraits] { surfaces.withLock { $0.map(\.traits) } }

    /// Whether a surface with these traits needs no ``note(_:at:)``.
    func isFresh(_ traits: ViewTraits, at date: Timestamp) -> Bool {
        surfaces.withLock { $0.contains { $0.traits == traits && date < $0.seenAt + DaemonLimits.surfaceNoteInterval } }
    }

    /// A surface with these traits shows something. Where there are too many, the one that was seen longest ago is forgotten.
    /// - Returns: nil: nothing has changed.
    func note(_ traits: ViewTraits, at date: Timestamp) -> Change? {
        surfaces.withLock { surfaces in
            if let index = surfaces.firstIndex(where: { $0.traits == traits }) {
                guard date >= surfaces[index].seenAt + DaemonLimits.surfaceNoteInterval else { return nil }
                surfaces[index].seenAt = date
                return .seenAgain
            }
            if surfaces.count >= DaemonLimits.knownSurfaces, let oldest = surfaces.indices.min(by: { surfaces[$0].seenAt < surfaces[$1].seenAt }) {
                surfaces.remove(at: oldest)
            }
            surfaces.append(StoredSurface(traits: traits, seenAt: date))
            return .new
        }
    }
}
