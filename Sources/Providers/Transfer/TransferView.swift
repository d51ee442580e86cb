import WidgetProviderKit

/// How far a transfer has come.
struct TransferView {
    var context: ActivityViewContext<TransferAttributes>

    private var attributes: TransferAttributes { context.attributes }
    private var state: TransferAttributes.ContentState { context.state }
    /// Its program was ended before it could say how it went.
    private var isLost: Bool { state.isDone == nil && context.activityState == .ended }

    var content: ViewTree {
        if context.activityFamily == .small { return .vstack(alignment: .leading, [heading, figure.font(.title2), bar]) }
        return .vstack(alignment: .leading, spacing: 4, [.hstack([heading, .spacer(), figure]), bar, line] + buttons)
    }

    var island: DynamicIsland {
        DynamicIsland(
            expanded: [
                DynamicIslandExpandedRegion(.leading, icon), DynamicIslandExpandedRegion(.center, name), DynamicIslandExpandedRegion(.trailing, figure),
                DynamicIslandExpandedRegion(.bottom, .vstack(alignment: .leading, [bar, line] + buttons)),
            ], compactLeading: icon, compactTrailing: figure, minimal: figure)
    }

    private var icon: ViewTree {
        if state.isDone == true { return .image(systemName: "checkmark.circle").foregroundStyle(.green) }
        if state.isDone == false || isLost { return .image(systemName: "exclamationmark.triangle").foregroundStyle(.red) }
        return .image(systemName: "arrow.down.circle").foregroundStyle(.accent)
    }

    private var name: ViewTree { .text(attributes.name).font(.headline).lineLimit(1) }
    private var heading: ViewTree { .hstack(spacing: 4, [icon, name]) }
    private var figure: ViewTree { .text(TransferFormat.percent(state.fraction)).monospacedDigit() }
    private var bar: ViewTree { .progress(state.fraction).tint(state.isDone == true ? .green : state.isDone == false || isLost ? .red : .accent) }

    private var line: ViewTree {
        let sizes = "\(TransferFormat.bytes(Double(state.done))) of \(TransferFormat.bytes(Double(state.total)))"
        let small: (ViewTree) -> ViewTree = { $0.font(.caption).foregroundStyle(.secondary).lineLimit(2) }
        if let reason = state.reason { return small(.text(reason)) }
        if isLost { return small(.text("\(sizes), then its program was ended")) }
        if state.isDone == true { return small(.text("\(TransferFormat.bytes(Double(state.done))) in \(attributes.directory)")) }
        guard state.rate > 0, let until = state.until else { return small(.text(sizes)) }
        return small(
            .hstack(
                spacing: 4,
                [.text("\(sizes), \(TransferFormat.rate(state.rate)),"), .text(LiveText(style: .timer, date: until, countsDown: true)).monospacedDigit()]))
    }

    private var buttons: [ViewTree] {
        guard context.activityState != .ended else { return [] }
        return [.button(intent: CancelTransferIntent(process: attributes.process), id: "cancel", [.text("Cancel")])]
    }
}
