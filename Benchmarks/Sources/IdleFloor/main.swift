// The floor of an idle Swift daemon: one task that has run once, and nothing to do ever after. An event that wakes this program wakes every program with Swift's
// concurrency on this machine: on Linux libdispatch looks after its pool of threads once a second.

let (events, continuation) = AsyncStream.makeStream(of: Void.self)
Task { continuation.yield() }
for await _ in events { print("ready") }
