import WidgetCore

// Kinds change while the daemon runs.
extension WidgetService: ProviderObserver {
    /// Takes over what providers give: kinds that changed are reloaded, and widgets whose provider has come or gone are assigned anew.
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

    /// Widgets of a kind that was renamed follow it, unless another provider gives the old one.
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

    /// Reloads the widgets of a kind whose program has something new to show. It counts as a reload that a provider asks for; where a user has chosen its
    /// interval,
    /// it isn't counted.
    func providerHasNews(of kind: String) {
        let (_, effects) = engine.requestReload(.kind(kind), cause: .explicit, caller: .background, at: now())
        apply(effects)
    }

    /// The kind of that id or former id, of this device or of another one. It waits for providers that are being asked for their kinds before it fails.
    ///
    /// Never called in ``edits``: a description may wait for those.
    /// - Throws: NOT_FOUND for a kind that nobody gives; FAILED_PRECONDITION where its provider isn't installed any more.
    func kind(_ id: String) async throws(WidgetError) -> Kind {
        for _ in 0..<2 {
            if let kind = catalog.installedKind(named: id) ?? peers.memberKinds[id] { return kind }
            // One that has just been written is meant too.
            await providers.settled()
        }
        if let known = catalog.kinds[id] {
            throw WidgetError(
                .failedPrecondition, "kind: the provider of '\(id)' ('\(known.kind.provider)') isn't installed; `widgetctl provider list` shows which are")
        }
        throw WidgetError.unknownKind(id, known: Array(catalog.installed) + peers.memberKinds.keys)
    }

    /// Reads manifests and the user's time zone and locale anew, and asks at once for what failed last. A server or a program that a user mended shows in no
    /// file.
    func rescan() async {
        await providers.rescan()
        environmentMayHaveChanged()
        apply(engine.retryFailed(at: now()))
    }

    /// Tells the engine how often each kind's provider wants to be asked at most. An interval that a user chose is the budget.
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

    /// The rules of this daemon by which a check judges a provider.
    var inspectionRules: InspectionRules { InspectionRules(surroundings: environment, privacy: privacy, engine: engine) }
}

/// The daemon's settings by which a provider is asked and judged.
struct InspectionRules {
    var surroundings: ProviderSurroundings
    /// Hides private content while the session is locked.
    var privacy: Privacy
    var engine: ReloadEngine
}
