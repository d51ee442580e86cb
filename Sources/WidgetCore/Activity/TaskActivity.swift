/// The attributes type that widgetd draws itself, for a task: something with a title that goes on for a while, and perhaps reports its progress.
public struct TaskActivity: Sendable, Hashable {
    /// The type's name.
    public static let type = "task"

    /// How it ended.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case success, failure
    }

    // Attributes
    public var title: String
    /// A symbol's name.
    public var symbol: String

    // State
    /// One line; empty: none.
    public var detail: String
    /// 0 to 1; nil: nobody knows.
    public var progress: Double?
    /// Nil: it goes on.
    public var outcome: Outcome?
    /// When it began; nil: no elapsed time is shown.
    public var startedAt: Timestamp?
    /// When it ended; nil: it goes on.
    public var finishedAt: Timestamp?

    public init(
        title: String, symbol: String = "", detail: String = "", progress: Double? = nil, outcome: Outcome? = nil, startedAt: Timestamp? = nil,
        finishedAt: Timestamp? = nil
    ) {
        self.title = title
        self.symbol = symbol
        self.detail = detail
        self.progress = progress
        self.outcome = outcome
        self.startedAt = startedAt
        self.finishedAt = finishedAt
    }

    /// - Parameters:
    ///   - attributes: `{"title": "Backup", "symbol": "externaldrive"}`; the symbol may be left out.
    ///   - state: `{"detail": "12 GB left", "progress": 0.6, "outcome": "success", "startedAt": "2026-11-20T08:00:00Z", "finishedAt": …}`; any key may be
    ///     left out.
    /// - Throws: INVALID_ARGUMENT that names the key.
    public init(attributes: String, state: String) throws(WidgetError) {
        var reader = try JSONObjectReader(
            .object(try ActivityJSON.object(attributes, field: "attributes")), at: .key(.root, "attributes"), expecting: "an object")
        title = try reader.required("title", "what a user calls it", JSONField.text)
        symbol = try reader.optional("symbol", JSONField.text) ?? ""
        try reader.finish("the attributes of a task")
        reader = try JSONObjectReader(.object(try ActivityJSON.object(state, field: "state")), at: .key(.root, "state"), expecting: "an object")
        detail = try reader.optional("detail", JSONField.text) ?? ""
        progress = try reader.optional("progress", Self.fraction)
        outcome = try reader.optional("outcome") { value, path throws(WidgetError) in try JSONField.choice(value, path, of: Outcome.allCases) }
        startedAt = try reader.optional("startedAt", JSONField.date)
        finishedAt = try reader.optional("finishedAt", JSONField.date)
        try reader.finish("the state of a task")
        try title.checkBytes(atMost: Limits.titleBytes, field: "attributes.title")
        try symbol.checkBytes(atMost: Limits.symbolNameBytes, field: "attributes.symbol")
        try detail.checkBytes(atMost: Limits.descriptionBytes, field: "state.detail")
    }

    private static func fraction(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Double {
        let fraction = try JSONField.number(value, path)
        guard (0...1).contains(fraction) else { throw .invalid("\(path)", "\(fraction) isn't from 0 to 1") }
        return fraction
    }

    /// As ``init(attributes:state:)`` reads it.
    public var attributes: String { JSONText.object([("title", .string(title)), ("symbol", symbol.isEmpty ? nil : .string(symbol))]) }

    /// As ``init(attributes:state:)`` reads it.
    public var state: String {
        JSONText.object([
            ("detail", detail.isEmpty ? nil : .string(detail)), ("progress", progress.map(JSONValue.number)), ("outcome", outcome.map { .string($0.rawValue) }),
            ("startedAt", startedAt.map { .string($0.rfc3339) }), ("finishedAt", finishedAt.map { .string($0.rfc3339) }),
        ])
    }
}

/// The views of a task.
extension TaskActivity {
    /// The parts of a task's presentations. Each is one view, of the same kind whatever the task's state is.
    public enum Part: Sendable, Hashable, CaseIterable {
        case icon, name, figure, largeFigure, ring, bar, line
    }

    /// Every presentation.
    public var views: [ActivityPresentation: ViewTree] {
        Dictionary(uniqueKeysWithValues: ActivityPresentation.allCases.map { ($0, view($0)) })
    }

    public func view(_ presentation: ActivityPresentation) -> ViewTree { view(layout(presentation)) }

    public func view(_ part: Part) -> ViewTree {
        switch part {
        case .icon: .image(systemName: iconName).foregroundStyle(color)
        case .name: .text(title).font(.headline).lineLimit(1).minimumScaleFactor(0.7)
        case .figure: figure
        case .largeFigure: figure.font(.title2)
        case .ring: .gauge(progress ?? 0, currentValueLabel: progress.map(Self.percent) ?? "", style: .accessoryCircularCapacity).tint(color)
        case .bar: .progress(outcome == .success ? 1 : outcome == .failure ? progress ?? 1 : progress).tint(color)
        case .line: .text(detail).font(.caption).foregroundStyle(.secondary).lineLimit(2)
        }
    }

    /// Whether another task has the same parts in the same places, whatever they show.
    public func isLaidOut(as other: TaskActivity) -> Bool {
        detail.isEmpty == other.detail.isEmpty && (progress == nil) == (other.progress == nil) && hasRing == other.hasRing
    }

    /// Whether a part looks the same in both tasks.
    public func isSame(_ part: Part, as other: TaskActivity) -> Bool {
        switch part {
        case .icon: symbol.isSameBytes(as: other.symbol) && outcome == other.outcome
        case .name: title.isSameBytes(as: other.title)
        case .figure, .largeFigure:
            progress?.bitPattern == other.progress?.bitPattern && outcome == other.outcome && startedAt == other.startedAt && finishedAt == other.finishedAt
        case .ring, .bar: progress?.bitPattern == other.progress?.bitPattern && outcome == other.outcome
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
        /// A stack without its children, and their layouts.
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
        case .minimal: .part(hasRing ? .ring : .icon)
        case .expandedCenter: .part(.name)
        case .expandedBottom: .stack(.vstack(alignment: .leading, []), [.part(.bar)] + line)
        case .small: .stack(.vstack(alignment: .leading, []), [heading, .part(.largeFigure), .part(.bar)])
        }
    }

    // MARK: Parts

    /// A task that goes on is a ring where there is little room, and has its symbol again in the end.
    private var hasRing: Bool { progress != nil && outcome == nil }

    private static func percent(_ progress: Double) -> String { "\(Int((progress * 100).rounded(.down)))" }

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

    /// The task's progress, otherwise its elapsed time.
    private var figure: ViewTree {
        if let progress, outcome == nil { return .text(Self.percent(progress) + " %").monospacedDigit() }
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
    /// Compares bytes: `==` finds two Unicode spellings of one letter equal.
    fileprivate func isSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
