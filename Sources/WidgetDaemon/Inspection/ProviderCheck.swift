import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetProviders

/// Makes all the requests to a provider that the daemon would make, stores nothing, and collects findings.
struct ProviderCheck {
    typealias Finding = ProtoCheckProviderResponse.Finding

    let provider: any ProviderPort
    let environment: ProviderSurroundings
    /// Whether the response includes the provider's archives.
    let includeArchives: Bool
    /// Removes private views from the archives while the session is locked.
    let privacy: Privacy
    let now: @Sendable () -> Timestamp
    /// Waits for this time.
    let pause: @Sendable (Milliseconds) async -> Void
    private(set) var response = ProtoCheckProviderResponse()
    private var room = DaemonCoreLimits.archiveBytesPerCall

    init(
        provider: any ProviderPort, environment: ProviderSurroundings, includeArchives: Bool, isDeveloperMode: Bool, privacy: Privacy,
        now: @escaping @Sendable () -> Timestamp, pause: @escaping @Sendable (Milliseconds) async -> Void
    ) {
        self.provider = provider
        self.environment = environment
        self.includeArchives = includeArchives
        self.privacy = privacy
        self.now = now
        self.pause = pause
        response.developerMode = isDeveloperMode
    }

    /// Asks for each kind's timelines as several widgets would, and warns of weaknesses.
    /// - Parameter only: one kind; empty: all.
    /// - Throws: NOT_FOUND if the provider doesn't give that kind.
    mutating func lint(kind only: String, by lint: (Kind) -> TimelineLint) async throws(WidgetError) {
        guard let given = await describe()?.kinds else { return }
        let chosen = Self.chosen(only, of: given)
        if chosen.isEmpty, !only.isEmpty { throw WidgetError(.notFound, "kind: \(Self.missing(only, among: given))") }
        for kind in chosen where kind.configuration == .timeline {
            for family in kind.families { await self.lint(kind, family, lint(kind)) }
        }
        if !response.findings.contains(where: { $0.severity != .ok }) { find(.ok, only, "nothing that could be better was found") }
    }

    private mutating func lint(_ kind: Kind, _ family: WidgetFamily, _ lint: TimelineLint) async {
        var answers: [TimelineLint.Answer] = []
        do throws(WidgetError) {
            for number in 0..<DaemonLimits.lintedWidgets { answers.append(try await answer(kind, family, number)) }
            if TimelineLint.isUndecided(answers) {
                await pause(TimelineLint.sharingDistance)
                answers.append(try await answer(kind, family, DaemonLimits.lintedWidgets))
            }
        } catch {
            return find(.error, kind.id, "\(family.name): timeline: \(error.message)")
        }
        for warning in lint.warnings(answers) { find(.warning, kind.id, "\(family.name): \(warning)") }
    }

    /// The provider's answer for one of several widgets.
    private func answer(_ kind: Kind, _ family: WidgetFamily, _ number: Int) async throws(WidgetError) -> TimelineLint.Answer {
        let date = now()
        let timeline = try await provider.timeline(
            ProviderRequest(
                kind: kind.id, context: environment.context(family, at: date), parameters: kind.effective([:]), widget: WidgetID(linted: number)))
        let archives = Set(timeline.entries.map(\.archive)).compactMap { try? ArchiveCodec.decode($0) }
        return TimelineLint.Answer(date: date, end: now(), timeline: timeline, archives: archives)
    }

    /// Reports which of several manifests with one id is used and checked: a user may have written another one.
    /// - Parameters:
    ///   - used: the one that is installed with that id; nil: none is.
    ///   - problems: of manifests that weren't loaded.
    mutating func sayWhere(_ manifest: ProviderManifest, used: ProviderManifest?, problems: [ManifestProblem]) {
        guard let used, used.path == manifest.path else {
            if let used { find(.warning, "", "what is used as '\(manifest.id)' is \(used.path), not the one that is checked, \(manifest.path)") }
            return
        }
        for problem in problems where problem.path != used.path && problem.path.hasSuffix("/\(used.id).json") {
            find(.error, "", "\(problem.path) isn't used, \(used.path) is: \(problem.message)")
        }
        for hidden in used.overrides {
            let isOwnHidden = hidden.origin == .user && used.origin != .user
            find(isOwnHidden ? .warning : .ok, "", "\(used.path) is used instead of \(isOwnHidden ? "your own " : "")\(hidden.path)")
        }
    }

    /// - Parameters:
    ///   - only: one kind; empty: all.
    ///   - family: nil: every one of each kind.
    mutating func run(kind only: String, family: WidgetFamily?) async {
        guard let description = await describe() else { return }
        let given = description.kinds
        let controls = description.controls.filter { only.isEmpty || $0.id == only }
        for control in controls { await check(control) }
        let chosen = Self.chosen(only, of: given)
        if chosen.isEmpty, controls.isEmpty { find(.error, only, Self.missing(only, among: given)) }
        for kind in chosen {
            guard kind.configuration == .timeline else {
                await checkRelevance(kind)
                continue
            }
            let families = kind.families.filter { family == nil || $0 == family }
            if families.isEmpty, let family {
                find(.error, kind.id, "\(family.name) isn't among its families: \(kind.families.map(\.name).joined(separator: ", "))")
            }
            for family in families { await check(kind, family) }
        }
    }

    private static func chosen(_ only: String, of kinds: [Kind]) -> [Kind] { kinds.filter { only.isEmpty || $0.id == only } }

    private static func missing(_ kind: String, among given: [Kind]) -> String {
        "there is no such kind" + Suggestion.advice(for: kind, among: given.map(\.id), verb: "it gives")
    }

