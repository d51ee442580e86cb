import WidgetCore

/// The limits of Web Push, each with its source.
public enum WebPushLimits {
    /// RFC 8291, 3.2.
    static let authenticationBytes = 16
    /// Bytes of an endpoint's secret, beside its token. Nobody can guess 128 bits.
    static let proofBytes = 16
    /// Bytes of an encrypted body. RFC 8291, 4, requires a service to accept at least this many.
    public static let bodyBytes = 4_096
    /// Bytes of the text in a body that is sent. The rest are 86 bytes before it, the byte that ends it, and 16 that prove it.
    public static let textBytes = bodyBytes - 86 - 1 - 16
    /// Bytes of an endpoint that a browser gives. Those of the large services have 150 to 250.
    public static let endpointBytes = 1_024
    /// `Topic`: RFC 8030, 5.4.
    static let topicCharacters = 32
    /// The most digits of `TTL`, in seconds. That is more than any push is kept.
    static let timeToLiveDigits = 12
    /// Seconds after which an HTTP/1.1 connection without a request is closed. Libraries keep their connections for a few seconds.
    static let idleSeconds: Int64 = 60
}
