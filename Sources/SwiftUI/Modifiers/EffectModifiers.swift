import WidgetCore

// Modifiers of how a view is drawn.
extension View {
    nonisolated public func opacity(_ opacity: Double) -> some View { archived(.opacity(opacity.isNaN ? 1 : min(1, max(0, opacity)))) }
    nonisolated public func hidden() -> some View { archived(.hidden) }

    nonisolated public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
        archived(
            anchor == .center
                ? .scale(x: scale.width, y: scale.height) : .scaleAbout(x: scale.width, y: scale.height, anchor: ViewPoint(anchor)))
    }
    nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View { scaleEffect(CGSize(width: s, height: s), anchor: anchor) }
    nonisolated public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        scaleEffect(CGSize(width: x, height: y), anchor: anchor)
    }
    nonisolated public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        archived(anchor == .center ? .rotation(angle.radians) : .rotationAbout(angle.radians, anchor: ViewPoint(anchor)))
    }
    nonisolated public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0, perspective: CGFloat = 1
    ) -> some View {
        archived(
            .rotation3D(
                ViewRotation3D(
                    angle: angle.radians, axisX: axis.x, axisY: axis.y, axisZ: axis.z, anchor: ViewPoint(anchor), anchorZ: anchorZ,
                    perspective: perspective)))
    }
    nonisolated public func transformEffect(_ transform: CGAffineTransform) -> some View {
        projectionEffect(ProjectionTransform(transform))
    }
    nonisolated public func projectionEffect(_ transform: ProjectionTransform) -> some View { archived(.projection(transform)) }

    nonisolated public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View { archived(.cornerRadius(max(0, radius))) }
    nonisolated public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
        archived { tree, inputs in tree.modifiers.append(.clip(shape.archived(in: inputs, fillStyle: style))) }
    }
    nonisolated public func clipped(antialiased: Bool = false) -> some View { archived(.clip(.rectangle)) }
    nonisolated public func containerShape<T: InsettableShape>(_ shape: T) -> some View {
        archived { tree, inputs in tree.modifiers.append(.containerShape(shape.archived(in: inputs))) }
    }
    nonisolated public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { self }

    nonisolated public func shadow(color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View {
        archived { tree, inputs in
            tree.modifiers.append(.shadow(ViewShadow(color: color.archived(in: inputs.environment), radius: max(0, radius), x: x, y: y)))
        }
    }
    nonisolated public func blur(radius: CGFloat, opaque: Bool = false) -> some View { archived(.blur(max(0, radius))) }
    nonisolated public func brightness(_ amount: Double) -> some View { archived(.color(.brightness(amount))) }
    nonisolated public func contrast(_ amount: Double) -> some View { archived(.color(.contrast(amount))) }
    nonisolated public func saturation(_ amount: Double) -> some View { archived(.color(.saturation(amount))) }
    nonisolated public func grayscale(_ amount: Double) -> some View { archived(.color(.grayscale(amount))) }
    nonisolated public func hueRotation(_ angle: Angle) -> some View { archived(.color(.hueRotation(angle.radians))) }
    nonisolated public func colorInvert() -> some View { archived(.color(.invert)) }
    nonisolated public func colorMultiply(_ color: Color) -> some View {
        archived { tree, inputs in tree.modifiers.append(.color(.multiply(color.archived(in: inputs.environment)))) }
    }
    nonisolated public func luminanceToAlpha() -> some View { archived(.color(.luminanceToAlpha)) }
    nonisolated public func blendMode(_ blendMode: BlendMode) -> some View { archived(.blendMode(blendMode.archived)) }
    nonisolated public func compositingGroup() -> some View { archived(.compositingGroup) }
    nonisolated public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear) -> some View { archived(.drawingGroup) }

    nonisolated public func imageScale(_ scale: Image.Scale) -> some View {
        let archivedScale: ViewImageScale =
            switch scale {
            case .small: .small
            case .medium: .medium
            case .large: .large
            }
        return archived(.imageScale(archivedScale))
    }
    nonisolated public func symbolVariant(_ variant: SymbolVariants) -> some View { archived(.symbolVariants(variant.archived)) }
    nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
        archived { tree, _ in if let mode { tree.modifiers.append(.symbolRenderingMode(mode.archived)) } }
    }
}
