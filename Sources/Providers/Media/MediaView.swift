import WidgetProviderKit

/// The title that plays, its progress, and buttons for the player.
struct MediaView {
    var context: ActivityViewContext<MediaAttributes>

    private var state: MediaAttributes.ContentState { context.state }

    var content: ViewTree {
        if context.activityFamily == .small { return .vstack(alignment: .leading, [title, artist].compactMap { $0 } + [toggle]) }
        return .vstack(alignment: .leading, spacing: 4, [.hstack([title, .spacer(), figure]), artist, progress, buttons].compactMap { $0 })
    }

    var island: DynamicIsland {
        DynamicIsland(
            expanded: [
                DynamicIslandExpandedRegion(.leading, icon), DynamicIslandExpandedRegion(.center, .vstack([title, artist].compactMap { $0 })),
                DynamicIslandExpandedRegion(.trailing, figure), DynamicIslandExpandedRegion(.bottom, .vstack([progress, buttons].compactMap { $0 })),
            ], compactLeading: icon, compactTrailing: title, minimal: icon)
    }

    private var icon: ViewTree { .image(systemName: state.isPlaying ? "play.fill" : "pause.fill").foregroundStyle(.accent) }
    private var title: ViewTree { .text(state.title).font(.headline).lineLimit(1) }

    private var artist: ViewTree? {
        let text = state.artist.isEmpty ? context.attributes.player : state.artist
        return .text(text).font(.caption).foregroundStyle(.secondary).lineLimit(1)
    }

    /// From its beginning to its end, by the clock.
    private var range: ClosedRange<Timestamp>? {
        guard state.isPlaying, let begin = state.begin, let length = state.length, length > 0, length < 1e9 else { return nil }
        return begin...(begin + Milliseconds(Int64(length * 1_000)))
    }

    private var figure: ViewTree {
        if let range { return .text(timerInterval: range, countsDown: false).monospacedDigit() }
        if state.isPlaying, let begin = state.begin { return .text(begin, style: .timer).monospacedDigit() }
        guard let position = state.position, position < 1e9 else { return icon }
        let seconds = Int(position)
        return .text("\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)").monospacedDigit()
    }

    private var progress: ViewTree? {
        if let range { return .progress(timerInterval: range) }
        guard let position = state.position, let length = state.length, length > 0 else { return nil }
        return .progress(min(1, position / length))
    }

    private var toggle: ViewTree {
        button(.playPause, "play-pause", state.isPlaying ? "pause.fill" : "play.fill", state.isPlaying ? "Pause" : "Play")
    }

    private var buttons: ViewTree? {
        guard context.activityState != .ended else { return nil }
        let previous = state.canGoPrevious ? [button(.previous, "previous", "backward.fill", "Previous")] : []
        let next = state.canGoNext ? [button(.next, "next", "forward.fill", "Next")] : []
        return .hstack(spacing: 12, previous + [toggle] + next)
    }

    private func button(_ command: MediaIntent.Command, _ id: String, _ symbol: String, _ label: String) -> ViewTree {
        .button(intent: MediaIntent(command, player: context.attributes.busName), id: id, [.image(systemName: symbol)]).accessibilityLabel(label)
    }
}
