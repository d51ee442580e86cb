import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

/// The archive of an activity, as its provider gave it.
struct DrawnActivity: Sendable, Hashable {
    /// An encoded `ActivityArchive`; empty: there is none yet.
    var archive: [UInt8] = []
    /// The activity's revision that the archive is of.
    var revision: Int64 = 0
    /// Why a later one couldn't be drawn; empty: it could.
    var error = ""
    /// Rises with each drawing that something else than a new state asked for.
    var redraws: Int64 = 0
    /// The revision that the provider refused; the provider isn't asked about it again.
    var refused: Int64 = 0
}

extension DrawnActivity {
    init(_ stored: StoredActivity) {
        self.init(archive: stored.archive, revision: stored.archiveRevision, error: stored.lastError, redraws: stored.redraws)
    }
}

// Activities whose views a provider draws.
extension ActivityService {
    /// Draws all activities again with the current providers. An activity without a provider gets an error that says so.
    func drawAll() {
        _ = drawings.update(providers.catalog)
        for id in stateMachine.activities.keys.sorted() { drawAgain(id) }
    }

    /// Draws the activities of this device again whose views don't fit the traits of a new surface.
    func surfaceDidAppear(_ traits: ViewTraits) {
        for (stored, owner) in everywhere where owner == nil && Self.lacksViews(for: traits, stored) { drawAgain(stored.activity.id) }
    }

    /// The devices that provide an activity without views for these traits.
    func providingDevices(lacking traits: ViewTraits) -> Set<DeviceID> {
        Set(everywhere.lazy.filter { Self.lacksViews(for: traits, $0.stored) }.compactMap(\.owner))
    }

    private static func lacksViews(for traits: ViewTraits, _ stored: StoredActivity) -> Bool {
        guard stored.activity.isShown, let views = try? ActivityArchiveCodec.decode(stored.archive) else { return false }
        return views.values.contains { !$0.isMade(for: traits) }
    }

    /// Has an activity drawn if its views don't show its current state.
    func drawSoon(_ id: ActivityID) {
        guard !isStopping, !drawings.isDrawing(id), needsDrawing(id), drawings.begin(id) else { return }
        Task {
            await ThreadPoolExecutor.run { while !isStopping, needsDrawing(id) { await draw(id) } }
            drawings.end(id)
        }
    }

    /// Has an activity drawn also if its current state was drawn already. Ends the pause after a failure.
    func drawAgain(_ id: ActivityID) {
        guard stateMachine[id] != nil else { return }
        drawings.again(id, drawn: drawnActivities[id]?.redraws ?? 0)
        drawSoon(id)
    }

    /// An activity with its drawn views.
    func stored(_ activity: Activity, _ drawnActivities: [ActivityID: DrawnActivity]) -> StoredActivity {
        let drawn = drawnActivities[activity.id] ?? DrawnActivity()
        return StoredActivity(activity, archive: drawn.archive, archiveRevision: drawn.revision, lastError: drawn.error, redraws: drawn.redraws)
    }

    private func needsDrawing(_ id: ActivityID) -> Bool {
        guard let activity = stateMachine[id], activity.isShown, activity.type != TaskActivity.type else { return false }
        let drawn = drawnActivities[id] ?? DrawnActivity()
        guard providers.catalog.host(ofActivity: activity.type) != nil else { return drawn.error != Self.nobodyDraws(activity.type) }
        return drawn.redraws < drawings.redraws(of: id) ?? 0 || max(drawn.revision, drawn.refused) < activity.revision
    }

    private static func nobodyDraws(_ type: String) -> String { "the provider that draws '\(type)' isn't installed; `widgetctl provider list` shows which are" }

    /// Asks the provider once, keeps its views or its error, and waits until it may be asked again.
    private func draw(_ id: ActivityID) async {
        guard let activity = stateMachine[id] else { return }
        var drawn = drawnActivities[id] ?? DrawnActivity()
        let provider = providers.catalog.host(ofActivity: activity.type)
        // Requests from now on ask for another drawing.
        let redraws = drawings.redraws(of: id) ?? drawn.redraws
        var mustRepeat = false
        if let provider {
            do throws(WidgetError) {
                let archive = try await provider.draw(
                    ActivityDrawingRequest(activity: activity, context: runtime.environment().context(ActivityLimits.family, at: now())))
                drawn = DrawnActivity(archive: archive, revision: activity.revision, redraws: redraws)
            } catch {
                drawn.error = error.message
                // The provider would refuse it again.
                if error.code == .invalidArgument { (drawn.refused, drawn.redraws) = (activity.revision, redraws) } else { mustRepeat = true }
            }
        } else {
            drawn.error = Self.nobodyDraws(activity.type)
        }
        guard !isStopping else { return }
        let before = drawnActivities[id]
        if drawn != before, case .failure(let failure) = await perform(.drawn(id, drawn)) {
            logger.error(
                "what a provider drew of an activity couldn't be written; it is drawn again", metadata: ["activity": "\(id)", "error": "\(failure.error)"])
            mustRepeat = true
        }
        if !mustRepeat {
            drawings.succeeded(id)
            if drawn.redraws != before?.redraws { didReceiveViews(of: id) }
        }
        // Another drawing was asked for meanwhile: the provider may be another one, so there is no pause.
        guard (drawings.redraws(of: id) ?? redraws) <= redraws else { return }
        let pause = mustRepeat ? drawings.backOff(id) : provider?.drawingInterval ?? .zero
        guard pause > .zero, !isStopping else { return }
        let task = Task { [clock] in try? await clock.sleep(for: pause) }
        drawings.pause(id, task)
        await task.value
        drawings.pause(id, nil)
    }

    /// Stops drawing: the providers are about to be ended.
    func stop() {
        isStopping = true
        drawings.endPauses()
    }
}

extension ProviderHost {
    /// The least time between two drawings. A program that is started for each drawing would otherwise be started without a pause.
    fileprivate nonisolated var drawingInterval: Duration {
        manifest.protocol == .rpc ? DaemonCoreLimits.drawingInterval : DaemonLimits.scriptDrawingInterval
    }
}

extension ActivityService: ProviderObserver {
    /// Draws all activities again if other providers draw them now.
    func providersChanged(_ catalog: KindCatalog, described: Set<String>) -> Set<WidgetID> {
        if drawings.update(providers.catalog) { drawAll() }
        return []
    }
}
