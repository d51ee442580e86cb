import WidgetCore
import WidgetStore

// Which widgets take pushes, and the tokens that come and go with them.
extension WidgetService {
    /// What an app is told about pushes, and how that goes.
    struct TokenNotification {
        var task: Task<Void, Never>
        /// What is to be told; nil: nothing any more.
        var notice: PushRegistrationNotice?
    }

    /// Which controls take pushes, and by which tokens: providers are told.
    func setPushed(_ controls: [String: [ControlPushInfo]]) {
        guard pushedControls != controls else { return }
        pushedControls = controls
        pushTargetsChanged()
    }

    /// The widgets of an app that take pushes here, in the order of their ids.
    func pushTargets(of app: String) -> [WidgetID] {
        if pushTargetsAreStale { refreshPushTargets() }
        return pushTargets[app] ?? []
    }

    /// The app whose token ends with this widget; nil: none does.
    func appOfLastPushTarget(_ widget: Widget) -> String? {
        guard let app = catalog.kinds[widget.kind]?.kind.provider, pushTargets(of: app) == [widget.id] else { return nil }
        return app
    }

    /// A widget takes an app's pushes here that isn't just leaving.
    private func needsToken(_ app: String) -> Bool { pushTargets(of: app).contains { $0 != leaving } }

    /// Widgets, kinds, providers, or who gives what have changed.
    func pushTargetsChanged() {
        pushTargetsAreStale = true
        guard reconciling == nil, !isStopping else { return }
        reconciling = Task {
            // A burst of changes costs one look.
            try? await clock.sleep(for: DaemonLimits.journalDelay)
            reconciling = nil
            await ThreadPoolExecutor.run { await reconcileTokens() }
        }
    }

    private func refreshPushTargets() {
        pushTargetsAreStale = false
        var found: [String: [WidgetID]] = [:]
        for widget in widgets.values {
            guard let kind = catalog.kinds[widget.kind]?.kind, kind.takesPushes, catalog.hosts[kind.provider] != nil, remoteProvider(of: widget) == nil else { continue }
            found[kind.provider, default: []].append(widget.id)
        }
        let before = pushTargets
        pushTargets = found.mapValues { $0.sorted() }
        let (date, after) = (now(), Set(pushTargets.values.joined()))
        var effects: [PushEffect] = []
        for widget in Set(before.values.joined()).subtracting(after).sorted() {
            let reason = widgets[widget] == nil ? "its widgets were removed" : "its widgets take no pushes here any more"
            effects += pushes.removed(widget, reason: reason, at: date)
        }
        note(effects)
    }

    /// Makes the tokens that are missing, ends those that nothing takes any more, and has providers told. What can't be written is tried again after 30 s.
    func reconcileTokens() async {
        // One look after another: two at once would each act on what the other has changed.
        let isDone = try? await tokenQueue.run { await self.reconcileTokensInTurn() }
        guard isDone != true, reconcilingAgain == nil, !isStopping else { return }
        reconcilingAgain = Task {
            try? await clock.sleep(for: DaemonLimits.descriptionRetry)
            reconcilingAgain = nil
            pushTargetsChanged()
        }
    }

    private func reconcileTokensInTurn() async -> Bool {
        var isDone = true
        if pushTargetsAreStale { refreshPushTargets() }
        let taking = Set(pushTargets.keys)
        let having = Set(registry.tokens().compactMap { token in if case .widgets(let app) = token.registration.address { app } else { nil } })
        for app in taking.union(having).union(registry.toldApps).union((pushedControls ?? [:]).keys).sorted() {
            do throws(WidgetError) {
                if taking.contains(app) {
                    try await registry.mint(.widgets(app: app), if: { await self.needsToken(app) })
                } else if await !providers.isBroken(app) || !hasPlaced(app) {
                    try await registry.end(.widgets(app: app), unless: { await self.needsToken(app) })
                }
                // Installed anew it is told again.
                if catalog.hosts[app] == nil, registry.token(of: .widgets(app: app)) == nil { try await registry.setTold(nil, app: app) }
                tell(app)
            } catch {
                isDone = false
                logger.error(
                    "a push token, or what its provider was told, could not be kept; it is tried again",
                    metadata: ["app": "\(app)", "in": "\(DaemonLimits.descriptionRetry)", "error": "\(error)"])
            }
        }
        return isDone
    }

    private func hasPlaced(_ app: String) -> Bool { widgets.values.contains { catalog.kinds[$0.kind]?.kind.provider == app } }

    // MARK: Telling providers

    /// Has a provider told of its token and its widgets, where that is something else than it was told last.
    private func tell(_ app: String) {
        guard let pushedControls else { return }
        let token = registry.token(of: .widgets(app: app))?.token
        guard catalog.hosts[app] != nil else {
            pushTellings.removeValue(forKey: app)?.task.cancel()
            return
        }
        let notice = PushRegistrationNotice(
            info: WidgetPushInfo(token: token),
            widgets: pushTargets(of: app).compactMap { id in
                guard let widget = widgets[id], let kind = catalog.kinds[widget.kind]?.kind else { return nil }
                return WidgetInfo(id: id, kind: kind.id, family: widget.family, configuration: kind.effective(widget.parameters))
            }, controls: pushedControls[app] ?? [])
        let told = registry.told(app)
        if pushTellings[app] != nil {
            // What it is being told may be something else already.
            pushTellings[app]?.notice = notice
        } else if told != notice.digest, told != nil || !notice.isEmpty, !isStopping {
            pushTellings[app] = TokenNotification(task: Task { await tellUntilHeard(app) }, notice: notice)
        }
    }

    /// Tells a provider, and again where that fails: after 30 s, then less often, at least once an hour.
    private func tellUntilHeard(_ app: String) async {
        var retry = DaemonLimits.descriptionRetry
        while let notice = pushTellings[app]?.notice, let provider = catalog.hosts[app], !Task.isCancelled {
            do throws(WidgetError) {
                try await provider.register(notice)
                try await registry.setTold(notice.isEmpty ? nil : notice.digest, app: app)
                retry = DaemonLimits.descriptionRetry
                guard pushTellings[app]?.notice != notice else { break }
            } catch {
                logger.warning(
                    "a provider could not be told where its server pushes to; it is told again",
                    metadata: ["provider": "\(app)", "in": "\(retry)", "error": "\(error)"])
                guard (try? await clock.sleep(for: retry)) != nil else { return }
                retry = min(retry * 2, DaemonLimits.longestDescriptionRetry)
            }
        }
        if !Task.isCancelled { pushTellings[app] = nil }
    }
}
