package import WidgetCore
import WidgetProviders

/// The service of the widgets, as ``PushTokenService`` needs it.
package protocol PushTokenWidgets: Sendable {
    /// Rings when the set of widgets that take pushes has changed.
    var pushTargetsChanges: AsyncSignal { get }
    /// The apps with widgets that take pushes on this device.
    func appsWithPushTargets() async -> Set<String>
    /// Whether an app needs a token: a widget of it takes pushes, and isn't being removed.
    func needsToken(_ app: String) async -> Bool
    /// Whether a widget of an app is placed, on whichever device it is provided.
    func hasPlaced(_ app: String) async -> Bool
    /// The widgets of an app that take pushes, as its provider gets them.
    func pushInfo(of app: String) async -> [WidgetInfo]
}

/// Makes the push tokens of widgets, ends tokens that nothing needs any more, and tells providers.
package actor PushTokenService {
    private let registry: PushRegistry
    private let widgets: any PushTokenWidgets
    private let providers: ProviderRegistry
    private let runtime: DaemonRuntime
    /// The queue of reconciliations. Its work waits for no other queue.
    private let looks = SerialTaskQueue()
    /// By provider: the controls that take pushes; nil: that isn't known yet.
    private var controls: [String: [ControlPushInfo]]?
    /// Providers that are being told of their tokens.
    private var notifications: [String: TokenNotification] = [:]
    private var following: Task<Void, Never>?
    /// The next try after a reconciliation that failed.
    private var retry: Task<Void, Never>?
    private var isStopping = false

    /// A provider that is being told of its tokens.
    private struct TokenNotification {
        var task: Task<Void, Never>
        /// The notification; nil: there is none any more.
        var notice: PushRegistrationNotice?
    }

    package init(registry: PushRegistry, widgets: any PushTokenWidgets, providers: ProviderRegistry, runtime: DaemonRuntime) {
        self.registry = registry
        self.widgets = widgets
        self.providers = providers
        self.runtime = runtime
    }

    /// Reconciles the tokens now, and after each change of the widgets and controls that take pushes.
    package func start() {
        let changes = widgets.pushTargetsChanges
        following = Task { [clock = runtime.clock] in
            var seen: UInt64?
            while !Task.isCancelled {
                if let seen { await changes.next(after: seen) }
                // A burst of changes causes one reconciliation.
                try? await clock.sleep(for: DaemonCoreLimits.journalDelay)
                guard !Task.isCancelled else { return }
                seen = changes.generation
                await ThreadPoolExecutor.run { await reconcile() }
            }
        }
    }

    /// Stops telling providers.
    package func stop() {
        isStopping = true
        following?.cancel()
        retry?.cancel()
        for notification in notifications.values { notification.task.cancel() }
    }

    /// Sets the controls that take pushes, with their tokens, and tells providers of changes.
    package func setPushed(_ controls: [String: [ControlPushInfo]]) {
        guard self.controls != controls else { return }
        self.controls = controls
        widgets.pushTargetsChanges.signal()
    }

    /// Whether a provider knows its token and its widgets as they are.
    package func isNotified(_ app: String) -> Bool { registry.lastNotice(of: app) != nil && notifications[app] == nil }

    /// Makes missing tokens, ends those that nothing needs any more, and tells providers. Writes that fail are tried again after
    /// ``DaemonCoreLimits/descriptionRetry``.
    package func reconcile() async {
        // Reconciliations run one after another: two at once would undo each other's changes.
        let isDone = try? await looks.run { await self.reconcileInTurn() }
        guard isDone != true, retry == nil, !isStopping else { return }
        retry = Task {
            guard (try? await runtime.clock.sleep(for: DaemonCoreLimits.descriptionRetry)) != nil else { return }
            retry = nil
            await reconcile()
        }
    }

    private func reconcileInTurn() async -> Bool {
        guard !isStopping else { return true }
        var isDone = true
        let taking = await widgets.appsWithPushTargets()
        let having = Set(registry.tokens().compactMap { token in if case .widgets(let app) = token.registration.address { app } else { nil } })
        for app in taking.union(having).union(registry.appsWithNotice).union((controls ?? [:]).keys).sorted() {
            do throws(WidgetError) {
                if taking.contains(app) {
                    try await registry.mint(.widgets(app: app), if: { await self.widgets.needsToken(app) })
                } else if await mayEndToken(of: app) {
                    try await registry.end(.widgets(app: app), unless: { await self.widgets.needsToken(app) })
                }
                // A provider that is installed again must be told again.
                if providers.catalog.hosts[app] == nil, registry.token(of: .widgets(app: app)) == nil { try await registry.setLastNotice(nil, app: app) }
                await notify(app)
            } catch {
                isDone = false
                runtime.logger.error(
                    "a push token, or what its provider was told, could not be kept; it is tried again",
                    metadata: ["app": "\(app)", "in": "\(DaemonCoreLimits.descriptionRetry)", "error": "\(error)"])
            }
        }
        return isDone
    }

    /// Whether the token of an app may be ended. A manifest that exists but can't be read doesn't mean that the provider is uninstalled: its widgets keep their
    /// token.
    private func mayEndToken(of app: String) async -> Bool {
        guard await providers.isBroken(app) else { return true }
        return await !widgets.hasPlaced(app)
    }

    // MARK: Notices to providers

    /// Tells a provider its token and its widgets, if they differ from the last notice.
    private func notify(_ app: String) async {
        guard let controls else { return }
        guard providers.catalog.hosts[app] != nil else {
            notifications.removeValue(forKey: app)?.task.cancel()
            return
        }
        let widgets = await widgets.pushInfo(of: app)
        let notice = PushRegistrationNotice(
            info: WidgetPushInfo(token: registry.token(of: .widgets(app: app))?.token), widgets: widgets, controls: controls[app] ?? [])
        let lastNotice = registry.lastNotice(of: app)
        if notifications[app] != nil {
            // The running task sends the newest notice.
            notifications[app]?.notice = notice
        } else if lastNotice != notice.digest, lastNotice != nil || !notice.isEmpty, !isStopping {
            notifications[app] = TokenNotification(task: Task { await notifyUntilReceived(app) }, notice: notice)
        }
    }

    /// Tells a provider, and tries again if that fails: after 30 s, then less often, at least once an hour.
    private func notifyUntilReceived(_ app: String) async {
        var retry = DaemonCoreLimits.descriptionRetry
        while let notice = notifications[app]?.notice, let host = providers.catalog.hosts[app], !Task.isCancelled {
            do throws(WidgetError) {
                try await host.register(notice)
                try await registry.setLastNotice(notice.isEmpty ? nil : notice.digest, app: app)
                retry = DaemonCoreLimits.descriptionRetry
                guard notifications[app]?.notice != notice else { break }
            } catch {
                runtime.logger.warning(
                    "a provider could not be told its push token; trying again",
                    metadata: ["provider": "\(app)", "in": "\(retry)", "error": "\(error)"])
                guard (try? await runtime.clock.sleep(for: retry)) != nil else { return }
                retry = min(retry * 2, DaemonCoreLimits.longestDescriptionRetry)
            }
        }
        if !Task.isCancelled { notifications[app] = nil }
    }
}
