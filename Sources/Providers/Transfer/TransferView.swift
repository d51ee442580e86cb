import SwiftUI
import WidgetKit

/// A transfer's progress.
struct TransferView: View {
    @Environment(\.activityFamily) private var family
    let context: ActivityViewContext<TransferAttributes>

    var body: some View {
        if family == .small {
            VStack(alignment: .leading) {
                heading
                TransferFigure(context: context)
                    .font(.title2)
                TransferBar(context: context)
            }
        } else {
            VStack(alignment: .leading, spacing: 4) {
                HStack {
                    heading
                    Spacer()
                    TransferFigure(context: context)
                }
                TransferBar(context: context)
                TransferLine(context: context)
                CancelButton(context: context)
            }
        }
    }

    private var heading: some View {
        HStack(spacing: 4) {
            TransferIcon(context: context)
            TransferName(context: context)
        }
    }
}

struct TransferIcon: View {
    let context: ActivityViewContext<TransferAttributes>

    var body: some View {
        Image(systemName: context.state.isDone == true ? "checkmark.circle" : context.hasFailed ? "exclamationmark.triangle" : "arrow.down.circle")
            .foregroundStyle(context.color)
    }
}

struct TransferName: View {
    let context: ActivityViewContext<TransferAttributes>

    var body: some View {
        Text(context.attributes.name)
            .font(.headline)
            .lineLimit(1)
    }
}

struct TransferFigure: View {
    let context: ActivityViewContext<TransferAttributes>

    var body: some View {
        Text(TransferFormat.percent(context.state.fraction))
            .monospacedDigit()
    }
}

/// The progress where there is no room for a number, and the icon once it is over.
struct TransferRing: View {
    let context: ActivityViewContext<TransferAttributes>

    var body: some View {
        if context.state.isDone == nil, !context.hasFailed {
            ProgressView(value: context.state.fraction)
                .progressViewStyle(.circular)
                .tint(context.color)
        } else {
            TransferIcon(context: context)
        }
    }
}

struct TransferBar: View {
    let context: ActivityViewContext<TransferAttributes>

    var body: some View {
        ProgressView(value: context.state.fraction)
            .tint(context.color)
    }
}

/// The transferred bytes, the rate and the time left, or how the transfer ended.
struct TransferLine: View {
    let context: ActivityViewContext<TransferAttributes>

    var body: some View {
        Group {
            if let rest {
                HStack(spacing: 4) {
                    Text(words)
                    Text(timerInterval: rest)
                        .monospacedDigit()
                }
            } else {
                Text(words)
            }
        }
        .font(.caption)
        .foregroundStyle(.secondary)
        .lineLimit(2)
    }

    private var words: String {
        let state = context.state
        let (done, sizes) = (TransferFormat.bytes(Double(state.done)), context.state.sizes)
        if let reason = state.reason { return reason }
        if context.isLost { return "\(sizes), then its program was ended" }
        if state.isDone == true { return "\(done) in \(context.attributes.directory)" }
        return rest == nil ? sizes : "\(sizes), \(TransferFormat.rate(state.rate)),"
    }

    /// The time that is left. Nil where it isn't known, or the transfer is over.
    private var rest: ClosedRange<Date>? {
        guard context.state.reason == nil, context.state.isDone != true, !context.isLost, context.state.rate > 0, let until = context.state.until else {
            return nil
        }
        return min(.now, until)...until
    }
}

/// Ends the transfer, while it goes on.
struct CancelButton: View {
    let context: ActivityViewContext<TransferAttributes>

    var body: some View {
        if context.activityState != .ended {
            Button("Cancel", intent: CancelTransferIntent(process: context.attributes.process))
                .accessibilityIdentifier("cancel")
        }
    }
}

extension ActivityViewContext<TransferAttributes> {
    /// Whether its program ended without reporting the result.
    fileprivate var isLost: Bool { state.isDone == nil && activityState == .ended }
    fileprivate var hasFailed: Bool { state.isDone == false || isLost }

    fileprivate var color: Color { state.isDone == true ? .green : hasFailed ? .red : .accentColor }
}

extension TransferAttributes.ContentState {
    fileprivate var sizes: String { "\(TransferFormat.bytes(Double(done))) of \(TransferFormat.bytes(Double(total)))" }
}
