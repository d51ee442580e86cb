import ArgumentParser
import Glibc
import TTRPC
import WidgetCore

/// Which local users may connect, and what they may do.
struct ClientOptions: ParsableArguments {
    @Option(help: "Connections of one user at a time.")
    var connectionsPerUser: Int = ServerLimits().connectionsPerUID

    @Option(help: "A group, by name or number, whose members may only read.")
    var readGroup: [String] = []

    @Option(help: "A group whose members may also reload widgets and press their buttons.")
    var actGroup: [String] = []

    @Option(help: "A group whose members may also place, configure and remove widgets.")
    var manageGroup: [String] = []

    /// The right of each group, by its number.
    /// - Throws: `WidgetError` with NOT_FOUND for a group that doesn't exist.
    func rights() throws -> [UInt32: AccessRight] {
        var rights: [UInt32: AccessRight] = [:]
        for (names, right) in [(readGroup, AccessRight.read), (actGroup, .act), (manageGroup, .manage)] {
            for name in names { rights[try Self.group(name)] = right }
        }
        return rights
    }

    private static func group(_ name: String) throws -> UInt32 {
        if let number = UInt32(name) { return number }
        guard let entry = getgrnam(name) else { throw WidgetError(.notFound, "there is no group '\(name)'; `getent group` lists them") }
        return entry.pointee.gr_gid
    }
}
