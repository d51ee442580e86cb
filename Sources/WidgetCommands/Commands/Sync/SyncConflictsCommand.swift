import ArgumentParser
import WidgetAPI

struct SyncConflictsCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: "List the edits that lost against another device's, the newest first.",
        discussion: """
            Where two devices change the same field of a widget before they hear of each other, the later change wins. The other one is kept here for a while, so that \
            it can be made again with `widgetctl configure`.

            Example:
              widgetctl sync conflicts
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
        let names = try DeviceNames(session.printsJSON ? [] : session.client.devices(all: true).devices)
        try session.show(session.client.conflicts(limit: number)) {
            ConflictRendering.table($0.entries, names, session.dates, session.style, width: session.tableWidth)
        }
    }
}
