import WidgetCore

/// The limits of Web Push, each with its source.
public enum WebPushLimits {
    /// RFC 8291, 3.2.
    static let authenticationBytes = 16
    /// An endpoint's secret, beside its token: 128 bits, which nobody guesses.
    static let proofBytes = 16
    /// An encrypted body: RFC 8291, 4, asks a service to take at least this.
    public static let bodyBytes = 4_096
    /// `Topic`: RFC 8030, 5.4.
    static let topicCharacters = 32
    /// Of `TTL`: seconds, more than any that is kept.
    static let timeToLiveDigits = 12
    /// An HTTP/1.1 connection without a request is closed after this; libraries keep theirs for a few seconds.
    static let idleSeconds: Int64 = 60
}
