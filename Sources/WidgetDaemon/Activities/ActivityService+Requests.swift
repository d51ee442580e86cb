import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetStore

// Requests of clients and other devices.
extension ActivityService {
    func update(_ text: String, _ request: ProtoUpdateActivityRequest) async throws(WidgetError) -> ActivityReceipt {
        let id = try resolve(text)
        if let owner = owner(of: id) {
            var request = request
            request.activity = id.description
            return try await ask(owner, .with { $0.update = request })
        }
        let update = try ActivityUpdate(request)
        if let activity = stateMachine[id] { try check(update, of: activity) }
        return try await done(.update(id, update))
    }

    func end(_ text: String, _ request: ProtoEndActivityRequest) async throws(WidgetError) -> ActivityReceipt {
        let id = try resolve(text)
        if let owner = owner(of: id) {
            var request = request
            request.activity = id.description
            return try await ask(owner, .with { $0.end = request })
        }
        let update = try ActivityUpdate(request)
        if let activity = stateMachine[id] { try check(update, of: activity) }
        return try await done(.end(id, update, try ActivityDismissalPolicy(request)))
    }

    func dismiss(_ text: String) async throws(WidgetError) -> ActivityReceipt {
        let id = try resolve(text)
        if let owner = owner(of: id) { return try await ask(owner, .with { $0.dismiss = .with { $0.activity = id.description } }) }
        return try await done(.dismiss(id))
    }

    /// Every activity of every device, in the order in which surfaces show them.
    func list(dismissed: Bool) throws(WidgetError) -> [ProtoActivitySnapshot] {
        let all = everywhere.filter { dismissed || $0.stored.activity.state != .dismissed }
        var list: [ProtoActivitySnapshot] = []
        for (stored, owner) in all.sorted(by: { Activity.isBefore($0.stored.activity, $1.stored.activity) }) {
            list.append(try redacted(stored, of: owner, views: stored.archive).snapshot)
        }
        return list
    }

    /// An activity as it is on disk, with its archive. The board isn't read: it may be a drawing behind or a commit ahead.
    func get(_ text: String) throws(WidgetError) -> ProtoActivitySnapshot {
        let id = try resolve(text)
        guard let (stored, owner) = find(id) else { throw Self.unknown(text) }
        let shown = try redacted(stored, of: owner, views: try views(of: stored))
        var snapshot = shown.snapshot
        do {
            if !shown.views.isEmpty { snapshot.archive = try ProtoActivityArchive(serializedBytes: shown.views) }
        } catch {
            throw WidgetError(.dataLoss, "what the activity shows can't be read", cause: "\(error)")
        }
        return snapshot
    }

    // MARK: Other devices

    /// Answers another device's request about an activity of this one.
    func answer(_ payload: [UInt8], from device: DeviceID) async throws(WidgetError) -> [UInt8] {
        let request: ProtoActivityRequest
        do {
            request = try ProtoActivityRequest(serializedBytes: payload)
        } catch {
            throw WidgetError(.invalidArgument, "the request isn't an ActivityRequest", cause: "\(error)")
        }
        let receipt: ActivityReceipt
        switch request.request {
        case .perform(var perform):
            perform.activity = try own(perform.activity)
            perform.askedBy = .init(device.bytes)
            return try await performHere(perform).encoded()
        case .start(let start):
            guard let id = ActivityID(start.activityID) else { throw .invalid("activity_id", "isn't an id") }
            return try await startHere(start, as: id).encoded()
        case .update(let update): receipt = try await self.update(try own(update.activity), update)
        case .end(let end): receipt = try await self.end(try own(end.activity), end)
        case .dismiss(let dismiss): receipt = try await self.dismiss(try own(dismiss.activity))
        case nil: throw WidgetError(.unimplemented, "this device doesn't know what is asked; bring widgetd up to date on it")
        }
        return try ProtoActivityReceipt(receipt).encoded()
    }

    /// Checks that this device owns the activity: a request from another device isn't passed on.
    private func own(_ text: String) throws(WidgetError) -> String {
        guard let id = ActivityID(text), stateMachine[id] != nil else {
            throw WidgetError(.notFound, "activity: this device has no '\(text.cut(toBytes: 64))'")
        }
        return text
    }

