import Systemd
import WidgetProviderKit

/// Whether something plays, and what.
struct MediaControl: ControlValueProvider {
    /// `media`'s own, which the follower reloads when a player says something new.
    static let kind = "play-pause"

    struct Value: Equatable {
        var isPlaying: Bool
        /// The title that plays, or else would; empty: there is no player.
        var title: String

        init(isPlaying: Bool, title: String) {
            self.isPlaying = isPlaying
            self.title = title
        }

        /// - Parameter players: those on the bus.
        init(_ players: [MediaPlayer]) {
            let player = MediaPlayer.first(of: players)
            isPlaying = player?.status == .playing
            title = player?.state.title.cut(toBytes: ControlLimits.statusBytes) ?? ""
        }
    }

    var previewValue: Value { Value(isPlaying: true, title: "A Song") }

    func currentValue() throws -> Value {
        try MediaPlayer.asking { bus throws(BusError) in Value(try await MediaPlayer.all(on: bus, at: { .now })) }
    }
}

/// Has the player go on that a user means, or silences all.
struct PlayIntent: AppIntent {
    /// How long a player may take after it has said that it will.
    static let patience = Duration.seconds(10)

    init() {}
    init(parameters: Parameters) {}

    func perform(in context: IntentContext) throws {
        guard let plays = context.value else { throw WidgetError.invalid("isOn", "must say whether to play") }
        let isDone = try MediaPlayer.asking { bus throws(BusError) in try await Self.set(plays, on: bus) }
        guard isDone else {
            throw WidgetError(.unavailable, plays ? "nothing plays: start a media player and open something in it" : "a player doesn't pause")
        }
    }

    /// A player answers before it plays: its signals tell.
    /// - Returns: whether it has come to that.
    private static func set(_ plays: Bool, on bus: Bus) async throws(BusError) -> Bool {
        let (changes, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = try await bus.subscribe(to: MediaPlayer.changes) { _ in told.yield() }
        defer { subscription.cancel() }
        let players = try await MediaPlayer.all(on: bus, at: { .now })
        let playing = players.filter { $0.status == .playing }
        let operated = plays ? [playing.isEmpty ? MediaPlayer.first(of: players) : nil].compactMap(\.self) : playing
        guard !operated.isEmpty else { return plays == !playing.isEmpty }
        for player in operated { _ = try await bus.call(BusCall(player.busName, MediaPlayer.path, MediaPlayer.interface, plays ? "Play" : "Pause")) }
        told.yield()
        let limit = Task {
            try? await Task.sleep(for: patience)
            told.finish()
        }
        defer { limit.cancel() }
        for await _ in changes {
            if try await MediaPlayer.all(on: bus, at: { .now }).contains(where: { $0.status == .playing }) == plays { return true }
        }
        return false
    }
}
