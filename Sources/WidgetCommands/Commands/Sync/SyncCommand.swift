import ArgumentParser
import CommandRendering
import WidgetAPI

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Compare the devices' data, and list their changes.",
        subcommands: [SyncStatusCommand.self, SyncLogCommand.self, SyncVerifyCommand.self, SyncConflictsCommand.self],
        defaultSubcommand: SyncStatusCommand.self)
}

struct SyncStatusCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of replication with each of the other devices.",
        discussion: """
            TO GET counts the changes that this device lacks. TO SEND counts those that the other device lacks, as far as is known. CLOCK is how far the \
            other device's clock is ahead of this one's.

            Example:
              widgetctl sync status
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.syncStatus()) { SyncRendering.status($0, session.dates, session.style, width: session.tableWidth) }
    }
}

struct SyncLogCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show the newest changes, with the device and the user that made each.",
        discussion: """
            The log keeps the latest thousand changes of each device, and those that another device has yet to confirm. Dates are by the clock of the device \
            that made the change, or later where it knew of a change with a later date. A user has the name that this device knows. A change without a user \
            is the daemon's own, or an older widgetd made it.

            Example:
              widgetctl sync log -n 50
            """)

    @OptionGroup var log: LogOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.syncLog(limit: log.number)) { SyncRendering.log($0, session.dates, session.style) }
    }
}

struct SyncConflictsCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: "List the edits that lost against another device's, the newest first.",
        discussion: """
            Two devices may change the same field of a widget before they hear of each other. Then the later change wins. The other one is kept here for a \
            while, so that it can be made again with `widgetctl configure`.

            Example:
              widgetctl sync conflicts
            """)

    @OptionGroup var log: LogOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let names = try DeviceNames(session.printsJSON ? [] : session.client.devices(all: true).devices)
        try session.show(session.client.conflicts(limit: log.number)) {
            ConflictRendering.table($0.entries, names, session.dates, session.style, width: session.tableWidth)
        }
    }
}

struct SyncVerifyCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Compare everything with another device, and show the first difference.",
        discussion: """
            The exit status is 0 where both are the same, 65 where they differ, and 75 where something changed meanwhile, so that nothing can be said yet.

            Examples:
              widgetctl sync verify
              widgetctl sync verify desk
            """)

    @Argument(help: "The device; without it the only one that is connected.", completion: DaemonCompletion.devices)
    var device: String?

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let response = try session.client.verify(device ?? "")
        try session.show(response) { SyncRendering.verified($0, session.style) }
        if let status = Self.status(response) { throw ExitCode(status.rawValue) }
    }

    /// The exit status; nil: both are the same.
    static func status(_ response: ProtoVerifyResponse) -> ExitStatus? {
        if response.behind { return .temporary }
        return response.equal ? nil : .dataError
    }
}
