import Systemd
import WidgetProviderKit

/// Operates a player.
struct MediaIntent: AppIntent {
    enum Command: String, CaseIterable {
        case playPause = "PlayPause"
        case next = "Next"
        case previous = "Previous"
    }

    var command: Command
    /// The player's name on the bus.
    var player: String

    init(_ command: Command, player: String) {
        self.command = command
        self.player = player
    }

    init(parameters: Parameters) throws {
        guard let command = parameters.text("command").flatMap(Command.init) else {
            throw WidgetError.invalid("command", "must be one of \(Command.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard let player = parameters.text("player"), player.hasPrefix(MediaPlayer.prefix) else {
            throw WidgetError.invalid("player", "must be a media player's name on the bus, \(MediaPlayer.prefix)…")
        }
        self.init(command, player: player)
    }

    var parameters: Parameters { ["command": .text(command.rawValue), "player": .text(player)] }

    func perform(in context: IntentContext) throws {
        do throws(BusError) {
            let bus = try Bus(.user)
            defer { bus.close() }
            _ = try bus.callAndWait(BusCall(player, MediaPlayer.path, MediaPlayer.interface, command.rawValue))
        } catch {
            throw WidgetError(.unavailable, "the player doesn't do it: \(error.message)")
        }
    }
}
