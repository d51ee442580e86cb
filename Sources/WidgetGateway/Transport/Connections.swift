import NIOCore
import Synchronization

/// The connections that live, for the gateway's end.
final class Connections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isStopped = false
    }

    private let state = Mutex(State())

    func add(_ channel: any Channel) {
        let isStopped = state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = channel
            return state.isStopped
        }
        if isStopped { channel.close(promise: nil) }
    }

    func remove(_ channel: any Channel) { state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) } }

    /// Tells all of them, waits for their ends, and closes what is left after `time`.
    func stop(within time: TimeAmount) async {
        let channels = state.withLock { state in
            state.isStopped = true
            return Array(state.channels.values)
        }
        for channel in channels {
            channel.pipeline.fireUserInboundEventTriggered(GatewayStop())
            channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        }
        for channel in channels { try? await channel.closeFuture.get() }
    }
}
