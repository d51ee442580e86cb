import DaemonCore
import Systemd
import WidgetAPI
import WidgetCore
import WidgetReplication
import WidgetStore

// Shows activities: this device's, and those of its members.
extension ActivityService {
    /// Shows what these effects changed, and arms the timer for what is due next.
    func show(_ effects: [ActivityEffect]) {
        for id in Set(effects.map(\.id)).sorted() {
            // An activity that is shown already, and as nothing else since, needn't be shown again.
            if shownOptimistically.remove(id) == nil { showSoon(id) }
            drawSoon(id)
            if stateMachine[id] == nil { forget(id) }
        }
        armTimer()
    }

    /// Arms the timer for the next deadline. After a failed write, the deadlines of this device's activities wait for the next try.
    func armTimer() {
        let own = stateMachine.nextDeadline.map { max($0, retryAt ?? $0) }
        setTimer([own, others.deadline].lazy.compactMap(\.self).min())
    }

    private func forget(_ id: ActivityID) {
        drawings.forget(id)
        Task { didReceiveViews(of: id) }
    }

    func showAll() {
        noteRemote()
        let members = Set(others.members)
        for id in stateMachine.activities.keys.sorted() { publish(id) }
        for device in others.owners {
            for id in others.ids(of: device) { if members.contains(device) { publish(id) } else { takeOff(id) } }
        }
    }

    /// Shows an activity as it is: at once, or at the end of the drawing interval in which it was shown last.
    func showSoon(_ id: ActivityID) {
        switch pacing.turn(of: id) {
        case .waiting: break
        case .now: publish(id)
        case .after(let rest):
            Task {
                try? await clock.sleep(for: rest)
                pacing.waitIsOver(of: id)
                publish(id)
            }
        }
    }

    private func publish(_ id: ActivityID) {
        shownOptimistically.remove(id)
        if let (stored, owner) = find(id) { publish(others.expected(id).map(asShown) ?? stored, of: owner) } else { takeOff(id) }
    }

    func publish(_ stored: StoredActivity, of owner: DeviceID?) {
        let id = stored.activity.id
        do {
            let shown = try redacted(stored, of: owner, views: try viewsAnew(of: stored))
            board.show(
                BoardEntry(
                    id: id, kind: stored.activity.type, name: stored.activity.tag, summary: try ProtoActivitySnapshot.bytes(shown.activity, shown.rest),
                    archive: shown.views.isEmpty ? .none : .own(shown.views)))
        } catch {
            logger.error("an activity can't be shown", metadata: ["activity": "\(id)", "error": "\(error)"])
            // A view that can't be redacted must not stay as it was before the session was locked.
            if privacy.hides { board.remove(id) }
        }
    }

    private func takeOff(_ id: ActivityID) {
        taskViews.forget(id)
        others.expect(nil, of: id)
        pacing.forget(id)
        board.remove(id)
    }

    /// An activity of this device, or of another one.
    func find(_ id: ActivityID) -> (stored: StoredActivity, owner: DeviceID?)? {
        if let own = stateMachine[id] { return (stored(own, drawnActivities), nil) }
        return others.find(id).map { (asShown($0.stored), $0.owner) }
    }

    /// An encoded `ActivityArchive`; empty: there is none.
    func views(of stored: StoredActivity) throws(WidgetError) -> [UInt8] {
        guard stored.activity.type == TaskActivity.type else { return stored.archive }
        return try ActivityArchiveCodec.encode(try taskViews.task(attributes: stored.activity.attributes, state: stored.activity.content.state).views)
    }

    /// The same; it encodes only what has changed since the last call.
    private func viewsAnew(of stored: StoredActivity) throws(WidgetError) -> [UInt8] {
        stored.activity.type == TaskActivity.type ? try taskViews.archive(of: stored.activity) : stored.archive
    }

    /// An activity as clients see it.
    struct RedactedActivity {
        var activity: Activity
        var rest: ProtoActivitySnapshot.Rest
        /// An encoded `ActivityArchive`; empty: there is none.
        var views: [UInt8]

        /// Without its archive.
        var snapshot: ProtoActivitySnapshot { ProtoActivitySnapshot(activity, rest) }
    }

    /// The whole activity. While private content is hidden, an activity with private views comes without its texts, and its private views are redacted.
    func redacted(_ stored: StoredActivity, of owner: DeviceID?, views: [UInt8]) throws(WidgetError) -> RedactedActivity {
        var shown = RedactedActivity(activity: stored.activity, rest: rest(stored, of: owner), views: views)
        guard privacy.hides, Self.isPrivate(stored.activity, views: views) else { return shown }
        shown.views = try ActivityArchiveCodec.redacted(views) ?? views
        shown.rest.isPrivateHidden = true
        shown.rest.taps = shown.rest.taps.on(try ActivityArchiveCodec.decode(shown.views).values.flatMap(\.actions))
        shown.activity.attributes = ""
        shown.activity.content.state = ""
        shown.activity.alert?.title = ""
        shown.activity.alert?.body = ""
        return shown
    }

