import BusTestSupport
import Foundation
import Testing

/// A machine with a bus and a real Avahi, in a network namespace of its own.
final class AvahiMachine {
    static let daemon: String? = ["/usr/sbin/avahi-daemon"].first { FileManager.default.isExecutableFile(atPath: $0) }
    static let isPossible =
        getuid() == 0 && daemon != nil && PrivateBus.daemon != nil
        && ["/sbin/ip", "/usr/bin/unshare"].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

    let bus: PrivateBus
    private let shell = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let configuration: String

    /// A machine that isn't connected to anything.
    init(_ name: String) throws {
        bus = try PrivateBus()
        configuration = NSTemporaryDirectory() + "widgetd-avahi-\(UUID().uuidString).conf"
        try """
        [server]
        host-name=\(name)
        use-ipv4=yes
        use-ipv6=yes
        deny-interfaces=lo
        [publish]
        publish-workstation=no
        [rlimits]
        """.write(toFile: configuration, atomically: false, encoding: .utf8)
        // Its own /run/avahi-daemon too: two daemons would fight over one.
        shell.executableURL = URL(filePath: "/usr/bin/unshare")
        shell.arguments = ["--net", "--mount", "/bin/sh"]
        shell.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": bus.address]
        shell.standardInput = input
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        // The shell ends with its input, and Avahi with the shell.
        try command("pid=; trap '[ -z \"$pid\" ] || kill -9 $pid' EXIT")
        try command("mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon")
    }

    /// Puts a cable between two machines.
    static func connect(_ one: AvahiMachine, _ other: AvahiMachine) throws {
        let ip = Process()
        ip.executableURL = URL(filePath: "/sbin/ip")
        ip.arguments = "link add eth7 netns \(one.shell.processIdentifier) type veth peer name eth7 netns \(other.shell.processIdentifier)"
            .split(separator: " ").map(String.init)
        try ip.run()
        ip.waitUntilExit()
        try #require(ip.terminationStatus == 0)
        for (number, machine) in [(1, one), (2, other)] {
            // No link-local addresses: their interface's name isn't known outside the namespace, where the test's process is.
            try machine.command("ip link set eth7 addrgenmode none")
            try machine.command("ip addr add 10.77.0.\(number)/24 dev eth7 && ip addr add fd77::\(number)/64 nodad dev eth7 && ip link set eth7 up")
        }
    }

    func startAvahi() throws { try command("\(Self.daemon ?? "") --no-drop-root --no-chroot --no-rlimits -f \(configuration) >/dev/null 2>&1 & pid=$!") }

    /// As by a crash: it says farewell to nobody.
    func killAvahi() throws { try command("kill -9 $pid; wait $pid; rm -f /run/avahi-daemon/*") }

    /// Runs a command line in the machine, to its end.
    func command(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\necho done $?\n".utf8))
        let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        if !answer.hasPrefix("done") { throw Failure(line: line, answer: answer) }
    }

    struct Failure: Error { let line: String, answer: String }

    deinit {
        try? killAvahi()
        try? input.fileHandleForWriting.close()
        shell.waitUntilExit()
        try? FileManager.default.removeItem(atPath: configuration)
    }
}
