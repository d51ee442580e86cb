import DaemonCore
import WidgetCore
import WidgetStore

// Every change of this device's activities goes through this one queue.
extension ActivityService {
    struct Waiting {
        var change: ActivityChange
        var push: OpenPush?
        var answer: CheckedContinuation<Result<ActivityReceipt?, ActivityChangeFailure>, Never>
    }

    /// The state after the write.
    private struct Draft {
        var stateMachine: ActivityStateMachine
        var drawnActivities: [ActivityID: DrawnActivity]
        var followers: [ActivityID: Int]
        var effects: [ActivityEffect] = []
        var pushes: [PushEffect] = []
    }

    /// Changes that wait for the running commit to end.
    var waitingCount: Int { queue.count }

    /// Makes a change durably.
    /// - Parameter push: the push that asked for the change. The note that it was delivered is in the same commit.
    /// - Returns: the receipt, or the failure; the receipt is nil if the change isn't about one activity.
    func perform(_ change: ActivityChange, for push: OpenPush? = nil) async -> Result<ActivityReceipt?, ActivityChangeFailure> {
        guard queue.count < DaemonLimits.waitingActivityChanges else {
            return .failure(
                .unwritten(WidgetError(.resourceExhausted, "\(queue.count) changes of activities wait for the disk already; try again later")))
        }
        return await withCheckedContinuation { answer in
            if queue.append(Waiting(change: change, push: push, answer: answer)) { Task { await writePending() } }
        }
    }

    private func writePending() async {
        repeat {
            let group = queue.next()
            var draft = Draft(stateMachine: stateMachine, drawnActivities: drawnActivities, followers: followers)
            var results: [Result<ActivityReceipt?, ActivityChangeFailure>] = []
            for waiting in group {
                var attempt = draft
                do throws(WidgetError) {
                    let receipt = try apply(waiting.change, to: &attempt, at: now())
                    if let push = waiting.push { attempt.pushes += end(of: push, receipt) }
                    draft = attempt
                    results.append(.success(receipt))
                } catch {
                    results.append(.failure(.refused(error)))
                }
            }
            let told = showOptimistically(draft.effects, draft.stateMachine, draft.drawnActivities)
            let isOptimistic = !shownOptimistically.isEmpty || !told.isEmpty
            if isOptimistic { await EventLoopYield.pass() }
            do throws(WidgetError) {
                try await write(draft)
                retryAt = nil
                let ended = endedAddresses(of: draft.effects, draft.stateMachine)
                stateMachine = draft.stateMachine
                (drawnActivities, followers) = (draft.drawnActivities, draft.followers)
                for id in Set(draft.effects.map(\.id)) {
                    if stateMachine[id] == nil { drawnActivities[id] = nil }
                    if stateMachine[id]?.isRunning != true { followers[id] = nil }
                }
                await endTokens(of: ended)
                // If nobody watches here, other devices may.
                if !isOptimistic { await EventLoopYield.pass() }
                show(draft.effects)
            } catch {
                revert(told)
                results = results.map { result in if case .failure = result { result } else { .failure(.unwritten(error)) } }
            }
            for (waiting, result) in zip(group, results) { waiting.answer.resume(returning: result) }
        } while queue.end()
    }

    private func write(_ draft: Draft) async throws(WidgetError) {
        let rows = Set(draft.effects.map(\.id)).map { id in (id, draft.stateMachine[id].map { stored($0, draft.drawnActivities) }) }
        guard !rows.isEmpty || !draft.pushes.isEmpty else { return }
        try await store.write { transaction in
            for (id, row) in rows { if let row { try transaction.put(row) } else { try transaction.removeActivity(id) } }
            try transaction.write(draft.pushes)
        }
    }

    /// The result of a push.
    private func end(of push: OpenPush, _ receipt: ActivityReceipt?) -> [PushEffect] {
        let isDropped = receipt?.outcome == .dropped
        let detail = isDropped ? receipt?.reason ?? "" : "the activity has it"
        return [.close(push.number), .log(PushLogEntry(push.notification, isDropped ? .discarded : .delivered, detail, at: now()))]
    }

    // MARK: One change

