import WidgetCore

/// Gives each push that isn't for widgets to what takes it.
struct PushRouter: PushReceiver {
    let activities: ActivityService
    let controls: ControlService

    func receive(_ push: OpenPush) async -> PushReception {
        if case .control(_, let id) = push.notification.address { return await controls.receive(ControlID(id)) }
        return await activities.receive(push)
    }

    func post(_ post: TopicPost) async throws(WidgetError) -> ActivityReceipt { try await activities.post(post) }

    func receive(_ payload: [UInt8], on channel: PushChannel, id: String, priority: Int, expiration: Timestamp?) async -> PushReception {
        await activities.receive(payload, on: channel, id: id, priority: priority, expiration: expiration)
    }
}