    /// The provider's description; nil if the provider can't give it.
    private mutating func describe() async -> ProviderDescription? {
        let description: ProviderDescription
        do throws(WidgetError) {
            description = try await provider.describe()
        } catch {
            find(.error, "", "describe: \(error.message)")
            return nil
        }
        func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
        let (kinds, controls) = (description.kinds.count, description.controls.count)
        find(.ok, "", "gives \(count(kinds, "kind"))" + (controls == 0 ? "" : " and \(count(controls, "control"))"))
        return description
    }

    /// Asks for a control's preview value, and for the value of a control that was just added. Nothing is performed.
    private mutating func check(_ kind: ControlKind) async {
        for (name, control) in [("preview", nil), ("value", WidgetID(linted: 0))] {
            do throws(WidgetError) {
                let value = try await provider.value(ControlValueRequest(kind: kind.id, parameters: kind.effective([:]), control: control), of: kind)
                let words = [value.isOn.map { $0 ? "on" : "off" }, value.status.isEmpty ? nil : value.status].compactMap(\.self)
                find(.ok, kind.id, "\(name): \(words.isEmpty ? "a button without a status" : words.joined(separator: ", "))")
            } catch {
                find(.error, kind.id, "\(name): \(error.message)")
            }
        }
    }

    private mutating func check(_ kind: Kind, _ family: WidgetFamily) async {
        var request = ProviderRequest(kind: kind.id, context: environment.context(family, isPreview: true, at: now()), parameters: kind.effective([:]))
        var best: ProvidedEntry?
        for (name, ask) in [("placeholder", provider.placeholder), ("snapshot", provider.snapshot)] {
            do throws(WidgetError) {
                let entry = try await ask(request).entries.first
                find(.ok, kind.id, "\(family.name): \(name): \(entry?.archive.count ?? 0) bytes")
                best = entry ?? best
            } catch {
                find(.error, kind.id, "\(family.name): \(name): \(error.message)")
            }
        }
        request.context.isPreview = false
        do throws(WidgetError) {
            let timeline = try await provider.timeline(request)
            let count = timeline.ownEntries.count
            let again = timeline.entries.count == count ? "" : ", drawn again at \(timeline.entries.count - count) more dates"
            find(.ok, kind.id, "\(family.name): timeline: \(count) \(count == 1 ? "entry" : "entries")\(again), \(describe(timeline.policy))")
            warn(kind, family, timeline)
            best = timeline.entry(at: now()) ?? best
        } catch {
            find(.error, kind.id, "\(family.name): timeline: \(error.message)")
        }
        if includeArchives, let best { keep(best, kind, family) }
    }

    /// Cards are drawn in the first family of their kind.
    private mutating func checkRelevance(_ kind: Kind) async {
        guard let family = kind.families.first else { return }
        let request = ProviderRequest(kind: kind.id, context: environment.context(family, at: now()))
        do throws(WidgetError) {
            let provided = try await provider.relevance(request, of: kind)
            let end = provided.end.map { "; asked again after \($0.rfc3339)" } ?? "; not asked again by itself"
            find(.ok, kind.id, "\(family.name): relevance: \(provided.cards.count) \(provided.cards.count == 1 ? "card" : "cards")\(end)")
            for context in Set(provided.cards.flatMap(\.attribute.contexts)).sorted(by: { $0.phrase < $1.phrase }) {
                if case .unsupported = context {
                    find(.warning, kind.id, "\(family.name): \(context.phrase): a Linux machine doesn't know it, so it is never true")
                }
            }
            if includeArchives, let entry = provided.cards.first?.entry { keep(entry, kind, family) }
        } catch {
            find(.error, kind.id, "\(family.name): relevance: \(error.message)")
        }
    }

    private mutating func keep(_ entry: ProvidedEntry, _ kind: Kind, _ family: WidgetFamily) {
        room -= entry.archive.count
        guard room >= 0 else { return }
        var sample = ProtoCheckProviderResponse.Sample()
        sample.kind = kind.id
        sample.family = ProtoWidgetFamily(family)
        sample.displayName = kind.displayName
        sample.contentMarginsDisabled = kind.contentMarginsDisabled
        do throws(WidgetError) {
            var entry = entry
            if let redacted = try privacy.redacted(entry.archive) { entry.archive = redacted }
            sample.archive = try ProtoViewArchive(entry: entry)
        } catch {
            return find(.error, kind.id, "\(family.name): \(error.message)")
        }
        sample.entryDate = .init(entry.date)
        response.samples.append(sample)
    }

    private mutating func warn(_ kind: Kind, _ family: WidgetFamily, _ timeline: ProvidedTimeline) {
        if timeline.ownEntries.count == 1, timeline.policy == .atEnd {
            find(
                .warning, kind.id,
                "\(family.name): the timeline has one entry and the policy atEnd, so the daemon chooses when to ask; give after(date) if you know better")
        }
        if case .after(let date) = timeline.policy, date <= now() {
            find(.warning, kind.id, "\(family.name): after(\(date.rfc3339)) is past: the daemon asks again after its minimum spacing")
        }
    }

    private func describe(_ policy: ReloadPolicy) -> String {
        switch policy {
        case .atEnd: "atEnd"
        case .after(let date): "after \(date.rfc3339)"
        case .never: "never"
        }
    }

    private mutating func find(_ severity: Finding.Severity, _ kind: String, _ message: String) {
        var finding = Finding()
        finding.severity = severity
        finding.kind = kind
        finding.message = message
        response.findings.append(finding)
    }
}

extension WidgetID {
    /// The id in requests of a lint. No widget ever has it, since its date is in 1970.
    fileprivate init?(linted number: Int) { self.init(bytes: [0, 0, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(clamping: number + 1)]) }
}
