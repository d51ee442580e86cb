import ArgumentParser

struct DoctorCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the daemon and what it needs, and say what to do.",
        discussion: """
            One line a check: ok, warn or FAIL. The exit status is 69 where one failed.

            Example:
              widgetctl doctor
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let checks = DoctorJudgement.checks(DoctorProbe.findings(session))
        try session.output.write(session.printsJSON ? DoctorRendering.json(checks) : DoctorRendering.text(checks, session.style))
        if checks.contains(where: { $0.level == .failure }) { throw ExitCode(ExitStatus.unavailable.rawValue) }
    }
}
