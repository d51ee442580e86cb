import WidgetAPI
import WidgetCore

// Surfaces with traits of their own.
extension WidgetService {
    /// Reloads the widgets of this device's providers that have no views for the traits of a new surface.
    func surfaceDidAppear(_ traits: ViewTraits) {
        guard !isStopping else { return }
        takeSurfaces()
        let date = now()
        let lacking = widgets.values.filter { remoteProvider(of: $0) == nil && lacksViews(for: traits, $0.id) }
        apply(lacking.map(\.id).sorted().flatMap { engine.requestReload(.widget($0), cause: .environment, caller: .foreground, at: date).effects })
    }

    /// The devices that provide a widget without views for these traits.
    func providingDevices(lacking traits: ViewTraits) -> Set<DeviceID> {
        var providingDevices: Set<DeviceID> = []
        for widget in widgets.values {
            guard let device = remoteProvider(of: widget), !providingDevices.contains(device), lacksViews(for: traits, widget.id) else { continue }
            providingDevices.insert(device)
        }
        return providingDevices
    }

    /// Whether an entry of the widget has no view for these traits and needs one.
    private func lacksViews(for traits: ViewTraits, _ id: WidgetID) -> Bool {
        guard let timeline = timelines[id] else { return false }
        let archives = (try? store.archives(Array(Set(timeline.entries.map(\.archive))))) ?? [:]
        return archives.values.contains { (try? ArchiveCodec.decode($0).isMade(for: traits)) == false }
    }
}
