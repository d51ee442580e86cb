import ArgumentParser
import CommandRendering
import Glibc
import Linux
import WidgetAPI
import WidgetCore

struct ActivityRunCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a command, and follow it in an activity until it ends.",
        discussion: """
            The command keeps its terminal, its signals, its job control and its exit status. The progress is read from the output, where that has \
            percentages or counts such as 3/7; else the elapsed time is shown. The activity ends with the command, also when either is killed. It is a \
            failure where the status isn't 0. A success is shown for 5 minutes more, a failure for 4 hours. Without a daemon the command runs all the same.

            The exit status is the command's: 127 where there is no such program, 126 where it can't be run.

            Examples:
              widgetctl activity run -- make -j8
              widgetctl activity run --title Backup --dismiss 1h -- rsync -a --info=progress2 src/ backup:/
            """)

    @Option(help: "The title that a user sees. Without it: the command.")
    var title: String?

    @Option(help: "A symbol's name.")
    var symbol = "terminal"

    @Option(help: "Its name in other commands. Without it: a new one. Where an activity of that name runs, it gets the next free one of NAME-2, NAME-3, …")
    var tag: String?

    @Option(help: ArgumentHelp("How long it is still shown after its end: default (4 hours), immediate, 10min, or until a date.", valueName: "when"))
    var dismiss: DismissalArgument?

    @Argument(parsing: .captureForPassthrough, help: "The command and its arguments, behind --.")
    var command: [String]

    @OptionGroup var common: CommonOptions

    func validate() throws {
        // For the parser, an unknown option before -- begins the command.
        if let first = command.first, first != "--", first.hasPrefix("-") {
            if first == "-h" || first == "--help" { throw CleanExit.helpRequest(self) }
            throw ValidationError("there is no option '\(PlainText.line(first))'; write the command behind --")
        }
        if title?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--title is empty; leave it out, and the command stands for it") }
        if tag?.isEmpty == true { throw ValidationError("--tag is empty; leave it out, and it gets one of its own") }
        if words.isEmpty { throw ValidationError("the command is missing; write it behind --") }
    }

    /// A tag that no other activity has, and that a user may read: the program's name, the date, and the id of this process.
    private func newTag(at date: Timestamp) -> String {
        let program = (words.first ?? "").split(separator: "/").last ?? "run"
        return "\(PlainText.line(String(program)).cut(toBytes: 32))-\(String(date.milliseconds, radix: 36))\(String(getpid(), radix: 36))"
    }

    private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

    func run(in session: Session) throws {
        let words = words
        let task = TaskActivity(title: (title ?? words.joined(separator: " ")).cut(toBytes: Limits.titleBytes), symbol: symbol, startedAt: session.dates.now)
        let activity = CommandActivity(session.client, task, tag: tag ?? newTag(at: session.dates.now), takesFreeTag: tag != nil)
        let end: RunningCommand.End
        do throws(SpawnError) {
            end = try CommandLoop(words, activity, errors: session.errors).run()
        } catch {
            try? session.errors.write("widgetctl: '\(PlainText.line(words[0]))': \(error.reason)\n")
            Glibc.exit(error.status)
        }
        let now = SystemClock.now
        activity.end(end, at: now, dismissal: dismissal(of: end, at: now))
        if let complaint = activity.complaint() { try? session.errors.write("widgetctl: \(complaint)\n") }
        switch end {
        // This process ends as the command ended.
        case .exited(let status): Glibc.exit(status)
        case .signalled(let number):
            // No core dump is made of this process. The command made its own.
            var none = rlimit()
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            signal(number, SIG_DFL)
            kill(getpid(), number)
            Glibc.exit(128 + number)
        }
    }

    private func dismissal(of end: RunningCommand.End, at now: Timestamp) -> ActivityDismissalPolicy {
        dismiss?.policy(from: now) ?? (end == .exited(0) ? .after(now + CommandLimits.successShown) : .default)
    }
}
