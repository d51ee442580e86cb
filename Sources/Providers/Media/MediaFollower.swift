import ActivityKit
import Systemd
import WidgetKit

/// Shows what plays as a Live Activity, for as long as it runs.
struct MediaFollower: Sendable {
    /// The pause before a daemon that doesn't run is tried again.
    static let pause = Duration.seconds(5)

    var bus: BusAddress
    var log: @Sendable (String) -> Void

    /// Runs until the task is cancelled.
    /// - Throws: `BusError` where there is no bus at the start.
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
        var display = MediaDisplay()
        var controlled: MediaControl.Value?
        var waking: Task<Void, Never>?
        defer { waking?.cancel() }
        for await _ in events {
            let players = try await MediaPlayer.all(on: bus, at: { .now })
            let next = session.update(players, at: .now)
            var wait = next.map { Duration.seconds($0.timeIntervalSinceNow) }
            do {
                try display.show(session.shown)
                let value = MediaControl.Value(players)
                // A daemon that doesn't run loads all controls when it starts.
                if value != controlled { ControlCenter.shared.reloadControls(ofKind: MediaControl.kind) }
                controlled = value
            } catch {
                log("what plays can't be shown: \(error)")
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

/// The one Live Activity, for the player that is shown.
private struct MediaDisplay {
    private var player: MediaPlayer?
    private var activity: LiveActivity<MediaAttributes>?

    /// - Throws: `WidgetError` where there is no daemon.
    mutating func show(_ player: MediaPlayer?) throws {
        if player?.busName != self.player?.busName, let before = self.player {
            defer { (activity, self.player) = (nil, nil) }
            try activity?.end(ActivityContent(state: before.state, staleDate: nil), dismissalPolicy: .immediate)
        }
        guard let player else { return }
        let activity = activity ?? LiveActivity(MediaAttributes(player: player.name, busName: player.busName), app: "media", tag: player.name)
        (self.activity, self.player) = (activity, player)
        // The content has no stale date, because it stays true until the player changes.
        try activity.update(ActivityContent(state: player.state, staleDate: nil, relevanceScore: player.status == .playing ? 50 : 10))
    }
}

/// Chooses the player to show: the one that plays, or for a while the one that was paused.
struct MediaSession {
    /// How long a paused player is still shown, in seconds: as long as a phone call.
    static let pausedFor: TimeInterval = 5 * 60

    /// The title to show; nil: nothing plays.
    private(set) var shown: MediaPlayer?
    private var pausedAt: Date?

    /// Updates the choice with the players' current states.
    /// - Returns: when to look again if no player changes. Nil for never.
    mutating func update(_ players: [MediaPlayer], at date: Date) -> Date? {
        let same = players.first { $0.busName == shown?.busName }
        // A player that still plays isn't replaced by another that begins.
        if let playing = [same].compactMap({ $0 }).first(where: { $0.status == .playing }) ?? players.first(where: { $0.status == .playing }) {
            (shown, pausedAt) = (playing, nil)
            return nil
        }
        guard let same, same.status == .paused else {
            (shown, pausedAt) = (nil, nil)
            return nil
        }
        let since = pausedAt ?? date
        guard date < since + Self.pausedFor else {
            (shown, pausedAt) = (nil, nil)
            return nil
        }
        (shown, pausedAt) = (same, since)
        return since + Self.pausedFor
    }
}