    /// Whether some view is private. An activity that hasn't been drawn yet counts as private. A task has no private views.
    private static func isPrivate(_ activity: Activity, views: [UInt8]) -> Bool {
        guard activity.type != TaskActivity.type else { return false }
        guard !views.isEmpty else { return true }
        return ActivityArchiveCodec.hasPrivateViews(views)
    }

    /// The session was locked or unlocked; nil: unknown (``Privacy``). Private content is hidden or shown again at once. Nothing else is shown again.
    func sessionIsLocked(_ isLocked: Bool?) {
        guard privacy.update(isLocked: isLocked) else { return }
        for (stored, owner) in everywhere where Self.isPrivate(stored.activity, views: stored.archive) {
            if board.entry(stored.activity.id) != nil { publish(others.expected(stored.activity.id).map(asShown) ?? stored, of: owner) }
        }
    }

    private func rest(_ stored: StoredActivity, of owner: DeviceID?) -> ProtoActivitySnapshot.Rest {
        let device = owner ?? store.device
        return ProtoActivitySnapshot.Rest(
            deviceID: others.text(of: device), deviceName: others.name(of: device), isLocal: owner == nil, unavailable: owner.flatMap(away) ?? "",
            lastError: stored.lastError,
            archiveRevision: stored.activity.type == TaskActivity.type ? stored.activity.revision : stored.archiveRevision,
            taps: intents.records.taps(of: stored.activity.id).map(ProtoWidgetSnapshot.Tap.init))
    }

    // MARK: Other devices

    /// The reason why the device that owns an activity can't be asked; nil: it can.
    private func away(_ owner: DeviceID) -> String? { remote.isConnected(owner) ? nil : UnreachableDevice.reason(others.name(of: owner)) }

    /// As an activity of another device is shown.
    func asShown(_ stored: StoredActivity) -> StoredActivity {
        var stored = stored
        stored.activity = stored.activity.shownRemotely(at: now())
        return stored
    }

    /// The activities of other devices have changed.
    func noteRemote() {
        others.planDeadline(at: now())
        armTimer()
    }

    /// Shows the activities again whose dates have passed meanwhile, or are to come again since the clock was set back.
    func showRemote() {
        let (before, now) = (others.deadline ?? .latest, now())
        noteRemote()
        for activity in others.all {
            guard let date = activity.remoteDeadline, (date <= now) != (date < before) else { continue }
            showSoon(activity.id)
        }
    }

    /// Takes over what other devices changed.
    func apply(_ changed: ReplicaChanges) async {
        var changed = changed
        let sets = [OwnedSet.activities, .activityTypes].map(\.rawValue)
        changed.rows = changed.rows.filter { $0.table == SharedSchema.device || $0.table == SharedSchema.revocation }
        changed.owned = changed.owned.filter { sets.contains($0.key.set) }
        guard !changed.rows.isEmpty || !changed.owned.isEmpty else { return }
        let changes: StoredChanges
        do throws(WidgetError) {
            changes = try store.read(changed)
        } catch {
            return logger.error("activities of other devices could not be taken over; the next start does it", metadata: ["error": "\(error)"])
        }
        for row in changes.damaged {
            logger.log(.rowDamaged, "a row of another device can't be understood; it is left as it is and not used", metadata: ["row": "\(row)"])
        }
        others.update(changes.drawnTypes)
        for (device, activities) in changes.activities where device != store.device {
            for id in apply(activities, of: device, isWhole: changes.wholeActivities.contains(device)) { didReceiveViews(of: id) }
        }
        if let devices = changes.devices {
            others.devices = devices
            showAll()
        }
    }

    /// - Returns: the activities with new views, which include the effects of earlier taps.
    func apply(_ changed: [ActivityID: StoredActivity?], of device: DeviceID, isWhole: Bool) -> [ActivityID] {
        let ids = Set(changed.keys).union(isWhole ? others.ids(of: device) : []).sorted()
        // Only these are read before the change: a copy of all activities would be costly.
        let redraws = ids.map { others[device, $0]?.redraws }
        let dates = ids.map { others[device, $0]?.activity.remoteDeadline }
        others.apply(changed, of: device, isWhole: isWhole)
        if ids.map({ others[device, $0]?.activity.remoteDeadline }) != dates { showRemote() }
        if others.members.contains(device) { for id in ids where !endOptimistic(id) { showSoon(id) } }
        return zip(ids, redraws).filter { others[device, $0]?.redraws != $1 }.map(\.0)
    }
}

extension ActivityEffect {
    var id: ActivityID {
        switch self {
        case .changed(let id), .alert(let id), .removed(let id): id
        }
    }
}
