import Glibc
import Testing
import WidgetCore

@testable import WidgetProviders

@Suite("rpc providers", .timeLimit(.minutes(10)))
struct RPCProviderTests {
    /// A ttrpc server of a few lines, which answers every call with an empty message; `before` runs ahead of each answer.
    static func server(_ before: String, start: String = "pass", end: String = "pass") -> String {
        """
        #!/usr/bin/env python3
        import os, signal, socket, struct, sys, time
        connection = socket.socket(fileno=int(os.environ["WIDGETD_PROVIDER_FD"]))
        \(start)
        def read(count):
            data = b""
            while len(data) < count:
                part = connection.recv(count - len(data))
                if not part:
                    \(end)
                    sys.exit(0)
                data += part
            return data
        while True:
            length, stream, kind, flags = struct.unpack(">IIBB", read(10))
            request = read(length)
            \(before)
            connection.sendall(struct.pack(">IIBB", 0, stream, 2, 0))
        """
    }

    private func failure(_ provider: TestProvider) async -> WidgetError? {
        do throws(WidgetError) {
            _ = try await provider.host.describe().kinds
            return nil
        } catch {
            return error
        }
    }

    @Test("one program serves many calls, and leaves when it has been idle")
    func keptAndIdle() async throws {
        let provider = TestProvider(
            Self.server("pass", start: #"leash = open(os.environ["TEST_DIRECTORY"] + "/leash", "wb", 0); leash.write(b"x")"#), protocol: .rpc,
            idleTimeout: .seconds(3))
        let leash = Leash(in: provider.directory)
        for _ in 0..<3 { #expect(try await provider.host.describe().kinds == []) }
        var status = await provider.host.status
        let pid = try #require(status.processID)
        #expect(status.launches == 1 && status.lastUsed != nil)
        #expect(await leash.released())
        // The next call starts it anew.
        #expect(try await provider.host.describe().kinds == [])
        status = await provider.host.status
        #expect(status.launches == 2 && status.failures == 0 && status.processID != pid)
        await provider.host.stop()
        #expect(isGone(pid))
    }

    @Test("an idle time of nothing ends the program after each call")
    func noIdleTime() async throws {
        let provider = TestProvider(Self.server("pass"), protocol: .rpc, idleTimeout: .zero)
        for _ in 0..<2 { _ = try await provider.host.describe().kinds }
        await provider.host.stop()
        #expect(await provider.host.status.processID == nil)
    }

    @Test("a crash in the middle of a call is named with the signal and the last words; the next call starts it anew")
    func crash() async throws {
        let marker = #"os.environ["TEST_DIRECTORY"] + "/crashed""#
        let provider = TestProvider(
            Self.server(
                "if not os.path.exists(\(marker)): open(\(marker), 'w'); print('out of beans', file=sys.stderr, flush=True); "
                    + "os.kill(os.getpid(), signal.SIGSEGV)"),
            protocol: .rpc)
        let error = try #require(await failure(provider))
        #expect(error.code == .unavailable)
        #expect(error.message.hasPrefix("provider test: was killed by signal 11"))
        #expect(error.message.hasSuffix(": out of beans"))
        #expect(try await provider.host.describe().kinds == [])
        let status = await provider.host.status
        #expect(status.launches == 2 && status.failures == 1 && status.lastError == nil)
        await provider.host.stop()
    }

    @Test(
        "an exit in the middle of a call is named, with its status where that says something",
        arguments: [(0, "ended without an answer"), (7, "exited with status 7")])
    func exits(_ code: Int, named: String) async throws {
        let error = try #require(await failure(TestProvider(Self.server("sys.exit(\(code))"), protocol: .rpc)))
        #expect(error.code == .unavailable)
        #expect(error.message.contains(named))
    }

    @Test("a program that doesn't answer is ended at its deadline with all that it started", arguments: ["time.sleep(1000)", "os.system('sleep 1000')"])
    func hang(_ how: String) async throws {
        let provider = TestProvider(
            Self.server(
                how, start: #"leash = os.open(os.environ["TEST_DIRECTORY"] + "/leash", os.O_WRONLY); os.set_inheritable(leash, True)"#),
            protocol: .rpc, deadline: .milliseconds(500))
        let leash = Leash(in: provider.directory)
        let error = try #require(await failure(provider))
        #expect(error.code == .deadlineExceeded)
        #expect(error.message.contains("no answer within 0.5 s"))
        #expect(await leash.released())
        #expect(await provider.host.status.processID == nil)
    }

    @Test(
        "what breaks the protocol costs the connection and nothing else",
        arguments: [
            "connection.sendall(b'HTTP/1.1 200 OK\\r\\n' * 100); time.sleep(1000)", "connection.sendall(b'\\xff' * 100000); time.sleep(1000)",
            "connection.sendall(struct.pack('>IIBB', 4, stream, 2, 0) + b'\\xff' * 4)",
            "connection.sendall(struct.pack('>IIBB', 4, stream, 9, 0) + b'\\xff' * 4)",
        ])
    func garbage(_ how: String) async throws {
        let provider = TestProvider(Self.server(how), protocol: .rpc, deadline: .seconds(2))
        let error = try #require(await failure(provider))
        #expect(error.message.hasPrefix("provider test: "))
        await provider.host.stop()
        #expect(await provider.host.status.processID == nil)
    }

    @Test("an answer of no meaning is an error that names the method")
    func wrongAnswer() async throws {
        let provider = TestProvider(
            Self.server("connection.sendall(struct.pack('>IIBB', 5, stream, 2, 0) + b'\\x12\\x03\\x0a\\x01\\xff'); continue"), protocol: .rpc)
        let error = try #require(await failure(provider))
        #expect(error.message.hasPrefix("provider test: its answer to Describe is wrong: "))
        // The program is well otherwise, and stays.
        #expect(await provider.host.status.processID != nil)
        await provider.host.stop()
    }

    @Test("a program's own words are cut in errors, between two characters", arguments: [3, 14])
    func longError(_ code: Int) async throws {
        // A response whose status has this code and a message of a megabyte.
        let provider = TestProvider(
            Self.server(
                """
                words = 'é'.encode() * 500000
                    varint = lambda n: bytes([n & 127 | 128, n >> 7 & 127 | 128, n >> 14 & 127])
                    status = bytes([8, \(code), 18]) + varint(len(words)) + words
                    answer = bytes([10]) + varint(len(status)) + status
                    connection.sendall(struct.pack('>IIBB', len(answer), stream, 2, 0) + answer); continue
                """), protocol: .rpc)
        let error = try #require(await failure(provider))
        #expect(error.code.rawValue == code)
        #expect(error.message.hasSuffix("éé…"))
        #expect(error.message.utf8.count < ProviderLimits.errorBytes + 100)
        await provider.host.stop()
    }

    @Test("a timeline without entries is refused")
    func noEntries() async throws {
        let provider = TestProvider(Self.server("pass"), protocol: .rpc)
        await #expect {
            _ = try await provider.timeline()
        } throws: { error in
            (error as? WidgetError)?.message == "provider test: its answer to Timeline is wrong: entries: a timeline has 1 to 100 entries, not 0"
        }
        await provider.host.stop()
    }

    @Test("a program that stays after its connection has ended is ended")
    func staysAfterEnd() async throws {
        let provider = TestProvider(Self.server("pass", end: "time.sleep(1000)"), protocol: .rpc)
        _ = try await provider.host.describe().kinds
        let pid = try #require(await provider.host.status.processID)
        await provider.host.stop()
        #expect(isGone(pid))
    }

    @Test("a program that closes its connection and stays is ended before the next is started")
    func closesAndStays() async throws {
        let provider = TestProvider(
            Self.server(
                "connection.sendall(struct.pack('>IIBB', 0, stream, 2, 0)); connection.close(); leash.write(b'x'); time.sleep(1000)",
                start: #"here = os.environ["TEST_DIRECTORY"]; leash = open(here + "/leash", "wb", 0); print(os.getpid(), file=open(here + "/pids", "a"))"#),
            protocol: .rpc)
        let leash = Leash(in: provider.directory)
        for count in 1...3 {
            // A call made before the end of the connection is noticed fails, and the next one starts the program.
            while await provider.host.status.launches < count { _ = try? await provider.host.describe().kinds }
            #expect(await leash.held())
        }
        let pids = try #require(provider.directory.read("pids")).split(separator: "\n").compactMap { Int32($0) }
        #expect(pids.count == 3)
        #expect(pids.dropLast().allSatisfy(isGone))
        await provider.host.stop()
    }

    @Test("a call that is cancelled ends the program, and the next call starts it anew")
    func cancelled() async throws {
        let marker = #"os.environ["TEST_DIRECTORY"] + "/leash""#
        let provider = TestProvider(
            Self.server(
                "if not os.path.exists(\(marker) + '.used'): open(\(marker) + '.used', 'w'); "
                    + "leash = open(\(marker), 'wb', 0); leash.write(b'x'); time.sleep(1000)",
                start: "signal.signal(signal.SIGTERM, signal.SIG_IGN)"), protocol: .rpc, deadline: .seconds(600))
        let leash = Leash(in: provider.directory)
        let call = Task { await failure(provider) }
        #expect(await leash.held())
        call.cancel()
        #expect(try await provider.host.describe().kinds == [])
        #expect(await call.value?.message == "provider test: the call was given up")
        #expect(await provider.host.status.launches == 2)
        await provider.host.stop()
    }

    @Test("kinds of one id are refused, as in a manifest")
    func sameKinds() async throws {
        let kind = Kind(id: "twice", provider: "test", displayName: "Twice", families: [.systemSmall])
        let bytes = try ProviderDescription(kinds: [kind, kind]).describeResponseBytes()
        let payload = "bytes([\(bytes.map(String.init).joined(separator: ","))])"
        let provider = TestProvider(
            Self.server(
                "answer = \(payload); answer = bytes([18, len(answer)]) + answer; "
                    + "connection.sendall(struct.pack('>IIBB', len(answer), stream, 2, 0) + answer); continue"), protocol: .rpc)
        let error = try #require(await failure(provider))
        #expect(error.message == "provider test: its answer to Describe is wrong: kinds[1].id: \"twice\" is there twice; each kind has an id of its own")
        await provider.host.stop()
    }

    @Test("standard output and error of an rpc program go to the log, with the provider's name")
    func output() async throws {
        let provider = TestProvider(Self.server("print('hello', flush=True); print('there', file=sys.stderr, flush=True)"), protocol: .rpc)
        _ = try await provider.host.describe().kinds
        await provider.host.stop()
        #expect(Set(provider.log.all.filter { $0.hasPrefix("test: ") }) == ["test: hello", "test: there"])
    }

    @Test("stopping ends a call in its middle")
    func stop() async throws {
        let provider = TestProvider(
            Self.server("leash = open(os.environ['TEST_DIRECTORY'] + '/leash', 'wb', 0); leash.write(b'x'); time.sleep(1000)"), protocol: .rpc,
            deadline: .seconds(600))
        let leash = Leash(in: provider.directory)
        async let error = failure(provider)
        #expect(await leash.held())
        await provider.host.stop()
        #expect(await error?.code == .unavailable)
    }

    @Test("a program doesn't outlive the thread that the daemon starts it on, and so not the daemon")
    func parentDeath() async throws {
        let directory = TemporaryDirectory()
        let program = directory.write("program", "#!/bin/sh\nexec sleep 30", mode: 0o755)
        let request = LaunchRequest(program: program, arguments: [], environment: TestProvider.environment, output: .logged, memoryLimit: 64 << 20)
        let process = await withCheckedContinuation { continuation in
            pthreadDetached { continuation.resume(returning: try? ProviderProcess.start(request, logger: LogCapture().logger())) }
        }
        let started = try #require(process)
        try started.watch()
        #expect(await started.end().reason == .signalled(SIGKILL))
    }
}
