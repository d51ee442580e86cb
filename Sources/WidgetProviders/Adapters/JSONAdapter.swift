import WidgetAPI
import WidgetCore
import WidgetScripts

/// Runs a program once for each call. The program reads JSON, and prints the script form.
struct JSONAdapter: ProviderAdapter {
    func describe(_ run: ProviderRun) async throws(WidgetError) -> ProviderDescription {
        ProviderDescription(kinds: run.manifest.kinds, activities: run.manifest.activities, controls: run.manifest.controls)
    }

    func entry(_ call: EntryCall, _ request: ProviderRequest, _ run: ProviderRun) async throws(WidgetError) -> ProvidedTimeline {
        let family = request.context.family
        _ = try run.kind(request.kind, family: family)
        let output = try await run.call(input: JSONRequest.bytes(call, request))
        do throws(WidgetError) {
            let script = try ScriptTimeline.decode(output, family: family, now: request.context.date)
            var timeline = try ProvidedTimeline(script, family: family)
            if call != .timeline { timeline.entries.removeLast(timeline.entries.count - 1) }
            return timeline
        } catch {
            throw run.failure(error.code, "what it printed for \(call.rawValue) is wrong: \(error.message)", cause: error.cause)
        }
    }

    func relevance(_ request: ProviderRequest, of kind: Kind, _ run: ProviderRun) async throws(WidgetError) -> ProvidedRelevance {
        let family = request.context.family
        _ = try run.kind(request.kind, family: family)
        let output = try await run.call(input: JSONRequest.relevance(request))
        do throws(WidgetError) {
            let script = try ScriptRelevance.decode(output, family: family)
            var cards: [ProvidedRelevance.Card] = []
            for card in script.cards {
                let archive = try ArchiveCodec.encode(card.archive, family: family)
                let entry = ProvidedEntry(date: request.context.date, archive: archive.bytes, digest: archive.digest)
                cards.append(ProvidedRelevance.Card(attribute: card.attribute, entry: entry))
            }
            return try ProvidedRelevance(family: family, cards: cards, images: script.images).validated(for: kind)
        } catch {
            throw run.failure(error.code, "what it printed for relevance is wrong: \(error.message)", cause: error.cause)
        }
    }

    func draw(_ request: ActivityDrawingRequest, _ run: ProviderRun) async throws(WidgetError) -> [UInt8] {
        let output = try await run.call(input: JSONRequest.bytes(request))
        do throws(WidgetError) {
            switch try ScriptActivity.decode(output) {
            case .views(let views): return try ActivityArchiveCodec.encode(views)
            case .refused(let reason): throw WidgetError.invalid("activity", reason)
            }
        } catch {
            throw run.failure(error.code, "what it printed for activity is wrong: \(error.message)", cause: error.cause)
        }
    }

    func perform(_ request: IntentRequest, _ run: ProviderRun) async throws(WidgetError) -> IntentOutcome {
        // Its exit status counts, not its output.
        _ = try await run.call(input: JSONRequest.bytes(request))
        return IntentOutcome()
    }

    func value(_ request: ControlValueRequest, of kind: ControlKind, _ run: ProviderRun) async throws(WidgetError) -> ControlValue {
        let output = try await run.call(input: JSONRequest.bytes(request))
        do throws(WidgetError) {
            return try ControlValue(script: output).validated(for: kind)
        } catch {
            throw run.failure(error.code, "what it printed for controlValue is wrong: \(error.message)", cause: error.cause)
        }
    }

    func perform(_ request: ControlPerformRequest, _ run: ProviderRun) async throws(WidgetError) {
        // Its exit status counts, not its output.
        _ = try await run.call(input: JSONRequest.bytes(request))
    }

    func register(_ notice: PushRegistrationNotice, _ run: ProviderRun) async throws(WidgetError) {
        // Its exit status counts, not its output.
        _ = try await run.call(input: JSONRequest.bytes(notice))
    }

    func stop() async {}
}

extension ProvidedTimeline {
    /// A script's timeline, encoded for the wire and the store.
    init(_ script: ScriptTimeline, family: WidgetFamily) throws(WidgetError) {
        var entries: [ProvidedEntry] = []
        for entry in script.entries {
            let archive = try ArchiveCodec.encode(entry.archive, family: family)
            entries.append(ProvidedEntry(date: entry.date, relevance: entry.relevance, archive: archive.bytes, digest: archive.digest))
        }
        self.init(entries: entries, policy: script.policy, images: script.images)
    }
}
