import WidgetCore
import WidgetStore

// Pushes for activities, from servers. Each is in the store before it comes here. The note that it was delivered is in the same commit as its changes.
extension ActivityService {
    func receive(_ push: OpenPush) async -> PushReception {
        let notification = push.notification
        do throws(WidgetError) {
            switch notification.address {
            case .activity(_, let id):
                guard let id = ActivityID(id), let activity = stateMachine[id] else { return .discarded(reason: "there is no such activity") }
                return await deliver(try change(of: activity, for: try ActivityPush(payload: notification.payload, attributesType: nil)), push)
            case .attributes(let app, let type): return try await start(push, app: app, type: type)
            case .control, .widgets: return .discarded(reason: "it isn't for activities")
            }
        } catch {
            return .discarded(reason: error.message)
        }
    }

    func receive(_ payload: [UInt8], on channel: PushChannel, id: String, priority: Int, expiration: Timestamp?) async -> PushReception {
        do throws(WidgetError) {
            return await deliver(.broadcast(channel, try ActivityPush(payload: payload, attributesType: nil)), nil)
        } catch {
            return .discarded(reason: error.message)
        }
    }

    func post(_ post: TopicPost) async throws(WidgetError) -> ActivityReceipt {
        switch await perform(.post(post)) {
        case .success(let receipt?): return receipt
        case .success(nil): throw WidgetError(.internal, "a post to a topic wasn't answered")
        case .failure(.refused(let error)): throw error
        // The sender isn't the cause of a full disk.
        case .failure(.unwritten(let error)): throw WidgetError(.unavailable, error.message, cause: error.cause)
        }
    }

    /// The change that a push asks for.
    /// - Throws: INVALID_ARGUMENT if the push's state isn't one of the activity's type.
    func change(of activity: Activity, for push: ActivityPush) throws(WidgetError) -> ActivityChange {
        let update = ActivityUpdate(content: push.content, alert: push.alert, timestamp: push.timestamp)
        try check(update, of: activity)
        return switch push.event {
        case .end(let dismissal): .end(activity.id, update, dismissal)
        case .start, .update: .update(activity.id, update)
        }
    }

    /// Starts the activity that a push is about.
    private func start(_ open: OpenPush, app: String, type: String) async throws(WidgetError) -> PushReception {
        let push = try ActivityPush(payload: open.notification.payload, attributesType: type)
        guard case .start(let attributes, let channel, let takesPushes) = push.event, let content = push.content else {
            throw .invalid("aps.event", "it doesn't start an activity")
        }
        let request = ActivityRequest(
            app: app, tag: "push-\(open.notification.id)", type: type, attributes: attributes, content: content, alert: push.alert, timestamp: push.timestamp,
            channel: channel)
        try await check(request)
        guard takesPushes else { return await deliver(.start(request), open) }
        let id = ActivityID(date: now(), using: &random)
        // The token is made before the activity. If the daemon is killed in between, the next start ends a token without an activity; an activity without its
        // token is never left.
        guard await mint(.activity(app: app, id: id.description)) else { return .left }
        let reception = await deliver(.start(request, id: id), open)
        if stateMachine[id]?.isRunning != true { await endTokens(of: [.activity(app: app, id: id.description)]) }
        return reception
    }

    /// Makes a token, and tries again until it is written.
    /// - Returns: false: the daemon stopped before.
    private func mint(_ address: PushAddress) async -> Bool {
        while true {
            do throws(WidgetError) {
                _ = try await registry.mint(address)
                return true
            } catch {
                logger.error("an activity's push token couldn't be made; it is tried again", metadata: ["error": "\(error)"])
                guard (try? await clock.sleep(for: DaemonLimits.activityRetry)) != nil else { return false }
            }
        }
    }

    /// Makes the change that a push asks for, and tries again until it is written.
    private func deliver(_ change: ActivityChange, _ push: OpenPush?) async -> PushReception {
        while true {
            switch await perform(change, for: push) {
            case .success: return push == nil ? .delivered : .recorded
            case .failure(.refused(let error)): return .discarded(reason: error.message)
            case .failure(.unwritten(let error)):
                logger.error("a push of an activity couldn't be written; it is tried again", metadata: ["error": "\(error)"])
                guard (try? await clock.sleep(for: DaemonLimits.activityRetry)) != nil else { return .left }
            }
        }
    }

    // MARK: Tokens

    /// The token by which servers update an activity of this device.
    /// - Throws: FAILED_PRECONDITION for one that has ended.
    func pushToken(of id: ActivityID) async throws(WidgetError) -> PushToken {
        let ended = WidgetError(.failedPrecondition, "activity: '\(id)' has ended, and takes no pushes")
        guard let activity = stateMachine[id] else { throw ended }
        let minted = try await registry.mint(.activity(app: activity.app, id: id.description), if: { await self.stateMachine[id]?.isRunning == true })
        guard let minted else { throw ended }
        return minted.token
    }

    /// The token by which servers start activities of a type.
    /// - Throws: INVALID_ARGUMENT for a bad app or type, NOT_FOUND if nobody here draws the type, RESOURCE_EXHAUSTED over
    ///   ``WidgetCore/PushLimits/startTokens``; else as a write of the store.
    func startToken(app: String, type: String) async throws(WidgetError) -> PushToken {
        try ActivityRequest.validate(app: app, type: type)
        try await checkType(type)
        let address = PushAddress.attributes(app: app, type: type)
        let minted = try await registry.mint(address) { [registry] in
            registry.tokens().count { if case .attributes = $0.registration.address { true } else { false } } < PushLimits.startTokens
        }
        guard let minted else {
            throw WidgetError(.resourceExhausted, "app: there are \(PushLimits.startTokens) tokens that start activities, which is the limit")
        }
        return minted.token
    }

    /// The addresses of activities that don't run any more.
    func endedAddresses(of effects: [ActivityEffect], _ next: ActivityStateMachine) -> [PushAddress] {
        Set(effects.map(\.id)).compactMap { id in
            guard next[id]?.isRunning != true, let activity = next[id] ?? stateMachine[id] else { return nil }
            return .activity(app: activity.app, id: id.description)
        }
    }

    /// Ends the tokens of activities that have ended, and take no pushes any more.
    func endTokens(of addresses: [PushAddress]) async {
        for address in addresses {
            do throws(WidgetError) {
                try await registry.end(address)
            } catch {
                logger.error("an activity's push token couldn't be ended; the next start does it", metadata: ["address": "\(address)", "error": "\(error)"])
            }
        }
    }

    /// Ends the tokens of ended activities that are left after the daemon was killed.
    func endTokensOfOthers() async {
        await endTokens(
            of: registry.tokens().map(\.registration.address).filter { address in
                guard case .activity(_, let text) = address else { return false }
                return ActivityID(text).flatMap { stateMachine[$0] }?.isRunning != true
            })
    }
}
