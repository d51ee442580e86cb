import SwiftProtobuf
public import WidgetAPI
public import WidgetCore

/// A member, as pairing devices describe it to each other.
public struct PairedDevice: Sendable, Hashable {
    public var id: DeviceID
    /// At most ``Limits/deviceNameBytes`` bytes, without control characters.
    public var name: String
    /// Most likely first; at most ``PairingLimits/addresses``.
    public var addresses: [PeerAddress]
    /// When it became a member.
    public var added: Timestamp

    public init(id: DeviceID, name: String, addresses: [PeerAddress], added: Timestamp) {
        self.id = id
        self.name = name
        self.addresses = addresses
        self.added = added
    }
}

extension PairedDevice {
    /// - Throws: INVALID_ARGUMENT that names the field.
    init(_ proto: ProtoPairingDevice, field: String) throws(WidgetError) {
        guard let id = DeviceID(bytes: proto.id) else { throw .invalid("\(field).id", "it has \(DeviceID.byteCount) bytes, not \(proto.id.count)") }
        self.init(
            id: id, name: Device.shown(name: proto.name),
            addresses: try Self.checkedAddresses(proto.addresses, field: "\(field).addresses"), added: try Timestamp(proto.added, field: "\(field).added"))
    }

    var proto: ProtoPairingDevice {
        var proto = ProtoPairingDevice()
        proto.id = .init(id.bytes)
        proto.name = name
        proto.addresses = addresses.map(\.description)
        proto.added = Google_Protobuf_Timestamp(added)
        return proto
    }

    static func list(_ proto: ProtoHubsResponse) throws(WidgetError) -> [PairedDevice] {
        var hubs: [PairedDevice] = []
        for hub in proto.hubs.prefix(PairingLimits.members) { hubs.append(try PairedDevice(hub, field: "hubs")) }
        return hubs
    }

    static func checkedAddresses(_ texts: [String], field: String) throws(WidgetError) -> [PeerAddress] {
        guard texts.count <= PairingLimits.addresses else {
            throw .invalid(field, "a device has at most \(PairingLimits.addresses) addresses, not \(texts.count)")
        }
        var addresses: [PeerAddress] = []
        for text in texts {
            guard text.utf8.count <= PairingLimits.addressBytes else {
                throw .invalid(field, "an address has at most \(PairingLimits.addressBytes) bytes, not \(text.utf8.count)")
            }
            addresses.append(try PeerAddress(text))
        }
        return addresses
    }
}

extension ProtoHubsResponse {
    /// - Parameter hubs: the first ``PairingLimits/members`` count.
    public init(_ hubs: [PairedDevice]) {
        self.init()
        self.hubs = hubs.prefix(PairingLimits.members).map(\.proto)
    }
}
