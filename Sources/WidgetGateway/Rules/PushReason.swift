package import WidgetCore

/// Why a request is refused: APNs' reasons, with their HTTP statuses.
///
/// Those of pushes are from Apple's "Handling notification responses from APNs", those of broadcasts and channels from "Handling error responses from Apple
/// Push Notification service".
package enum PushReason: String, Sendable, Hashable, CaseIterable {
    // MARK: 400, pushes

    /// `apns-collapse-id` is empty, or has more than 64 bytes.
    case badCollapseID = "BadCollapseId"
    /// The path's token isn't hexadecimal, or isn't one of this device's.
    case badDeviceToken = "BadDeviceToken"
    /// `apns-expiration` isn't a whole number of seconds. For a broadcast also: it isn't 0, and the channel stores nothing.
    case badExpirationDate = "BadExpirationDate"
    /// `apns-id` isn't a UUID.
    case badMessageID = "BadMessageId"
    /// `apns-priority` isn't 10, 5 or 1.
    case badPriority = "BadPriority"
    /// `apns-topic` isn't a bundle id with or without a push type's suffix.
    case badTopic = "BadTopic"
    /// The token is another app's, or for another push type.
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    /// A header that the rules read occurs twice.
    case duplicateHeaders = "DuplicateHeaders"
    /// The rest of the request didn't come in time. In a GOAWAY: no request came in time.
    case idleTimeout = "IdleTimeout"
    /// APNs doesn't know the `apns-push-type`.
    case invalidPushType = "InvalidPushType"
    /// The path ends before the token.
    case missingDeviceToken = "MissingDeviceToken"
    /// There is no `apns-topic`.
    case missingTopic = "MissingTopic"
    /// The body isn't a JSON object with an `aps` object that has what the push type needs.
    case payloadEmpty = "PayloadEmpty"
    /// The push type isn't delivered here, or isn't the topic's.
    case topicDisallowed = "TopicDisallowed"

    // MARK: 400, broadcasts and channels

    /// There is no `apns-channel-id`.
    case missingChannelID = "MissingChannelId"
    /// `apns-channel-id` isn't the Base64 of a channel's id.
    case badChannelID = "BadChannelId"
    /// The app has no such channel.
    case channelNotRegistered = "ChannelNotRegistered"
    /// The app has 10,000 channels.
    case cannotCreateChannelConfig = "CannotCreateChannelConfig"
    /// The body of a request for a channel is malformed.
    case badRequestPayload = "BadRequestPayload"
    /// There is no `apns-push-type`, or `push-type` in the body.
    case missingPushType = "MissingPushType"

    // MARK: 403

    /// The client's certificate isn't valid (any more), and there is no provider token.
    case badCertificate = "BadCertificate"
    /// The client has a certificate of another environment, such as Apple's, and no provider token.
    case badCertificateEnvironment = "BadCertificateEnvironment"
    /// The provider token is more than an hour old.
    case expiredProviderToken = "ExpiredProviderToken"
    /// The key isn't allowed to push to this app.
    case forbidden = "Forbidden"
    /// The provider token is malformed, isn't signed by a known key, or is from the future.
    case invalidProviderToken = "InvalidProviderToken"
    /// There is no `authorization: bearer …`.
    case missingProviderToken = "MissingProviderToken"
    /// The provider token has another team or key than the connection's first. Such a token needs another connection.
    case unrelatedKeyIDInToken = "UnrelatedKeyIdInToken"
    /// The app of a channel isn't one of the key's.
    case topicMismatch = "TopicMismatch"

    // MARK: Others

    /// 404: no such path.
    case badPath = "BadPath"
    /// 405.
    case methodNotAllowed = "MethodNotAllowed"
    /// 410: the token's Live Activity has ended.
    case expiredToken = "ExpiredToken"
    /// 410: the token was revoked, for example because the last of the app's widgets was removed.
    case unregistered = "Unregistered"
    /// 413: 4,096 bytes, of a broadcast 5,120.
    case payloadTooLarge = "PayloadTooLarge"
    /// 429: a connection's token changes at most once in 20 minutes.
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    /// 429: too many requests from one address, with one key, or to one device.
    case tooManyRequests = "TooManyRequests"
    /// 500.
    case internalServerError = "InternalServerError"
    /// 503: the store can't be written, or too much is in flight.
    case serviceUnavailable = "ServiceUnavailable"
    /// 503: the gateway stops.
    case shutdown = "Shutdown"

    /// HTTP's status.
    package var status: Int {
        switch self {
        case .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority, .badTopic, .deviceTokenNotForTopic, .duplicateHeaders,
            .idleTimeout,
            .invalidPushType, .missingDeviceToken, .missingTopic, .payloadEmpty, .topicDisallowed, .missingChannelID, .badChannelID, .channelNotRegistered,
            .cannotCreateChannelConfig, .badRequestPayload, .missingPushType:
            400
        case .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .forbidden, .invalidProviderToken, .missingProviderToken,
            .unrelatedKeyIDInToken,
            .topicMismatch:
            403
        case .badPath: 404
        case .methodNotAllowed: 405
        case .expiredToken, .unregistered: 410
        case .payloadTooLarge: 413
        case .tooManyProviderTokenUpdates, .tooManyRequests: 429
        case .internalServerError: 500
        case .serviceUnavailable, .shutdown: 503
        }
    }

    /// Whether the sender has no valid key or token. Such requests are counted, because floods consist of them.
    var isBadToken: Bool {
        switch self {
        case .badDeviceToken, .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .forbidden, .invalidProviderToken, .missingProviderToken,
            .unrelatedKeyIDInToken, .topicMismatch:
            true
        default: false
        }
    }
}

/// An error that answers a request.
package struct PushRefusal: Error, Sendable, Hashable {
    package var reason: PushReason
    /// For status 410: when the token ended.
    package var timestamp: Timestamp?

    package init(_ reason: PushReason, timestamp: Timestamp? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }

    /// The answer to an error of the store, or of another part behind the port.
    /// - Parameters:
    ///   - missing: the reason where something has gone since the check.
    ///   - full: the reason where a limit is reached.
    init(_ error: WidgetError, missing: PushReason, full: PushReason) {
        switch error.code {
        case .unavailable, .failedPrecondition: self.init(.serviceUnavailable)
        case .resourceExhausted: self.init(full)
        case .notFound: self.init(missing)
        default: self.init(.internalServerError)
        }
    }

    /// `{"reason":"Unregistered","timestamp":1700000000000}`, the timestamp in milliseconds.
    var body: [UInt8] {
        let time = timestamp.map { ",\"timestamp\":\($0.milliseconds)" } ?? ""
        return Array("{\"reason\":\"\(reason.rawValue)\"\(time)}".utf8)
    }
}
