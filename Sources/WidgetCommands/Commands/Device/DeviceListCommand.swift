import ArgumentParser

struct DeviceListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the devices that have the same widgets.",
        discussion: """
            Ids are cut to a length at which each is unique; that much of one, or a name, is enough for the other commands.

            Example:
              widgetctl device list
            """)

    @Flag(help: "Also devices that were forgotten.")
    var all = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.devices(all: all)) {
            DeviceRendering.table($0.devices, session.dates, session.style, width: session.tableWidth)
        }
    }
}