    private func apply(_ change: ActivityChange, to draft: inout Draft, at date: Timestamp) throws(WidgetError) -> ActivityReceipt? {
        switch change {
        case .start(let request, let id, let follower):
            if let id, let there = draft.stateMachine[id] { return ActivityReceipt(id: id, outcome: there.state == .pending ? .scheduled : .started) }
            let (receipt, effects) = try draft.stateMachine.request(request, id: id ?? ActivityID(date: date, using: &random), at: date)
            draft.effects += effects
            // The client of the last request holds the activity. After a request without a follower, the activity goes on without the client that followed it
            // before.
            draft.followers[receipt.id] = follower
            if receipt.outcome != .updated { try applyKept(of: request, to: receipt.id, &draft, at: date) }
            return receipt
        case .update(let id, let update):
            let (receipt, effects) = try draft.stateMachine.update(id, update, at: date)
            draft.effects += effects
            return receipt
        case .end(let id, let update, let dismissal):
            let (receipt, effects) = try draft.stateMachine.end(id, update, dismissal: dismissal, at: date)
            draft.effects += effects
            return receipt
        case .dismiss(let id):
            let (receipt, effects) = draft.stateMachine.dismiss(id, at: date)
            draft.effects += effects
            return receipt
        case .abandon(let id, let follower, let reason):
            guard draft.followers[id] == follower, let activity = draft.stateMachine[id], activity.isRunning, activity.isFollowed else { return nil }
            return try apply(.end(id, activity.abandoned(reason, at: date), .default), to: &draft, at: date)
        case .broadcast(let channel, let push):
            try broadcast(push, on: channel, &draft, at: date)
            return nil
        case .post(let post):
            let (receipt, effects) = try draft.stateMachine.post(post, id: ActivityID(date: date, using: &random), at: date)
            draft.effects += effects
            // A post takes the activity from the client that held it: it goes on by itself from now on.
            draft.followers[receipt.id] = nil
            return receipt
        case .drawn(let id, let drawn):
            guard draft.stateMachine[id] != nil else { return nil }
            draft.drawnActivities[id] = drawn
            draft.effects.append(.changed(id))
            return nil
        case .advance:
            draft.effects += draft.stateMachine.advance(to: date)
            return nil
        case .sessionLocked:
            draft.effects += draft.stateMachine.sessionLocked(at: date)
            return nil
        case .setMaximumAge(let age):
            draft.effects += draft.stateMachine.setMaximumAge(age, at: date)
            return nil
        }
    }

    /// Gives an activity that has just begun to listen to a channel the channel's stored message. It shows no alert: the message isn't new.
    private func applyKept(of request: ActivityRequest, to id: ActivityID, _ draft: inout Draft, at date: Timestamp) throws(WidgetError) {
        guard let channel = registry.channel(app: request.app, id: request.channel), channel.storesMessages,
            let message = try store.message(of: channel, at: date), var push = try? ActivityPush(payload: message.payload, attributesType: nil)
        else { return }
        push.alert = nil
        // A message that this type can't read is discarded here as it is for other listeners.
        _ = try? apply(push, to: id, &draft, at: date)
    }

    /// - Throws: the reason why no listening activity took the message: the last refusal, or FAILED_PRECONDITION if none listens.
    private func broadcast(_ push: ActivityPush, on channel: PushChannel, _ draft: inout Draft, at date: Timestamp) throws(WidgetError) {
        let listening = draft.stateMachine.activities.values.filter { $0.app == channel.app && $0.channel == channel.id && $0.isRunning }.map(\.id).sorted()
        var (isTaken, refusal) = (false, WidgetError(.failedPrecondition, "no Live Activity on this device listens to the channel"))
        for id in listening {
            do throws(WidgetError) {
                guard let receipt = try apply(push, to: id, &draft, at: date), receipt.outcome == .dropped else {
                    isTaken = true
                    continue
                }
                refusal = WidgetError(.failedPrecondition, receipt.reason)
            } catch {
                refusal = error
            }
        }
        guard isTaken else { throw refusal }
    }

    private func apply(_ push: ActivityPush, to id: ActivityID, _ draft: inout Draft, at date: Timestamp) throws(WidgetError) -> ActivityReceipt? {
        guard let activity = draft.stateMachine[id] else { return nil }
        return try apply(try change(of: activity, for: push), to: &draft, at: date)
    }
}

extension Activity {
    /// The last update of an activity whose client has gone.
    fileprivate func abandoned(_ reason: String, at date: Timestamp) -> ActivityUpdate {
        var update = ActivityUpdate()
        if type == TaskActivity.type, var task = try? TaskActivity(attributes: attributes, state: content.state) {
            task.detail = reason
            task.outcome = .failure
            task.finishedAt = date
            update.content = content
            update.content?.state = task.state
        }
        return update
    }
}

/// A change of activities of this device.
enum ActivityChange: Sendable {
    /// - Parameters:
    ///   - id: the new activity's id; an activity that has it already isn't started again. Nil: a new id.
    ///   - follower: the number of the stream that holds the activity; nil: none does.
    case start(ActivityRequest, id: ActivityID? = nil, follower: Int? = nil)
    case update(ActivityID, ActivityUpdate)
    case end(ActivityID, ActivityUpdate, ActivityDismissalPolicy)
    case dismiss(ActivityID)
    /// The stream that held the activity is over; nil: no stream has held it since the daemon started. Nothing happens if another stream holds it by now.
    case abandon(ActivityID, follower: Int?, reason: String)
    /// A message for all that listen to a channel.
    case broadcast(PushChannel, ActivityPush)
    /// A post to a topic.
    case post(TopicPost)
    /// The provider has drawn the activity, or failed to.
    case drawn(ActivityID, DrawnActivity)
    /// A deadline has passed.
    case advance
    case sessionLocked
    /// Activities end at another age from now on; nil: at none.
    case setMaximumAge(Milliseconds?)
}

/// Why a change wasn't made.
enum ActivityChangeFailure: Error {
    /// The rules forbid it: a later try fails too.
    case refused(WidgetError)
    /// The write failed, or too many changes wait already.
    case unwritten(WidgetError)

    var error: WidgetError {
        switch self {
        case .refused(let error), .unwritten(let error): error
        }
    }
}
