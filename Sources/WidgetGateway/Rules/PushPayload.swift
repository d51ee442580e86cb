import WidgetCore

/// The body of a push.
enum PushPayload {
    /// Bytes of a body beyond which nothing more needs to be read: a broadcast's.
    static let bodyLimit = max(PushLimits.payloadBytes, PushLimits.broadcastPayloadBytes)

    /// - Throws: `PayloadTooLarge` over 4,096 bytes; `PayloadEmpty` where there is nothing in it for its push type: widgets and controls need
    ///   `{"aps":{"content-changed":true}}`, a Live Activity an `aps` object.
    static func check(_ body: [UInt8], type: PushType) throws(PushRefusal) {
        guard body.count <= PushLimits.payloadBytes else { throw PushRefusal(.payloadTooLarge) }
        guard let aps = aps(body) else { throw PushRefusal(.payloadEmpty) }
        switch type {
        case .widgets, .controls:
            guard aps["content-changed"] == .boolean(true) else { throw PushRefusal(.payloadEmpty) }
        case .liveActivity: break
        }
    }

    /// The `aps` object; nil where the body isn't a JSON object that has one.
    static func aps(_ body: [UInt8]) -> JSONObject? {
        guard case .object(let object)? = try? JSONValue(parsing: body), case .object(let aps)? = object["aps"] else { return nil }
        return aps
    }
}
