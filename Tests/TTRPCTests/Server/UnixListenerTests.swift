import Glibc
import NIOCore
import NIOPosix
import TTRPCBlocking
import TTRPCWire
import Testing

@testable import TTRPC

@Suite("A server's socket file", .timeLimit(.minutes(5)))
struct UnixListenerTests {
    @Test("has exactly the permissions asked for, whatever the umask", arguments: [0o600, 0o660, 0o666] as [UInt32])
    func mode(_ mode: UInt32) throws {
        try withDirectory { directory in
            let listener = try UnixListener(path: directory + "/s", mode: mode)
            defer { close(listener.descriptor) }
            var status = stat()
            #expect(lstat(directory + "/s", &status) == 0)
            #expect(status.st_mode & 0o7777 == mode)
        }
    }

    @Test("replaces what a dead server left")
    func stale() throws {
        try withDirectory { directory in
            close(try UnixListener(path: directory + "/s", mode: 0o600).descriptor)
            let listener = try UnixListener(path: directory + "/s", mode: 0o600)
            defer { close(listener.descriptor) }
            close(try UnixSocket.connect(path: directory + "/s"))
        }
    }

    @Test("isn't taken from a living server")
    func living() throws {
        try withDirectory { directory in
            let listener = try UnixListener(path: directory + "/s", mode: 0o600)
            defer { close(listener.descriptor) }
            #expect(throws: TransportError.alreadyServed(path: directory + "/s")) { try UnixListener(path: directory + "/s", mode: 0o600) }
            close(try UnixSocket.connect(path: directory + "/s"))
        }
    }

    @Test("doesn't replace what isn't a socket")
    func notASocket() throws {
        try withDirectory { directory in
            close(open(directory + "/s", O_CREAT | O_WRONLY, 0o600))
            #expect(throws: TransportError.notASocket(path: directory + "/s")) { try UnixListener(path: directory + "/s", mode: 0o600) }
            #expect(access(directory + "/s", F_OK) == 0)
        }
    }

    @Test("needs a path that fits, in a directory that exists")
    func paths() {
        let long = "/tmp/" + String(repeating: "x", count: 200)
        #expect(throws: TransportError.pathTooLong(path: long, limit: 107)) { try UnixListener(path: long, mode: 0o600) }
        #expect(throws: TransportError.self) { try UnixListener(path: "/tmp/no-such-directory-of-ours/s", mode: 0o600) }
    }

    @Test("is removed at the end if it is still ours")
    func removed() throws {
        try withDirectory { directory in
            let first = try UnixListener(path: directory + "/s", mode: 0o600)
            close(first.descriptor)
            let second = try UnixListener(path: directory + "/s", mode: 0o600)
            try first.removeFile()
            #expect(access(directory + "/s", F_OK) == 0)
            close(second.descriptor)
            try second.removeFile()
            #expect(access(directory + "/s", F_OK) != 0)
        }
    }

    @Test("may be handed over listening, and stays")
    func handedOver() async throws {
        let directory = try temporaryDirectory()
        defer { removeDirectory(directory) }
        let path = directory + "/s"
        let listener = try UnixListener(path: path, mode: 0o600)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let configuration = ServerConfiguration(services: [TestService().definition], authorize: { _, _ in .allowed }, limits: .patient)
        let server = try await TTRPCServer.start(configuration, listening: .descriptor(listener.descriptor), group: group)
        let echo = try await onThread { try BlockingClient(path: path).call(service: TestService.name, method: "Echo", payload: [1]) }
        #expect(echo == [1])
        await server.close()
        #expect(access(path, F_OK) == 0)
        try await group.shutdownGracefully()
    }

    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = try temporaryDirectory()
        defer { removeDirectory(directory) }
        try body(directory)
    }
}

@Suite("A server without a socket of its own", .timeLimit(.minutes(5)))
struct HandedOverConnectionTests {
    @Test("serves a connected socket that it is given")
    func socketPairServed() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let configuration = ServerConfiguration(services: [TestService().definition], authorize: { _, _ in .allowed }, limits: .patient)
        let server = try await TTRPCServer.start(configuration, listening: nil, group: group)
        let (ours, theirs) = try socketPair()
        try await server.serve(descriptor: ours)
        let answer = try await onThread { try BlockingClient(descriptor: theirs).call(service: TestService.name, method: "WhoAmI", payload: []) }
        #expect(String(decoding: answer, as: UTF8.self) == "\(getpid()) \(getuid()) \(getgid())")
        await server.close()
        try await group.shutdownGracefully()
    }
}
