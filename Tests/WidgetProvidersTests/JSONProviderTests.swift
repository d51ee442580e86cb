import Glibc
import Testing
import WidgetCore

@testable import WidgetProviders

@Suite("json providers", .timeLimit(.minutes(10)))
struct JSONProviderTests {
    static let hello = #"echo '{"view":{"text":"Hello"},"policy":{"after":"2026-11-20T12:05:00Z"}}'"#

    @Test("what a script prints becomes the timeline")
    func answer() async throws {
        let provider = TestProvider("#!/bin/sh\n" + Self.hello)
        let timeline = try await provider.timeline()
        #expect(timeline.entries.map(\.date) == [.noon])
        #expect(timeline.entries[0].texts == ["Hello"])
        #expect(timeline.policy == .after(.noon + .minutes(5)))
    }

    @Test("a script reads for whom and what it is asked")
    func request() async throws {
        let provider = TestProvider("#!/bin/sh\ncat >$TEST_DIRECTORY/request\n" + Self.hello)
        _ = try await provider.timeline(parameters: ["path": .text("a \"quoted\"\nline\u{1}"), "days": .integer(7), "on": .boolean(true), "x": .number(0.5)])
        let text = try #require(provider.directory.read("request"))
        guard case .object(let request) = try JSONValue(parsing: Array(text.utf8)), case .object(let parameters)? = request["parameters"] else {
            Issue.record("no object: \(text)")
            return
        }
        #expect(request["format"] == .integer(1))
        #expect(request["call"] == .string("timeline"))
        #expect(request["kind"] == .string("test"))
        #expect(request["family"] == .string("systemSmall"))
        #expect(request["scale"] == .number(1))
        #expect(request["colorScheme"] == .string("dark"))
        #expect(request["date"] == .string(Timestamp.noon.rfc3339))
        #expect(parameters["path"] == .string("a \"quoted\"\nline\u{1}"))
        #expect(parameters["days"] == .integer(7))
        #expect(parameters["on"] == .boolean(true))
        #expect(parameters["x"] == .number(0.5))
    }

    @Test("an intent reaches the script with its parameters, and no output is fine")
    func perform() async throws {
        let provider = TestProvider("#!/bin/sh\ncat >$TEST_DIRECTORY/request")
        try await provider.host.perform(
            IntentRequest(name: "Log", intentParameters: ["drink": .text("tea")], kind: "test", widget: .test, idempotencyKey: "key-1", value: true))
        let text = try #require(provider.directory.read("request"))
        guard case .object(let request) = try JSONValue(parsing: Array(text.utf8)), case .object(let intent)? = request["intent"] else {
            Issue.record("no object: \(text)")
            return
        }
        #expect(request["call"] == .string("perform"))
        #expect(intent["name"] == .string("Log"))
        #expect(intent["idempotencyKey"] == .string("key-1"))
        #expect(intent["value"] == .boolean(true))
    }

    @Test("the environment has what programs count on, and nothing else of the daemon's")
    func environment() async throws {
        let provider = TestProvider("#!/bin/sh\nenv >$TEST_DIRECTORY/env; pwd >$TEST_DIRECTORY/pwd; ls /proc/self/fd >$TEST_DIRECTORY/fds\n" + Self.hello)
        _ = try await provider.timeline()
        let environment = try #require(provider.directory.read("env"))
        #expect(environment.contains("HOME=/tmp\n"))
        #expect(!environment.contains("SECRET_TOKEN"))
        #expect(provider.directory.read("pwd") == "/\n")
        // Standard input, output and error; the last is the directory that ls lists.
        #expect(provider.directory.read("fds") == "0\n1\n2\n3\n")
    }

    // MARK: Everything that can go wrong

