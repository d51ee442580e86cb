import SwiftUI
import WidgetKit

/// The title that plays, its progress, and buttons for the player.
struct MediaView: View {
    @Environment(\.activityFamily) private var family
    let context: ActivityViewContext<MediaAttributes>

    var body: some View {
        if family == .small {
            VStack(alignment: .leading) {
                MediaTitle(state: context.state)
                MediaArtist(context: context)
                PlayPauseButton(context: context)
            }
        } else {
            VStack(alignment: .leading, spacing: 4) {
                HStack {
                    MediaTitle(state: context.state)
                    Spacer()
                    MediaPosition(state: context.state)
                }
                MediaArtist(context: context)
                MediaProgress(state: context.state)
                MediaButtons(context: context)
            }
        }
    }
}

struct MediaIcon: View {
    let state: MediaAttributes.ContentState

    var body: some View {
        Image(systemName: state.isPlaying ? "play.fill" : "pause.fill")
            .foregroundStyle(Color.accentColor)
    }
}

struct MediaTitle: View {
    let state: MediaAttributes.ContentState

    var body: some View {
        Text(state.title)
            .font(.headline)
            .lineLimit(1)
    }
}

struct MediaArtist: View {
    let context: ActivityViewContext<MediaAttributes>

    var body: some View {
        Text(context.state.artist.isEmpty ? context.attributes.player : context.state.artist)
            .font(.caption)
            .foregroundStyle(.secondary)
            .lineLimit(1)
    }
}

/// The position in the title.
struct MediaPosition: View {
    let state: MediaAttributes.ContentState

    var body: some View {
        if let range = state.range {
            Text(timerInterval: range, countsDown: false)
                .monospacedDigit()
        } else if state.isPlaying, let begin = state.begin {
            Text(begin, style: .timer)
                .monospacedDigit()
        } else if let position = state.position, position < 1e9 {
            let seconds = Int(position)
            Text(verbatim: "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)")
                .monospacedDigit()
        } else {
            MediaIcon(state: state)
        }
    }
}

struct MediaProgress: View {
    let state: MediaAttributes.ContentState

    var body: some View {
        if let range = state.range {
            ProgressView(timerInterval: range, countsDown: false) {
                EmptyView()
            } currentValueLabel: {
                EmptyView()
            }
        } else if let position = state.position, let length = state.length, length > 0 {
            ProgressView(value: min(1, position / length))
        }
    }
}

extension MediaAttributes.ContentState {
    /// From its beginning to its end, by the clock.
    fileprivate var range: ClosedRange<Date>? {
        guard isPlaying, let begin, let length, length > 0, length < 1e9 else { return nil }
        return begin...(begin + length)
    }
}

/// The buttons that operate the player, while it is there.
struct MediaButtons: View {
    let context: ActivityViewContext<MediaAttributes>

    var body: some View {
        if context.activityState != .ended {
            HStack(spacing: 12) {
                if context.state.canGoPrevious {
                    PlayerButton(player: context.attributes, command: .previous, symbol: "backward.fill", name: "Previous")
                        .accessibilityIdentifier("previous")
                }
                PlayPauseButton(context: context)
                if context.state.canGoNext {
                    PlayerButton(player: context.attributes, command: .next, symbol: "forward.fill", name: "Next")
                        .accessibilityIdentifier("next")
                }
            }
        }
    }
}

private struct PlayPauseButton: View {
    let context: ActivityViewContext<MediaAttributes>

    var body: some View {
        let isPlaying = context.state.isPlaying
        PlayerButton(
            player: context.attributes, command: .playPause, symbol: isPlaying ? "pause.fill" : "play.fill", name: isPlaying ? "Pause" : "Play"
        )
        .accessibilityIdentifier("play-pause")
    }
}

private struct PlayerButton: View {
    let player: MediaAttributes
    let command: MediaIntent.Command
    let symbol: String
    let name: String

    var body: some View {
        Button(intent: MediaIntent(command, player: player.busName)) {
            Image(systemName: symbol)
        }
        .accessibilityLabel(name)
    }
}
