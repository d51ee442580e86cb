import Glibc
import Synchronization
import Systemd
import Testing

/// Messages that a notifier sent.
private final class Sent: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    var notifier: ServiceNotifier {
        ServiceNotifier { state throws(SystemdError) in self.list.withLock { $0.append(state) } }
    }
}

@Suite("Service notifications")
struct ServiceNotifierTests {
    @Test("Each notification has the assignments that the service manager knows")
    func assignments() throws {
        let sent = Sent()
        try sent.notifier.ready()
        try sent.notifier.ready(status: "12 widgets")
        try sent.notifier.reloading(at: 1_234)
        try sent.notifier.stopping(status: "closing the store")
        try sent.notifier.pingWatchdog()
        #expect(
            sent.all == [
                "READY=1", "READY=1\nSTATUS=12 widgets", "RELOADING=1\nMONOTONIC_USEC=1234", "STOPPING=1\nSTATUS=closing the store",
                "WATCHDOG=1",
            ])
    }

    @Test("A reload carries the monotonic clock in microseconds")
    func reloadTime() throws {
        let sent = Sent()
        func now() -> UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3)
        }
        let before = now()
        try sent.notifier.reloading()
        let time = try #require(sent.all.first?.split(separator: "=").last.flatMap { UInt64($0) })
        #expect((before - 1...now() + 1).contains(time), "the clock's own rounding is a microsecond")
    }

    @Test("A status with line breaks cannot smuggle in a notification", arguments: ["a\nREADY=1", "a\rREADY=1", "a\r\nREADY=1"])
    func smuggling(status: String) throws {
        let sent = Sent()
        try sent.notifier.status(status)
        #expect(sent.all == ["STATUS=a READY=1"])
    }

    @Test("A status is cut at its limit without breaking a character")
    func longStatus() throws {
        let sent = Sent()
        try sent.notifier.status(String(repeating: "é", count: SystemdLimits.statusText))
        let text = try #require(sent.all.first).dropFirst("STATUS=".count)
        #expect(text.utf8.count <= SystemdLimits.statusText)
        #expect(text.hasSuffix("é…"))
    }

    @Test("A notifier without a listener does nothing and says so")
    func silent() throws {
        let notifier = ServiceNotifier(send: nil)
        #expect(!notifier.isActive)
        try notifier.ready(status: "nobody hears this")
    }

    @Test("The process's notifier reaches the socket in NOTIFY_SOCKET")
    func realSocket() async {
        await #expect(processExitsWith: .success) {
            let manager = try BoundSocket(SOCK_DGRAM)
            setenv("NOTIFY_SOCKET", manager.path, 1)
            let notifier = ServiceNotifier.current()
            #expect(notifier.isActive)
            try notifier.ready(status: "serving")
            #expect(manager.receive() == "READY=1\nSTATUS=serving")
            try notifier.pingWatchdog()
            #expect(manager.receive() == "WATCHDOG=1")
        }
    }

    @Test("Without NOTIFY_SOCKET, or with an empty one, the process's notifier is silent")
    func noSocket() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            #expect(!ServiceNotifier.current().isActive)
            setenv("NOTIFY_SOCKET", "", 1)
            #expect(!ServiceNotifier.current().isActive)
        }
    }

    @Test("A socket that nobody serves is an error that names NOTIFY_SOCKET and the reason")
    func deadSocket() async {
        await #expect(processExitsWith: .success) {
            setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1)
            let notifier = ServiceNotifier.current()
            let error = #expect(throws: SystemdError.self) { try notifier.ready() }
            #expect(error?.code == ENOENT)
            #expect(error?.description == "cannot notify the service manager through NOTIFY_SOCKET: No such file or directory")
        }
    }
}
