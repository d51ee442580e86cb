import ArgumentParser
import CommandRendering
import WidgetAPI

struct ProviderCheckCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Launch a provider once, ask it for everything, and list the problems.",
        discussion: """
            Nothing is stored. A manifest can be checked before it is installed; its path is one on the daemon's machine. The exit status is 65 where there \
            are errors.

            Examples:
              widgetctl provider check system
              widgetctl provider check ~/my-widgets/my-widget.json
            """)

    @Argument(help: "The provider's id, or a manifest's path.", completion: DaemonCompletion.providers)
    var provider: String

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try ProviderCheck.run(provider, session)
    }
}

struct ProviderRunCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Launch a provider once for one kind, draw its entry, and list the problems.",
        discussion: """
            It draws the entry that is due, for each of the kind's families, and lists the problems below, each with its place. Nothing is stored. The exit \
            status is 65 where there are errors.

            Examples:
              widgetctl provider run system system --family small
              widgetctl provider run ~/my-widgets/my-widget.json my-widget
            """)

    @Argument(help: "The provider's id, or a manifest's path.", completion: DaemonCompletion.providers)
    var provider: String

    @Argument(help: "The kind.", completion: DaemonCompletion.kinds)
    var kind: String

    @Option(help: "Only this family.", completion: DaemonCompletion.families)
    var family: FamilyArgument?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try ProviderCheck.run(provider, kind: kind, family: family?.proto ?? .unspecified, includeArchives: true, session)
    }
}

/// The part that `provider check` and `provider run` share.
private enum ProviderCheck {
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
                return PreviewRendering.sample(
                    sample, picture: card.ansiLines(session.terminal.color, terminalBackground: session.terminal.background), session.style)
            }
            return (samples + [ProviderRendering.findings(response, session.style)]).joined(separator: "\n")
        }
        if response.findings.contains(where: { $0.severity == .error }) { throw ExitCode(ExitStatus.dataError.rawValue) }
    }
}
