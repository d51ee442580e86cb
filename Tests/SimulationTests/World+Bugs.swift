import ReplicationTestSupport
import WidgetCore
import WidgetReplication

extension World {
    /// The message that a planted bug makes of one that is sent; nil: nothing of it is left.
    func spoil(_ message: PeerMessage, for bug: PlantedBug) -> PeerMessage? {
        switch (bug, message) {
        case (.snapshotWithoutHidden, .snapshot(var page, let vector)):
            page.hidden = []
            return .snapshot(page, vector: vector)
        case (.unordered, .transactions(let batch)):
            let origins = Set(batch.map(\.origin)).sorted(by: >)
            return .transactions(origins.flatMap { origin in batch.filter { $0.origin == origin } })
        default: return message
        }
    }

    /// The message that a planted bug makes of one that a device receives.
    func misread(_ message: PeerMessage, _ device: SimulatedDevice) -> PeerMessage {
        guard let bug, case .summary(var summary) = message else { return message }
        switch bug {
        case .noIncarnation:
            let mine = device.position.origins[device.position.own]
            summary.origins.removeAll { $0.origin.device == device.id && $0.origin.incarnation > mine.origin.incarnation }
            for index in summary.origins.indices where summary.origins[index].origin == mine.origin && summary.origins[index].sequence > mine.sequence {
                (summary.origins[index].sequence, summary.origins[index].top) = (mine.sequence, mine.top)
            }
            summary.owned = summary.owned.filter { $0.key.device != device.id }
        case .noForkCheck:
            for index in summary.origins.indices {
                let theirs = summary.origins[index]
                guard let number = device.position.origins.number(of: theirs.origin), let mine = try? device.live.hash(number, theirs.sequence) else {
                    continue
                }
                summary.origins[index].top = mine
            }
        default: break
        }
        return .summary(summary)
    }

    /// The time at which a device takes a message.
    func time(_ device: SimulatedDevice, taking message: PeerMessage) -> SessionTime {
        var time = time(device)
        if bug == .noBound, case .transactions = message { time.wall = time.wall + .hours(24 * 365 * 200) }
        return time
    }
}
