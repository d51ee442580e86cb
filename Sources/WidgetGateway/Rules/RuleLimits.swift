import WidgetCore

/// The rules of APNs' provider tokens, from "Establishing a token-based connection to APNs".
enum ProviderTokenLimits {
    /// Apple's limit: older tokens are refused.
    static let lifetime = Milliseconds.hours(1)
    /// Apple's limit: the shortest time between two changes of the token on one connection.
    static let updateInterval = Milliseconds.minutes(20)
    /// How far a server's clock may be ahead of this machine's.
    static let clockSkew = Milliseconds.minutes(5)
    /// Bytes of a token's text. A usual token has 250, and some have further claims.
    static let bytes = 4 << 10
}

/// The lengths of a request's parts that `PushLimits` doesn't have.
enum RequestLimits {
    /// The most bytes of an `apns-id` that is sent back although it isn't a UUID.
    static let echoedIDBytes = 64
    /// Bytes of `apns-topic`: a bundle id has at most 155, and the suffix of its push type.
    static let topicBytes = 255
    /// Bytes of a broadcast channel's id, in Base64's text.
    static let channelTextBytes = 64
}
