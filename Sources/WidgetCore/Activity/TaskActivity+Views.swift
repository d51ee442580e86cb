/// What surfaces draw of a task.
extension TaskActivity {
    /// Every presentation.
    public var views: [ActivityPresentation: ViewTree] {
        Dictionary(uniqueKeysWithValues: ActivityPresentation.allCases.map { ($0, view($0)) })
    }

    public func view(_ presentation: ActivityPresentation) -> ViewTree {
        switch presentation {
        case .lockScreen: .vstack(alignment: .leading, spacing: 4, [.hstack([heading, .spacer, figure]), bar] + line)
        case .compactLeading, .expandedLeading: icon
        case .compactTrailing, .expandedTrailing: figure
        case .minimal: progress == nil ? icon : figure
        case .expandedCenter: name.lineLimit(1)
        case .expandedBottom: .vstack(alignment: .leading, [bar] + line)
        case .small: .vstack(alignment: .leading, [heading, figure.font(.title2), bar])
        }
    }

    /// The presentations that another task has as this one has them, as far as that is known without making them.
    public func presentations(sharedWith other: TaskActivity) -> [ActivityPresentation] {
        if self == other { return ActivityPresentation.allCases }
        var other = other
        other.detail = detail
        return self == other ? ActivityPresentation.allCases.filter { $0 != .lockScreen && $0 != .expandedBottom } : []
    }

    private var icon: ViewTree { .image(systemName: iconName).foregroundStyle(color) }

    private var iconName: String {
        switch outcome {
        case .success: "checkmark.circle"
        case .failure: "exclamationmark.triangle"
        case nil: symbol.isEmpty ? "gearshape" : symbol
        }
    }

    private var color: ViewColor.Name {
        switch outcome {
        case .success: .green
        case .failure: .red
        case nil: .accent
        }
    }

    private var heading: ViewTree { .hstack(spacing: 4, [icon, name.lineLimit(1)]) }

    private var name: ViewTree { .text(title).font(.headline) }

    /// How far it has come, or how long it has taken.
    private var figure: ViewTree {
        if let progress, outcome == nil { return .text("\(Int((progress * 100).rounded(.down))) %").monospacedDigit() }
        guard let startedAt else { return .text(outcomeName) }
        guard let finishedAt else { return .text(LiveText(style: .timer, date: startedAt)).monospacedDigit() }
        return .text(LiveText(style: .timer, date: startedAt, pause: max(finishedAt, startedAt))).monospacedDigit()
    }

    private var outcomeName: String {
        switch outcome {
        case .success: "done"
        case .failure: "failed"
        case nil: "…"
        }
    }

    private var bar: ViewTree { .progress(outcome == .success ? 1 : outcome == .failure ? progress ?? 1 : progress).tint(color) }

    private var line: [ViewTree] { detail.isEmpty ? [] : [.text(detail).font(.caption).foregroundStyle(.secondary).lineLimit(2)] }
}
