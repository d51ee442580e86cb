import CommandRendering
import Glibc
import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// The files of `debug bundle`.
///
/// Answers of the daemon are copied field by field, so that a field which is added later isn't in the bundle until somebody has thought about it. Free text is
/// passed through ``Redaction``.
enum DebugBundle {
    /// A file of the bundle.
    struct Part {
        var name: String
        /// The file's contents in a few words.
        var words: String
        var text: String
    }

    static func parts(_ session: Session) -> [Part] {
        let findings = DoctorProbe.findings(session)
        let client = session.client
        let status = try? findings.status.get()
        var parts = [
            Part(name: "versions.txt", words: "versions of widgetd, the kernel and the system", text: DebugSystem.versions(daemon: status?.version)),
            Part(name: "status.json", words: "the daemon's status", text: answer { () throws(WidgetError) in shown(try findings.status.get()) }),
            Part(
                name: "doctor.txt", words: "doctor's checks",
                text: Redaction.text(DoctorRendering.text(DoctorJudgement.checks(findings), Style(isColored: false)))),
        ]
        parts += [
            Part(
                name: "store.json", words: "counts of the store's pages: read, put right, damaged; and of rows that were lost",
                text: store(findings.storeCheck, status)),
            Part(
                name: "devices.json", words: "your devices: names, ids, addresses, states",
                text: answer { () throws(WidgetError) in shown(try client.devices(all: true)) }),
            Part(name: "sync.json", words: "the links to them, and what each lacks", text: answer { () throws(WidgetError) in shown(try findings.sync.get()) }),
            Part(
                name: "providers.json", words: "providers: ids, manifests' paths, starts, last errors",
                text: answer { () throws(WidgetError) in shown(try findings.providers.get()) }),
            Part(
                name: "widgets.json", words: "widgets: ids, kinds, states, errors; no names, parameters or contents",
                text: answer { () throws(WidgetError) in
                    var list = ProtoListWidgetsResponse()
                    list.widgets = try findings.widgets.get().map(shown)
                    return list
                }),
            Part(
                name: "surfaces.json", words: "surfaces: names, kinds, sizes; not their pages and settings",
                text: answer { () throws(WidgetError) in shown(try client.surfaces()) }),
            Part(
                name: "decisions.json", words: "the last \(decisions) decisions about reloads",
                text: answer { () throws(WidgetError) in shown(try client.decisions(limit: decisions)) }),
            Part(name: "metrics.txt", words: "the metrics, as Prometheus gets them", text: metrics(client)),
            Part(
                name: "settings.json", words: "the settings that hold, and where each comes from",
                text: answer { () throws(WidgetError) in shown(try findings.settings.get()) }),
            Part(name: "options.txt", words: "the daemon's options", text: DebugSystem.options(process: status?.processID)),
            Part(name: "units.txt", words: "the states of its units", text: DebugSystem.units(findings.manager)),
            Part(
                name: "journal.txt", words: "the last \(DebugSystem.journalLines) lines of its journal, without what providers printed",
                text: DebugSystem.journal(findings.manager)),
        ]
        return parts
    }

    static func listing(_ parts: [Part]) -> String { parts.map { "  \($0.name): \($0.words)\n" }.joined() }

    /// - Throws: RESOURCE_EXHAUSTED where there is no memory.
    static func archive(_ parts: [Part], at date: Timestamp) throws(WidgetError) -> [UInt8] {
        var archive = TarArchive()
        let readme = "What `widgetctl debug bundle` of widgetd \(Version.current) found:\n" + listing(parts)
        archive.add("widgetd-debug/README.txt", Array(readme.utf8), at: date)
        for part in parts { archive.add("widgetd-debug/\(part.name)", Array(part.text.utf8), at: date) }
        return try archive.compressed()
    }

    private static let decisions = 200

    /// An answer as JSON, or the reason why there is none.
    private static func answer<Response: Message>(_ body: () throws(WidgetError) -> Response) -> String {
        do {
            return try JSONOutput.object(body()) + "\n"
        } catch {
            return "there is no answer: \(Redaction.text("\(error)"))\n"
        }
    }

