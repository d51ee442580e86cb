import ArgumentParser

struct MotionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "motion", abstract: "See what animations do.", subcommands: [MotionPlotCommand.self])
}
