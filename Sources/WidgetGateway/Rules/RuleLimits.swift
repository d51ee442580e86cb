import WidgetCore

/// The rules of APNs' provider tokens, from "Establishing a token-based connection to APNs".
enum ProviderTokenLimits {
    /// Apple's: older ones are refused.
    static let lifetime = Milliseconds.hours(1)
    /// Apple's: the shortest time between two changes of the token on one connection.
    static let updateInterval = Milliseconds.minutes(20)
    /// How far a server's clock may be ahead of this machine's.
    static let clockSkew = Milliseconds.minutes(5)
    /// Bytes of a token's text: usual ones have 250; some add claims that nobody reads.
    static let bytes = 4 << 10
}

/// How long the parts of a request may be, beside what `PushLimits` says.
enum RequestLimits {
    /// `apns-id` as it came is echoed up to so many bytes where it isn't a UUID.
    static let echoedIDBytes = 64
    /// Bytes of `apns-topic`: a bundle id has at most 155, and the suffix of its push type.
    static let topicBytes = 255
    /// Bytes of a broadcast channel's id, in Base64's text.
    static let channelTextBytes = 64
}