    private func ask(_ owner: DeviceID, _ request: ProtoActivityRequest) async throws(WidgetError) -> ActivityReceipt {
        let answer = try await remote.ask(owner, PeerMethod.activity, try request.encoded())
        do {
            return try ActivityReceipt(try ProtoActivityReceipt(serializedBytes: answer))
        } catch {
            throw WidgetError(.internal, "the device '\(others.name(of: owner))' gave an answer that can't be read", cause: "\(error)")
        }
    }

    // MARK: Finding

    /// The activity that a user means: its id, a unique prefix of it, its tag, or a task's title.
    /// - Throws: NOT_FOUND, or INVALID_ARGUMENT where several are meant.
    func resolve(_ text: String) throws(WidgetError) -> ActivityID {
        guard !text.isEmpty else { throw .invalid("activity", "is empty; give an id or a tag") }
        if let id = ActivityID(text) {
            guard find(id) != nil else { throw Self.unknown(text) }
            return id
        }
        let all = everywhere.map(\.stored.activity)
        var matches = all.filter { $0.tag == text }
        if matches.isEmpty { matches = all.filter { $0.isTitled(text) } }
        // A tag may be used again once its activity has ended. The running activity is meant.
        if matches.contains(where: \.isRunning) { matches.removeAll { !$0.isRunning } }
        if matches.count > 1, matches.allSatisfy({ !$0.isRunning }) { matches = matches.max { $0.id < $1.id }.map { [$0] } ?? [] }
        if matches.isEmpty, text.utf8.count >= DaemonCoreLimits.identifierPrefix {
            let prefix = text.lowercased()
            matches = all.filter { $0.id.description.hasPrefix(prefix) }
        }
        guard let match = matches.first else { throw Self.unknown(text) }
        guard matches.count == 1 else {
            let ids = matches.map(\.id).sorted().prefix(3).map(\.description).joined(separator: ", ")
            throw .invalid(
                "activity", "'\(text.cut(toBytes: 64))' means \(matches.count) activities (\(ids)\(matches.count > 3 ? ", …" : "")); name one by its id")
        }
        return match.id
    }

    static func unknown(_ text: String) -> WidgetError {
        WidgetError(.notFound, "activity: there is no '\(text.cut(toBytes: 64))'; `widgetctl activity list` lists them")
    }

    /// The device that owns an activity, where that is another one.
    func owner(of id: ActivityID) -> DeviceID? { find(id)?.owner }

    /// This device's and its members', with the owner where that is another one.
    var everywhere: [(stored: StoredActivity, owner: DeviceID?)] {
        stateMachine.activities.values.map { (stored($0, drawnActivities), nil) }
            + others.members.flatMap { device in others.activities(of: device).map { (asShown($0), device) } }
    }

    // MARK: Checks

    func check(_ request: ActivityRequest) async throws(WidgetError) {
        try await checkType(request.type)
        try checkTask(request.type, attributes: request.attributes, state: request.content.state)
        guard request.channel.isEmpty || registry.channel(app: request.app, id: request.channel) != nil else {
            throw .invalid("channel", "'\(request.app.cut(toBytes: 64))' has no such channel; its server makes one first (POST /1/apps/APP/channels)")
        }
    }

    /// Checks a task. Providers check their own types: a refusal is the activity's last error.
    private func checkTask(_ type: String, attributes: String, state: String) throws(WidgetError) {
        if type == TaskActivity.type { _ = try taskViews.task(attributes: attributes, state: state) }
    }

    func check(_ update: ActivityUpdate, of activity: Activity) throws(WidgetError) {
        guard let content = update.content else { return }
        try checkTask(activity.type, attributes: activity.attributes, state: content.state)
    }

    func done(_ change: ActivityChange) async throws(WidgetError) -> ActivityReceipt {
        switch await perform(change) {
        case .success(let receipt?): return receipt
        case .success(nil): throw WidgetError(.internal, "a change of an activity wasn't answered")
        case .failure(let failure): throw failure.error
        }
    }
}

extension Activity {
    /// Whether it is a task of that title.
    fileprivate func isTitled(_ text: String) -> Bool {
        type == TaskActivity.type && (try? TaskActivity(attributes: attributes, state: "{}"))?.title == text
    }
}
