import WidgetAPI
import WidgetCore

/// Asks a provider everything that the daemon would ever ask, stores nothing, and says what it found.
struct ProviderCheck {
    typealias Finding = ProtoCheckProviderResponse.Finding

    let provider: any ProviderPort
    let environment: WidgetService.Environment
    let now: @Sendable () -> Timestamp

    /// - Parameter only: one kind; empty: all.
    func run(only: String) async -> [Finding] {
        let kinds: [Kind]
        do throws(WidgetError) {
            kinds = try await provider.kinds()
        } catch {
            return [finding(.error, "", "describe: \(error.message)")]
        }
        var findings = [finding(.ok, "", "gives \(kinds.count) kind\(kinds.count == 1 ? "" : "s")")]
        let chosen = kinds.filter { only.isEmpty || $0.id == only }
        if chosen.isEmpty {
            let names = kinds.map(\.id).joined(separator: ", ")
            findings.append(finding(.error, only, "there is no such kind; it gives \(names)"))
        }
        for kind in chosen {
            for family in kind.families { findings += await check(kind, family) }
        }
        return findings
    }

    private func check(_ kind: Kind, _ family: WidgetFamily) async -> [Finding] {
        var context = ProviderContext(isPreview: true, family: family, timeZone: environment.timeZone, locale: environment.locale, date: now())
        var request = ProviderRequest(kind: kind.id, context: context, parameters: kind.effective([:]))
        var findings: [Finding] = []
        for (name, ask) in [("placeholder", provider.placeholder), ("snapshot", provider.snapshot)] {
            do throws(WidgetError) {
                let entry = try await ask(request)
                findings.append(finding(.ok, kind.id, "\(family.name): \(name): \(entry.entries.first?.archive.count ?? 0) bytes"))
            } catch {
                findings.append(finding(.error, kind.id, "\(family.name): \(name): \(error.message)"))
            }
        }
        context.isPreview = false
        request.context = context
        do throws(WidgetError) {
            let timeline = try await provider.timeline(request)
            findings.append(finding(.ok, kind.id, "\(family.name): timeline: \(timeline.entries.count) entries, \(describe(timeline.policy))"))
            findings += warnings(kind, family, timeline)
        } catch {
            findings.append(finding(.error, kind.id, "\(family.name): timeline: \(error.message)"))
        }
        return findings
    }

    private func warnings(_ kind: Kind, _ family: WidgetFamily, _ timeline: ProvidedTimeline) -> [Finding] {
        var findings: [Finding] = []
        if timeline.entries.count == 1, timeline.policy == .atEnd {
            findings.append(finding(.warning, kind.id, "\(family.name): one entry with atEnd: the daemon picks when to ask again; say after(date) if you know better"))
        }
        if case .after(let date) = timeline.policy, date <= now() {
            findings.append(finding(.warning, kind.id, "\(family.name): after(\(date.rfc3339)) is past: the daemon asks again after its minimum spacing"))
        }
        return findings
    }

    private func describe(_ policy: ReloadPolicy) -> String {
        switch policy {
        case .atEnd: "atEnd"
        case .after(let date): "after \(date.rfc3339)"
        case .never: "never"
        }
    }

    private func finding(_ severity: Finding.Severity, _ kind: String, _ message: String) -> Finding {
        var finding = Finding()
        finding.severity = severity
        finding.kind = kind
        finding.message = message
        return finding
    }
}
