import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// An activity in a line of the board: symbol, title, progress, its device where that is another one, and its age. The selected one has a second line with its
/// actions.
struct ActivityRow {
    let drawing: WidgetDrawing
    let columns: Int

    /// Points of a column.
    private static let column = 8.0

    private var width: Int { min(columns, BoardLimits.lineColumns) }

    func first(_ snapshot: ProtoActivitySnapshot, isSelected: Bool, indent: Int) -> RenderedWidget {
        let glance = ActivityGlance(snapshot, traits: drawing.traits)
        let age = Self.age(snapshot, now: drawing.now)
        var parts = [cell(.text(isSelected ? marker : " "), 1 + indent, .trailing), symbol(glance)]
        let hasBar = width >= 60
        let rest = width - indent - (hasBar ? 13 : 12)
        var title = ViewTree.text(glance.title).lineLimit(1)
        if isSelected { title = title.bold() }
        // The title has the rest where there is no room for more.
        let titleColumns = max(1, hasBar ? rest * 2 / 5 : rest - 6)
        parts.append(cell(title, titleColumns, .leading))
        if hasBar {
            let barColumns = min(24, rest / 5)
            parts.append(cell(glance.fraction.map { ViewTree.progress($0).tint(glance.tint) } ?? .text(""), barColumns, .leading))
        }
        parts.append(cell(.text(glance.figure).lineLimit(1).modifier(.contentTransition(.numericText(value: glance.fraction ?? 0))), 6, .trailing))
        if hasBar { parts += words(snapshot, isSelected ? "" : glance.detail) }
        parts.append(cell(.text(age.text).foregroundStyle(.secondary), 6, .trailing))
        return row(parts, tick: [glance.nextTick, age.nextTick].compactMap(\.self).min(), isDim: snapshot.isOutOfDate || snapshot.isAway)
    }

    /// Its actions, and its text.
    func second(_ snapshot: ProtoActivitySnapshot, isUnfolded: Bool) -> RenderedWidget {
        let glance = ActivityGlance(snapshot, traits: drawing.traits)
        var parts = [cell(.text(""), 4, .leading)]
        for (number, action) in glance.actions.prefix(9).enumerated() {
            parts.append(.button(id: action.id, effect: .reload, [.text("\(number + 1) \(action.title.isEmpty ? action.id : action.title)").lineLimit(1)]))
        }
        if !glance.detail.isEmpty { parts.append(.text(glance.detail).lineLimit(1).foregroundStyle(.secondary)) }
        if glance.actions.isEmpty, glance.detail.isEmpty { parts.append(.text(isUnfolded ? "" : "v shows all of it").foregroundStyle(.secondary)) }
        return row(parts, tick: nil, isDim: false)
    }

    /// One line for all that have ended: their number, and the outcome of each.
    func ended(_ snapshots: [ProtoActivitySnapshot], isSelected: Bool, isUnfolded: Bool) -> RenderedWidget {
        var used = 12 + "\(snapshots.count)".count
        var words: [ViewTree] = []
        for (position, snapshot) in (isUnfolded ? [] : snapshots).enumerated() {
            let glance = ActivityGlance(snapshot, traits: drawing.traits)
            let rest = position == snapshots.count - 1 ? "" : ","
            let name = (position == 0 ? "" : " ") + DisplayWidth.truncated(PlainText.line(glance.title), to: BoardLimits.nameColumns)
            let mark = glance.outcome.map { " " + Self.mark($0, isUnicode: drawing.isUnicode) } ?? ""
            used += DisplayWidth.of(name + mark + rest)
            guard used + (rest.isEmpty ? 0 : 2) <= width else {
                words.append(.text(drawing.isUnicode ? " …" : " ~"))
                break
            }
            words += [.text(name), .text(mark).foregroundStyle(glance.outcome == .failure ? .red : .green), .text(rest)]
        }
        var parts: [ViewTree] = [
            cell(.text(isSelected ? marker : " "), 1, .trailing), fold(isUnfolded), .text("\(snapshots.count) ended" + (isUnfolded ? "" : ":")),
        ]
        if !words.isEmpty { parts.append(.hstack(spacing: 0, words.filter { $0.content != .view(.text("")) })) }
        return row(parts, tick: nil, isDim: false)
    }

    // MARK: Parts

    private var marker: String { drawing.isUnicode ? "▸" : ">" }

    private func fold(_ isUnfolded: Bool) -> ViewTree {
        .text(drawing.isUnicode ? (isUnfolded ? "⌄" : "›") : (isUnfolded ? "-" : "+")).foregroundStyle(.secondary)
    }

    static func mark(_ outcome: TaskActivity.Outcome, isUnicode: Bool) -> String {
        switch outcome {
        case .success: isUnicode ? "✓" : "ok"
        case .failure: isUnicode ? "✗" : "failed"
        }
    }

    private func symbol(_ glance: ActivityGlance) -> ViewTree {
        let symbol = glance.outcome.map { ViewTree.text(drawing.isUnicode ? Self.mark($0, isUnicode: true) : $0 == .success ? "+" : "!") } ?? glance.symbol
        return cell(symbol.foregroundStyle(glance.tint == .accent ? .primary : glance.tint).lineLimit(1), 2, .leading)
    }