    /// Counts alone, since the lines name rows.
    private static func store(_ check: Result<ProtoCheckStoreResponse, WidgetError>?, _ status: ProtoStatusResponse?) -> String {
        do {
            guard let check = try check?.get(), let status else { throw WidgetError(.unavailable, "the daemon doesn't answer") }
            let counts = [
                ("pages", Int(check.pages)), ("read", Int(check.read)), ("repaired", check.repaired.count), ("damaged", check.damaged.count),
                ("lost", check.lost.count), ("repaired_at_start", status.storeRepaired.count), ("lost_at_start", status.storeLost.count),
            ]
            return "{\"format\":\"\(JSONOutput.format)\"," + counts.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}\n"
        } catch {
            return "there is no answer: \(Redaction.text("\(error)"))\n"
        }
    }

    private static func metrics(_ client: WidgetClient) -> String {
        do throws(WidgetError) {
            return OpenMetricsText.text(try client.metrics().families)
        } catch {
            return "there is no answer: \(Redaction.text(error.message))\n"
        }
    }

    // MARK: Fields that are shown

    private static func shown(_ full: ProtoStatusResponse) -> ProtoStatusResponse {
        var status = ProtoStatusResponse()
        (status.version, status.deviceID, status.processID) = (full.version, full.deviceID, full.processID)
        if full.hasStartedAt { status.startedAt = full.startedAt }
        if full.hasNextDue { status.nextDue = full.nextDue }
        (status.socketPath, status.storePath, status.corruptStore) = (full.socketPath, full.storePath, full.corruptStore)
        (status.storeBytes, status.storeState, status.storeError) = (full.storeBytes, full.storeState, Redaction.text(full.storeError))
        (status.widgets, status.kinds, status.providers, status.providersRunning) = (full.widgets, full.kinds, full.providers, full.providersRunning)
        (status.connections, status.watchers, status.calls, status.callsFailed) = (full.connections, full.watchers, full.calls, full.callsFailed)
        (status.reloads, status.reloadsFailed, status.developerMode) = (full.reloads, full.reloadsFailed, full.developerMode)
        guard full.hasPushGateway else { return status }
        let gateway = full.pushGateway
        status.pushGateway.listening = gateway.listening
        status.pushGateway.error = Redaction.text(gateway.error)
        status.pushGateway.certificateError = Redaction.text(gateway.certificateError)
        status.pushGateway.webPushError = Redaction.text(gateway.webPushError)
        (status.pushGateway.taken, status.pushGateway.refused, status.pushGateway.keys) = (gateway.taken, gateway.refused, gateway.keys)
        if gateway.hasCertificateEnds { status.pushGateway.certificateEnds = gateway.certificateEnds }
        return status
    }

    private static func shown(_ full: ProtoConfigurationResponse) -> ProtoConfigurationResponse {
        func shown(_ values: [ProtoConfigurationResponse.Value]) -> [ProtoConfigurationResponse.Value] {
            values.map { value in .with { ($0.text, $0.source, $0.path, $0.line) = (Redaction.text(value.text), value.source, value.path, value.line) } }
        }
        var response = ProtoConfigurationResponse()
        (response.files, response.mistakes) = (full.files, full.mistakes.map(Redaction.text))
        response.settings = full.settings.map { full in
            var setting = ProtoConfigurationResponse.Setting()
            (setting.section, setting.key) = (full.section, full.key)
            (setting.values, setting.next, setting.refused) = (shown(full.values), shown(full.next), Redaction.text(full.refused))
            return setting
        }
        return response
    }

    private static func shown(_ full: ProtoDeviceInfo) -> ProtoDeviceInfo {
        var device = ProtoDeviceInfo()
        (device.id, device.name, device.addresses, device.state, device.version) = (full.id, full.name, full.addresses, full.state, full.version)
        if full.hasLastSeenAt { device.lastSeenAt = full.lastSeenAt }
        if full.hasAddedAt { device.addedAt = full.addedAt }
        return device
    }

    private static func shown(_ full: ProtoListDevicesResponse) -> ProtoListDevicesResponse {
        .with { $0.devices = full.devices.map(shown) }
    }

    private static func shown(_ full: ProtoSyncStatusResponse) -> ProtoSyncStatusResponse {
        var sync = ProtoSyncStatusResponse()
        (sync.listening, sync.logTransactions, sync.divergences) = (full.listening, full.logTransactions, full.divergences)
        sync.reincarnation = full.reincarnation
        sync.peers = full.peers.map { full in
            var peer = ProtoPeerStatus()
            peer.device = shown(full.device)
            (peer.address, peer.inbound, peer.lastError) = (full.address, full.inbound, Redaction.text(full.lastError))
            (peer.behind, peer.ahead, peer.held, peer.heldThere, peer.snapshot) = (full.behind, full.ahead, full.held, full.heldThere, full.snapshot)
            if full.hasClockOffset { peer.clockOffset = full.clockOffset }
            if full.hasNextTryAt { peer.nextTryAt = full.nextTryAt }
            return peer
        }
        return sync
    }

    private static func shown(_ full: ProtoProvidersResponse) -> ProtoProvidersResponse {
        var response = ProtoProvidersResponse()
        response.watchError = Redaction.text(full.watchError)
        response.problems = full.problems.map { problem in .with { ($0.path, $0.message) = (problem.path, Redaction.text(problem.message)) } }
        response.providers = full.providers.map { full in
            var provider = ProtoProviderInfo()
            (provider.id, provider.protocol, provider.manifestPath, provider.kinds) = (full.id, full.protocol, full.manifestPath, full.kinds)
            (provider.processID, provider.launches, provider.failures) = (full.processID, full.launches, full.failures)
            provider.lastError = Redaction.text(full.lastError)
            if full.hasLastUsed { provider.lastUsed = full.lastUsed }
            return provider
        }
        return response
    }

    private static func shown(_ full: ProtoWidgetSnapshot) -> ProtoWidgetSnapshot {
        var widget = ProtoWidgetSnapshot()
        (widget.widget.id, widget.widget.kind, widget.widget.family) = (full.widget.id, full.widget.kind, full.widget.family)
        (widget.state, widget.lastError, widget.nextReloadRule) = (full.state, Redaction.text(full.lastError), full.nextReloadRule)
        if full.hasNextReloadDate { widget.nextReloadDate = full.nextReloadDate }
        if full.hasLastReloadDate { widget.lastReloadDate = full.lastReloadDate }
        if full.hasReceivedAt { widget.receivedAt = full.receivedAt }
        if full.hasFailingSince { widget.failingSince = full.failingSince }
        (widget.deviceID, widget.local, widget.unavailable) = (full.deviceID, full.local, Redaction.text(full.unavailable))
        (widget.revision, widget.invalidated, widget.privateHidden) = (full.revision, full.invalidated, full.privateHidden)
        return widget
    }

    private static func shown(_ full: ProtoListSurfacesResponse) -> ProtoListSurfacesResponse {
        .with { response in
            response.surfaces = full.surfaces.map { full in
                var surface = ProtoSurfaceInfo()
                (surface.surface.name, surface.surface.kind, surface.surface.families) = (full.surface.name, full.surface.kind, full.surface.families)
                (surface.surface.width, surface.surface.height, surface.surface.scale) = (full.surface.width, full.surface.height, full.surface.scale)
                (surface.surface.visibility, surface.surface.visiblePages) = (full.surface.visibility, full.surface.visiblePages)
                (surface.deviceID, surface.local, surface.connected) = (full.deviceID, full.local, full.connected)
                if full.hasSeenAt { surface.seenAt = full.seenAt }
                return surface
            }
        }
    }

    private static func shown(_ full: ProtoDecisionsResponse) -> ProtoDecisionsResponse {
        .with { response in
            response.decisions = full.decisions.map { full in
                var decision = ProtoDecision()
                if full.hasTime { decision.time = full.time }
                if full.hasUntil { decision.until = full.until }
                (decision.widgetID, decision.event, decision.cause, decision.outcome) = (full.widgetID, full.event, full.cause, full.outcome)
                (decision.rule, decision.sequence, decision.count) = (full.rule, full.sequence, full.count)
                decision.detail = Redaction.text(full.detail)
                return decision
            }
        }
    }
}
