import ArgumentParser

/// A command that talks to the daemon.
protocol WidgetCommand: ParsableCommand {
    var common: CommonOptions { get }

    /// Does the work. Errors are `WidgetError` where they are about the daemon, `ValidationError` where they are about the command line.
    func run(in session: Session) throws
}

extension WidgetCommand {
    func run() throws {
        try run(in: Session(common))
    }
}