    /// Its text, its trouble, and its device.
    private func words(_ snapshot: ProtoActivitySnapshot, _ words: String) -> [ViewTree] {
        let trouble = Self.trouble(snapshot)
        let detail = trouble.map { ViewTree.text($0).foregroundStyle(.yellow) } ?? .text(words).foregroundStyle(.secondary)
        let device = snapshot.local ? [] : [ViewTree.text("on \(snapshot.deviceName)").lineLimit(1).foregroundStyle(.secondary)]
        return [detail.lineLimit(1).modifier(.contentTransition(.opacity)).frame(maxWidth: .infinity, alignment: .leading)] + device
    }

    private static func trouble(_ snapshot: ProtoActivitySnapshot) -> String? {
        if snapshot.isAway { return "away" }
        if snapshot.isOutOfDate { return "out of date" }
        return snapshot.lastError.isEmpty ? nil : snapshot.lastError
    }

    /// How long it has run, or how long ago it ended.
    private static func age(_ snapshot: ProtoActivitySnapshot, now: Timestamp) -> (text: String, nextTick: Timestamp?) {
        let start = (snapshot.hasEnded ? snapshot.activity.endedAt : snapshot.activity.startDate).timestamp
        let milliseconds = max(0, (now - start).count)
        let unit: Int64 = milliseconds < 60_000 ? 1_000 : milliseconds < 3_600_000 ? 60_000 : milliseconds < 86_400_000 ? 3_600_000 : 86_400_000
        return (DateFormatting.words(seconds: UInt64(milliseconds / 1_000)), start + .init((milliseconds / unit + 1) * unit))
    }

    private func cell(_ view: ViewTree, _ columns: Int, _ alignment: ViewAlignment) -> ViewTree {
        view.frame(width: Double(columns) * Self.column, alignment: alignment)
    }

    private func row(_ parts: [ViewTree], tick: Timestamp?, isDim: Bool) -> RenderedWidget {
        // Its bar moves, its figure rolls, and its words fade. Other texts are there at once: an age changes every second, and a title with the selection.
        let tree = ViewTree.hstack(spacing: Self.column, parts).opacity(isDim ? 0.5 : 1).frame(maxWidth: .infinity, alignment: .leading)
            .modifier(.contentTransition(.identity))
        let size = CellSize(columns: width, rows: 1)
        // It has few views, and none that can be refused.
        guard let archive = try? tree.archive() else { return RenderedWidget(size: .init(columns: 0, rows: 0), lines: []) }
        var line = TerminalRenderer.view(archive, size: size, traits: drawing.traits)
        line.nextTick = [line.nextTick, tick].compactMap(\.self).min()
        return line
    }
}

/// The text of an activity's line: a task's own words; for another type, the text of its compact views and its lock-screen view.
private struct ActivityGlance {
    var symbol: ViewTree
    var title: String
    /// 0 to 1; nil: it has no progress.
    var fraction: Double?
    /// Its progress in a word.
    var figure: String
    var detail: String
    var tint: ViewColor.Name
    /// Nil: it goes on, or nobody knows.
    var outcome: TaskActivity.Outcome?
    var actions: [RenderedLines.Action]
    /// When it next looks different without an event; nil: never.
    var nextTick: Timestamp?

    init(_ snapshot: ProtoActivitySnapshot, traits: SurfaceTraits) {
        let activity = snapshot.activity
        let views = snapshot.views
        func read(_ presentation: ActivityPresentation) -> RenderedLines {
            views[presentation].map { LineRenderer.lines($0, traits: traits, isInvalidated: snapshot.isOutOfDate) } ?? RenderedLines()
        }
        let whole = read(.lockScreen)
        let targets = snapshot.tapTargets
        let named = views.sorted { $0.key < $1.key }.map { LineRenderer.lines($0.value, traits: traits) }.actions(among: targets)
        let titles = Dictionary(named.map { ($0.id, $0.title) }) { first, _ in first }
        actions = targets.map(\.id).map { RenderedLines.Action(id: $0, title: titles[$0] ?? "") }
        if activity.type == TaskActivity.type, let task = try? TaskActivity(attributes: activity.attributes, state: activity.content.state) {
            symbol = .image(systemName: task.symbol.isEmpty ? "gearshape" : task.symbol)
            title = task.title
            fraction = task.outcome == nil ? task.progress : nil
            figure = task.outcome == nil ? task.progress.map { "\(Int(($0 * 100).rounded(.down))) %" } ?? "" : ""
            detail = task.detail
            outcome = task.outcome
            tint =
                switch task.outcome {
                case .success: .green
                case .failure: .red
                case nil: .accent
                }
            return
        }
        let (leading, trailing) = (read(.compactLeading), read(.compactTrailing))
        let words = leading.lines.joined(separator: " ")
        symbol = .text(words.isEmpty ? (traits.isUnicode ? "◆" : "*") : words)
        let title = ActivityRendering.title(activity.attributes) ?? (activity.tag.isEmpty ? activity.type : activity.tag)
        self.title = title
        fraction = snapshot.hasEnded ? nil : whole.fraction ?? trailing.fraction
        figure = trailing.lines.joined(separator: " ")
        detail = whole.lines.filter { $0 != title }.joined(separator: " ")
        tint = .accent
        outcome = nil
        nextTick = [leading.nextTick, trailing.nextTick].compactMap(\.self).min()
    }
}
