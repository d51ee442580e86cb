import Foundation

/// A stand-in of python3-dbusmock's for a service of the machine, as a program of its own on a bus of the test's own.
public final class MockService {
    public static let isInstalled: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", "import dbusmock"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    private let process = Process()

    /// - Parameters:
    ///   - template: such as `upower`.
    ///   - address: of the bus.
    ///   - parameters: of the template, in JSON.
    public init(_ template: String, _ address: String, parameters: String = "{}") throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-m", "dbusmock", "--template", template, "--parameters", parameters]
        process.environment = ["DBUS_SYSTEM_BUS_ADDRESS": address, "DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
