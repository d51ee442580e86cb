import Synchronization
import WidgetCore

/// Has the widgets of a kind reloaded when a program that stays says that it shows something new.
final class ProviderNews: Sendable {
    private let service = Mutex<WidgetService?>(nil)

    func attach(_ widgets: WidgetService) { service.withLock { $0 = widgets } }

    func tell(_ kind: String) {
        guard let widgets = service.withLock({ $0 }) else { return }
        Task { await widgets.takeNews(of: kind) }
    }
}

extension WidgetService {
    /// What a provider says by itself counts as what a provider asks for; where a user has chosen its interval, it isn't counted.
    func takeNews(of kind: String) {
        let (_, effects) = engine.requestReload(.kind(kind), cause: .explicit, caller: .background, at: now())
        apply(effects)
    }
}
