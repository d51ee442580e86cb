import WidgetAPI
import WidgetCore

// Activities that end with their clients.
extension ActivityService {
    /// A request of a stream, or why it can't be read.
    typealias FollowRequest = Result<ProtoFollowActivityRequest, WidgetError>

    /// Starts and changes an activity as its client asks, and ends it when the client goes away without having ended it. The receipt of a refused change names
    /// the error, and the activity stays as it was.
    /// - Parameters:
    ///   - answer: called with each receipt, encoded.
    ///   - failed: called last, with the reason why the activity couldn't be started or can't be changed any more.
    ///   - isStopping: whether the requests ended because the daemon stops. Then the activity goes on: the client comes back.
    func follow(
        _ requests: AsyncStream<FollowRequest>, answer: @Sendable ([UInt8]) -> Void, failed: @Sendable (WidgetError) -> Void,
        isStopping: @Sendable () -> Bool
    ) async {
        lastFollower += 1
        let follower = lastFollower
        var followed: ActivityID?
        var reason = "its command's client went away"
        do throws(WidgetError) {
            for await request in requests {
                let receipt: ProtoActivityReceipt
                do throws(WidgetError) {
                    let done = try await follow(request.get(), followed, by: follower)
                    followed = done.id
                    receipt = ProtoActivityReceipt(done)
                } catch {
                    guard let followed, stateMachine[followed]?.isRunning == true else { throw error }
                    receipt = ProtoActivityReceipt(of: followed, refusing: error)
                }
                answer(try receipt.encoded())
            }
        } catch {
            reason = error.message
            failed(error)
        }
        guard let followed, !isStopping() else { return }
        await abandon(followed, by: follower, reason)
    }

    private func follow(_ request: ProtoFollowActivityRequest, _ followed: ActivityID?, by follower: Int) async throws(WidgetError) -> ActivityReceipt {
        switch (request.request, followed) {
        case (.start(let start), nil):
            guard !start.tag.isEmpty else { throw .invalid("start.tag", "is empty; a client that comes back finds its activity by it") }
            var start = try ActivityRequest(start)
            start.isFollowed = true
            return try await self.start(start, follower: follower)
        case (.update(let update), let followed?): return try await self.update(followed.description, update)
        case (.end(let end), let followed?): return try await self.end(followed.description, end)
        case (.start, _?): throw .invalid("start", "this stream has started its activity already")
        case (nil, _?): throw .invalid("request", "is neither `update` nor `end`")
        case (_, nil): throw .invalid("request", "the first message of the stream is `start`")
        }
    }

    /// Ends the activities whose clients went away while the daemon was off, unless the clients come back within `DaemonLimits.followerPatience`.
    func waitForFollowers() {
        let waiting = stateMachine.activities.values.filter { $0.isFollowed && $0.isRunning }.map(\.id)
        guard !waiting.isEmpty else { return }
        Task {
            guard (try? await clock.sleep(for: DaemonLimits.followerPatience)) != nil else { return }
            for id in waiting { await abandon(id, by: nil, "its command's client went away while the daemon was off") }
        }
    }

    private func abandon(_ id: ActivityID, by follower: Int?, _ reason: String) async {
        guard case .failure(let failure) = await perform(.abandon(id, follower: follower, reason: reason)) else { return }
        logger.error(
            "an activity without its client couldn't be ended; the next start does it", metadata: ["activity": "\(id)", "error": "\(failure.error)"])
    }
}
