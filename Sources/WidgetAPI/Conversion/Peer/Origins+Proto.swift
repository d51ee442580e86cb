internal import SwiftProtobuf
public import WidgetCore
public import WidgetReplication

extension ProtoReplicaOrigin {
    init(_ origin: Origin) {
        self.init()
        device = .init(origin.device.bytes)
        incarnation = UInt64(bitPattern: origin.incarnation.rawValue)
    }
}

extension Origin {
    init(_ proto: ProtoReplicaOrigin) throws(ReplicationFault) {
        guard proto.incarnation > 0, proto.incarnation <= UInt64(Int64.max) else { throw .malformed("incarnation \(proto.incarnation)") }
        self.init(device: try .init(checked: proto.device), incarnation: Incarnation(rawValue: Int64(proto.incarnation)))
    }
}

extension DeviceID {
    init(checked bytes: some Collection<UInt8>) throws(ReplicationFault) {
        guard let id = DeviceID(bytes: bytes) else { throw .malformed("a device's id of \(bytes.count) bytes instead of \(DeviceID.byteCount)") }
        self = id
    }
}

extension Int64 {
    /// A transaction's number: 48 bits.
    init(sequence: UInt64) throws(ReplicationFault) {
        guard sequence < 1 << 48 else { throw .malformed("number \(sequence); they have 48 bits") }
        self = Int64(sequence)
    }
}

extension Timestamp {
    /// The date of a peer's clock, within the range of dates, so that sums with it don't overflow.
    init(checkedMilliseconds milliseconds: Int64) throws(ReplicationFault) {
        let date = Timestamp(milliseconds: milliseconds)
        guard (Timestamp.earliest...Timestamp.latest).contains(date) else {
            throw .malformed("a date \(milliseconds) ms from 1970; they lie in the years 1 to 9999")
        }
        self = date
    }
}

extension HybridLogicalClock.Reading {
    /// SQLite's integers are signed, and no clock of ours has the top bit.
    init(checked raw: UInt64) throws(ReplicationFault) {
        guard raw <= UInt64(Int64.max) else { throw .malformed("a clock of \(raw)") }
        self.init(rawValue: raw)
    }
}

extension ProtoOriginPosition {
    init(_ state: OriginState) {
        self.init()
        origin = .init(state.origin)
        sequence = UInt64(clamping: state.sequence)
        hash = state.top.rawValue
        clock = state.clock.rawValue
        if let closed = state.closedAt { closedAt = UInt64(clamping: closed) }
        floor = UInt64(clamping: state.floor)
    }
}

extension [ProtoOriginPosition] {
    var states: [OriginState] {
        get throws(ReplicationFault) {
            guard count <= ReplicationLimits.origins else { throw .malformed("\(count) origins; at most \(ReplicationLimits.origins)") }
            var states: [OriginState] = []
            for proto in self { states.append(try OriginState(proto)) }
            return states
        }
    }
}

extension OriginState {
    init(_ proto: ProtoOriginPosition) throws(ReplicationFault) {
        let closed: Int64? = proto.hasClosedAt ? try .init(sequence: proto.closedAt) : nil
        self.init(
            origin: try .init(proto.origin), sequence: try .init(sequence: proto.sequence), top: ChainHash(rawValue: proto.hash),
            clock: try .init(checked: proto.clock),
            closedAt: closed, floor: try .init(sequence: proto.floor))
    }
}

extension ProtoPeerHello {
    init(_ hello: PeerMessage.Hello) {
        self.init()
        minimumProtocol = UInt32(clamping: hello.protocols.lowerBound)
        maximumProtocol = UInt32(clamping: hello.protocols.upperBound)
        schema = UInt32(clamping: hello.schema)
        version = hello.version
        origin = .init(hello.origin)
        nowMs = hello.now.milliseconds
        summary = hello.summary
    }
}

extension PeerMessage.Hello {
    init(_ proto: ProtoPeerHello) throws(ReplicationFault) {
        guard proto.minimumProtocol <= proto.maximumProtocol else { throw .malformed("protocol versions \(proto.minimumProtocol) to \(proto.maximumProtocol)") }
        self.init(
            protocols: Int(proto.minimumProtocol)...Int(proto.maximumProtocol), schema: Int(proto.schema), version: proto.version.cut(toBytes: 64),
            origin: try .init(proto.origin), now: try .init(checkedMilliseconds: proto.nowMs), summary: proto.summary)
    }
}

