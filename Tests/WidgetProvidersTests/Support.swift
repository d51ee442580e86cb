import Glibc
import Linux
import Logging
import NIOPosix
import Synchronization
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetProviders

/// A directory of its own for a test, gone with it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/widgetd-providers-XXXXXX\0".utf8).map { CChar(bitPattern: $0) }
        mkdtemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { remove(path) }

    private func remove(_ path: String) {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
                if name != ".", name != ".." { remove(path + "/" + name) }
            }
            closedir(stream)
        }
        _ = Glibc.remove(path)
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String, mode: mode_t = 0o644) -> String {
        let path = "\(path)/\(name)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        var bytes = Array(text.utf8)[...]
        guard descriptor >= 0 else {
            Issue.record("can't write \(path): \(String(cString: strerror(errno)))")
            return path
        }
        while !bytes.isEmpty { bytes = bytes.dropFirst(max(0, bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })) }
        close(descriptor)
        chmod(path, mode)
        return path
    }

    @discardableResult
    func makeDirectory(_ name: String, mode: mode_t = 0o755) -> String {
        let path = "\(path)/\(name)"
        mkdir(path, mode)
        chmod(path, mode)
        return path
    }

    func read(_ name: String) -> String? {
        (try? FileText.read("\(path)/\(name)", limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Keeps what is logged.
final class LogCapture: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func logger() -> Logger {
        Logger(label: "test") { _ in Handler(capture: self) }
    }

    private struct Handler: LogHandler {
        let capture: LogCapture
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let provider = metadata["provider"].map { "\($0): " } ?? ""
            capture.lines.withLock { $0.append("\(provider)\(event.message)") }
        }
    }
}

/// A provider of a test's own making.
struct TestProvider {
    let directory: TemporaryDirectory
    let log = LogCapture()
    let host: ProviderHost

    /// - Parameter script: the program's text.
    init(
        _ script: String, protocol: ProviderProtocol = .json, deadline: Duration = .seconds(30), idleTimeout: Duration = .seconds(30),
        memoryLimit: Int = ProviderLimits.memoryBytes, outputLimit: Int = ProviderLimits.outputBytes
    ) {
        let directory = TemporaryDirectory()
        self.init(
            program: directory.write("program", script, mode: 0o755), in: directory, protocol: `protocol`, deadline: deadline, idleTimeout: idleTimeout,
            memoryLimit: memoryLimit, outputLimit: outputLimit)
    }

    init(
        program: String, arguments: [String] = [], in directory: TemporaryDirectory = TemporaryDirectory(), protocol: ProviderProtocol,
        deadline: Duration = .seconds(30),
        idleTimeout: Duration = .seconds(30), memoryLimit: Int = ProviderLimits.memoryBytes, outputLimit: Int = ProviderLimits.outputBytes
    ) {
        self.directory = directory
        let kinds = [Kind(id: "test", provider: "test", displayName: "Test", families: [.systemSmall, .systemLarge, .accessoryInline])]
        let manifest = ProviderManifest(
            id: "test", name: "Test", protocol: `protocol`, program: program, arguments: arguments,
            environment: ["TEST_DIRECTORY": directory.path], kinds: `protocol` == .rpc ? [] : kinds, idleTimeout: idleTimeout,
            deadline: deadline, memoryLimit: memoryLimit, outputLimit: outputLimit, path: directory.path + "/test.json")
        host = ProviderHost(
            manifest: manifest, environment: ProviderEnvironment(daemon: Self.environment, stateDirectory: directory.path),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: log.logger(), now: { .now })
    }

    static var environment: [String: String] {
        ["PATH": String(cString: getenv("PATH")), "HOME": "/tmp", "SECRET_TOKEN": "of the daemon's"]
    }

    func timeline(kind: String = "test", family: WidgetFamily = .systemSmall, parameters: Parameters = [:]) async throws(WidgetError) -> ProvidedTimeline {
        try await host.timeline(.test(kind: kind, family: family, parameters: parameters))
    }

    /// The error that a timeline ends with.
    func failure() async -> WidgetError? {
        do throws(WidgetError) {
            _ = try await timeline()
            return nil
        } catch {
            return error
        }
    }
}

extension ProviderRequest {
    static func test(kind: String = "test", family: WidgetFamily = .systemSmall, parameters: Parameters = [:]) -> ProviderRequest {
        ProviderRequest(kind: kind, context: ProviderContext(family: family, date: .noon), parameters: parameters)
    }
}

extension Timestamp {
    /// 2026-11-20T12:00:00Z
    static let noon = Timestamp(milliseconds: 1_795_176_000_000)

    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension WidgetID {
    static var test: WidgetID {
        var random = SystemRandomNumberGenerator()
        return WidgetID(date: .noon, using: &random)
    }
}

extension ProvidedEntry {
    /// All texts of the view, in order.
    var texts: [String] {
        guard let archive = try? ArchiveCodec.decode(archive) else { return [] }
        return archive.nodes.compactMap { node in
            switch node.content {
            case .text(let text): text
            case .label(let title, _): title
            default: nil
            }
        }
    }
}

/// Whether no process has that number, neither alive nor unreaped.
func isGone(_ pid: Int32) -> Bool { kill(pid, 0) != 0 && errno == ESRCH }

/// A named pipe that processes hold open: each writes a byte when it has it, and its end is the end of the last of them.
final class Leash: Sendable {
    private let reader: Int32
    /// The test holds it too until it waits for the end, which is then seen even where a process was ended before it got here.
    private let writer: Int32
    /// Sockets; the first has a byte once the test is given up. How long to wait is said by its suite's time limit alone: a busy machine may start a program
    /// late.
    private let givenUp: (read: Int32, write: Int32)

    init(in directory: TemporaryDirectory) {
        let path = directory.path + "/leash"
        mkfifo(path, 0o600)
        reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        writer = open(path, O_WRONLY | O_CLOEXEC)
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        givenUp = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(givenUp.read)
        close(givenUp.write)
    }

    /// Returns true when someone holds it, false when the test is given up before.
    func held() async -> Bool { await waitUntil { $0 > 0 } }

    /// Returns true when nobody holds it any more, false when the test is given up before; once.
    func released() async -> Bool {
        close(writer)
        return await waitUntil { $0 == 0 }
    }

    /// Reads bytes until one read gives what is waited for, on a thread of its own.
    private func waitUntil(_ condition: @escaping @Sendable (Int) -> Bool) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Holds self, and so the descriptors.
                pthreadDetached {
                    var entries = [self.reader, self.givenUp.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                    var byte: UInt8 = 0
                    var count = -1
                    while !condition(count) {
                        guard poll(&entries, 2, -1) > 0 else { continue }
                        guard entries[1].revents == 0 else { break }
                        count = read(self.reader, &byte, 1)
                    }
                    continuation.resume(returning: condition(count))
                }
            }
        } onCancel: {
            _ = write(givenUp.write, "x", 1)
        }
    }
}

/// Runs `body` on a new thread that ends with it.
func pthreadDetached(_ body: @escaping @Sendable () -> Void) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { argument in
            guard let argument else { return nil }
            Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
}
