import SwiftUI
import Systemd
import WidgetCore
import WidgetKit

/// Shows whether something plays and its title, and plays or pauses it.
struct MediaControl: ControlWidget {
    /// The control's kind. The follower reloads it when a player changes.
    nonisolated static let kind = "play-pause"

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: Self.kind, provider: Provider()) { value in
            ControlWidgetToggle("Play", isOn: value.isPlaying, action: PlayIntent()) { _ in
                Label(value.title, systemImage: value.isPlaying ? "play" : "pause")
            }
        }
        .description("Plays or pauses the media player")
    }
}

extension MediaControl {
    struct Value: Equatable {
        let isPlaying: Bool
        /// The title that plays, or that would play. It is empty where there is no player.
        let title: String

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

    struct Provider: ControlValueProvider {
        var previewValue: Value { Value(isPlaying: true, title: "A Song") }

        func currentValue() async throws -> Value {
            try await MediaPlayer.asking { bus throws(BusError) in Value(try await MediaPlayer.all(on: bus, at: { .now })) }
        }
    }
}
