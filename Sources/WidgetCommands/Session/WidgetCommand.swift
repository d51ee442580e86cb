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

/// A command that needs no arguments, and can therefore do without ArgumentParser.
///
/// ArgumentParser finds a command's options by reflection, with a search through every conformance of the program for each: two thirds of the processor time of
/// a whole `widgetctl status`. Status bars and scripts run these commands every few seconds.
protocol QuickCommand: WidgetCommand {
    /// Does what ``WidgetCommand/run(in:)`` does where no argument is given.
    static func answer(in session: Session) throws
}
