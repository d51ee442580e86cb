import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetProviders

/// Asks providers for the data that a gallery or a check shows. Nothing is placed or stored.
struct ProviderInspector {
    let registry: ProviderRegistry
    let widgets: WidgetService
    let devices: any RemoteDevices
    let runtime: DaemonRuntime

    /// A preview of a widget of a kind. Nothing is placed or stored.
    /// - Parameter family: nil: the kind's first.
    /// - Throws: as ``WidgetService/place(_:)`` for the kind, the family and the parameters; the provider's error where it gives nothing at all.
    func preview(kind name: String, family: WidgetFamily?, parameters: Parameters) async throws -> ProtoPreviewResponse {
        let kind = try await widgets.kind(name)
        let family = try kind.resolve(family: family)
        let parameters = kind.effective(try kind.validate(parameters: parameters))
        guard let provider = registry.catalog.hosts[kind.provider] else {
            throw WidgetError(.failedPrecondition, "kind: the provider of '\(kind.id)' ('\(kind.provider)') isn't installed")
        }
        let rules = await widgets.inspectionRules
        let request = ProviderRequest(kind: kind.id, context: rules.surroundings.context(family, isPreview: true, at: runtime.now()), parameters: parameters)
        var preview = try await ProviderPreview(provider: provider).run(request)
        // The entry may come from the timeline, with a user's own data.
        if let redacted = try rules.privacy.redacted(preview.entry.archive) { preview.entry.archive = redacted }
        return try ProtoPreviewResponse(preview, kind: kind, family: family)
    }

    /// The values to choose from for a parameter of a kind of widgets, or of a kind of this device's controls. If another device provides the kind of widgets,
    /// that device is asked.
    /// - Throws: NOT_FOUND for an unknown kind, INVALID_ARGUMENT for an unknown parameter, UNAVAILABLE if no device that provides the kind is connected; else
    ///   the provider's error.
    func options(_ request: OptionsRequest) async throws -> [ParameterOption] {
        if registry.catalog.controlKinds[request.kind] != nil { return try await optionsHere(request) }
        let kind = try await widgets.kind(request.kind)
        if registry.catalog.isInstalled(kind.id) { return try await optionsHere(request) }
        let providingDevices = await widgets.peers.devices(providingKind: kind.id).sorted()
        guard let device = providingDevices.first(where: devices.isConnected) else {
            throw WidgetError(.unavailable, "kind: no device that gives '\(kind.id)' is connected")
        }
        return try [ParameterOption](optionsResponse: try await devices.ask(device, PeerMethod.options, try request.bytes()))
    }

    /// The same, from this device's providers.
    func optionsHere(_ request: OptionsRequest) async throws(WidgetError) -> [ParameterOption] {
        let catalog = registry.catalog
        let kind = catalog.installedKind(named: request.kind)
        guard let provider = kind.map({ catalog.hosts[$0.provider] }) ?? catalog.host(ofControl: request.kind) else {
            throw WidgetError.unknownKind(request.kind, known: Array(catalog.installed))
        }
        let parameters = kind?.parameters ?? catalog.controlKinds[request.kind]?.kind.parameters ?? []
        guard let definition = parameters.first(where: { $0.name == request.parameter }) else {
            let advice = Suggestion.advice(for: request.parameter, among: parameters.map(\.name), verb: "it has")
            throw .invalid("parameter", "the kind \(request.kind) has no '\(request.parameter.cut(toBytes: 64))'\(advice)")
        }
        guard definition.hasDynamicOptions else { return definition.options.map { ParameterOption(value: $0) } }
        var request = request
        // The request may have a former id of the kind.
        if let kind { request.kind = kind.id }
        return try await provider.options(request)
    }

