import WidgetAPI
import WidgetCore

// Activities that end with their clients.
extension ActivityService {
    /// Starts and changes an activity as its client says, and ends it when the client goes away without having done so.
    /// - Parameters:
    ///   - answer: is given each receipt, encoded.
    ///   - failed: is told why a request couldn't be done; nothing more comes then.
    ///   - isStopping: whether the requests ended since the daemon stops. Then the activity goes on: the client comes back.
    func follow(
        _ requests: AsyncStream<ProtoFollowActivityRequest>, answer: @Sendable ([UInt8]) -> Void, failed: @Sendable (WidgetError) -> Void,
        isStopping: @Sendable () -> Bool
    ) async {
        lastFollower += 1
        let follower = lastFollower
        var followed: ActivityID?
        do throws(WidgetError) {
            for await request in requests {
                let receipt = try await follow(request, followed, by: follower)
                followed = receipt.id
                answer(try ProtoActivityReceipt(receipt).encoded())
            }
        } catch {
            failed(error)
        }
        // A client that came back has taken it over.
        guard let followed, followers[followed] == follower, !isStopping() else { return }
        await abandon(followed, "its command's client went away")
    }

    private func follow(_ request: ProtoFollowActivityRequest, _ followed: ActivityID?, by follower: Int) async throws(WidgetError) -> ActivityReceipt {
        switch (request.request, followed) {
        case (.start(let start), nil):
            guard !start.tag.isEmpty else { throw .invalid("start.tag", "is empty; a client that comes back finds its activity by it") }
            var start = try ActivityRequest(start)
            start.isFollowed = true
            let receipt = try await self.start(start)
            followers[receipt.id] = follower
            return receipt
        case (.update(let update), let followed?): return try await self.update(followed.description, update)
        case (.end(let end), let followed?):
            followers[followed] = nil
            return try await self.end(followed.description, end)
        case (.start, _?): throw .invalid("start", "this stream has started its activity already")
        case (nil, _?): throw .invalid("request", "is neither `update` nor `end`")
        case (_, nil): throw .invalid("request", "the first message of the stream is `start`")
        }
    }

    /// Those whose clients went away while the daemon was off: they have a moment to come back.
    func waitForFollowers() {
        let waiting = book.activities.values.filter { $0.isFollowed && $0.isRunning }.map(\.id)
        guard !waiting.isEmpty else { return }
        Task {
            guard (try? await clock.sleep(for: DaemonLimits.followerPatience)) != nil else { return }
            for id in waiting where followers[id] == nil { await abandon(id, "its command's client went away while the daemon was off") }
        }
    }

    private func abandon(_ id: ActivityID, _ reason: String) async {
        followers[id] = nil
        guard let activity = book[id], activity.isRunning, activity.isFollowed else { return }
        var update = ActivityUpdate()
        if activity.type == TaskActivity.type, var task = try? TaskActivity(attributes: activity.attributes, state: activity.content.state) {
            task.detail = reason
            task.outcome = .failure
            task.finishedAt = now()
            update.content = activity.content
            update.content?.state = task.state
        }
        if case .failure(let error) = await perform(.end(id, update, .default)) {
            logger.error("an activity without its client couldn't be ended; the next start does it", metadata: ["activity": "\(id)", "error": "\(error)"])
        }
    }
}
