import Glibc
@testable import Systemd
import Testing

/// Puts `descriptor` where the protocol wants the first inherited one, and what was there back at the end: the test library's own pipe may be there.
private func inheriting(_ descriptor: CInt, as name: String, processID: pid_t = getpid(), _ body: () throws -> Void) throws {
    let first: CInt = 3
    let kept = dup(first)
    defer {
        close(first)
        if kept >= 0 {
            dup2(kept, first)
            close(kept)
        }
    }
    try #require(dup2(descriptor, first) == first)
    setenv("LISTEN_PID", String(processID), 1)
    setenv("LISTEN_FDS", "1", 1)
    setenv("LISTEN_FDNAMES", name, 1)
    try body()
}

@Suite("Socket activation")
struct SocketActivationTests {
    @Test("An inherited socket comes with its name, and neither it nor the variables reach children")
    func inherited() async {
        await #expect(processExitsWith: .success) {
            let listener = try BoundSocket(SOCK_STREAM, listening: true)
            try inheriting(listener.descriptor, as: "widgetd.socket") {
                let sockets = try SocketActivation.descriptors()
                #expect(sockets == [SocketActivation.Socket(descriptor: 3, name: "widgetd.socket")])
                #expect(fcntl(3, F_GETFD) & FD_CLOEXEC != 0)
                #expect(getenv("LISTEN_FDS") == nil && getenv("LISTEN_PID") == nil && getenv("LISTEN_FDNAMES") == nil)
                let again = try SocketActivation.descriptors()
                #expect(again.isEmpty)
            }
        }
    }

    @Test("Sockets that were meant for another process are left alone")
    func anotherProcess() async {
        await #expect(processExitsWith: .success) {
            let listener = try BoundSocket(SOCK_STREAM, listening: true)
            try inheriting(listener.descriptor, as: "widgetd.socket", processID: 1) {
                let sockets = try SocketActivation.descriptors()
                #expect(sockets.isEmpty)
            }
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

    @Test("A datagram socket is refused")
    func datagram() throws {
        let socket = try BoundSocket(SOCK_DGRAM)
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
