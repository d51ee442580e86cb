public import WidgetCore

extension WidgetClient {
    /// The results of taps on all devices, the newest first.
    /// - Parameters:
    ///   - widget: nil: of all.
    ///   - limit: 1 to 1,000.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func intentLog(widget: String? = nil, limit: Int) throws(WidgetError) -> ProtoIntentLogResponse {
        try call(
            .intents, "Log",
            ProtoIntentLogRequest.with {
                $0.widget = widget ?? ""
                $0.limit = UInt32(clamping: limit)
            })
    }

    /// The intents of the daemon's providers that can be run by themselves.
    /// - Parameter provider: empty: all.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func intents(of provider: String = "") throws(WidgetError) -> ProtoListIntentsResponse {
        try call(.intents, "List", ProtoListIntentsRequest.with { $0.provider = provider }, timeout: ClientLimits.performTimeout)
    }

    /// Runs an intent by itself.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func runIntent(_ request: ProtoRunIntentRequest) throws(WidgetError) -> ProtoRunIntentResponse {
        try call(.intents, "Run", request, timeout: ClientLimits.performTimeout)
    }

    /// Cancels the action that waits on this device under a key.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func cancelIntent(key: String) throws(WidgetError) -> ProtoCancelIntentResponse {
        try call(.intents, "Cancel", ProtoCancelIntentRequest.with { $0.key = key })
    }
}

/// A key that makes a request safe to repeat.
public enum IdempotencyKey {
    /// 128 random bits, hexadecimal.
    public static func make(using random: inout some RandomNumberGenerator) -> String {
        (0..<2).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
