import Synchronization

/// How many requests were answered how, since the start. From any thread.
final class GatewayMetrics: Sendable {
    private let taken = Atomic<UInt64>(0)
    private let refused = Atomic<UInt64>(0)

    func count(_ response: PushResponse) {
        if response.status < 400 { taken.wrappingAdd(1, ordering: .relaxed) } else { refused.wrappingAdd(1, ordering: .relaxed) }
    }

    var counts: (taken: UInt64, refused: UInt64) { (taken.load(ordering: .relaxed), refused.load(ordering: .relaxed)) }
}
