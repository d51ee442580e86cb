import WidgetCore
import WidgetStore

// What is shown before it is on a disk: a surface needn't wait for that, neither on the activity's own device nor on another one. What is answered is on disk.
extension ActivityService {
    /// Shows what activities are about to be, here and on other devices, while the disk takes it; where the disk doesn't take it, what was before is shown again. News is not shown ahead (an
    /// alert, another state of its life), and nothing is on a disk that took nothing the last time: it can't be taken back. Nor is what a provider has drawn: what can be tapped there can't be
    /// performed before.
    func showAhead(_ effects: [ActivityEffect], _ book: ActivityBook, _ pictures: [ActivityID: ActivityPicture]) {
        let (isWatched, devices) = (board.watcherCount > 0, connectedDevices)
        guard isWatched || !devices.isEmpty, case .ok = store.state else { return }
        let news = effects.filter { if case .changed = $0 { false } else { true } }.map(\.id)
        for id in Set(effects.map(\.id)).subtracting(news).sorted() {
            guard let before = self.book[id], let activity = book[id], before.state == activity.state, activity.isRunning else { continue }
            guard self.pictures[id] == pictures[id], pacing.isDue(id) else { continue }
            let stored = stored(activity, pictures)
            // Of one that a provider draws they show nothing new before it has drawn it.
            if activity.type == TaskActivity.type {
                // One that hasn't answered to what it was told last gets this with its row.
                for device in devices where untold[device] == nil {
                    tell(device, stored)
                    toldAhead.insert(id)
                }
            }
            guard isWatched else { continue }
            _ = pacing.turn(of: id)
            publish(stored, of: nil)
            shownAhead.insert(id)
        }
    }

    /// The disk didn't take it.
    func takeBack() {
        for id in shownAhead { showSoon(id) }
        for id in toldAhead {
            guard let activity = book[id] else { continue }
            for device in connectedDevices { tell(device, stored(activity, pictures)) }
        }
        (shownAhead, toldAhead) = ([], [])
    }

    private var connectedDevices: [DeviceID] { members.filter(isConnected) }

    /// Tells a device how one of this device's activities is or will be: one after the other, each once the one before is answered.
    private func tell(_ device: DeviceID, _ stored: StoredActivity) {
        guard untold[device] == nil else { return untold[device, default: []].append(stored) }
        untold[device] = [stored]
        Task {
            while let stored = untold[device]?.first {
                untold[device]?.removeFirst()
                // Where it can't be told, its row tells it, or the end of the link.
                _ = try? await askDevice(device, PeerMethod.activityAhead, stored.activity.id.bytes + stored.bytes)
            }
            untold[device] = nil
        }
    }

    // MARK: Others' activities

    private static let idBytes = 16

    /// Shows how an activity of another device will be when that has written it, until its row is here or the link ends.
    /// - Parameter payload: the activity's id and what its row will be.
    /// - Throws: INVALID_ARGUMENT for what can't be read.
    func showAhead(_ payload: [UInt8], of device: DeviceID) throws(WidgetError) {
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
        guard board.watcherCount > 0, isConnected(device), let (there, owner) = find(id), owner == device else { return }
        guard there.activity.isRunning, told.activity.state == there.activity.state, told.activity.alert == there.activity.alert else { return }
        guard told.activity.revision > there.activity.revision || aheadElsewhere[id] != nil else { return }
        aheadElsewhere[id] = told.activity.revision > there.activity.revision ? told : nil
        showSoon(id)
    }

    /// Whether what the board shows, or is about to show, is what its row says by now, or newer. What was told of it before the row came is over with that.
    func isShownAhead(_ id: ActivityID) -> Bool {
        guard let told = aheadElsewhere[id] else { return false }
        let stored = find(id)?.stored
        if let stored, stored.activity.revision < told.activity.revision { return true }
        aheadElsewhere[id] = nil
        return stored == told
    }

    /// What it told and may never have written isn't shown any more.
    func linkEnded(to device: DeviceID) {
        for id in aheadElsewhere.keys.sorted() where find(id)?.owner == device {
            aheadElsewhere[id] = nil
            showSoon(id)
        }
    }
}
