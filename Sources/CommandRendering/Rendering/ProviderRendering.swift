package import WidgetAPI

/// `provider list`, `provider check` and `provider rescan`.
package enum ProviderRendering {
    package static func text(_ response: ProtoProvidersResponse, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        var text = ""
        if response.providers.isEmpty {
            text = "No providers are installed.\n"
        } else {
            var table = Table("PROVIDER", "PROTOCOL", "PROCESS", "LAUNCHES", "FAILURES", "LAST USED", "KINDS", "PATH")
            for provider in response.providers {
                table.add(
                    .init(provider.id), .init(provider.protocol), .init(provider.processID == 0 ? "" : "\(provider.processID)"),
                    .init("\(provider.launches)"), .init("\(provider.failures)", provider.failures > 0 ? .yellow : nil),
                    .init(provider.hasLastUsed ? dates.relative(provider.lastUsed.timestamp) : ""), .init(provider.kinds.joined(separator: " ")),
                    .init(provider.manifestPath))
            }
            text = table.text(style, maximumWidth: width)
            for provider in response.providers where !provider.lastError.isEmpty {
                text += style(.yellow, "\(PlainText.line(provider.id)): \(PlainText.line(provider.lastError))") + "\n"
            }
        }
        text += problems(response.problems, style) + shadowed(response.shadowed, style)
        if !response.watchError.isEmpty {
            text += style(.yellow, "Changes aren't all noticed, so rescan after one: \(PlainText.line(response.watchError))") + "\n"
        }
        return text
    }

    package static func rescanned(_ response: ProtoRescanResponse, _ style: Style) -> String {
        let count = response.providers
        return "\(count) provider\(count == 1 ? "" : "s") found.\n" + problems(response.problems, style) + shadowed(response.shadowed, style)
    }

    /// Manifests that aren't used, because another one has their id.
    private static func shadowed(_ manifests: [ProtoShadowedManifest], _ style: Style) -> String {
        manifests.reduce(into: "") { text, manifest in
            let (id, path, used) = (PlainText.line(manifest.provider), PlainText.line(manifest.path), PlainText.line(manifest.by))
            text +=
                manifest.isOwn
                ? style(.yellow, "\(id): your own \(path) isn't used, \(used) is") + "\n" : style(.dim, "\(id): \(used) is used instead of \(path)") + "\n"
        }
    }

    package static func findings(_ response: ProtoCheckProviderResponse, _ style: Style) -> String {
        guard !response.findings.isEmpty else { return "Nothing was found, good or bad.\n" }
        let text = response.findings.reduce(into: "") { text, finding in
            let severity = severity(finding.severity)
            let kind = finding.kind.isEmpty ? "" : "\(PlainText.line(finding.kind)): "
            text += style(severity.emphasis, severity.word) + "  \(kind)\(PlainText.line(finding.message, limit: RenderingLimits.problemCharacters))\n"
        }
        return text + (response.developerMode ? style(.yellow, "Developer mode is on: the remarks on budgets and spacing hold without it.") + "\n" : "")
    }

    private static func problems(_ problems: [ProtoManifestProblem], _ style: Style) -> String {
        problems.reduce(into: "") { text, problem in
            text +=
                style(.red, "not loaded: \(PlainText.line(problem.path)): \(PlainText.line(problem.message, limit: RenderingLimits.problemCharacters))") + "\n"
        }
    }

    private static func severity(_ severity: ProtoCheckProviderResponse.Finding.Severity) -> (word: String, emphasis: Style.Emphasis?) {
        switch severity {
        case .ok: ("ok  ", .green)
        case .warning: ("warn", .yellow)
        case .error: ("FAIL", .red)
        default: ("?   ", nil)
        }
    }
}

/// `kinds --preview` and `provider run`: the picture, and what a user has to know about it.
package enum PreviewRendering {
    package static func text(_ preview: ProtoPreviewResponse, picture: [String], _ style: Style) -> String {
        var text = picture.reduce(into: "") { $0 += $1 + "\n" }
        let reason = preview.snapshotError.isEmpty ? "" : ": \(PlainText.line(preview.snapshotError))"
        switch preview.source {
        case .timeline: text += style(.yellow, "From its timeline, as there is no snapshot\(reason)") + "\n"
        case .placeholder: text += style(.yellow, "The placeholder, as there is no snapshot\(reason)") + "\n"
        default: break
        }
        return text
    }

    /// A provider's sample for one kind and family, with the family above it.
    package static func sample(_ sample: ProtoCheckProviderResponse.Sample, picture: [String], _ style: Style) -> String {
        let heading = "\(PlainText.line(sample.kind)), \(Names.family(sample.family))"
        return picture.reduce(into: style(.dim, heading) + "\n") { $0 += $1 + "\n" }
    }
}
