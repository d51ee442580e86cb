import Foundation
import Systemd
import Testing

/// A message bus of the test's own, which ends with it.
final class PrivateBus {
    static let daemon: String? = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first { FileManager.default.isExecutableFile(atPath: $0) }

    let address: BusAddress
    let text: String
    private let process = Process()
    private let directory: String

    init() throws {
        var template = Array("/tmp/widgetd-bus-XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&template)))
        text = "unix:path=\(directory)/bus"
        address = .address(text)
        let configuration = """
            <busconfig><type>session</type><listen>\(text)</listen><auth>EXTERNAL</auth><policy context="default"><allow user="*"/><allow own="*"/>
            <allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>
            """
        try configuration.write(toFile: directory + "/bus.conf", atomically: false, encoding: .utf8)
        let output = Foundation.Pipe()
        process.executableURL = URL(filePath: try #require(Self.daemon))
        process.arguments = ["--config-file=\(directory)/bus.conf", "--nofork", "--nopidfile", "--nosyslog", "--print-address"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It prints its address when it listens.
        try #require(!output.fileHandleForReading.availableData.isEmpty)
    }

    /// Ends the daemon, as when the bus is restarted.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit {
        if process.isRunning { stop() }
        try? FileManager.default.removeItem(atPath: directory)
    }
}
