package import WidgetCore

/// A request is answered with an error.
package struct PushRefusal: Error, Sendable, Hashable {
    package var reason: PushReason
    /// With 410: since when the token is dead.
    package var timestamp: Timestamp?

    package init(_ reason: PushReason, timestamp: Timestamp? = nil) {
        self.reason = reason
        self.timestamp = timestamp
    }

    /// A failure of the store, or of whatever is behind the port.
    /// - Parameters:
    ///   - missing: what it is where something has gone since it was checked.
    ///   - full: what it is where there is too much of it.
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
