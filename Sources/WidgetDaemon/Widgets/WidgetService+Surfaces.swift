import WidgetAPI
import WidgetCore

// Surfaces with traits of their own.
extension WidgetService {
    /// Reloads the widgets given here whose views depend on a trait that a new surface has otherwise.
    func surfaceAppeared(_ traits: ViewTraits) {
        guard !isStopping else { return }
        takeSurfaces()
        let date = now()
        let lacking = widgets.values.filter { remoteProvider(of: $0) == nil && lacksViews(for: traits, $0.id) }
        apply(lacking.map(\.id).sorted().flatMap { engine.requestReload(.widget($0), cause: .environment, caller: .foreground, at: date).effects })
    }

    /// The devices that give a widget without views for these traits.
    func givers(lacking traits: ViewTraits) -> Set<DeviceID> {
        Set(widgets.values.lazy.filter { self.lacksViews(for: traits, $0.id) }.compactMap { self.remoteProvider(of: $0) })
    }

    private func lacksViews(for traits: ViewTraits, _ id: WidgetID) -> Bool {
        guard let entry = board.entry(id), let bytes = (try? bytes(of: entry.archive)) ?? nil else { return false }
        return (try? ArchiveCodec.decode(bytes).isMade(for: traits)) == false
    }
}
