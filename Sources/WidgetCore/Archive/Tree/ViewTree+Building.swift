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
        ViewTree(.picture(picture, ViewImage(source: .image(0), accentedRenderingMode: accentedRenderingMode)))
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
    public static func progress(timerInterval range: ClosedRange<Timestamp>, countsDown: Bool = false, label: String = "") -> ViewTree {
        ViewTree(.view(.progress(.range(start: range.lowerBound, end: range.upperBound, countsDown: countsDown), label: label)))
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
            children: rows.map { ViewTree(.view(.gridRow(alignment: nil)), children: $0) })
    }
}

// SwiftUI's names, so that what people know carries over. Lengths are points, angles radians, opacities and fractions 0 to 1.
extension ViewTree {
    private func with(_ change: (inout ViewTree) -> Void) -> ViewTree {
        var copy = self
        change(&copy)
        return copy
    }

    /// Adds a modifier; those before it are applied before it.
    public func modifier(_ modifier: ViewModifier) -> ViewTree { with { $0.modifiers.append(modifier) } }

    /// Changes the font that the modifier right before set, and otherwise adds one: `.font(.title).bold()` is one font.
    private func adjustingFont(_ change: (inout ViewFont) -> Void) -> ViewTree {
        with { tree in
            var font = ViewFont()
            if case .font(let last)? = tree.modifiers.last {
                font = last
                tree.modifiers.removeLast()
            }
            change(&font)
            tree.modifiers.append(.font(font))
        }
    }

    public func font(_ style: ViewFont.Style) -> ViewTree {
        adjustingFont {
            $0.style = style; $0.size = nil
        }
    }
    /// A size in points, 1 to 512.
    public func font(size: Double) -> ViewTree {
        adjustingFont {
            $0.size = size; $0.style = nil
        }
    }
    public func fontWeight(_ weight: ViewFont.Weight) -> ViewTree { adjustingFont { $0.weight = weight } }
    public func bold() -> ViewTree { fontWeight(.bold) }
    public func italic() -> ViewTree { adjustingFont { $0.isItalic = true } }
    public func monospacedDigit() -> ViewTree { adjustingFont { $0.isMonospacedDigit = true } }

    public func foregroundStyle(_ color: ViewColor) -> ViewTree { modifier(.foreground(color)) }
    public func foregroundStyle(_ name: ViewColor.Name) -> ViewTree { foregroundStyle(.named(name)) }
    public func tint(_ color: ViewColor) -> ViewTree { modifier(.tint(color)) }
    public func tint(_ name: ViewColor.Name) -> ViewTree { tint(.named(name)) }
    public func background(_ color: ViewColor) -> ViewTree { modifier(.background(color)) }
    public func background(_ name: ViewColor.Name) -> ViewTree { background(.named(name)) }
    public func opacity(_ opacity: Double) -> ViewTree { modifier(.opacity(opacity)) }
    public func offset(x: Double = 0, y: Double = 0) -> ViewTree { modifier(.offset(x: x, y: y)) }
    public func scaleEffect(_ scale: Double) -> ViewTree { modifier(.scale(x: scale, y: scale)) }
    public func scaleEffect(x: Double = 1, y: Double = 1) -> ViewTree { modifier(.scale(x: x, y: y)) }
    public func rotationEffect(radians: Double) -> ViewTree { modifier(.rotation(radians)) }
    /// A maximum of `.infinity` takes all the room there is.
    public func frame(
        width: Double? = nil, height: Double? = nil, maxWidth: Double? = nil, maxHeight: Double? = nil, alignment: ViewAlignment? = nil
    ) -> ViewTree {
        modifier(.frame(ViewFrame(width: width, height: height, maximumWidth: maxWidth, maximumHeight: maxHeight, alignment: alignment)))
    }
    public func padding(_ length: Double = 16) -> ViewTree {
        modifier(.padding(ViewInsets(top: length, leading: length, bottom: length, trailing: length)))
    }
    public func padding(horizontal: Double = 0, vertical: Double = 0) -> ViewTree {
        modifier(.padding(ViewInsets(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)))
    }
    public func padding(_ insets: ViewInsets) -> ViewTree { modifier(.padding(insets)) }
    public func lineLimit(_ lines: Int) -> ViewTree { modifier(.lineLimit(lines)) }
    public func minimumScaleFactor(_ factor: Double) -> ViewTree { modifier(.minimumScaleFactor(factor)) }
    public func cornerRadius(_ radius: Double) -> ViewTree { modifier(.cornerRadius(radius)) }
    public func widgetAccentable(_ accentable: Bool = true) -> ViewTree { modifier(.accentable(accentable)) }
    public func blur(radius: Double) -> ViewTree { modifier(.blur(radius)) }
    public func redacted() -> ViewTree { modifier(.redacted) }
    public func multilineTextAlignment(_ alignment: ViewAlignment) -> ViewTree { modifier(.multilineAlignment(alignment)) }

    /// The text of a screen reader; at most ``Limits/accessibilityLabelBytes``.
    public func accessibilityLabel(_ label: String) -> ViewTree { with { $0.accessibilityLabel = label } }
    /// Hidden while the session is locked.
    public func privacySensitive(_ sensitive: Bool = true) -> ViewTree { with { $0.isPrivacySensitive = sensitive } }
    /// Shown as out of date from a tap until the next entry.
    public func invalidatableContent(_ invalidatable: Bool = true) -> ViewTree { with { $0.isInvalidatable = invalidatable } }
    /// Shown by a reader that doesn't know this view; `required` keeps such a reader from drawing the archive at all.
    public func fallback(_ text: String, required: Bool = false) -> ViewTree {
        with {
            $0.fallback = text; $0.mustUnderstand = required
        }
    }

    /// An identity of its own: the same value in another entry is the same view, wherever among its siblings it lies.
    public func id(_ value: String) -> ViewTree { with { $0.explicitID = ExplicitID.digest(of: value) } }
    public func id(_ value: Int) -> ViewTree { with { $0.explicitID = ExplicitID.digest(of: value) } }

    /// The address that is opened where the widget is tapped outside of its buttons, toggles and links.
    public func widgetURL(_ url: String) -> ViewTree { with { $0.widgetURL = url } }

    /// The widget's background, which a place may remove. One view of a tree may have it.
    public func containerBackground(_ views: () -> [ViewTree]) -> ViewTree {
        let views = views()
        return with { $0.containerBackground = views }
    }
    public func containerBackground(_ color: ViewColor) -> ViewTree { containerBackground { [.color(color)] } }
    public func containerBackground(_ name: ViewColor.Name) -> ViewTree { containerBackground(.named(name)) }
}

/// The digests of values given to `.id()`: SHA-256 of the value's canonical JSON, cut to 16 bytes, so that every process and every language finds the same.
private enum ExplicitID {
    static func digest(of value: String) -> [UInt8] { digest(ofJSON: JSONText.quoted(value)) }
    static func digest(of value: Int) -> [UInt8] { digest(ofJSON: String(value)) }

    private static func digest(ofJSON text: String) -> [UInt8] { Array(ContentDigest(of: Array(text.utf8)).bytes.prefix(16)) }
}
