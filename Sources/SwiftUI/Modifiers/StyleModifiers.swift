import WidgetCore

// Modifiers of colours, backgrounds and what lies over a view.
extension View {
    nonisolated private func foreground(_ styles: [any ShapeStyle]) -> some View {
        archived { tree, inputs in tree.modifiers.append(styles.foreground(in: inputs.environment)) }
    }

    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { foreground([style]) }
    nonisolated public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View { foreground([primary, secondary]) }
    nonisolated public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle, S3: ShapeStyle>(_ primary: S1, _ secondary: S2, _ tertiary: S3) -> some View {
        foreground([primary, secondary, tertiary])
    }
    nonisolated public func foregroundColor(_ color: Color?) -> some View {
        archived { tree, inputs in if let color { tree.modifiers.append(.foreground(color.archived(in: inputs.environment))) } }
    }

    nonisolated public func tint(_ tint: Color?) -> some View {
        archived { tree, inputs in if let tint { tree.modifiers.append(.tint(tint.archived(in: inputs.environment))) } }
    }
    nonisolated public func tint<S: ShapeStyle>(_ tint: S?) -> some View {
        archived { tree, inputs in
            guard let tint else { return }
            let style = tint.style(in: inputs.environment)
            if case .color(let color) = style { tree.modifiers.append(.tint(color)) } else { tree.modifiers.append(.tintStyle(style)) }
        }
    }
    nonisolated public func accentColor(_ accentColor: Color?) -> some View { tint(accentColor) }
    /// The view belongs to the group that takes the accent where a widget has one.
    nonisolated public func widgetAccentable(_ accentable: Bool = true) -> some View { archived(.accentable(accentable)) }

    nonisolated public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        LayeredView(content: self, secondary: content(), layer: .background, alignment: alignment)
    }
    @_disfavoredOverload
    nonisolated public func background<Background: View>(_ background: Background, alignment: Alignment = .center) -> some View {
        LayeredView(content: self, secondary: background, layer: .background, alignment: alignment)
    }
    nonisolated public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        StyledBackground(content: self, style: style)
    }
    nonisolated public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { background(.background) }
    nonisolated public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
        background { shape.fill(style, style: fillStyle) }
    }
    nonisolated public func background<T: Shape>(in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
        background(.background, in: shape, fillStyle: fillStyle)
    }
    nonisolated public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }

    nonisolated public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        LayeredView(content: self, secondary: content(), layer: .overlay, alignment: alignment)
    }
    @_disfavoredOverload
    nonisolated public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center) -> some View {
        LayeredView(content: self, secondary: overlay, layer: .overlay, alignment: alignment)
    }
    nonisolated public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        overlay { Rectangle().fill(style) }
    }
    nonisolated public func overlay<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
        overlay { shape.fill(style, style: fillStyle) }
    }

    nonisolated public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
        overlay { Rectangle().strokeBorder(content, lineWidth: width) }
    }
    nonisolated public func mask<Mask: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask) -> some View {
        LayeredView(content: self, secondary: mask(), layer: .mask, alignment: alignment)
    }
    nonisolated public func mask<Mask: View>(_ mask: Mask) -> some View { LayeredView(content: self, secondary: mask, layer: .mask) }
}

/// A view with a background of one style. A colour has a form of its own, which every reader knows.
nonisolated private struct StyledBackground<Content: View, Style: ShapeStyle>: PrimitiveView {
    let content: Content
    let style: Style

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        guard case .color(let color) = style.style(in: inputs.environment) else {
            return LayeredView(content: content, secondary: Rectangle().fill(style), layer: .background)._append(to: &outputs, inputs)
        }
        content.archived(.background(color))._append(to: &outputs, inputs)
    }
}

extension View {
    /// The view with a label that surfaces show outside of the widget, for `widgetLabel`.
    nonisolated package func labelled(_ label: some View) -> some View { LayeredView(content: self, secondary: label, layer: .widgetLabel) }
}
