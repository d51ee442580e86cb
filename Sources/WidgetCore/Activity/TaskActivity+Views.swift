/// What surfaces draw of a task.
extension TaskActivity {
    /// What the presentations of a task are put together of: a view each, of the same kind whatever the task's state is.
    public enum Part: Sendable, Hashable, CaseIterable {
        case icon, name, figure, largeFigure, bar, line
    }

    /// Every presentation.
    public var views: [ActivityPresentation: ViewTree] {
        Dictionary(uniqueKeysWithValues: ActivityPresentation.allCases.map { ($0, view($0)) })
    }

    public func view(_ presentation: ActivityPresentation) -> ViewTree { view(layout(presentation)) }

    public func view(_ part: Part) -> ViewTree {
        switch part {
        case .icon: .image(systemName: iconName).foregroundStyle(color)
        case .name: .text(title).font(.headline).lineLimit(1)
        case .figure: figure
        case .largeFigure: figure.font(.title2)
        case .bar: .progress(outcome == .success ? 1 : outcome == .failure ? progress ?? 1 : progress).tint(color)
        case .line: .text(detail).font(.caption).foregroundStyle(.secondary).lineLimit(2)
        }
    }

    /// Whether another task has the same parts in the same places, whatever they show.
    public func isLaidOut(as other: TaskActivity) -> Bool { detail.isEmpty == other.detail.isEmpty && (progress == nil) == (other.progress == nil) }

    /// Whether a part shows the same of another task.
    public func isSame(_ part: Part, as other: TaskActivity) -> Bool {
        switch part {
        case .icon: symbol.isSameBytes(as: other.symbol) && outcome == other.outcome
        case .name: title.isSameBytes(as: other.title)
        case .figure, .largeFigure:
            progress?.bitPattern == other.progress?.bitPattern && outcome == other.outcome && startedAt == other.startedAt && finishedAt == other.finishedAt
        case .bar: progress?.bitPattern == other.progress?.bitPattern && outcome == other.outcome
        case .line: detail.isSameBytes(as: other.detail)
        }
    }

    /// The parts of a presentation, each with the index of its node in the archive.
    public func places(_ presentation: ActivityPresentation) -> [(part: Part, node: Int)] {
        var (places, next) = ([(part: Part, node: Int)](), 0)
        func visit(_ layout: Layout) {
            if case .part(let part) = layout { places.append((part, next)) }
            next += 1
            if case .stack(_, let children) = layout { for child in children { visit(child) } }
        }
        visit(layout(presentation))
        return places
    }

    // MARK: Layout

    private indirect enum Layout {
        case part(Part)
        case spacer
        /// A stack without its children, and what they are.
        case stack(ViewTree, [Layout])
    }

    private func view(_ layout: Layout) -> ViewTree {
        switch layout {
        case .part(let part): return view(part)
        case .spacer: return .spacer
        case .stack(var stack, let children):
            stack.children = children.map(view)
            return stack
        }
    }

    private func layout(_ presentation: ActivityPresentation) -> Layout {
        let heading = Layout.stack(.hstack(spacing: 4, []), [.part(.icon), .part(.name)])
        let line: [Layout] = detail.isEmpty ? [] : [.part(.line)]
        return switch presentation {
        case .lockScreen: .stack(.vstack(alignment: .leading, spacing: 4, []), [.stack(.hstack([]), [heading, .spacer, .part(.figure)]), .part(.bar)] + line)
        case .compactLeading, .expandedLeading: .part(.icon)
        case .compactTrailing, .expandedTrailing: .part(.figure)
        case .minimal: .part(progress == nil ? .icon : .figure)
        case .expandedCenter: .part(.name)
        case .expandedBottom: .stack(.vstack(alignment: .leading, []), [.part(.bar)] + line)
        case .small: .stack(.vstack(alignment: .leading, []), [heading, .part(.largeFigure), .part(.bar)])
        }
    }

    // MARK: Parts

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
}

extension String {
    /// Two spellings of one letter are equal, but not the same.
    fileprivate func isSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
