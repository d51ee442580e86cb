import DaemonCore
import WidgetAPI
import WidgetCore

extension WidgetService {
    /// The kinds by id, including those that aren't installed any more but have widgets. Waits for providers that are just being asked.
    func listKinds() async -> [ProtoKind] {
        await providers.described()
        let used = Set(widgets.values.map(\.kind))
        let here = catalog.kinds.values.map(\.kind).filter { catalog.isInstalled($0.id) }
        let elsewhere = peers.memberKinds.values.filter { !catalog.isInstalled($0.id) }
        let provided = Set((here + elsewhere).map(\.id))
        let orphans = catalog.kinds.values.map(\.kind).filter { !provided.contains($0.id) && used.contains($0.id) }
        return ((here + elsewhere).map { ProtoKind($0, isInstalled: true) } + orphans.map { ProtoKind($0, isInstalled: false) }).sorted { $0.id < $1.id }
    }

    func timeline(of id: WidgetID, includeArchives: Bool) throws(WidgetError) -> ProtoGetTimelineResponse {
        _ = try placed(id)
        var response = ProtoGetTimelineResponse()
        response.widgetID = id.description
        guard let timeline = timelines[id] else { return response }
        let current = timeline.index(at: now())
        var room = DaemonCoreLimits.archiveBytesPerCall
        for (index, entry) in timeline.entries.enumerated() {
            var info = ProtoTimelineEntryInfo()
            info.date = .init(entry.date)
            if let relevance = entry.relevance { info.relevance = ProtoEntryRelevance(relevance) }
            info.digest = .init(entry.archive.bytes)
            info.size = UInt32(clamping: entry.size)
            info.current = index == current
            info.redrawn = entry.isRedrawn
            room -= entry.size
            if includeArchives, room >= 0, var bytes = try store.archive(entry.archive) {
                if let redacted = try privacy.redacted(bytes) { (bytes, response.privateHidden) = (redacted, true) }
                do {
                    info.archive = try ProtoViewArchive(serializedBytes: bytes)
                } catch {
                    throw WidgetError(.dataLoss, "an archive in the store can't be read; reload the widget", cause: "\(error)")
                }
            }
            response.entries.append(info)
        }
        response.policy = ProtoReloadPolicy(timeline.policy)
        response.receivedAt = .init(timeline.receivedAt)
        return response
    }

    /// The answer of `widgetctl explain` about one widget.
    /// - Parameter place: sentences about its place in the Smart Stack.
    func explain(_ id: WidgetID, stack place: [String]) async throws -> ProtoExplainResponse {
        let widget = try placed(id)
        await journal.writeAll()
        var response = ProtoExplainResponse()
        if let entry = board.entry(id) {
            response.widget = try ProtoWidgetSnapshot(serializedBytes: entry.summary)
        }
        let status = engine.status(of: id, at: now())
        if let status {
            response.sentences = status.sentences(now: now())
            response.failures = UInt32(clamping: status.failures)
            response.reloading = status.isReloading
        }
        if let providingDevice = remoteProvider(of: widget) {
            response.notes += notes(on: widget, givenBy: providingDevice)
        } else if !catalog.isInstalled(widget.kind) {
            response.notes.append("The provider of kind '\(widget.kind)' isn't installed: nothing is asked until it is.")
        }
        response.sentences.insert(contentsOf: response.notes, at: 0)
        response.notes += place
        response.sentences += place
        if let sentence = status?.pendingSentence { response.notes.append(sentence) }
        if let until = heldPush(for: id)?.heldUntil {
            response.heldPush = Self.planned(until, .push, .wakeUp)
            response.sentences.append("A push waits until \(until.rfc3339) at the latest. Rule \(ReloadRule.wakeUp.name): \(ReloadRule.wakeUp.sentence)")
        }
        response.decisions = try store.decisions(widget: id, after: 0, limit: DaemonLimits.explainedDecisions).map { redacted($0.sequence, $0.decision) }
        if let status {
            if let shown = try shownEntry(of: id, status) { response.shown = shown }
            describe(widget, status, &response)
        }
        if isHidden(id) {
            let elsewhere = remoteProvider(of: widget).flatMap { peers.failure(of: id, on: $0)?.reason }
            for reason in [status?.lastError, elsewhere].compactMap(\.self) where !reason.isEmpty {
                response.sentences = response.sentences.map { $0.replacing(reason, with: Privacy.reason(reason)) }
                response.notes = response.notes.map { $0.replacing(reason, with: Privacy.reason(reason)) }
            }
        }
        return response
    }

