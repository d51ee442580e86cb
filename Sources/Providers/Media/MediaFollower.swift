import Glibc
import Systemd
import WidgetProviderKit

/// Shows what plays as a Live Activity, for as long as it runs.
struct MediaFollower: Sendable {
    /// When a daemon that wasn't there is tried again.
    static let pause = Duration.seconds(5)

    var bus: BusAddress
    /// The daemon's socket; nil: where the environment says, or else where it usually is.
    var socket: String?
    var log: @Sendable (String) -> Void

    /// Runs until the task is cancelled.
    /// - Throws: where there is no bus.
    func run() async throws(BusError) {
        try await Bus.keep(
            bus, sleep: { try? await Task.sleep(for: $0) }, lost: { log("the connection to \(bus) ended: \($0)") },
            use: { bus in try await follow(bus) })
    }

    private func follow(_ bus: Bus) async throws(BusError) {
        let (events, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let matches = [
            MediaPlayer.changes,
            BusMatch(path: MediaPlayer.path, interface: MediaPlayer.interface, member: "Seeked"),
        ]
        var subscriptions: [BusSubscription] = []
        defer { for subscription in subscriptions { subscription.cancel() } }
        for match in matches { subscriptions.append(try await bus.subscribe(to: match) { _ in told.yield() }) }
        let owners = BusMatch(sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
        subscriptions.append(
            try await bus.subscribe(to: owners) { if $0.arguments.first?.string?.hasPrefix(MediaPlayer.prefix) == true { told.yield() } })
        told.yield()
        var session = MediaSession()
        var display = MediaDisplay(socket: socket)
        var controlled: MediaControl.Value?
        var waking: Task<Void, Never>?
        defer { waking?.cancel() }
        for await _ in events {
            let players = try await MediaPlayer.all(on: bus, at: { .now })
            let next = session.update(players, at: .now)
            var wait = next.map { Duration.milliseconds(($0 - .now).count) }
            do throws(WidgetError) {
                try display.show(session.shown)
                let value = MediaControl.Value(players)
                if value != controlled { try ControlCenter.reloadControls(ofKind: MediaControl.kind, socket: socket) }
                controlled = value
            } catch {
                log("what plays can't be shown: \(error.message)")
                wait = Self.pause
            }
            waking?.cancel()
            waking = wait.map { wait in
                Task {
                    guard (try? await Task.sleep(for: wait)) != nil else { return }
                    told.yield()
                }
            }
        }
    }
}

/// The one activity of what plays.
private struct MediaDisplay {
    let socket: String?
    private var player: MediaPlayer?
    private var activity: LiveActivity<MediaAttributes>?

    init(socket: String?) { self.socket = socket }

    /// - Throws: UNAVAILABLE where there is no daemon.
    mutating func show(_ player: MediaPlayer?) throws(WidgetError) {
        if player?.busName != self.player?.busName, let before = self.player {
            defer { (activity, self.player) = (nil, nil) }
            try activity?.end(before.state, dismissal: .immediate)
        }
        guard let player else { return }
        let activity = activity ?? LiveActivity(MediaAttributes(player: player.name, busName: player.busName), app: "media", tag: player.name, socket: socket)
        (self.activity, self.player) = (activity, player)
        // Until it is over, what is shown is true without news.
        try activity.update(player.state, relevanceScore: player.status == .playing ? 50 : 10)
    }
}

extension Timestamp {
    static var now: Timestamp {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(milliseconds: Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000)
    }
}
