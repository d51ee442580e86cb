import AppIntents
import Systemd
import WidgetCore

/// Operates a player.
struct MediaIntent: LiveActivityIntent {
    enum Command: String, AppEnum {
        case playPause = "PlayPause"
        case next = "Next"
        case previous = "Previous"

        static let typeDisplayRepresentation: TypeDisplayRepresentation = "Command"
        static let caseDisplayRepresentations: [Command: DisplayRepresentation] = [.playPause: "Play or pause", .next: "Next", .previous: "Previous"]
    }

    static let title: LocalizedStringResource = "Operate a media player"
    /// It only makes sense for the player that its button was made for.
    static let isDiscoverable = false

    @Parameter(title: "Command")
    var command: Command

    @Parameter(title: "Player", description: "Its name on the bus")
    var player: String

    init() {}

    init(_ command: Command, player: String) {
        self.command = command
        self.player = player
    }

    func perform() async throws -> some IntentResult {
        guard player.hasPrefix(MediaPlayer.prefix) else {
            throw WidgetError.invalid("player", "must be a media player's name on the bus, \(MediaPlayer.prefix)…")
        }
        do throws(BusError) {
            let bus = try Bus(.user)
            defer { bus.close() }
            _ = try await bus.call(BusCall(player, MediaPlayer.path, MediaPlayer.interface, command.rawValue))
        } catch {
            throw WidgetError(.unavailable, "the player didn't perform the command: \(error.message)")
        }
        return .result()
    }
}

/// Plays the player that a user would mean, or pauses all players.
struct PlayIntent: SetValueIntent, AudioPlaybackIntent {
    static let title: LocalizedStringResource = "Play"
    /// How long a player may take to play or pause after it has answered the call.
    static let patience = Duration.seconds(10)

    @Parameter(title: "Play")
    var value: Bool

    func perform() async throws -> some IntentResult {
        let plays = value
        let isDone = try await MediaPlayer.asking { bus throws(BusError) in try await Self.set(plays, on: bus) }
        guard isDone else {
            throw WidgetError(
                .unavailable,
                plays ? "nothing plays: start a media player and open something in it" : "a player ignored the command to pause; pause it in its own window")
        }
        return .result()
    }

    /// Waits for the players' signals, because a player answers before it plays.
    /// - Returns: whether the players have reached that state.
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