    /// Makes all the requests to a provider that the daemon would make, and stores nothing.
    /// - Parameters:
    ///   - name: a provider's id, or the path of a manifest, installed or not.
    ///   - kind: one of its kinds; empty: all.
    ///   - family: nil: every one.
    ///   - lints: reports only weaknesses of working answers.
    /// - Throws: NOT_FOUND for an unknown provider or, in a lint, an unknown kind; INVALID_ARGUMENT if several providers have that name; UNAVAILABLE if its
    ///   files change each time.
    func check(
        provider name: String, kind: String, family: WidgetFamily?, includeArchives: Bool, lints: Bool = false
    ) async throws(WidgetError) -> ProtoCheckProviderResponse {
        for _ in 0..<DaemonLimits.checkAttempts {
            // An author who has just saved a file expects a check of the saved one.
            await registry.filesDidChange()
            let installed = if let known = registry.catalog.hosts[name] { known } else { try provider(called: name) }
            guard let installed else {
                let provider = await registry.host(for: try await registry.manifest(notInstalled: name))
                let outcome = await outcome { () throws(WidgetError) in
                    try await check(provider, kind, family, includeArchives: includeArchives, lints: lints)
                }
                await provider.stop()
                return try outcome.get()
            }
            let outcome = await outcome { () throws(WidgetError) in try await check(installed, kind, family, includeArchives: includeArchives, lints: lints) }
            // If a file was saved meanwhile, the program was ended. This isn't the provider's failure, and the new provider is asked.
            if registry.catalog.hosts[installed.manifest.id] === installed { return try outcome.get() }
        }
        throw WidgetError(
            .unavailable,
            "provider: the files of '\(name.cut(toBytes: 64))' changed each of the \(DaemonLimits.checkAttempts) times that it was asked; try again later")
    }

    private func outcome<T>(_ body: () async throws(WidgetError) -> T) async -> Result<T, WidgetError> {
        do throws(WidgetError) { return .success(try await body()) } catch { return .failure(error) }
    }

    /// The provider with this display name; nil: none.
    /// - Throws: INVALID_ARGUMENT where several have that name.
    private func provider(called name: String) throws(WidgetError) -> ProviderHost? {
        let found = registry.catalog.hosts.filter { $0.value.manifest.name == name }
        guard found.count < 2 else {
            throw .invalid("provider", "'\(name.cut(toBytes: 64))' means several: \(found.keys.sorted().joined(separator: ", ")); name one by its id")
        }
        return found.first?.value
    }

    private func check(
        _ provider: ProviderHost, _ kind: String, _ family: WidgetFamily?, includeArchives: Bool, lints: Bool
    ) async throws(WidgetError) -> ProtoCheckProviderResponse {
        let rules = await widgets.inspectionRules
        var check = ProviderCheck(
            provider: provider, environment: rules.surroundings, includeArchives: includeArchives, isDeveloperMode: rules.engine.isDeveloperMode,
            privacy: rules.privacy, now: runtime.now, pause: { [clock = runtime.clock] in try? await clock.sleep(for: .milliseconds($0.count)) })
        if !lints {
            let found = await registry.findings(on: provider.manifest.id)
            check.sayWhere(provider.manifest, used: found.manifest, problems: found.problems)
        }
        if lints {
            let interval = provider.manifest.reloadInterval
            let engine = rules.engine
            try await check.lint(kind: kind) {
                TimelineLint(budget: interval == nil ? engine.budget(ofKind: $0.id) : .unlimited, spacing: interval ?? engine.configuration.minimumSpacing)
            }
        } else {
            await check.run(kind: kind, family: family)
        }
        var response = check.response
        (response.manifestPath, response.programPath) = (provider.manifest.path, provider.manifest.program)
        return response
    }
}

extension ProtoPreviewResponse {
    init(_ preview: ProviderPreview.Result, kind: Kind, family: WidgetFamily) throws(WidgetError) {
        self.init()
        self.kind = kind.id
        self.family = ProtoWidgetFamily(family)
        width = UInt32(family.size.width)
        height = UInt32(family.size.height)
        displayName = kind.displayName
        contentMarginsDisabled = kind.contentMarginsDisabled
        archive = try ProtoViewArchive(entry: preview.entry)
        entryDate = .init(preview.entry.date)
        source =
            switch preview.source {
            case .snapshot: .snapshot
            case .timeline: .timeline
            case .placeholder: .placeholder
            }
        snapshotError = preview.snapshotError?.message ?? ""
        let named = Set(archive.images.map(\.sha256))
        var room = DaemonLimits.previewImageBytes
        for image in preview.images.map(ProtoImageBlob.init) where named.contains(image.reference.sha256) {
            room -= image.data.count
            if room >= 0 { images.append(image) }
        }
    }
}

extension ProtoViewArchive {
    /// The provider's answer, as it came.
    init(entry: ProvidedEntry) throws(WidgetError) {
        do {
            try self.init(serializedBytes: entry.archive)
        } catch {
            throw WidgetError(.internal, "a view that was checked can't be read", cause: "\(error)")
        }
    }
}
