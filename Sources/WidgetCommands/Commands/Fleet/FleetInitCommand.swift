import ArgumentParser
import CommandRendering
import Glibc
import Linux
import WidgetAPI
import WidgetCore

struct FleetInitCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make this machine a hub, with a PostgreSQL database between the hubs.",
        discussion: """
            On Debian and Ubuntu it makes a cluster of PostgreSQL of its own, with TLS, and with an account for each hub. It needs root and the package \
            `postgresql`. Other clusters on the machine are left alone. Another database is used with --connection: a file with libpq's connection string, \
            which has the password, or - for standard input.

            Then it invites the other hubs: on each, `widgetctl device join` with a code. They get the way to the database over their own link. A code is good \
            for one machine and ten minutes; `widgetctl device invite --hub` makes another one. A hub only invites others. If it has the \
            database and can't use it, such as after an upgrade, the database is set up again; what is in it stays.

            Examples:
              sudo widgetctl fleet init --address hub1.example.org
              sudo widgetctl fleet init --address 192.168.1.10 --hubs 1
              widgetctl fleet init --connection /root/database --certificate /root/database.crt
            """)

    @Option(help: "The name or address at which other hubs reach this machine. Without it: the host name.")
    var address: String?

    @Option(help: "How many other hubs are invited: 0 to 4.")
    var hubs = 2

    @Option(help: ArgumentHelp("A file with the connection string of a database that is there already.", valueName: "file"))
    var connection: String?

    @Option(help: ArgumentHelp("A file with the certificate by which that database is known, as PEM.", valueName: "file"))
    var certificate: String?

    @Flag(help: "Use no database any more. What is in it stays.")
    var remove = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if remove, connection != nil || address != nil { throw ValidationError("--remove goes with no other option") }
        if !(0...4).contains(hubs) { throw ValidationError("--hubs: \(hubs) isn't from 0 to 4") }
        if certificate != nil, connection == nil { throw ValidationError("--certificate goes with --connection") }
        if let address, !EngineSetup.isAddress(address) { throw ValidationError("--address: '\(address)' isn't a name or an address; leave the port out") }
    }

    func run(in session: Session) throws {
        if remove {
            _ = try session.client.setEngine(nil)
            return try session.show(ProtoInitializedFleet()) { _ in "This machine uses no database any more.\n" }
        }
        let address = address ?? Self.hostName
        let before = try session.client.syncStatus()
        // A hub keeps the way that it has, but for a database of this machine that can't be used.
        if connection != nil || !before.hasCarrier || !before.carrier.connected && EngineSetup.isHere {
            if connection == nil, self.address == nil, EngineSetup.isLoopback(address) {
                throw WidgetError(.failedPrecondition, "'\(address)' means each machine itself; name this one as others reach it: --address")
            }
            let engine = try connection.map(existing) ?? setUp(session, at: address)
            let begin = try session.client.status().startedAt
            _ = try session.client.setEngine(engine)
            try session.errors.write("The daemon starts anew, and connects…\n")
            try wait(session) { session in try? session.client.status().startedAt != begin }
        }
        try wait(session) { session in try? session.client.syncStatus().carrier.connected }
        var response = ProtoInitializedFleet()
        for _ in 0..<hubs { response.invitations.append(try session.client.invite(addresses: [address], asHub: true)) }
        try session.show(response) { FleetRendering.initialized($0, session.style) }
    }

    private func setUp(_ session: Session, at address: String) throws -> ProtoEngineAccess {
        let text = try session.client.status().deviceID
        guard let device = DeviceID(text) else { throw WidgetError(.dataLoss, "device_id: '\(text.cut(toBytes: 64))' isn't a device's id") }
        return try EngineSetup(address: address, device: device, report: { try session.errors.write($0) }).run()
    }

    private func wait(_ session: Session, until isThere: (Session) -> Bool?) throws {
        let end = SystemClock.now + CommandLimits.engineConnects
        while isThere(session) != true {
            guard SystemClock.now < end else {
                let error = (try? session.client.syncStatus().carrier.error) ?? ""
                throw WidgetError(
                    .unavailable, "the daemon isn't connected to the database yet\(error.isEmpty ? "" : ": \(error)"); see: widgetctl sync status")
            }
            usleep(200_000)
        }
    }

    private func existing(_ file: String) throws -> ProtoEngineAccess {
        let text = file == "-" ? try Self.standardInput() : try Self.text(of: file)
        return try ProtoEngineAccess.with {
            $0.connection = ConnectionString.lines(of: text).joined(separator: " ")
            if let certificate { $0.certificate = try Self.text(of: certificate) }
        }
    }

    /// The daemon refuses a text that is too long.
    private static func text(of file: String) throws -> String {
        String(decoding: try FileText.read(file, limit: CommandLimits.programOutputBytes), as: UTF8.self)
    }

    private static func standardInput() throws -> String {
        var text = ""
        while let line = try InputFile.standard.line() { text += line + "\n" }
        return text
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        return gethostname(&buffer, buffer.count - 1) == 0
            ? String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : "localhost"
    }
}
