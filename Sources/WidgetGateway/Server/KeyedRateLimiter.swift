package import NIOCore
import Synchronization

/// Token buckets, one for each key, such as a sender's address. Any thread may use it.
package final class KeyedRateLimiter<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        /// Tokens at `date`. They grow until they reach the rate's burst.
        var tokens: Double
        var date: NIODeadline
    }

    private struct State {
        var buckets: [Key: Bucket] = [:]
        /// The bucket that all further keys share when there are too many.
        var shared: Bucket
        /// When full buckets were last removed.
        var sweptAt: NIODeadline?
    }

    private let state: Mutex<State>
    private let rate: GatewayLimits.Rate

    package init(rate: GatewayLimits.Rate, now: NIODeadline) {
        self.rate = rate
        state = Mutex(State(shared: Bucket(tokens: Double(rate.burst), date: now)))
    }

    /// Takes a token.
    /// - Returns: whether there was one.
    package func take(_ key: Key, now: NIODeadline) -> Bool {
        state.withLock { state in
            if state.buckets[key] != nil || makeRoom(&state, now) {
                return take(&state.buckets[key, default: Bucket(tokens: Double(rate.burst), date: now)], now)
            }
            return take(&state.shared, now)
        }
    }

    /// Whether there is a token. It takes none.
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

    /// Removes buckets that are full again where there are too many. It goes through all buckets, so it does that at most once a second.
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
