import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Everything known of a provider that somebody is writing.
struct DevelopedProvider {
    /// Its id, or the path of its manifest.
    var name: String
    var check: ProtoCheckProviderResponse?
    var lint: ProtoCheckProviderResponse?
    /// Why the daemon couldn't be asked for more; nil: it could.
    var failure: String?
}

/// `provider dev`: the pictures, and below them what is wrong.
struct DevelopmentRendering {
    let drawing: WidgetDrawing
    let terminal: TerminalTraits
    let style: Style

    /// - Parameters:
    ///   - time: of the save.
    ///   - isLast: nothing more comes for this save.
    func text(_ providers: [DevelopedProvider], at time: String, isLast: Bool) -> String {
        if providers.isEmpty { return "\(time)  there is no manifest: `widgetctl provider new` makes one\n" }
        return providers.map { text($0, at: time, isLast: isLast) }.joined(separator: "\n")
    }

    private func text(_ provider: DevelopedProvider, at time: String, isLast: Bool) -> String {
        var text = style(.bold, PlainText.line(provider.check?.manifestPath ?? provider.name)) + "  " + style(.dim, time) + "\n"
        text += pictures(provider.check?.samples ?? [])
        // Good findings are left out: the pictures show them.
        let findings = ((provider.check?.findings ?? []) + (provider.lint?.findings ?? [])).filter { [.warning, .error].contains($0.severity) }
        if !findings.isEmpty {
            let told = Self.together(findings)
            text += ProviderRendering.findings(.with { ($0.findings, $0.developerMode) = (told, provider.lint?.developerMode ?? false) }, style)
        }
        if let failure = provider.failure {
            text += style(.red, "FAIL") + "  \(PlainText.line(failure, limit: RenderingLimits.problemCharacters))\n"
        } else if provider.lint == nil, !isLast {
            text += style(.dim, "…     checking: the provider is asked as several widgets would ask") + "\n"
        } else if findings.isEmpty {
            text += style(.green, "ok") + "    nothing is wrong, and nothing could be better\n"
        }
        return text
    }

    /// The same mistake is found in every family and by every question. It is told once, with the number of times.
    static func together(_ findings: [ProtoCheckProviderResponse.Finding]) -> [ProtoCheckProviderResponse.Finding] {
        var told: [(finding: ProtoCheckProviderResponse.Finding, reason: String, count: Int)] = []
        for finding in findings {
            let reason = Self.reason(finding.message)
            if let index = told.firstIndex(where: { ($0.finding.severity, $0.finding.kind, $0.reason) == (finding.severity, finding.kind, reason) }) {
                told[index].count += 1
            } else {
                told.append((finding, reason, 1))
            }
        }
        return told.map { entry -> ProtoCheckProviderResponse.Finding in
            var finding = entry.finding
            if entry.count > 1 { finding.message += " (\(entry.count) times, by other families and questions)" }
            return finding
        }
    }

    /// A finding without the family and the question by which it was found.
    private static func reason(_ message: String) -> String {
        let questions = ["placeholder", "snapshot", "timeline"]
        let families = WidgetFamily.allCases.map(\.name)
        let parts = message.split(separator: ": ", omittingEmptySubsequences: false).map(String.init)
        let rest = parts.drop { families.contains($0) || questions.contains($0) }.joined(separator: ": ")
        return questions.reduce(rest) { $0.replacing(" for \($1) ", with: " ") }
    }

    /// Cards beside one another as far as they fit, each under its kind and family.
    private func pictures(_ samples: [ProtoCheckProviderResponse.Sample]) -> String {
        var rows: [[(heading: String, card: RenderedWidget)]] = []
        var used = 0
        for sample in samples {
            let card = drawing.card(sample.archive, family: sample.family, title: sample.displayName, limit: terminal.columns)
            let heading = "\(PlainText.line(sample.kind)), \(Names.family(sample.family))"
            let width = max(card.size.columns, DisplayWidth.of(heading))
            if rows.isEmpty || used + Self.gap + width > terminal.columns {
                rows.append([])
                used = 0
            }
            rows[rows.count - 1].append((heading, card))
            used += width + Self.gap
        }
        return rows.reduce(into: "") { $0 += lines(of: $1) }
    }

    private func lines(of row: [(heading: String, card: RenderedWidget)]) -> String {
        let pictures = row.map { $0.card.ansiLines(terminal.color) }
        let widths = row.map { max($0.card.size.columns, DisplayWidth.of($0.heading)) }
        var text = ""
        for (index, item) in row.enumerated() {
            text += style(.dim, padded(item.heading, DisplayWidth.of(item.heading), widths[index], isLast: index == row.count - 1))
        }
        text += "\n"
        for line in 0..<(pictures.map(\.count).max() ?? 0) {
            for (index, picture) in pictures.enumerated() {
                let isThere = line < picture.count
                text += padded(isThere ? picture[line] : "", isThere ? row[index].card.size.columns : 0, widths[index], isLast: index == row.count - 1)
            }
            text += "\n"
        }
        return text
    }

    private func padded(_ text: String, _ width: Int, _ columns: Int, isLast: Bool) -> String {
        isLast ? text : text + String(repeating: " ", count: max(0, columns - width) + Self.gap)
    }

    /// Columns between two cards.
    private static let gap = 2
}