    /// A decision as clients see it: the reason of a failure is left out for a hidden widget.
    private func redacted(_ sequence: Int64, _ decision: Decision) -> ProtoDecision {
        var decision = decision
        if decision.event == .reloadFailed, isHidden(decision.widget) { decision.detail = Privacy.reason(decision.detail) }
        return ProtoDecision(decision, sequence: sequence)
    }

    private func notes(on widget: Widget, givenBy providingDevice: DeviceID) -> [String] {
        let name = peers.name(of: providingDevice)
        var notes = ["The device '\(name)' provides this widget, and decides when it reloads."]
        if !devices.isConnected(providingDevice) {
            let heard = devices.lastHeard(providingDevice).map { " and was last heard at \($0.rfc3339)" } ?? ""
            let shown = timelines[widget.id].map { "what is shown is what it gave at \($0.receivedAt.rfc3339)" } ?? "nothing it gave is here"
            notes.append("'\(name)' isn't connected\(heard): \(shown). `widgetctl sync status` says more.")
        }
        if let failure = peers.failure(of: widget.id, on: providingDevice) {
            notes.append("Its provider fails on '\(name)' since \(failure.since.rfc3339): \(failure.reason)")
        }
        return notes
    }

    private func shownEntry(of id: WidgetID, _ status: ReloadStatus) throws(WidgetError) -> ProtoShownEntry? {
        guard let entry = status.entry, let date = status.entryDate, let timeline = timelines[id] else { return nil }
        var shown = ProtoShownEntry()
        shown.position = UInt32(clamping: entry + 1)
        shown.count = UInt32(clamping: status.entryCount)
        shown.date = .init(date)
        shown.receivedAt = .init(timeline.receivedAt)
        if let date = status.nextEntryDate { shown.nextDate = .init(date) }
        if let decision = try store.shownDecision(of: id) {
            // An entry that came due while the daemon was off is shown without a decision.
            let isOfEarlier = decision.until.map { $0 <= date } ?? false
            shown.shownAt = .init(isOfEarlier ? date : decision.time)
            shown.rule = isOfEarlier ? ReloadRule.entryDue.name : decision.rule
        }
        return shown
    }

    private func describe(_ widget: Widget, _ status: ReloadStatus, _ response: inout ProtoExplainResponse) {
        if let rule = status.rule, !status.isReloading {
            let cause: ReloadCause = status.pending ?? (status.failures > 0 ? .retry : .policy)
            response.nextReload = Self.planned(status.nextReload, status.nextReload == nil ? nil : cause, rule)
        }
        if let cause = status.deferred, !status.isWaiting { response.deferred = Self.planned(status.deferredUntil, cause, status.deferredRule) }
        if let cause = status.following { response.following = Self.planned(nil, cause, .afterRunning) }
        if remoteProvider(of: widget) == nil { response.budget = ProtoReloadBudget(status.budget) }
    }

    private static func planned(_ date: Timestamp?, _ cause: ReloadCause?, _ rule: ReloadRule?) -> ProtoPlannedReload {
        var planned = ProtoPlannedReload()
        if let date { planned.date = .init(date) }
        planned.cause = cause.flatMap { ProtoReloadCause(rawValue: $0.rawValue) } ?? .unspecified
        planned.rule = rule?.name ?? ""
        planned.sentence = rule?.sentence ?? ""
        return planned
    }

    func decisions(_ id: WidgetID?, after sequence: Int64, limit: Int) async throws -> [ProtoDecision] {
        await journal.writeAll()
        return try store.decisions(widget: id, after: sequence, limit: limit).map { redacted($0.sequence, $0.decision) }
    }

    /// An image that an archive names. An image of another device is fetched when a client first asks for it. Nil: no timeline has it any more, or no device
    /// that has it is connected.
    func image(_ digest: ContentDigest) async throws(WidgetError) -> (data: [UInt8], mediaType: String)? {
        if let here = try store.content(digest) { return here }
        guard peers.timelines.values.contains(where: { !$0.isEmpty }) else { return nil }
        await devices.fetchImage(digest)
        return try store.content(digest)
    }

    /// The widgets' part of `widgetctl status`; the caller adds the rest.
    func describe(_ response: inout ProtoStatusResponse) async {
        response.widgets = UInt32(clamping: widgets.count)
        response.kinds = UInt32(clamping: catalog.kinds.keys.count { catalog.isInstalled($0) })
        response.providers = UInt32(clamping: catalog.hosts.count)
        for provider in catalog.hosts.values where await provider.status.processID != nil { response.providersRunning += 1 }
        response.reloads = reloads.count
        response.reloadsFailed = reloads.failedCount
        response.developerMode = isDeveloperMode
        response.unknownKindBudgets = unknownKindBudgets
    }
}
