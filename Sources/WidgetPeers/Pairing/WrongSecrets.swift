import Synchronization
import WidgetCore

/// Counts wrong secrets, so that a stranger who tries many fills no log.
final class WrongSecrets: Sendable {
    private struct State {
        var devices: [DeviceID: Int] = [:]
        var loggedAt: ContinuousClock.Instant?
        var unlogged = 0
    }

    private let state = Mutex(State())
    /// At most one in this time is worth a line of the log.
    private static let pause = Duration.seconds(60)
    /// Devices that are counted. Beyond them the count begins anew.
    private static let devices = 256

    /// Notes a wrong secret.
    /// - Returns: whether it is to be logged, how many weren't since the last line, and how many the device has shown.
    func note(_ device: DeviceID, at now: ContinuousClock.Instant = .now) -> (isNews: Bool, unlogged: Int, ofDevice: Int) {
        state.withLock { state in
            if state.devices.count >= Self.devices { state.devices = [:] }
            state.devices[device, default: 0] += 1
            let isNews = state.loggedAt.map { $0 + Self.pause <= now } ?? true
            defer { if isNews { (state.loggedAt, state.unlogged) = (now, 0) } else { state.unlogged += 1 } }
            return (isNews, state.unlogged, state.devices[device] ?? 0)
        }
    }
}
