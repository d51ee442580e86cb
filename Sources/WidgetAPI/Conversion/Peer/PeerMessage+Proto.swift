internal import SwiftProtobuf
internal import WidgetCore
public import WidgetReplication

// Conversions of devices' messages between the model and the wire. Any bytes that a peer sends give a message, or a `ReplicationFault` that says what is wrong
// with it.

extension ProtoPeerMessage {
    /// - Throws: ``ReplicationFault/malformed(_:)``.
    public init(encoded bytes: [UInt8]) throws(ReplicationFault) {
        do {
            try self.init(serializedBytes: bytes)
        } catch {
            throw .malformed("a message that isn't protobuf")
        }
    }

    public init(_ message: PeerMessage) {
        self.init()
        switch message {
        case .hello(let value): hello = .init(value)
        case .summary(let value): summary = .init(value)
        case .hashesWanted(let origin, let sequences):
            hashesWanted = .with {
                $0.origin = .init(origin)
                $0.sequences = sequences.map(UInt64.init(clamping:))
            }
        case .hashes(let origin, let values):
            hashes = .with {
                $0.origin = .init(origin)
                for (sequence, hash) in values.sorted(by: { $0.key < $1.key }) {
                    $0.sequences.append(UInt64(clamping: sequence))
                    $0.hashes.append(hash.rawValue)
                }
            }
        case .transactions(let batch): transactions = .init(batch)
        case .held(let value):
            held = .with {
                $0.origin = .init(value.origin)
                $0.sequence = UInt64(clamping: value.sequence)
                $0.clock = value.clock.rawValue
            }
        case .owned(let update): owned = .init(update)
        case .ownedWanted(let key):
            ownedWanted = .with {
                $0.device = .init(key.device.bytes)
                $0.set = UInt32(clamping: key.set)
            }
        case .snapshotWanted(let place, let vector):
            snapshotWanted = .with {
                $0.place = .init(place)
                $0.vector = vector.map(ProtoOriginPosition.init)
            }
        case .snapshot(let page, let vector): snapshot = .init(page, vector)
        case .acknowledge(let news): acknowledge = .init(news)
        case .credit(let bytes): credit = .with { $0.bytes = UInt64(clamping: bytes) }
        case .digest(let summary, let sums):
            digest = .with {
                $0.summary = summary
                $0.tables = sums.tables.sorted { $0.key < $1.key }.map { table in
                    .with {
                        $0.table = UInt32(clamping: table.key)
                        $0.sums = table.value
                    }
                }
            }
        case .request(let id, let method, let payload):
            request = .with {
                $0.id = id
                $0.method = method
                $0.payload = .init(payload)
            }
        case .response(let id, let value):
            response = .with {
                $0.id = id
                $0.code = value.code?.rawValue ?? 0
                $0.message = value.message
                $0.payload = .init(value.payload)
            }
        case .ping(let sentAt): ping = .with { $0.sentAtMs = sentAt.milliseconds }
        case .pong(let sentAt, let now):
            pong = .with {
                $0.sentAtMs = sentAt.milliseconds
                $0.nowMs = now.milliseconds
            }
        case .bye(let reason): bye = .with { $0.reason = reason }
        }
    }
}

extension PeerMessage {
    /// - Throws: ``ReplicationFault/malformed(_:)``, also for one that is deflated.
    public init(_ proto: ProtoPeerMessage) throws(ReplicationFault) {
        switch proto.message {
        case .hello(let value): self = .hello(try .init(value))
        case .summary(let value): self = .summary(try .init(value))
        case .hashesWanted(let value): self = .hashesWanted(try .init(value.origin), value.sequences.map(Int64.init(clamping:)))
        case .hashes(let value):
            guard value.sequences.count == value.hashes.count else { throw .malformed("\(value.sequences.count) numbers with \(value.hashes.count) hashes") }
            let pairs = zip(value.sequences, value.hashes).map { (Int64(clamping: $0), ChainHash(rawValue: $1)) }
            self = .hashes(try .init(value.origin), Dictionary(pairs) { first, _ in first })
        case .transactions(let value): self = .transactions(try value.logged)
        case .held(let value):
            self = .held(.init(origin: try .init(value.origin), sequence: try .init(sequence: value.sequence), clock: try .init(checked: value.clock)))
        case .owned(let value): self = .owned(try .init(value))
        case .ownedWanted(let value): self = .ownedWanted(try .init(device: value.device, set: value.set))
        case .snapshotWanted(let value): self = .snapshotWanted(try .init(value.place), vector: try value.vector.states)
        case .snapshot(let value): self = .snapshot(try .init(value), vector: try value.vector.states)
        case .acknowledge(let value): self = .acknowledge(try .init(value))
        case .credit(let value): self = .credit(Int(clamping: value.bytes))
        case .digest(let value):
            var digest = RollingDigest()
            for table in value.tables {
                guard digest.set(Int(table.table), table.sums) else {
                    throw .malformed("the digest of table \(table.table) hasn't \(RollingDigest.buckets) sums")
                }
            }
            self = .digest(summary: value.summary, digest)
        case .request(let value): self = .request(id: value.id, method: value.method, payload: Array(value.payload))
        case .response(let value):
            let code = value.code == 0 ? nil : WidgetError.Code(rawValue: value.code) ?? .unknown
            self = .response(id: value.id, PeerResponse(code: code, message: value.message, payload: Array(value.payload)))
        case .ping(let value): self = .ping(sentAt: try .init(checkedMilliseconds: value.sentAtMs))
        case .pong(let value): self = .pong(sentAt: try .init(checkedMilliseconds: value.sentAtMs), now: try .init(checkedMilliseconds: value.nowMs))
        case .bye(let value): self = .bye(value.reason)
        case .deflated, nil: throw .malformed("a message of a kind that isn't known")
        }
    }
}
