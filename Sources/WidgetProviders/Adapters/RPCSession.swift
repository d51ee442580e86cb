import Glibc
import NIOCore
import Synchronization
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore

/// A running rpc program and the connection to it. They end together.
final class RPCSession: Sendable {
    private let process: ProviderProcess
    private let client: TTRPCClient
    private let clock: any Clock<Duration>
    private let broken = Atomic(false)

    private init(process: ProviderProcess, client: TTRPCClient, clock: any Clock<Duration>) {
        self.process = process
        self.client = client
        self.clock = clock
        client.closeFuture.whenComplete { [self] _ in broken.store(true, ordering: .relaxed) }
    }

    /// Whether the connection is closed, so that no call is answered any more.
    var isBroken: Bool { broken.load(ordering: .relaxed) }

    /// Starts the program with one end of a socket pair.
    static func open(_ run: ProviderRun, _ eventLoopGroup: any EventLoopGroup) async throws(WidgetError) -> RPCSession {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw run.failure(.unavailable, "its socket can't be made: \(String(cString: strerror(errno)))")
        }
        let process: ProviderProcess
        do throws(WidgetError) {
            process = try await run.launch(
                environment: [ProviderMethod.descriptorVariable: "\(ProviderMethod.descriptor)"], output: .logged, socket: ends[1])
        } catch {
            _ = Glibc.close(ends[0])
            throw error
        }
        do {
            let client = try await TTRPCClient.adopt(descriptor: ends[0], group: eventLoopGroup, logger: run.logger)
            return RPCSession(process: process, client: client, clock: run.clock)
        } catch {
            process.terminate(.stopped)
            throw run.failure(.unavailable, "can't connect to the program", cause: "\(error)")
        }
    }

    /// Calls a method within the manifest's deadline. When it throws because the program hangs, crashed or is unavailable, the program has ended.
    func call(_ method: ProviderMethod, _ payload: [UInt8], _ run: ProviderRun) async throws(WidgetError) -> [UInt8] {
        // At the deadline the program is ended, which ends the call. A program that hangs may not read a cancel from its socket.
        let deadline = Task { [clock, process] in
            try await clock.sleep(for: run.manifest.deadline)
            process.terminate(.deadline)
        }
        defer { deadline.cancel() }
        do {
            let buffer = try await client.call(
                service: ProviderMethod.service, method: method.rawValue, payload: payload, timeout: TimeAmount(run.manifest.deadline))
            return Array(buffer.readableBytesView)
        } catch let status as RPCStatus {
            switch status.code {
            case .deadlineExceeded:
                process.terminate(.deadline)
                throw run.failure(await end())
            case .unavailable:
                // The connection is gone, or the program has answered UNAVAILABLE. The next call starts the program again.
                var end = await close()
                switch (end.termination, end.reason) {
                case (.deadline, _), (.memory, _): throw run.failure(end)
                case (.stopped, .signalled(SIGTERM)), (.stopped, .signalled(SIGKILL)), (_, .exited(0)):
                    throw run.failure(.unavailable, "\(end.description): \(status.message)")
                default:
                    // The program ended by itself, even if only after SIGTERM.
                    end.termination = nil
                    throw run.failure(end)
                }
            default:
                let error = WidgetError(status)
                throw run.failure(error.code, error.message)
            }
        } catch {
            // The call was cancelled. The program isn't told of that and would work on, so it is ended.
            broken.store(true, ordering: .relaxed)
            process.terminate(.stopped)
            _ = await end()
            throw run.failure(.unavailable, "the call was given up", cause: "\(error)")
        }
    }

    /// Closes the connection, at which the program should exit, and ends the program if it doesn't.
    @discardableResult
    func close() async -> ProcessEnd {
        broken.store(true, ordering: .relaxed)
        await client.close()
        let grace = Task { [clock, process] in
            try await clock.sleep(for: ProviderLimits.endOfConnectionGrace)
            process.terminate(.stopped)
        }
        defer { grace.cancel() }
        return await process.end()
    }

    private func end() async -> ProcessEnd {
        broken.store(true, ordering: .relaxed)
        await client.close()
        return await process.end()
    }
}
