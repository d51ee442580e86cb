extension Bus {
    /// How long to wait for a bus that has gone, at first; twice as long each time, up to the longest. A connection that lasted longer than that begins anew.
    static let pause = (first: Duration.seconds(1), longest: Duration.seconds(300))

    /// Keeps a connection until the task is cancelled: one that breaks comes back.
    ///
    /// - Parameters:
    ///   - sleep: ends early where the task is cancelled.
    ///   - use: what each connection is used for; it is cancelled when the connection ends, and its errors end the connection.
    ///   - lost: hears why a connection ended.
    /// - Throws: why there is no bus at the start: then there is nothing to wait for.
    public static func keep(
        _ address: BusAddress, sleep: (Duration) async -> Void, lost: (any Error) -> Void, use: @escaping @Sendable (Bus) async throws -> Void
    ) async throws(BusError) {
        var pause = Self.pause.first
        var hasConnected = false
        while !Task.isCancelled {
            let began = ContinuousClock.now
            let (closed, close) = AsyncStream.makeStream(of: BusError.self)
            do throws(BusError) {
                let bus = try Bus(address) { error in
                    close.yield(error)
                    close.finish()
                }
                hasConnected = true
                lost(await Self.serve(bus, until: closed, use))
            } catch {
                guard hasConnected else { throw error }
                lost(error)
            }
            if ContinuousClock.now - began > Self.pause.longest { pause = Self.pause.first }
            await sleep(pause)
            pause = min(pause * 2, Self.pause.longest)
        }
    }

    /// - Returns: why the connection ended.
    private static func serve(_ bus: Bus, until closed: AsyncStream<BusError>, _ body: @escaping @Sendable (Bus) async throws -> Void) async -> any Error {
        defer { bus.close() }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for await error in closed { throw error } }
                group.addTask { try await body(bus) }
                defer { group.cancelAll() }
                try await group.next()
            }
            return BusError(name: BusError.cancelled, message: "it isn't needed any more")
        } catch {
            return error
        }
    }
}

extension Task where Success == Never, Failure == Never {
    /// Returns when the task is cancelled.
    public static func untilCancelled() async {
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        end.finish()
    }
}
