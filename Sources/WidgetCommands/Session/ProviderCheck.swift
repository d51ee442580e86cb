import ArgumentParser
import WidgetAPI

/// What `provider check` and `provider run` share.
enum ProviderCheck {
    /// Prints what the provider gave, where it is in the answer, and the findings below.
    ///
    /// - Throws: an exit with 65 where a finding is an error.
    static func run(
        _ provider: String, kind: String = "", family: ProtoWidgetFamily = .unspecified, includeArchives: Bool = false, _ session: Session
    ) throws {
        let name = provider.contains("/") ? WorkingDirectory.absolute(provider) : provider
        let response = try session.client.checkProvider(name, kind: kind, family: family, includeArchives: includeArchives)
        try session.show(response) { response in
            let samples = response.samples.map { sample in
                let card = session.drawing.card(
                    sample.archive, family: sample.family, title: sample.displayName, hasNoMargins: sample.contentMarginsDisabled,
                    limit: session.terminal.columns)
                return PreviewRendering.sample(sample, picture: card.ansiLines(session.terminal.color, ground: session.terminal.ground), session.style)
            }
            return (samples + [ProviderRendering.findings(response, session.style)]).joined(separator: "\n")
        }
        if response.findings.contains(where: { $0.severity == .error }) { throw ExitCode(ExitStatus.dataError.rawValue) }
    }
}
