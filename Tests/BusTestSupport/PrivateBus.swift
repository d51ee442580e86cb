import Foundation

/// A message bus of the test's own, which ends with it.
public final class PrivateBus {
    /// dbus-daemon's path; nil where it isn't installed.
    public static let daemon: String? = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first { FileManager.default.isExecutableFile(atPath: $0) }

    public struct Failure: Error {
        let what: String
    }

    /// Where it is, as D-Bus writes it. The same for all its lives.
    public let address: String
    private var process: Process?
    private let directory: String

    public init() throws {
        var template = Array("/tmp/widgetd-bus-XXXXXX".utf8CString)
        guard let path = mkdtemp(&template) else { throw Failure(what: "no directory") }
        directory = String(cString: path)
        address = "unix:path=\(directory)/bus"
        let configuration = """
            <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth><policy context="default"><allow user="*"/><allow own="*"/>
            <allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>
            """
        try configuration.write(toFile: directory + "/bus.conf", atomically: false, encoding: .utf8)
        try start()
    }

    /// Begins a life of the bus, and returns when it listens.
    public func start() throws {
        guard let daemon = Self.daemon else { throw Failure(what: "dbus-daemon isn't installed") }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: daemon)
        process.arguments = ["--config-file=\(directory)/bus.conf", "--nofork", "--nopidfile", "--nosyslog", "--print-address"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        // It prints its address when it listens.
        guard !output.fileHandleForReading.availableData.isEmpty else { throw Failure(what: "dbus-daemon doesn't start") }
    }

    /// Ends it, as when the bus is restarted.
    public func stop() {
        guard let process else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
        unlink(directory + "/bus")
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: directory)
    }
}
