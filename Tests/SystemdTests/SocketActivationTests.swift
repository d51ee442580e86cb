import Glibc
import Testing

@testable import Systemd

/// Sets the variables of the protocol. The sockets themselves begin at descriptor 3, which a process with other threads cannot safely replace, so the way from
/// systemd's own socket to the first answer is proved in Tests/Boot.
private func announce(_ count: String, to processID: pid_t) {
    setenv("LISTEN_PID", String(processID), 1)
    setenv("LISTEN_FDS", count, 1)
    setenv("LISTEN_FDNAMES", "widgetd.socket", 1)
}

/// Whether a child would find nothing that it might take for its own.
private var isEnvironmentClean: Bool {
    getenv("LISTEN_FDS") == nil && getenv("LISTEN_PID") == nil && getenv("LISTEN_FDNAMES") == nil
}

@Suite("Socket activation")
struct SocketActivationTests {
    @Test("Sockets that were announced but aren't there are an error, and the variables don't reach children")
    func absent() async {
        await #expect(processExitsWith: .success) {
            announce("1", to: getpid())
            #expect(throws: SystemdError.self) { try SocketActivation.descriptors() }
            #expect(isEnvironmentClean)
        }
    }

    @Test("Sockets that were meant for another process are left alone")
    func anotherProcess() async {
        await #expect(processExitsWith: .success) {
            announce("1", to: 1)
            let sockets = try SocketActivation.descriptors()
            #expect(sockets.isEmpty)
            #expect(isEnvironmentClean)
        }
    }

    @Test("A number of sockets that is none is an error that names the variable")
    func nonsense() async {
        await #expect(processExitsWith: .success) {
            announce("many", to: getpid())
            let error = #expect(throws: SystemdError.self) { try SocketActivation.descriptors() }
            #expect(error?.message.contains("LISTEN_FDS") == true)
        }
    }

    @Test("Without activation there are no sockets")
    func none() async {
        await #expect(processExitsWith: .success) {
            unsetenv("LISTEN_FDS")
            let sockets = try SocketActivation.descriptors()
            #expect(sockets.isEmpty)
        }
    }

    @Test("A listening Unix stream socket is taken and not passed on to programs")
    func adopted() throws {
        let listener = try BoundSocket(SOCK_STREAM, listening: true)
        let socket = try SocketActivation.adopt(listener.descriptor, name: "api")
        #expect(socket.descriptor == listener.descriptor && socket.name == "api")
        #expect(fcntl(listener.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("A socket that doesn't listen is refused with what the unit must say")
    func notListening() throws {
        let socket = try BoundSocket(SOCK_STREAM)
        let error = #expect(throws: SystemdError.self) { try SocketActivation.adopt(socket.descriptor, name: "api") }
        #expect(error?.message.contains("'api'") == true)
        #expect(error?.message.contains("ListenStream=") == true)
    }

    @Test("A listening socket of packets is refused: ttrpc is a stream")
    func packets() throws {
        let socket = try BoundSocket(SOCK_SEQPACKET, listening: true)
        #expect(throws: SystemdError.self) { try SocketActivation.adopt(socket.descriptor, name: "api") }
    }

    @Test("An Internet socket is refused: callers are known by their uid, which it hasn't got")
    func internet() throws {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        try #require(listen(descriptor, 1) == 0)
        #expect(throws: SystemdError.self) { try SocketActivation.adopt(descriptor, name: "api") }
    }

    @Test("Something that is no socket is refused")
    func pipe() throws {
        let pipe = try Pipe()
        #expect(throws: SystemdError.self) { try SocketActivation.adopt(pipe.reading, name: "api") }
    }
}
