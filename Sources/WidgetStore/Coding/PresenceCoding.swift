internal import WidgetAPI
internal import WidgetCore
internal import WidgetReplication

/// A device's presence in bytes.
enum PresenceCoding {
    static func encode(_ presence: Presence) throws -> [UInt8] {
        var value = StoredPresenceValue()
        value.version = presence.version
        value.addresses = presence.addresses
        value.atMs = presence.at.milliseconds
        (value.hub, value.hubVerifier) = (presence.isHub, presence.hubVerifier)
        return try value.serializedBytes()
    }

    static func decode(_ bytes: [UInt8]) throws -> Presence {
        let value = try StoredPresenceValue(serializedBytes: bytes)
        return Presence(
            version: value.version.cut(toBytes: 64), addresses: value.addresses, at: Timestamp(milliseconds: value.atMs), isHub: value.hub,
            hubVerifier: HubAccount.isVerifier(value.hubVerifier) ? value.hubVerifier : "")
    }
}
