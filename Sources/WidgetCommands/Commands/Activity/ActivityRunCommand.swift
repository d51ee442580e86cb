import ArgumentParser
import Glibc
import WidgetAPI
import WidgetCore

struct ActivityRunCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a command, and follow it in an activity until it ends.",
        discussion: """
            The command keeps its terminal, its signals and its exit status. How far it has come is read from what it prints, where that has percentages or counts such \
            as 3/7; else the elapsed time is shown. The activity ends with the command, as a failure where its status isn't 0, also when either is killed. Where \
            there is no daemon the command runs all the same.

            Examples:
              widgetctl activity run -- make -j8
              widgetctl activity run --title Backup -- rsync -a --info=progress2 src/ backup:/
            """)

    @Option(help: "What a person calls it; without it the command.")
    var title: String?

    @Option(help: "A symbol's name.")
    var symbol = "terminal"

    @Option(help: "What it is called in other commands; without it one of its own.")
    var tag: String?

    @Argument(parsing: .captureForPassthrough, help: "The command and its arguments, behind --.")
    var command: [String]

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if words.isEmpty { throw ValidationError("the command is missing; write it behind --") }
    }

    /// One that no other activity has, and that a person may read: the program's name, and when and by whom it was started.
    private func newTag(at date: Timestamp) -> String {
        let program = (words.first ?? "").split(separator: "/").last ?? "run"
        return "\(PlainText.line(String(program)).cut(toBytes: 32))-\(String(date.milliseconds, radix: 36))\(String(getpid(), radix: 36))"
    }

    private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

    func run(in session: Session) throws {
        let words = words
        let task = TaskActivity(title: (title ?? words.joined(separator: " ")).cut(toBytes: Limits.titleBytes), symbol: symbol, startedAt: session.dates.now)
        let activity = CommandActivity(session, task, tag: tag ?? newTag(at: session.dates.now))
        activity.begin()
        let loop: CommandLoop
        do {
            loop = try CommandLoop(words, activity)
        } catch {
            activity.end(.exited(127))
            throw error
        }
        let end = try loop.run()
        activity.end(end)
        switch end {
        // As whoever started this would have seen of the command itself.
        case .exited(let status): Glibc.exit(status)
        case .signalled(let number):
            signal(number, SIG_DFL)
            kill(getpid(), number)
            Glibc.exit(128 + number)
        }
    }
}
