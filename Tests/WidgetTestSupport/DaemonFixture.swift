public import Foundation
public import WidgetAPI
import WidgetCore

/// A real widgetd with a store, a socket and providers of its own, and real clients of it.
public final class DaemonFixture {
    public let directory: TemporaryDirectory
    /// The daemon's options, beside its store, socket and providers.
    public var arguments: [String] = []
    public var environment: [String: String] = [:]
    /// Its file of settings. Without one, a file of the machine doesn't reach the daemon either.
    public var settings: String?
    /// The last daemon's log.
    public private(set) var log = ""
    private let notify: NotifySocket
    private var process: Process?
    private var readLog: (() -> String)?

    public var socket: String { directory.file("widgetd.sock") }
    public var state: String { directory.file("state") }
    public var providers: String { directory.file("providers") }

    public init() throws {
        directory = try TemporaryDirectory()
        notify = try NotifySocket(path: directory.file("notify"))
        try FileManager.default.createDirectory(atPath: providers, withIntermediateDirectories: true)
    }

    /// Adds a provider in a shell script: `json` reads the request on its standard input and prints the answer.
    public func addProvider(
        _ id: String, script: String, kind: String? = nil, families: [String] = ["systemSmall"], kindExtra: String = "", deadline seconds: Int = 120
    ) throws {
        let families = families.map { "\"\($0)\"" }.joined(separator: ",")
        try directory.write("providers/\(id).sh", "#!/bin/sh\n\(script)\n", mode: 0o755)
        try directory.write(
            "providers/\(id).json",
            """
            {"format":1,"id":"\(id)","name":"\(id)","protocol":"json","exec":["\(id).sh"],"deadline_seconds":\(seconds),
             "kinds":[{"id":"\(kind ?? id)","display_name":"\(kind ?? id)","families":[\(families)]\(kindExtra)}]}
            """)
    }

    /// Takes a provider away; the daemon sees it when it reads its manifests anew.
    public func removeProvider(_ id: String) throws {
        try FileManager.default.removeItem(atPath: "\(providers)/\(id).json")
    }

    /// Starts the daemon and waits until it says that it is ready.
    public func start() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: Programs.path("widgetd"))
        process.arguments = ["--config", settings ?? "none", "--state-directory", state, "--socket", socket, "--providers", providers] + arguments
        var variables = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        variables["NOTIFY_SOCKET"] = notify.path
        variables["XDG_CONFIG_HOME"] = directory.file("config")
        variables["XDG_STATE_HOME"] = directory.file("person")
        variables["WIDGETD_PROVIDER_PATH"] = nil
        process.environment = variables
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = output
        try process.run()
        readLog = Thread.reading(output.fileHandleForReading)
        self.process = process
        guard notify.wait(for: "READY=1", from: process) else {
            stop(SIGKILL)
            throw WidgetError(.unavailable, "the daemon did not get ready: \(log)")
        }
    }

    /// Has the daemon read its settings and manifests anew, and waits until it has.
    public func reload() {
        guard let process else { return }
        kill(process.processIdentifier, SIGHUP)
        for line in ["RELOADING=1", "READY=1"] { _ = notify.wait(for: line, from: process) }
    }

    public var processID: Int32 { process?.processIdentifier ?? 0 }

    /// Ends the daemon by a signal, waits for its end, and keeps its log.
    /// - Returns: its exit status; 128 and more: the signal.
    @discardableResult
    public func stop(_ signal: Int32 = SIGTERM) -> Int32 {
        guard let process else { return 0 }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        log = readLog?() ?? ""
        self.process = nil
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    /// A client of the daemon, which waits for answers as long as everything else waits here.
    public func client() -> WidgetClient {
        let client = WidgetClient(location: SocketLocation(explicit: socket, environment: { _ in nil }, uid: getuid()))
        client.timeout = .seconds(120)
        return client
    }

    /// Runs `widgetctl` against the daemon.
    public func widgetctl(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) { try widgetctl(arguments) }

    public func widgetctl(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        // Files of the user's own are the test's.
        let places = ["XDG_CONFIG_HOME": directory.file("config"), "XDG_STATE_HOME": directory.file("state")]
        return try Programs.run(
            Programs.path("widgetctl"), arguments, environment: ["WIDGETD_SOCKET": socket, "NO_COLOR": "1", "TZ": "UTC"].merging(places) { own, _ in own })
    }

    /// Watches until a widget's snapshot is as it should be.
    /// - Throws: DEADLINE_EXCEEDED after `seconds`.
    public func wait(
        for widget: String, seconds: Int64 = 120, until isRight: (ProtoWidgetSnapshot) -> Bool
    ) throws -> ProtoWidgetSnapshot {
        let client = client()
        let watch = try client.watch(ids: [widget])
        let end = ContinuousClock.now + .seconds(seconds)
        var last = "nothing"
        while ContinuousClock.now < end {
            guard case .event(let event) = try watch.next(timeout: .seconds(1)), case .widget(let snapshot) = event.event else { continue }
            if isRight(snapshot) { return snapshot }
            last = "\(snapshot)"
        }
        throw WidgetError(.deadlineExceeded, "the widget was not as expected within \(seconds) s; it is \(last)")
    }

    deinit { stop(SIGKILL) }
}
