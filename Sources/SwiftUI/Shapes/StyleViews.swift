import WidgetCore

// Colours and gradients are views that fill their room.

extension Color: View, PrimitiveView {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        var tree = ViewTree(.view(.shape(.rectangle)))
        tree.modifiers = [.foreground(archived(in: inputs.environment))]
        tree.id = inputs.id
        outputs.trees.append(tree)
    }
}

extension PrimitiveStyle {
    @MainActor func appendRectangle(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.append(.shape(ViewShape(.rectangle, style: style(in: inputs.environment))), inputs)
    }
}

extension LinearGradient: View, PrimitiveView {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { appendRectangle(to: &outputs, inputs) }
}

extension RadialGradient: View, PrimitiveView {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { appendRectangle(to: &outputs, inputs) }
}

extension EllipticalGradient: View, PrimitiveView {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { appendRectangle(to: &outputs, inputs) }
}

extension AngularGradient: View, PrimitiveView {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { appendRectangle(to: &outputs, inputs) }
}

extension AnyGradient: View, PrimitiveView {
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { appendRectangle(to: &outputs, inputs) }
}

/// The surface's background of accessory families.
nonisolated public struct _AccessoryBackground: PrimitiveView, Sendable {
    public init() {}
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { outputs.append(.accessoryBackground, inputs) }
}
