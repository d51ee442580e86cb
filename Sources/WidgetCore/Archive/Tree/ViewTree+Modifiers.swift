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

    /// What a screen reader says; at most ``Limits/accessibilityLabelBytes``.
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
