/// The checks on one modifier of a node.
struct ModifierCheck {
    let node: NodeCheck

    func run(_ modifier: ViewModifier) throws(ArchiveFault) {
        switch modifier {
        case .font(let font): try check(font)
        case .lineLimit(let lines): try check(lines: lines)
        case .lineLimitRange(let minimum, let maximum, _):
            if let minimum { try check(lines: minimum) }
            if let maximum { try check(lines: maximum) }
            if let minimum, let maximum { try node.require(minimum <= maximum) { "a line limit's minimum is at most its maximum" } }
        case .kerning(let points): try node.check(signedLength: points, "kerning")
        case .tracking(let points): try node.check(signedLength: points, "tracking")
        case .baselineOffset(let points): try node.check(signedLength: points, "baseline_offset")
        case .lineSpacing(let points): try node.check(length: points, "line_spacing")
        case .dynamicTypeSize(let minimum?, let maximum?):
            try node.require(minimum.rawValue <= maximum.rawValue) { "dynamic_type_size's minimum is at most its maximum" }
        case .minimumScaleFactor(let factor): try node.check(fraction: factor, "minimum_scale_factor")
        case .strikethrough(let line): if let color = line.color { try check(color, "strikethrough.color") }
        case .underline(let line): if let color = line.color { try check(color, "underline.color") }
        case .foreground(let color), .tint(let color), .background(let color): try check(color, "color")
        case .foregroundStyle(let styles):
            try node.require((1...3).contains(styles.count)) { "a foreground has 1 to 3 styles, not \(styles.count)" }
            for style in styles { try check(style, "foreground_style") }
        case .tintStyle(let style): try check(style, "tint_style")
        case .frame, .padding, .offset, .position, .aspectRatio, .layoutPriority, .zIndex, .alignmentGuide, .gridCell, .contentMargins:
            try check(layout: modifier)
        case .opacity, .scale, .rotation, .scaleAbout, .rotationAbout, .rotation3D, .projection, .cornerRadius, .clip, .containerShape, .shadow, .blur, .color:
            try check(effect: modifier)
        case .buttonBorderShape(.roundedRectangle(let radius)): try node.check(length: radius, "button_border_shape.radius")
        case .accessibility(let accessibility): try check(accessibility)
        case .transition(let transition): try MotionCheck(node: node).check(transition, depth: 1)
        case .contentTransition(let transition): try MotionCheck(node: node).check(transition)
        case .animation(let rule):
            try check(digest: rule.digest, "animation.digest")
            if let animation = rule.animation { try MotionCheck(node: node).check(animation) }
        case .animator(let animator): try check(animator)
        case .matchedGeometry(let key):
            try check(digest: key.digest, "matched_geometry.digest")
            try node.check(key.anchor, "matched_geometry.anchor")
        case .multilineAlignment, .truncation, .allowsTightening, .textCase, .accentable, .fixedSize, .ignoresSafeArea, .hidden, .blendMode,
            .compositingGroup, .drawingGroup, .buttonStyle, .buttonBorderShape, .controlSize, .toggleStyle, .gaugeStyle, .progressStyle, .labelStyle,
            .labelsHidden, .imageScale, .symbolVariants, .symbolRenderingMode, .disabled, .dynamicTypeSize, .redacted, .unredacted, .curvesContent,
            .geometryGroup, .identity:
            break
        }
    }

