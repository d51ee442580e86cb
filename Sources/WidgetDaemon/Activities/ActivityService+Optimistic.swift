import WidgetCore
import WidgetReplication
import WidgetStore

// Updates that are shown before they are on the disk. Surfaces needn't wait for that, on the activity's own device or on another one. Answers wait.
extension ActivityService {
    /// Shows what activities are about to be, here and on other devices, while the disk takes it; where the disk doesn't take it, what was before is shown
    /// again. News is not shown ahead (an
    /// alert, another state of its life), and nothing is on a disk that took nothing the last time: it can't be taken back. Nor is what a provider has drawn:
    /// what can be tapped there can't be
    /// performed before.
    /// - Returns: those of which other devices were told.
    func showOptimistically(_ effects: [ActivityEffect], _ stateMachine: ActivityStateMachine, _ pictures: [ActivityID: ActivityPicture]) -> Set<ActivityID> {
        let (isWatched, devices) = (board.watcherCount > 0, connectedDevices)
        guard isWatched || !devices.isEmpty, case .ok = store.state else { return [] }
        var told: Set<ActivityID> = []
        let news = effects.filter { if case .changed = $0 { false } else { true } }.map(\.id)
        for id in Set(effects.map(\.id)).subtracting(news).sorted() {
            guard let before = self.stateMachine[id], let activity = stateMachine[id], before.state == activity.state, activity.isRunning else { continue }
            guard self.pictures[id] == pictures[id], pacing.isDue(id) else { continue }
            let stored = stored(activity, pictures)
            // An activity that a provider draws shows nothing new before it is drawn.
            if activity.type == TaskActivity.type {
                // One that hasn't answered to what it was told last gets this with its row.
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

    /// The disk didn't take it.
    /// - Parameter told: of these other devices were told.
    func takeBack(_ told: Set<ActivityID>) {
        for id in shownOptimistically { showSoon(id) }
        shownOptimistically = []
        for activity in told.compactMap({ stateMachine[$0] }) { for device in connectedDevices { tell(device, stored(activity, pictures)) } }
    }

    private var connectedDevices: [DeviceID] { others.members.filter(remote.isConnected) }

    /// Tells a device how one of this device's activities is or will be: one after the other, each once the one before is answered.
    private func tell(_ device: DeviceID, _ stored: StoredActivity) {
        guard untold[device] == nil else { return untold[device, default: []].append(stored) }
        untold[device] = [stored]
        Task {
            while let stored = untold[device]?.first {
                untold[device]?.removeFirst()
                // Where it can't be told, its row tells it, or the end of the link.
                _ = try? await remote.ask(device, PeerMethod.optimisticActivity, stored.activity.id.bytes + stored.bytes)
            }
            untold[device] = nil
        }
    }

    // MARK: Others' activities

    private static let idBytes = 16

    /// Shows how an activity of another device will be when that has written it, until its row is here or the link ends.
    /// - Parameter payload: the activity's id and what its row will be.
    /// - Throws: INVALID_ARGUMENT for what can't be read, or would be too large a row.
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

    /// Its row is here: what was told of it before is over.
    /// - Returns: whether the board shows already, or is about to, what the row says or what was told since.
    func endOptimistic(_ id: ActivityID) -> Bool {
        guard let told = others.expected(id) else { return false }
        let stored = find(id)?.stored
        if let stored, stored.activity.revision < told.activity.revision { return true }
        others.expect(nil, of: id)
        return stored == told
    }

    /// Its activities are shown as those of a device that is there, or away. It may never have written what it told on a link that is gone: that isn't shown
    /// any
    /// more.
    func linkMayHaveChanged(to device: DeviceID) {
        for id in others.ids(of: device).sorted() {
            others.expect(nil, of: id)
            showSoon(id)
        }
    }
}
