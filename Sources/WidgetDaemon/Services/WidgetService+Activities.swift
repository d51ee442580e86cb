import WidgetCore
import WidgetProviders
import WidgetStore

// What this device's providers draw of Live Activities, and what is tapped on them.
extension WidgetService {
    /// Keeps the types that a provider draws. One that another provider draws already is a problem of this one.
    func takeActivityTypes(_ described: [ActivityType], from provider: ProviderHost) {
        let id = provider.manifest.id
        for (name, known) in activityTypes where known.type.provider == id { activityTypes[name] = nil }
        for type in described {
            if let other = activityTypes[type.name], providers[other.type.provider] != nil {
                let message = "activities of the type '\(type.name)' are drawn by provider '\(other.type.provider)' already; rename one of them"
                problems.append(ManifestProblem(path: provider.manifest.path, message: message))
            } else {
                activityTypes[type.name] = StoredActivityType(type: type, fingerprint: provider.manifest.fingerprint)
            }
        }
        tellActivityProviders()
    }

    /// Shows what is tapped on a widget or an activity.
    func showTaps(of id: WidgetID, _ target: IntentReceipt.Target) {
        switch target {
        case .widget: publish(id)
        case .activity: activityProviders.show(taps.taps(of: id), of: id)
        }
    }

    /// Shows it a turn later: whom the tap is for is asked first, since that takes about as long as to draw.
    func showTapsSoon(of id: WidgetID, _ target: IntentReceipt.Target) {
        Task {
            await EventLoopYield.pass()
            showTaps(of: id, target)
        }
    }

    /// An activity's views know what was performed before, or it is forgotten.
    func viewsCame(of activity: ActivityID) {
        takePendingReceipts(of: activity)
        taps.entryCame(of: activity)
        showTaps(of: activity, .activity)
    }

    /// Says who draws what from now on, here and to other devices.
    func tellActivityProviders() {
        activityProviders.set(activityTypes.compactMapValues { providers[$0.type.provider] })
        Task {
            do {
                try await kindQueue.run { try await self.writeDrawnTypes() }
            } catch {
                logger.error("which activities are drawn here couldn't be told to other devices; the next start does it", metadata: ["error": "\(error)"])
            }
        }
    }

    private func writeDrawnTypes() async throws {
        let drawn = activityTypes.values.map(\.type).filter { providers[$0.provider] != nil }
        try await store.write { try $0.setDrawnTypes(drawn) }
    }
}
