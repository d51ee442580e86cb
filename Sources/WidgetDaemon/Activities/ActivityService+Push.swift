import WidgetCore
import WidgetStore

// Pushes for activities, from servers. A push is in the store before it comes here and comes again after a crash: doing it twice is doing it once.
extension ActivityService: PushReceiver {
    func receive(_ notification: PushNotification) async -> PushReception {
        switch notification.address {
        case .activity(_, let id): await receive(notification.payload, for: ActivityID(id))
        case .attributes(let app, let type): await start(notification, app: app, type: type)
        case .control: .discarded(reason: "nothing on this device shows controls yet")
        case .widgets: .discarded(reason: "it is for widgets")
        }
    }

    func receive(_ payload: [UInt8], on channel: PushChannel, id: String, priority: Int, expiration: Timestamp?) async -> PushReception {
        let listening = book.activities.values.filter { $0.app == channel.app && $0.channel == channel.id && $0.isRunning }.map(\.id).sorted()
        guard !listening.isEmpty else { return .discarded(reason: "no Live Activity on this device listens to the channel") }
        var reasons: [String] = []
        for activity in listening {
            if case .discarded(let reason) = await receive(payload, for: activity) { reasons.append(reason) }
        }
        return reasons.count == listening.count ? .discarded(reason: reasons[0]) : .delivered
    }

    private func receive(_ payload: [UInt8], for id: ActivityID?) async -> PushReception {
        guard let id, let activity = book[id] else { return .discarded(reason: "there is no such activity") }
        do throws(WidgetError) {
            let push = try ActivityPush(payload: payload, attributesType: nil)
            let update = ActivityUpdate(content: push.content, alert: push.alert, timestamp: push.timestamp)
            try check(update, of: activity)
            switch push.event {
            case .end(let dismissal): return await deliver(.end(id, update, dismissal))
            case .start, .update: return await deliver(.update(id, update))
            }
        } catch {
            return .discarded(reason: error.message)
        }
    }

    private func start(_ notification: PushNotification, app: String, type: String) async -> PushReception {
        do throws(WidgetError) {
            let push = try ActivityPush(payload: notification.payload, attributesType: type)
            guard case .start(let attributes, let channel) = push.event, let content = push.content else {
                return .discarded(reason: "it doesn't start an activity")
            }
            try check(type, attributes: attributes, state: content.state)
            // The push's id is the tag: one that comes again after a crash finds what it started.
            return await deliver(
                .start(
                    ActivityRequest(
                        app: app, tag: "push-\(notification.id)", type: type, attributes: attributes, content: content, alert: push.alert,
                        timestamp: push.timestamp, channel: channel)))
        } catch {
            return .discarded(reason: error.message)
        }
    }

    /// Does what a push asks for, as soon as the disk takes it.
    private func deliver(_ change: Change) async -> PushReception {
        while true {
            switch await perform(change) {
            case .success(let receipt):
                guard let receipt, receipt.outcome == .dropped else { return .delivered }
                return .discarded(reason: receipt.reason)
            case .failure(let error):
                guard isTheDisks(change) else { return .discarded(reason: error.message) }
                logger.error("a push of an activity couldn't be written; it is tried again", metadata: ["error": "\(error)"])
                // Cancelled: the daemon stops, and the next start has it again.
                guard (try? await clock.sleep(for: DaemonLimits.activityRetry)) != nil else { return .discarded(reason: "the daemon stops") }
            }
        }
    }

    // MARK: Tokens

    /// The token by which servers update an activity of this device.
    /// - Throws: FAILED_PRECONDITION for one that has ended.
    func pushToken(of id: ActivityID) async throws(WidgetError) -> PushToken {
        guard let activity = book[id], activity.isRunning else { throw WidgetError(.failedPrecondition, "activity: '\(id)' has ended, and takes no pushes") }
        return try await token(of: .activity(app: activity.app, id: id.description))
    }

    /// The token by which servers start activities of a type.
    func startToken(app: String, type: String) async throws(WidgetError) -> PushToken {
        guard !app.isEmpty else { throw .invalid("app", "is empty; name whose activities are to be started") }
        try checkType(type)
        return try await token(of: .attributes(app: app, type: type))
    }

    private func token(of address: PushAddress) async throws(WidgetError) -> PushToken {
        guard let token = try await registry.mint(address)?.token else { throw WidgetError(.internal, "a push token wasn't made") }
        return token
    }

    /// What has ended takes no pushes: its token is dead from then on.
    func endTokens(of effects: [ActivityEffect]) async {
        for id in Set(effects.map(\.id)) where book[id]?.isRunning != true {
            for address in registry.addresses(ofActivity: id) {
                do throws(WidgetError) {
                    try await registry.end(address)
                } catch {
                    logger.error("an activity's push token couldn't be ended; the next start does it", metadata: ["activity": "\(id)", "error": "\(error)"])
                }
            }
        }
    }
}