    @Test(
        "garbage, a wrong key and nothing at all are errors that say where",
        arguments: [("echo garbage", "JSON"), (#"echo '{"view":{"txt":"x"}}'"#, "view"), ("true", "JSON"), (#"echo '{"entries":[]}'"#, "1 to 100 entries")])
    func garbage(_ command: String, _ part: String) async throws {
        let error = try #require(await TestProvider("#!/bin/sh\n" + command).failure())
        #expect(error.code == .invalidArgument)
        #expect(error.message.hasPrefix("provider test: what it printed for timeline is wrong: "))
        #expect(error.message.contains(part))
    }

    @Test("a failed script is named with its status and its last words")
    func failed() async throws {
        let provider = TestProvider("#!/bin/sh\necho first >&2; echo 'no such calendar' >&2; exit 3")
        let error = try #require(await provider.failure())
        #expect(error == WidgetError(.unavailable, "provider test: exited with status 3: no such calendar"))
        #expect(provider.log.all == ["test: first", "test: no such calendar"])
        let status = await provider.host.status
        #expect(status.failures == 1 && status.launches == 1 && status.processID == nil && status.lastError == error)
    }

    @Test("a crash is named with its signal")
    func crashed() async throws {
        let error = try #require(await TestProvider("#!/bin/sh\nkill -SEGV $$").failure())
        #expect(error.code == .unavailable)
        #expect(error.message.contains("was killed by signal 11"))
    }

    @Test("a script that hangs is ended at its deadline, and so is what it started; none is left unreaped")
    func hang() async throws {
        let provider = TestProvider(
            "#!/bin/sh\necho $$ >$TEST_DIRECTORY/pid\nexec 8>$TEST_DIRECTORY/leash; echo >&8\nsleep 1000 & sleep 1000", deadline: .seconds(3))
        let leash = Leash(in: provider.directory)
        let error = try #require(await provider.failure())
        #expect(error.code == .deadlineExceeded)
        #expect(error.message.contains("no answer within 3 s (deadline_seconds)"))
        #expect(await leash.released())
        let pid = try #require(provider.directory.read("pid").flatMap { Int32($0.dropLast()) })
        #expect(isGone(pid))
    }

    @Test("a script that ignores SIGTERM is killed")
    func stubborn() async throws {
        let provider = TestProvider("#!/bin/sh\ntrap '' TERM\nwhile :; do sleep 1000; done", deadline: .milliseconds(200))
        #expect(await provider.failure()?.code == .deadlineExceeded)
    }

    @Test("what a script leaves running goes with it, and doesn't hold up the answer")
    func grandchild() async throws {
        let provider = TestProvider("#!/bin/sh\nexec 8>$TEST_DIRECTORY/leash; echo >&8\nsleep 1000 &\n" + Self.hello)
        let leash = Leash(in: provider.directory)
        #expect(try await provider.timeline().entries[0].texts == ["Hello"])
        #expect(await leash.released())
    }

    @Test("100 MB of output are cut off at the limit, which the error names")
    func flood() async throws {
        let provider = TestProvider("#!/bin/sh\nexec head -c 100000000 /dev/zero", outputLimit: 1 << 20)
        let error = try #require(await provider.failure())
        #expect(error.code == .resourceExhausted)
        #expect(error.message.contains("printed more than 1048576 bytes (output_limit_bytes)"))
    }

    @Test("output of exactly the limit is taken")
    func outputLimit() async throws {
        let text = #"{"view":{"text":"Hello"}}"#
        let padded = text + String(repeating: " ", count: 4_096 - text.utf8.count)
        let provider = TestProvider("#!/bin/sh\nprintf '%s' '\(padded)'", outputLimit: 4_096)
        #expect(try await provider.timeline().entries.count == 1)
    }

    @Test("a flood on standard error is thinned out in the log, and the answer still comes")
    func errorFlood() async throws {
        let provider = TestProvider("#!/bin/sh\nyes complaint | head -n 200000 >&2\nprintf 'last \\033[31mwords' >&2\n" + Self.hello)
        #expect(try await provider.timeline().entries[0].texts == ["Hello"])
        #expect(provider.log.all.count < ProviderLimits.logLineBurst + 200)
        #expect(provider.log.all.contains { $0.contains("lines left out") })
    }

    @Test("a program that takes more memory than it may fails, alone")
    func memory() async throws {
        let provider = TestProvider("#!/usr/bin/env python3\nx = bytearray(300 << 20)\n", memoryLimit: 64 << 20)
        let error = try #require(await provider.failure())
        #expect(error.code == .unavailable)
        #expect(error.message.contains("MemoryError"))
    }

    @Test("a program that isn't there, or whose interpreter isn't, is an error that says so", arguments: [nil, "#!/no/such/interpreter\n"])
    func missing(_ script: String?) async throws {
        let directory = TemporaryDirectory()
        if let script { directory.write("program", script, mode: 0o755) }
        let error = try #require(await TestProvider(program: directory.path + "/program", protocol: .json).failure())
        #expect(error.code == .unavailable)
        #expect(error.message.contains("can't be started: execve: No such file or directory"))
    }

    @Test("a kind or family that the manifest doesn't name is refused without starting the program")
    func unsupported() async throws {
        let provider = TestProvider("#!/bin/sh\n" + Self.hello)
        await #expect(throws: WidgetError(.notFound, "provider test: gives no kind \"other\"; it gives test")) { try await provider.timeline(kind: "other") }
        await #expect(throws: WidgetError.self) { try await provider.timeline(family: .systemMedium) }
        #expect(await provider.host.status.launches == 0)
    }

    @Test("two providers run at once: each waits until the other has begun")
    func together() async throws {
        let directory = TemporaryDirectory()
        let (a, b) = (directory.path + "/a", directory.path + "/b")
        mkfifo(a, 0o600)
        mkfifo(b, 0o600)
        // Opening a FIFO waits for the other side.
        let first = TestProvider("#!/bin/sh\n: >\(a); : <\(b)\n" + Self.hello)
        let second = TestProvider("#!/bin/sh\n: <\(a); : >\(b)\n" + Self.hello)
        async let one = first.timeline()
        async let two = second.timeline()
        #expect(try await one.entries.count == 1)
        #expect(try await two.entries.count == 1)
    }

    @Test("one provider answers one request at a time")
    func oneAtATime() async throws {
        // mkdir fails where another is in between.
        let provider = TestProvider("#!/bin/sh\nmkdir $TEST_DIRECTORY/busy || exit 9\nsleep 0.05\nrmdir $TEST_DIRECTORY/busy\n" + Self.hello)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await provider.timeline() } }
            try await group.waitForAll()
        }
        #expect(await provider.host.status.launches == 8)
    }

    @Test("stopping ends a call in its middle, and nothing is started afterwards")
    func stop() async throws {
        let provider = TestProvider("#!/bin/sh\nexec 8>$TEST_DIRECTORY/leash; echo >&8\nexec sleep 1000", deadline: .seconds(600))
        let leash = Leash(in: provider.directory)
        async let failure = provider.failure()
        #expect(await leash.held())
        await provider.host.stop()
        #expect(await failure?.message.contains("was stopped") == true)
        #expect(await provider.failure()?.code == .unavailable)
    }
}
