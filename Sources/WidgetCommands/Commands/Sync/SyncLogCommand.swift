import ArgumentParser

struct SyncLogCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show the newest changes, with the device that made each.",
        discussion: """
            Of each device those are kept that another one has yet to confirm, and the latest thousand. Dates are by the clock of the device that made the change.

            Example:
              widgetctl sync log -n 50
            """)

    @Option(name: [.customShort("n"), .long], help: "How many, the newest; at most 1,000.")
    var number = CommandLimits.syncEntries

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if !(1...CommandLimits.maximumSyncEntries).contains(number) {
            throw ValidationError("-n: \(number) is not between 1 and \(CommandLimits.maximumSyncEntries)")
        }
    }

    func run(in session: Session) throws {
        try session.show(session.client.syncLog(limit: number)) { SyncRendering.log($0, session.dates, session.style) }
    }
}
