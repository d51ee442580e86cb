import NIOCore
import TTRPC
import TTRPCBlocking
import TTRPCWire
import Testing

/// Calls of which it isn't known at once whether their caller may make them.
@Suite("Calls that wait for a decision", .timeLimit(.minutes(5)))
struct AccessTests {
    /// Every call but `Echo` waits at `gate`, and then is denied if its metadata says so.
    private static func deciding(_ gate: Gate, _ probe: Probe) -> @Sendable (PeerIdentity, RequestedMethod) -> AccessDecision {
        { peer, method in
            if method.name == "Echo" { return .allowed }
            return .undecided { context in
                probe.record("asked")
                await withTaskCancellationHandler {
                    await gate.pass()
                } onCancel: {
                    probe.record("cancelled")
                }
                return context.metadata["key"] == "deny" ? AccessDenial(method, uid: peer.uid, has: .read, advice: "ask somebody") : nil
            }
        }
    }

    @Test("a call waits, others don't, and then it is made", arguments: ["Manage", "AsyncEcho"])
    func waits(_ method: String) async throws {
        let (gate, probe) = (Gate(), Probe())
        try await TestServer.run(authorize: Self.deciding(gate, probe)) { server in
            try await server.withPeer { peer in
                try peer.send(request(1, method))
                #expect(try peer.echoes(3))
            }
            let answer = Task { try await server.withClient { try $0.call(service: TestService.name, method: method, payload: []) } }
            await probe.wait(for: "asked", times: 2)
            await gate.open()
            let got = try await answer.value
            #expect(got == [])
        }
    }

    @Test("a denied call gets its reason")
    func denied() async throws {
        let (gate, probe) = (Gate(), Probe())
        await gate.open()
        try await TestServer.run(authorize: Self.deciding(gate, probe)) { server in
            let status = try await server.withClient { client in
                #expect(throws: RPCStatus.self) { try client.call(service: TestService.name, method: "Manage", payload: [], metadata: ["key": "deny"]) }
            }
            #expect(status?.code == .permissionDenied && status?.message.contains("`manage`") == true && status?.message.contains("ask somebody") == true)
            await server.observer.probe.wait(for: "denied Manage")
        }
    }

    @Test("a stream's messages that come meanwhile aren't lost")
    func stream() async throws {
        let (gate, probe) = (Gate(), Probe())
        try await TestServer.run(authorize: Self.deciding(gate, probe)) { server in
            let answers = Task {
                try await server.withClient { client in
                    let stream = try client.openStream(service: TestService.name, method: "Chat", sendsMore: true)
                    try stream.send([1])
                    try stream.send([2])
                    try stream.closeSend()
                    return [try stream.receive(), try stream.receive(), try stream.receive()]
                }
            }
            await probe.wait(for: "asked")
            await gate.open()
            let got = try await answers.value
            #expect(got == [[1], [2], nil])
        }
    }

    @Test("too many messages meanwhile end it")
    func flood() async throws {
        let (gate, probe) = (Gate(), Probe())
        try await TestServer.run(authorize: Self.deciding(gate, probe)) { server in
            let status = try await server.withClient { client in
                let stream = try client.openStream(service: TestService.name, method: "Chat", sendsMore: true)
                for _ in 0..<17 { try stream.send([1]) }
                return #expect(throws: RPCStatus.self) { try stream.receive() }
            }
            #expect(status?.code == .resourceExhausted)
            await probe.wait(for: "cancelled")
        }
    }

    @Test("a client that goes, or a deadline, ends the question")
    func cancelled() async throws {
        let (gate, probe) = (Gate(), Probe())
        try await TestServer.run(authorize: Self.deciding(gate, probe)) { server in
            let status = try await server.withClient { client in
                #expect(throws: RPCStatus.self) { try client.call(service: TestService.name, method: "Manage", payload: [], timeout: .milliseconds(50)) }
            }
            #expect(status?.isTimeout == true)
            try await server.withPeer { try $0.send(request(1, "Manage")) }
            await probe.wait(for: "cancelled", times: 2)
        }
    }
}
