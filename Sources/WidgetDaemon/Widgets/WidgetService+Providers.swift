import DaemonCore
import WidgetCore

// Kinds change while the daemon runs.
extension WidgetService: ProviderObserver {
    /// Takes over a new catalog. Widgets of changed kinds are reloaded. For widgets whose provider has come or gone, the device that provides them is
    /// determined again.
    func providersChanged(_ new: KindCatalog, described: Set<String>) -> Set<WidgetID> {
        guard !isStopping else { return [] }
        let before = catalog
        if new.revision > before.revision { catalog = new }
        spaceReloads()
        let effects = engine.setInstalled(catalog.installed, changed: described, at: now())
        apply(effects)
        let isSame = before.hosts.mapValues(ObjectIdentifier.init) == catalog.hosts.mapValues(ObjectIdentifier.init)
        reassign(
            isSame
                ? widgets.values.filter { described.contains($0.kind) || before.provider(of: $0.kind) != catalog.provider(of: $0.kind) } : Array(widgets.values)
        )
        return effects.recorded
    }

    /// Gives widgets of a renamed kind the new id, unless another provider has a kind with the old id.
    func kindsWereWritten(_ kinds: [Kind]) async {
        for kind in kinds {
            for id in widgets.values.filter({ kind.aliases.contains($0.kind) && !catalog.isInstalled($0.kind) }).map(\.id) {
                do {
                    try await edits.run { try await self.moveInTurn(id, to: kind) }
                } catch {
                    logger.error("a widget could not follow its renamed kind", metadata: ["widget": "\(id)", "kind": "\(kind.id)", "error": "\(error)"])
                }
            }
        }
    }

    private func moveInTurn(_ id: WidgetID, to kind: Kind) async throws {
        guard let before = widgets[id], kind.aliases.contains(before.kind) else { return }
        var widget = before
        widget.kind = kind.id
        try await write(widget, insteadOf: before)
    }

    /// Reloads the widgets of a kind whose program has something new to show. This counts as a provider's request. It isn't counted if the provider's manifest
    /// has an interval.
    func providerContentChanged(of kind: String) {
        let (_, effects) = engine.requestReload(.kind(kind), cause: .explicit, caller: .background, at: now())
        apply(effects)
    }

    /// The kind of that id or former id, of this device or of another one. It waits for providers that are being asked for their kinds before it fails.
    ///
    /// Never call this in ``edits``: a description may wait for them.
    /// - Throws: NOT_FOUND for a kind that no device provides; FAILED_PRECONDITION if its provider isn't installed any more.
    func kind(_ id: String) async throws(WidgetError) -> Kind {
        for _ in 0..<2 {
            if let kind = catalog.installedKind(named: id) ?? peers.memberKinds[id] { return kind }
            // The kind's manifest may have been written only just now.
            await providers.waitForDescriptions()
        }
        if let known = catalog.kinds[id]?.kind ?? peers.knownKinds[id] {
            throw WidgetError(
                .failedPrecondition, "kind: the provider of '\(id)' ('\(known.provider)') isn't installed; `widgetctl provider list` shows which are")
        }
        throw WidgetError.unknownKind(id, known: Array(catalog.installed) + peers.memberKinds.keys)
    }

    /// Reads manifests and the user's time zone and locale again, and repeats the reloads that failed last. A server or program that a user has repaired isn't
    /// visible in any file.
    func rescan() async {
        await providers.rescan()
        environmentDidChange()
        apply(engine.retryFailed(at: now()))
    }

    /// Sets the minimum spacing of each kind from its provider's manifest. A kind with such an interval has no budget.
    func spaceReloads() {
        let date = now()
        var effects: [ReloadEffect] = []
        for kind in catalog.kinds.keys {
            let interval = catalog.host(ofKind: kind)?.manifest.reloadInterval
            effects += engine.setBudget(interval == nil ? nil : .unlimited, forKind: kind, at: date)
            engine.setMinimumSpacing(interval, forKind: kind)
        }
        if !effects.isEmpty { apply(effects) }
    }

    /// The daemon's settings for a check of a provider.
    var inspectionRules: InspectionRules { InspectionRules(surroundings: environment, privacy: privacy, engine: engine) }
}

/// The daemon's settings for previews and checks of providers.
struct InspectionRules {
    var surroundings: ProviderSurroundings
    /// Hides private content while the session is locked.
    var privacy: Privacy
    var engine: ReloadEngine
}
