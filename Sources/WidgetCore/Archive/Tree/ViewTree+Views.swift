extension ViewTree {
    /// A text that wraps within its place.
    public static func text(_ string: String) -> ViewTree { ViewTree(.view(.text(string))) }

    /// A text that follows the clock without a reload.
    public static func text(_ live: LiveText) -> ViewTree { ViewTree(.view(.liveText(live))) }

    /// A date as `style` shows it, kept current by the surface.
    public static func text(_ date: Timestamp, style: LiveText.Style) -> ViewTree { text(LiveText(style: style, date: date)) }

    /// A timer that runs within a range and stops at its end.
    public static func text(timerInterval range: ClosedRange<Timestamp>, pauseTime: Timestamp? = nil, countsDown: Bool = true) -> ViewTree {
        text(LiveText(style: .timer, date: range.lowerBound, end: range.upperBound, countsDown: countsDown, pause: pauseTime))
    }

    /// A symbol by name, such as `cup.and.saucer`.
    public static func image(systemName: String, accentedRenderingMode: ViewImage.AccentedRenderingMode? = nil) -> ViewTree {
        ViewTree(.view(.image(ViewImage(source: .systemName(systemName), accentedRenderingMode: accentedRenderingMode))))
    }

    /// A picture, whose bytes travel beside the timeline.
    public static func image(_ picture: ImageReference, accentedRenderingMode: ViewImage.AccentedRenderingMode? = nil) -> ViewTree {
        ViewTree(.picture(picture, accentedRenderingMode: accentedRenderingMode))
    }

    /// A title with a symbol before it.
    public static func label(_ title: String, systemImage: String) -> ViewTree { ViewTree(.view(.label(title: title, systemImage: systemImage))) }

    /// Children below each other. Spacing is in points; nil: the surface's own.
    public static func vstack(alignment: ViewAlignment? = nil, spacing: Double? = nil, _ children: [ViewTree]) -> ViewTree {
        ViewTree(.view(.stack(axis: .vertical, alignment: alignment, spacing: spacing)), children: children)
    }

    /// Children beside each other. Spacing is in points; nil: the surface's own.
    public static func hstack(alignment: ViewAlignment? = nil, spacing: Double? = nil, _ children: [ViewTree]) -> ViewTree {
        ViewTree(.view(.stack(axis: .horizontal, alignment: alignment, spacing: spacing)), children: children)
    }

    /// Children over each other, the last in front.
    public static func zstack(alignment: ViewAlignment? = nil, _ children: [ViewTree]) -> ViewTree {
        ViewTree(.view(.stack(axis: .depth, alignment: alignment, spacing: nil)), children: children)
    }

    /// Takes the room that its stack has left; at least `minLength` points.
    public static func spacer(minLength: Double? = nil) -> ViewTree { ViewTree(.view(.spacer(minimumLength: minLength))) }

    public static var spacer: ViewTree { spacer() }

    public static var divider: ViewTree { ViewTree(.view(.divider)) }

    /// A value within bounds. `currentValueLabel` stands for the value, such as `42 %`.
    public static func gauge(
        _ value: Double, in bounds: ClosedRange<Double> = 0...1, label: String = "", currentValueLabel: String = "", style: Gauge.Style = .linear
    ) -> ViewTree {
        ViewTree(
            .view(
                .gauge(
                    Gauge(
                        value: value, minimum: bounds.lowerBound, maximum: bounds.upperBound, label: label, currentValueLabel: currentValueLabel, style: style
                    ))))
    }

    /// History: up to ``Limits/chartPoints`` values from left to right; nil is a gap. `bounds` are those of the values' axis; nil: found from the values.
    public static func chart(
        _ values: [Double?], style: Chart.Style = .line, x: [Double] = [], in bounds: ClosedRange<Double>? = nil, marks: [Chart.Mark] = []
    ) -> ViewTree {
        chart([Chart.Series(values)], style: style, x: x, in: bounds, marks: marks)
    }

    /// History of several values at the same places.
    public static func chart(
        _ series: [Chart.Series], style: Chart.Style = .line, x: [Double] = [], in bounds: ClosedRange<Double>? = nil, marks: [Chart.Mark] = []
    ) -> ViewTree {
        ViewTree(.view(.chart(Chart(style: style, series: series, x: x, minimum: bounds?.lowerBound, maximum: bounds?.upperBound, marks: marks))))
    }

    /// Progress from 0 to 1; nil: indeterminate.
    public static func progress(_ fraction: Double?, label: String = "") -> ViewTree {
        ViewTree(.view(.progress(fraction.map(ViewProgress.fraction) ?? .indeterminate, label: label)))
    }

    /// Progress that runs with the clock.
    public static func progress(timerInterval range: ClosedRange<Timestamp>, label: String = "") -> ViewTree {
        ViewTree(.view(.progress(.range(start: range.lowerBound, end: range.upperBound), label: label)))
    }

    /// A button that performs `intent` in the provider. `id` names the action for `widgetctl tap`; nil: the intent's name.
    public static func button(id: String? = nil, intent: String, parameters: Parameters = [:], _ label: [ViewTree]) -> ViewTree {
        ViewTree(.button(Action(id: id, effect: .intent(name: intent, parameters: parameters))), children: label)
    }

    /// A button that performs `intent` in the provider.
    public static func button(_ title: String, id: String? = nil, intent: String, parameters: Parameters = [:]) -> ViewTree {
        button(id: id, intent: intent, parameters: parameters, [.text(title)])
    }

    /// A button with any effect: an intent, a reload or an address.
    public static func button(id: String? = nil, effect: ViewAction.Effect, _ label: [ViewTree]) -> ViewTree {
        ViewTree(.button(Action(id: id, effect: effect)), children: label)
    }

    /// A toggle that performs `intent`. Both states are rendered now: `off` and `on`.
    public static func toggle(
        _ title: String = "", isOn: Bool, id: String? = nil, intent: String, parameters: Parameters = [:], off: ViewTree, on: ViewTree
    ) -> ViewTree {
        ViewTree(.toggle(Action(id: id, effect: .intent(name: intent, parameters: parameters)), isOn: isOn, title: title), children: [off, on])
    }

    /// A toggle whose title is the same in both states; the surface draws the switch.
    public static func toggle(_ title: String, isOn: Bool, id: String? = nil, intent: String, parameters: Parameters = [:]) -> ViewTree {
        toggle(title, isOn: isOn, id: id, intent: intent, parameters: parameters, off: .text(title), on: .text(title))
    }

    /// Opens an absolute address. The children are its label.
    public static func link(_ url: String, _ label: [ViewTree]) -> ViewTree { ViewTree(.view(.link(url: url)), children: label) }

    public static func shape(_ shape: ViewShape) -> ViewTree { ViewTree(.view(.shape(shape))) }

    /// A filled area.
    public static func color(_ color: ViewColor) -> ViewTree { shape(.rectangle).foregroundStyle(color) }

    /// Rows of cells; a column is as wide as its widest cell. Spacings are in points; nil: the surface's own.
    public static func grid(
        alignment: ViewAlignment? = nil, horizontalSpacing: Double? = nil, verticalSpacing: Double? = nil, _ rows: [[ViewTree]]
    ) -> ViewTree {
        ViewTree(
            .view(.grid(alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing)),
            children: rows.map { ViewTree(.view(.gridRow), children: $0) })
    }
}