    private func check(layout modifier: ViewModifier) throws(ArchiveFault) {
        switch modifier {
        case .frame(let frame): try check(frame)
        case .padding(let insets):
            for (length, edge) in [(insets.top, "top"), (insets.leading, "leading"), (insets.bottom, "bottom"), (insets.trailing, "trailing")] {
                try node.check(signedLength: length, "padding.\(edge)")
            }
        case .offset(let x, let y): try node.check(ViewPoint(x: x, y: y), "offset")
        case .position(let x, let y): try node.check(ViewPoint(x: x, y: y), "position")
        case .aspectRatio(let ratio?, _):
            try node.require((1 / Limits.length...Limits.length).contains(ratio)) { "aspect_ratio.ratio is more than 0, not \(ratio)" }
        case .layoutPriority(let priority): try node.check(finite: priority, "layout_priority")
        case .zIndex(let index): try node.check(finite: index, "z_index")
        case .alignmentGuide(_, let value): try node.check(signedLength: value, "alignment_guide")
        case .gridCell(let cell):
            try node.require((1...Limits.gridItems).contains(cell.columns)) { "grid_cell.columns is 1 to \(Limits.gridItems), not \(cell.columns)" }
            if let anchor = cell.anchor { try node.check(anchor, "grid_cell.anchor") }
        case .contentMargins(let top, let leading, let bottom, let trailing):
            for length in [top, leading, bottom, trailing] { try node.check(length: length, "content_margins") }
        default: break
        }
    }

    private func check(_ frame: ViewFrame) throws(ArchiveFault) {
        try node.check(length: frame.width, "frame.width")
        try node.check(length: frame.height, "frame.height")
        try node.check(length: frame.minimumWidth, "frame.min_width")
        try node.check(length: frame.minimumHeight, "frame.min_height")
        try node.check(length: frame.idealWidth, "frame.ideal_width")
        try node.check(length: frame.idealHeight, "frame.ideal_height")
        // A maximum may be infinite: all the room there is.
        if frame.maximumWidth != .infinity { try node.check(length: frame.maximumWidth, "frame.max_width") }
        if frame.maximumHeight != .infinity { try node.check(length: frame.maximumHeight, "frame.max_height") }
    }

    private func check(effect modifier: ViewModifier) throws(ArchiveFault) {
        switch modifier {
        case .opacity(let opacity): try node.check(fraction: opacity, "opacity")
        case .scale(let x, let y): try node.check(ViewPoint(x: x, y: y), "scale")
        case .rotation(let angle): try node.check(signedLength: angle, "rotation")
        case .scaleAbout(let x, let y, let anchor):
            try node.check(ViewPoint(x: x, y: y), "scale")
            try node.check(anchor, "scale.anchor")
        case .rotationAbout(let angle, let anchor):
            try node.check(signedLength: angle, "rotation")
            try node.check(anchor, "rotation.anchor")
        case .rotation3D(let rotation):
            for number in [rotation.angle, rotation.axisX, rotation.axisY, rotation.axisZ, rotation.anchorZ, rotation.perspective] {
                try node.check(signedLength: number, "rotation_3d")
            }
            try node.check(rotation.anchor, "rotation_3d.anchor")
        case .projection(let matrix):
            try node.require(matrix.count == 9) { "projection has 9 numbers, not \(matrix.count)" }
            for number in matrix { try node.check(signedLength: number, "projection") }
        case .cornerRadius(let radius): try node.check(length: radius, "corner_radius")
        case .clip(let shape), .containerShape(let shape): try node.check(shape)
        case .shadow(let shadow):
            try check(shadow.color, "shadow.color")
            try node.check(length: shadow.radius, "shadow.radius")
            try node.check(ViewPoint(x: shadow.x, y: shadow.y), "shadow")
        case .blur(let radius): try node.check(length: radius, "blur")
        case .color(let effect): try check(effect)
        default: break
        }
    }

    private func check(_ effect: ViewColorEffect) throws(ArchiveFault) {
        switch effect {
        case .brightness(let amount), .contrast(let amount), .saturation(let amount), .grayscale(let amount), .hueRotation(let amount):
            try node.check(signedLength: amount, "color_effect")
        case .multiply(let color): try check(color, "color_effect.multiply")
        case .invert, .luminanceToAlpha: break
        }
    }

    private func check(lines: Int) throws(ArchiveFault) {
        try node.require(Limits.lineLimit.contains(lines)) {
            "a line limit is \(Limits.lineLimit.lowerBound) to \(Limits.lineLimit.upperBound), not \(lines)"
        }
    }

