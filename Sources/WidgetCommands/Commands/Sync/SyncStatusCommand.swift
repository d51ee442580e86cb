import ArgumentParser

struct SyncStatusCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how it stands with each of the other devices.",
        discussion: """
            TO GET counts the changes that this device lacks, TO SEND those that the other one lacks, as far as is known. CLOCK is how far the other one's clock is \
            ahead of this one's.

            Example:
              widgetctl sync status
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.syncStatus()) { SyncRendering.status($0, session.dates, session.style, width: session.tableWidth) }
    }
}
