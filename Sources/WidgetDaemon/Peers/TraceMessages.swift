import DaemonCore
import SwiftProtobuf
import WidgetAPI
import WidgetCore
import WidgetReplication
import WidgetStore

extension Google_Protobuf_Duration {
    init(_ duration: Milliseconds) { self.init(seconds: duration.count / 1_000, nanos: Int32(duration.count % 1_000) * 1_000_000) }

    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(seconds: seconds, nanos: Int32(attoseconds / 1_000_000_000))
    }
}

extension ProtoTracePart {
    /// - Parameter set: nil for a widget's shared row. Sets that aren't traced give nil.
    init?(_ set: OwnedSet?) {
        switch set {
        case nil: self = .placement
        case .timelines: self = .timeline
        case .activities: self = .activity
        case .controls: self = .control
        case .kinds, .presence, .controlKinds, .intents, .activityTypes, .surfaces: return nil
        }
    }
}

extension ProtoTracedRow {
    /// - Parameter commit: the newest commit of the row on this device, if it is remembered.
    init?(_ version: StoredVersion, _ commit: RecentChanges.Commit?) {
        guard let part = ProtoTracePart(version.set) else { return nil }
        self.init()
        self.part = part
        device = .init(version.origin.device.bytes)
        incarnation = version.origin.incarnation.rawValue
        number = UInt64(clamping: version.number)
        clock = version.clock?.rawValue ?? 0
        removed = version.isRemoved
        guard let commit else { return }
        committedAt = .init(commit.at)
        took = .init(commit.took)
    }

    /// The rows of several devices that are one: each device owns its own timeline, and all share a placement.
    var identity: TracedRowIdentity { TracedRowIdentity(part: part, device: part == .placement ? [] : Array(device)) }

    func isSameChange(as other: ProtoTracedRow) -> Bool {
        (device, incarnation, number, removed) == (other.device, other.incarnation, other.number, other.removed)
    }

    func isOlder(than other: ProtoTracedRow) -> Bool {
        clock != other.clock ? clock < other.clock : (incarnation, number) < (other.incarnation, other.number)
    }
}

struct TracedRowIdentity: Hashable {
    var part: ProtoTracePart
    var device: [UInt8]
}

extension ProtoTraceEvent {
    init(_ call: RecentCalls.Call) {
        self.init()
        at = .init(call.began)
        self.call = .with {
            $0.method = call.method
            ($0.uid, $0.pid) = (call.uid, call.pid)
            $0.took = .init(call.took)
        }
    }

    init(_ decision: ProtoDecision) {
        self.init()
        at = decision.time
        self.decision = decision
    }
}