    private func check(_ font: ViewFont) throws(ArchiveFault) {
        try node.require(font.name.utf8.count <= Limits.fontNameBytes) {
            "a font's name has at most \(Limits.fontNameBytes) bytes, this one \(font.name.utf8.count)"
        }
        guard let size = font.size else { return }
        // The size of a named font follows its style, as the user sets it.
        try node.require(font.style == nil || !font.name.isEmpty) { "a font has a style or a size, not both" }
        try node.require(Limits.fontSize.contains(size)) {
            "a font's size is \(Limits.fontSize.lowerBound) to \(Limits.fontSize.upperBound) points, not \(size)"
        }
    }

    private func check(_ color: ViewColor, _ field: String) throws(ArchiveFault) {
        if case .faded(_, let opacity) = color { try node.check(fraction: opacity, "\(field).opacity") }
    }

    func check(_ style: ViewStyle, _ field: String) throws(ArchiveFault) {
        switch style {
        case .color(let color): try check(color, field)
        case .gradient(let gradient): try check(gradient, field)
        case .hierarchical(let level): try node.require((1...5).contains(level)) { "\(field).hierarchical is 1 to 5, not \(level)" }
        case .material, .role: break
        case .faded(let style, let opacity):
            try node.check(fraction: opacity, "\(field).opacity")
            if case .faded = style { throw node.fault("\(field) is faded twice; multiply the factors") }
            try check(style, field)
        }
    }

    private func check(_ gradient: ViewGradient, _ field: String) throws(ArchiveFault) {
        switch gradient.geometry {
        case .linear(let start, let end):
            try node.check(start, "\(field).gradient.start")
            try node.check(end, "\(field).gradient.end")
        case .radial(let center, let start, let end), .elliptical(let center, let start, let end), .angular(let center, let start, let end):
            try node.check(center, "\(field).gradient.center")
            try node.check(signedLength: start, "\(field).gradient.start")
            try node.check(signedLength: end, "\(field).gradient.end")
        }
        try node.require((1...Limits.gradientStops).contains(gradient.stops.count)) {
            "a gradient has 1 to \(Limits.gradientStops) stops, not \(gradient.stops.count)"
        }
        for (index, stop) in gradient.stops.enumerated() {
            try node.check(fraction: stop.location, "\(field).gradient.stops[\(index)].location")
            try check(stop.color, "\(field).gradient.stops[\(index)].color")
            try node.require(index == 0 || gradient.stops[index - 1].location <= stop.location) { "a gradient's stops have rising locations" }
        }
    }

    private func check(_ accessibility: ViewAccessibility) throws(ArchiveFault) {
        for text in accessibility.texts {
            try node.require(text.utf8.count <= Limits.accessibilityLabelBytes) {
                "a text for screen readers has at most \(Limits.accessibilityLabelBytes) bytes, this one \(text.utf8.count)"
            }
        }
        if let priority = accessibility.sortPriority { try node.check(finite: priority, "accessibility.sort_priority") }
    }

    private func check(_ animator: ViewAnimator) throws(ArchiveFault) {
        try check(digest: animator.trigger, "animator.trigger")
        let most = Limits.motionSamples
        switch animator.kind {
        case .phases(let phases):
            try node.require((1...most).contains(phases.count)) { "animator.phases has 1 to \(most) phases, not \(phases.count)" }
            for animation in phases.compactMap(\.animation) { try MotionCheck(node: node).check(animation) }
        case .keyframes(let first, let later):
            for (keyframes, field) in [(first, "keyframes"), (later, "later_keyframes")] {
                try node.require((1...most).contains(keyframes.count)) { "animator.\(field) has 1 to \(most) keyframes, not \(keyframes.count)" }
            }
        }
        for modifiers in animator.states {
            try node.require(modifiers.count <= Limits.modifiersPerNode) {
                "a state of an animator has at most \(Limits.modifiersPerNode) modifiers, and this one has \(modifiers.count)"
            }
            for modifier in modifiers {
                if case .animator = modifier { throw node.fault("an animator stands in no other one") }
                try run(modifier)
            }
        }
    }

    private func check(digest: [UInt8], _ field: String) throws(ArchiveFault) {
        try node.require(digest.count == Limits.motionDigestBytes) { "\(field) has \(Limits.motionDigestBytes) bytes, not \(digest.count)" }
    }
}
