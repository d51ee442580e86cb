import WidgetProviderKit

/// The total, the last drink, and buttons for the next one.
struct CaffeineView {
    var entry: CaffeineEntry
    var family: WidgetFamily

    /// A safe amount for an adult in a day, in milligrams, by the European Food Safety Authority: a full gauge.
    static let dailyLimit = 400.0
    /// A view's lines for drinks, on a large widget.
    static let drinkLines = 5

    var body: ViewTree {
        switch family {
        case .accessoryInline: .label("\(amount) caffeine", systemImage: "cup.and.saucer").invalidatableContent()
        case .accessoryCircular: gauge(style: .circular, label: "mg", value: "\(Int(entry.total.rounded()))")
        case .accessoryRectangular: .vstack(alignment: .leading, [total, last].compactMap { $0 })
        case .systemSmall: .vstack(alignment: .leading, spacing: 4, [total, last, .spacer, button(.espresso)].compactMap { $0 })
        case .systemMedium:
            .hstack(
                spacing: 16,
                [
                    .vstack(alignment: .leading, spacing: 4, [total, last, .spacer, gauge()].compactMap { $0 }),
                    .vstack(spacing: 6, [.espresso, .cappuccino, .coldBrew].map(button)),
                ])
        default:
            .vstack(alignment: .leading, spacing: 8, [total, last, gauge(), .divider].compactMap { $0 } + drinks + [.spacer, buttons])
        }
    }

    private var amount: String { "\(Int(entry.total.rounded())) mg" }

    private var total: ViewTree {
        .vstack(
            alignment: .leading,
            [
                .text("Total Caffeine").font(.caption).foregroundStyle(.secondary),
                .text(amount).font(.title).bold().monospacedDigit().minimumScaleFactor(0.6).lineLimit(1).invalidatableContent().id("total"),
            ])
    }

    private var last: ViewTree? {
        entry.last.map { record -> ViewTree in
            // Side by side they don't fit a small widget.
            let parts: [ViewTree] = [.text(record.drink.title), .text(record.date, style: .relative)]
            let view: ViewTree = family == .systemSmall ? .vstack(alignment: .leading, spacing: 0, parts) : .hstack(spacing: 4, parts)
            return view.font(.caption).foregroundStyle(.secondary).lineLimit(1)
        }
    }

    private func gauge(style: Gauge.Style = .linear, label: String = "", value: String = "") -> ViewTree {
        .gauge(min(entry.total, Self.dailyLimit), in: 0...Self.dailyLimit, label: label, currentValueLabel: value, style: style)
            .tint(.brown).invalidatableContent()
    }

    private var drinks: [ViewTree] {
        entry.recent.prefix(Self.drinkLines).map { record in
            .hstack([.text(record.drink.title), .spacer, .text(record.date, style: .time).foregroundStyle(.secondary)]).font(.caption)
        }
    }

    private var buttons: ViewTree {
        .grid(horizontalSpacing: 8, verticalSpacing: 8, [[.espresso, .cappuccino, .coldBrew].map(button), [.coffee, .blackTea, .cola].map(button)])
    }

    private func button(_ drink: Drink) -> ViewTree {
        .button(intent: LogDrinkIntent(drink: drink), id: "log-\(drink.rawValue)", [.label(drink.title, systemImage: "plus").font(.caption)])
            .accessibilityLabel("Log \(drink.title), \(Int(drink.caffeine)) mg")
    }
}
