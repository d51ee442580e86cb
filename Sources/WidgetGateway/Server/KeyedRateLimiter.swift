import NIOCore
import Synchronization

/// Token buckets of whoever sends. From any thread.
final class KeyedRateLimiter<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        /// Tokens at `date`; grows to the rate's burst.
        var tokens: Double
        var date: NIODeadline
    }

    private struct State {
        var buckets: [Key: Bucket] = [:]
        /// The bucket of those for whom there is no room.
        var shared: Bucket
        /// When room was last made.
        var sweptAt: NIODeadline?
    }

    private let state: Mutex<State>
    private let rate: GatewayLimits.Rate

    init(rate: GatewayLimits.Rate, now: NIODeadline) {
        self.rate = rate
        state = Mutex(State(shared: Bucket(tokens: Double(rate.burst), date: now)))
    }

    /// Takes a token.
    /// - Returns: false where there is none.
    func take(_ key: Key, now: NIODeadline) -> Bool {
        state.withLock { state in
            if state.buckets[key] != nil || makeRoom(&state, now) {
                return take(&state.buckets[key, default: Bucket(tokens: Double(rate.burst), date: now)], now)
            }
            return take(&state.shared, now)
        }
    }

    /// Whether there is one, without taking it.
    func has(_ key: Key, now: NIODeadline) -> Bool {
        state.withLock { state in filled(state.buckets[key] ?? Bucket(tokens: Double(rate.burst), date: now), now).tokens >= 1 }
    }

    private func take(_ bucket: inout Bucket, _ now: NIODeadline) -> Bool {
        bucket = filled(bucket, now)
        guard bucket.tokens >= 1 else { return false }
        bucket.tokens -= 1
        return true
    }

    private func filled(_ bucket: Bucket, _ now: NIODeadline) -> Bucket {
        let seconds = Double(max(0, (now - bucket.date).nanoseconds)) / 1e9
        return Bucket(tokens: min(Double(rate.burst), bucket.tokens + seconds * Double(rate.perSecond)), date: now)
    }

    /// Forgets who has a full bucket again, where there are too many: once in a second at most, since it looks at all.
    private func makeRoom(_ state: inout State, _ now: NIODeadline) -> Bool {
        guard state.buckets.count >= Tuning.buckets else { return true }
        if let sweptAt = state.sweptAt, now - sweptAt < .seconds(1) { return false }
        state.sweptAt = now
        state.buckets = state.buckets.filter { filled($0.value, now).tokens < Double(rate.burst) }
        return state.buckets.count < Tuning.buckets
    }

    /// For tests.
    var count: Int { state.withLock { $0.buckets.count } }
}
