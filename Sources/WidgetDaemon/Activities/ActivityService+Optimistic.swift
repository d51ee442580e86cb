import DaemonCore
import WidgetCore
import WidgetReplication
import WidgetStore

// Updates that are shown before they are on the disk. Surfaces needn't wait for the disk, on the activity's own device or on another one. Answers to clients
// wait for it.
extension ActivityService {
    /// Shows the next states of activities, here and on other devices, while they are being written. If the write fails, the earlier states are shown again. An
    /// alert or another state of the life cycle isn't shown before it is written: it couldn't be withdrawn. After a failed write, nothing is shown ahead. New
    /// views of a provider aren't either: their actions couldn't be performed yet.
    /// - Returns: the activities whose next state was sent to other devices.
    func showOptimistically(_ effects: [ActivityEffect], _ stateMachine: ActivityStateMachine, _ drawnActivities: [ActivityID: DrawnActivity]) -> Set<
        ActivityID
    > {
        let (isWatched, devices) = (board.watcherCount > 0, connectedDevices)
        guard isWatched || !devices.isEmpty, case .ok = store.state else { return [] }
        var told: Set<ActivityID> = []
        let news = effects.filter { if case .changed = $0 { false } else { true } }.map(\.id)
        for id in Set(effects.map(\.id)).subtracting(news).sorted() {
            guard let before = self.stateMachine[id], let activity = stateMachine[id], before.state == activity.state, activity.isRunning else { continue }
            guard self.drawnActivities[id] == drawnActivities[id], pacing.isDue(id) else { continue }
            let stored = stored(activity, drawnActivities)
            // An activity that a provider draws shows nothing new before it is drawn.
            if activity.type == TaskActivity.type {
                // A device that hasn't answered to the last update gets this one with its row.
                for device in devices where untold[device] == nil {
                    tell(device, stored)
                    told.insert(id)
                }
            }
            guard isWatched else { continue }
            _ = pacing.turn(of: id)
            publish(stored, of: nil)
            shownOptimistically.insert(id)
        }
        return told
    }

    /// Shows the earlier states again, since the write failed.
    /// - Parameter told: the activities whose next state was sent to other devices.
    func revert(_ told: Set<ActivityID>) {
        for id in shownOptimistically { showSoon(id) }
        shownOptimistically = []
        for activity in told.compactMap({ stateMachine[$0] }) { for device in connectedDevices { tell(device, stored(activity, drawnActivities)) } }
    }

    private var connectedDevices: [DeviceID] { others.members.filter(remote.isConnected) }

    /// Sends a device the present or next state of one of this device's activities. Each is sent when the one before is answered.
    private func tell(_ device: DeviceID, _ stored: StoredActivity) {
        guard untold[device] == nil else { return untold[device, default: []].append(stored) }
        untold[device] = [stored]
        Task {
            while let stored = untold[device]?.first {
                untold[device]?.removeFirst()
                // If this fails, the device learns the state from the activity's row, or the link has ended.
                _ = try? await remote.ask(device, PeerMethod.optimisticActivity, stored.activity.id.bytes + stored.bytes)
            }
            untold[device] = nil
        }
    }

    // MARK: Others' activities

    private static let idBytes = 16

    /// Shows the next state of another device's activity before that device has written it. It is shown until the row is here or the link ends.
    /// - Parameter payload: the activity's id and its next row.
    /// - Throws: INVALID_ARGUMENT for a payload that can't be read or is too large for a row.
    func showOptimistically(_ payload: [UInt8], of device: DeviceID) throws(WidgetError) {
        guard payload.count <= Self.idBytes + ReplicationLimits.ownedValueBytes else {
            throw .invalid("activity", "a row of \(payload.count - Self.idBytes) bytes; at most \(ReplicationLimits.ownedValueBytes)")
        }
        let told: StoredActivity
        do {
            guard let id = ActivityID(bytes: payload.prefix(Self.idBytes)) else {
                throw WidgetError.invalid("activity", "isn't an id of \(Self.idBytes) bytes")
            }
            told = try StoredActivity(id, bytes: Array(payload.dropFirst(Self.idBytes)))
        } catch {
            throw WidgetError(.invalidArgument, "the request isn't an activity's id and row", cause: "\(error)")
        }
        let id = told.activity.id
        guard board.watcherCount > 0, remote.isConnected(device), let (there, owner) = find(id), owner == device else { return }
        guard there.activity.isRunning, told.activity.state == there.activity.state, told.activity.alert == there.activity.alert else { return }
        guard told.activity.revision > there.activity.revision || others.expected(id) != nil else { return }
        others.expect(told.activity.revision > there.activity.revision ? told : nil, of: id)
        showSoon(id)
    }

    /// Call when an activity's row is here: the row replaces the state that was shown before it.
    /// - Returns: whether the board shows the row's state, or a later one, already or soon.
    func endOptimistic(_ id: ActivityID) -> Bool {
        guard let told = others.expected(id) else { return false }
        let stored = find(id)?.stored
        if let stored, stored.activity.revision < told.activity.revision { return true }
        others.expect(nil, of: id)
        return stored == told
    }

    /// Shows the device's activities again, as those of a device that is connected or away. States from a link that has ended aren't shown any more: the device
    /// may never have written them.
    func linkDidChange(to device: DeviceID) {
        for id in others.ids(of: device).sorted() {
            others.expect(nil, of: id)
            showSoon(id)
        }
    }
}
