import ArgumentParser
import CommandRendering

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

/// `doctor`.
enum DoctorRendering {
    static func text(_ checks: [DoctorCheck], _ style: Style) -> String {
        checks.reduce(into: "") { text, check in
            let emphasis: Style.Emphasis =
                switch check.level {
                case .ok: .green
                case .warning: .yellow
                case .failure: .red
                }
            let level = check.level.rawValue
            text +=
                style(emphasis, level) + String(repeating: " ", count: 6 - level.utf8.count)
                + "\(check.subject): \(PlainText.line(check.finding, limit: RenderingLimits.problemCharacters))\n"
            if !check.advice.isEmpty { text += "      " + style(.dim, PlainText.line(check.advice)) + "\n" }
        }
    }

    /// `{"format":"widgetctl/v2","checks":[{"level":"ok","subject":…,"finding":…,"advice":…}]}`.
    static func json(_ checks: [DoctorCheck]) -> String {
        let objects = checks.map { check in
            let fields = [("level", check.level.rawValue.lowercased()), ("subject", check.subject), ("finding", check.finding), ("advice", check.advice)]
            return "{" + fields.map { "\(JSONOutput.string($0.0)):\(JSONOutput.string($0.1))" }.joined(separator: ",") + "}"
        }
        return "{\"format\":\"\(JSONOutput.format)\",\"checks\":[\(objects.joined(separator: ","))]}\n"
    }
}