extension ProtoPeerSummary {
    init(_ summary: ReplicaSummary) {
        self.init()
        origins = summary.origins.map(ProtoOriginPosition.init)
        owned = summary.owned.sorted { $0.key < $1.key }.map { ProtoOwnedSetVersion($0.key, $0.value) }
    }
}

extension ReplicaSummary {
    init(_ proto: ProtoPeerSummary) throws(ReplicationFault) {
        self.init(origins: try proto.origins.states, owned: try proto.owned.versions)
    }
}

extension ProtoAcknowledgement {
    init(_ news: Acknowledgement) {
        self.init()
        origins = news.origins.map(ProtoOriginPosition.init)
        owned = news.owned.sorted { $0.key < $1.key }.map { ProtoOwnedSetVersion($0.key, $0.value) }
        linked = news.linked.sorted().map { .init($0.bytes) }
        unlinked = news.unlinked.sorted().map { .init($0.bytes) }
    }
}

extension Acknowledgement {
    init(_ proto: ProtoAcknowledgement) throws(ReplicationFault) {
        self.init(
            origins: try proto.origins.states, owned: try proto.owned.versions, linked: try Self.devices(proto.linked),
            unlinked: try Self.devices(proto.unlinked))
    }

    private static func devices(_ ids: [some Collection<UInt8>]) throws(ReplicationFault) -> Set<DeviceID> {
        guard ids.count <= ReplicationLimits.origins else { throw .malformed("\(ids.count) linked devices; at most \(ReplicationLimits.origins)") }
        var devices: Set<DeviceID> = []
        for id in ids { devices.insert(try DeviceID(checked: id)) }
        return devices
    }
}

extension [ProtoOwnedSetVersion] {
    /// By their sets.
    fileprivate var versions: [OwnedKey: OwnedVersion] {
        get throws(ReplicationFault) {
            guard count <= ReplicationLimits.ownedSets else { throw .malformed("\(count) owned sets; at most \(ReplicationLimits.ownedSets) (ownedSets)") }
            var versions: [OwnedKey: OwnedVersion] = [:]
            for set in self { versions[try .init(device: set.device, set: set.set)] = try .init(set) }
            return versions
        }
    }
}

extension ProtoOwnedSetVersion {
    init(_ key: OwnedKey, _ version: OwnedVersion) {
        self.init()
        device = .init(key.device.bytes)
        set = UInt32(clamping: key.set)
        incarnation = UInt64(bitPattern: version.incarnation.rawValue)
        counter = UInt64(clamping: version.counter)
        digest = version.digest
    }
}

extension OwnedVersion {
    init(_ proto: ProtoOwnedSetVersion) throws(ReplicationFault) {
        guard proto.incarnation <= UInt64(Int64.max) else { throw .malformed("incarnation \(proto.incarnation)") }
        self.init(incarnation: Incarnation(rawValue: Int64(proto.incarnation)), counter: try .init(sequence: proto.counter), digest: proto.digest)
    }
}

extension OwnedKey {
    init(device: some Collection<UInt8>, set: UInt32) throws(ReplicationFault) {
        try self.init(device: try .init(checked: device), set: UInt64(set))
    }

    init(device: DeviceID, set: UInt64) throws(ReplicationFault) {
        guard set >= 1, set <= 255 else { throw .malformed("owned set \(set); they have numbers of 1 to 255") }
        self.init(device: device, set: Int(set))
    }
}

extension ProtoMemberAcknowledgement {
    public init(_ device: DeviceID, _ states: [OriginState]) {
        self.init()
        self.device = .init(device.bytes)
        origins = states.map(ProtoOriginPosition.init)
    }

    /// - Throws: ``ReplicationFault/malformed(_:)``.
    public func validated() throws(ReplicationFault) -> (device: DeviceID, states: [OriginState]) {
        (try DeviceID(checked: device), try origins.states)
    }
}
