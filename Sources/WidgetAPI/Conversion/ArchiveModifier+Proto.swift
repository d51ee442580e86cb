internal import WidgetCore

extension [ViewModifier] {
    /// The modifiers that this code knows.
    /// - Throws: INVALID_ARGUMENT for an unknown colour.
    init(known proto: [ProtoViewModifier], field: String) throws(WidgetError) {
        self = []
        reserveCapacity(proto.count)
        for (index, modifier) in proto.enumerated() {
            if let known = try ViewModifier.known(modifier, field: "\(field).modifiers[\(index)]") { append(known) }
        }
    }
}

extension ViewModifier {
    /// The modifier; nil: newer than this code, or without effect.
    /// - Throws: INVALID_ARGUMENT for an unknown colour.
    static func known(_ proto: ProtoViewModifier, field: String) throws(WidgetError) -> ViewModifier? {
        switch proto.modifier {
        case .font(let font): return .font(ViewFont(font))
        case .foreground(let color): return .foreground(try ViewColor(color, field: "\(field).foreground"))
        case .tint(let color): return .tint(try ViewColor(color, field: "\(field).tint"))
        case .background(let color): return .background(try ViewColor(color, field: "\(field).background"))
        case .opacity(let opacity): return .opacity(opacity)
        case .offset(let point): return .offset(x: point.x, y: point.y)
        case .scale(let point): return .scale(x: point.x, y: point.y)
        case .rotation(let angle): return .rotation(angle)
        case .frame(let frame): return .frame(ViewFrame(frame))
        case .padding(let insets): return .padding(ViewInsets(insets))
        case .lineLimit(let lines): return .lineLimit(Int(lines))
        case .minimumScaleFactor(let factor): return .minimumScaleFactor(factor)
        case .cornerRadius(let radius): return .cornerRadius(radius)
        case .accentable(let accentable): return .accentable(accentable)
        case .blur(let radius): return .blur(radius)
        case .redacted(let redacted): return redacted ? .redacted : nil
        case .multilineAlignment(let alignment): return ViewAlignment(rawValue: alignment.rawValue).map(ViewModifier.multilineAlignment)
        case .lineLimitRange(let limit):
            return .lineLimitRange(
                minimum: limit.hasMinimum ? Int(limit.minimum) : nil, maximum: limit.hasMaximum ? Int(limit.maximum) : nil,
                reservesSpace: limit.reservesSpace)
        case .truncation(let mode): return ViewTruncation(rawValue: mode.rawValue).map(ViewModifier.truncation)
        case .kerning(let points): return .kerning(points)
        case .tracking(let points): return .tracking(points)
        case .baselineOffset(let points): return .baselineOffset(points)
        case .lineSpacing(let points): return .lineSpacing(points)
        case .allowsTightening(let allows): return .allowsTightening(allows)
        case .strikethrough(let line): return .strikethrough(try ViewTextLine(line, field: "\(field).strikethrough"))
        case .underline(let line): return .underline(try ViewTextLine(line, field: "\(field).underline"))
        case .textCase(let textCase): return ViewTextCase(rawValue: textCase.rawValue).map(ViewModifier.textCase)
        case .foregroundStyle(let styles):
            var known: [ViewStyle] = []
            for style in styles.styles { if let style = try ViewStyle.known(style, field: "\(field).foreground_style") { known.append(style) } }
            return known.isEmpty && !styles.styles.isEmpty ? nil : .foregroundStyle(known)
        case .tintStyle(let style): return try ViewStyle.known(style, field: "\(field).tint_style").map(ViewModifier.tintStyle)
        case .position(let point): return .position(x: point.x, y: point.y)
        case .aspectRatio(let aspect): return .aspectRatio(aspect.hasRatio ? aspect.ratio : nil, fills: aspect.fills)
        case .fixedSize(let axes): return .fixedSize(horizontally: axes.horizontal, vertically: axes.vertical)
        case .layoutPriority(let priority): return .layoutPriority(priority)
        case .zIndex(let index): return .zIndex(index)
        case .alignmentGuide(let guide): return ViewAlignment(rawValue: guide.alignment.rawValue).map { .alignmentGuide($0, guide.value) }
        case .gridCell(let cell): return .gridCell(ViewGridCell(cell))
        case .contentMargins(let margins):
            return .contentMargins(
                top: margins.hasTop ? margins.top : nil, leading: margins.hasLeading ? margins.leading : nil,
                bottom: margins.hasBottom ? margins.bottom : nil, trailing: margins.hasTrailing ? margins.trailing : nil)
        case .ignoresSafeArea(let ignores): return ignores ? .ignoresSafeArea : nil
        case .hidden(let hidden): return hidden ? .hidden : nil
        case .transition(let transition): return ViewTransition.known(transition).map(ViewModifier.transition)
        case .contentTransition(let transition): return ViewContentTransition.known(transition).map(ViewModifier.contentTransition)
        case .animation(let rule):
            var known = AnimationRule(digest: Array(rule.digest), animation: nil, modifiers: rule.hasModifiers ? Int(rule.modifiers) : nil)
            if rule.hasAnimation {
                guard let animation = ViewAnimation.known(rule.animation) else { return nil }
                known.animation = animation
            }
            return .animation(known)
        case .matchedGeometry(let key):
            return .matchedGeometry(
                MatchedGeometryKey(
                    digest: Array(key.digest), matchesPosition: key.position, matchesSize: key.size, anchor: ViewPoint(key.anchor), isSource: key.isSource))
        case .animator(let animator): return .animator(try ViewAnimator(animator, field: "\(field).animator"))
        case .geometryGroup(let group): return group ? .geometryGroup : nil
        case .drawingGroup(let group): return group ? .drawingGroup : nil
        case .identity(let bytes):
            guard let id = NodeID(bytes: Array(bytes)) else { throw .invalid("\(field).identity", "an id has 16 bytes, not \(bytes.count)") }
            return .identity(id)
        case .scaleAbout(let scale): return .scaleAbout(x: scale.scale.x, y: scale.scale.y, anchor: ViewPoint(scale.anchor))
        case .rotationAbout(let rotation): return .rotationAbout(rotation.angle, anchor: ViewPoint(rotation.anchor))
        case .rotation3D(let rotation):
            return .rotation3D(
                ViewRotation3D(
                    angle: rotation.angle, axisX: rotation.axisX, axisY: rotation.axisY, axisZ: rotation.axisZ, anchor: ViewPoint(rotation.anchor),
                    anchorZ: rotation.anchorZ, perspective: rotation.perspective))
        case .projection(let projection): return .projection(projection.matrix)
        case .clip(let shape): return try ViewShape.known(shape, field: "\(field).clip").map(ViewModifier.clip)
        case .containerShape(let shape): return try ViewShape.known(shape, field: "\(field).container_shape").map(ViewModifier.containerShape)
        case .shadow(let shadow):
            return .shadow(
                ViewShadow(
                    color: try ViewColor(shadow.color, field: "\(field).shadow.color"), radius: shadow.radius, x: shadow.offset.x, y: shadow.offset.y))
        case .colorEffect(let effect): return try ViewColorEffect.known(effect, field: "\(field).color_effect").map(ViewModifier.color)
        case .blendMode(let mode): return ViewBlendMode(rawValue: mode.rawValue).map(ViewModifier.blendMode)
        case .compositingGroup(let group): return group ? .compositingGroup : nil
        case .buttonStyle(let style): return ViewButtonStyle(rawValue: style.rawValue).map(ViewModifier.buttonStyle)
        case .buttonBorderShape(let shape): return ViewButtonBorderShape.known(shape).map(ViewModifier.buttonBorderShape)
        case .controlSize(let size): return ViewControlSize(rawValue: size.rawValue).map(ViewModifier.controlSize)
        case .toggleStyle(let style): return ViewToggleStyle(rawValue: style.rawValue).map(ViewModifier.toggleStyle)
        case .gaugeStyle(let style): return Gauge.Style(rawValue: style.rawValue).map(ViewModifier.gaugeStyle)
        case .progressStyle(let style): return ViewProgressStyle(rawValue: style.rawValue).map(ViewModifier.progressStyle)
        case .labelStyle(let style): return ViewLabelStyle(rawValue: style.rawValue).map(ViewModifier.labelStyle)
        case .labelsHidden(let hidden): return hidden ? .labelsHidden : nil
        case .imageScale(let scale): return ViewImageScale(rawValue: scale.rawValue).map(ViewModifier.imageScale)
        case .symbolVariants(let bits): return .symbolVariants(ViewSymbolVariants(rawValue: bits).intersection(.all))
        case .symbolRenderingMode(let mode): return ViewSymbolRenderingMode(rawValue: mode.rawValue).map(ViewModifier.symbolRenderingMode)
        case .disabled(let disabled): return .disabled(disabled)
        case .unredacted(let unredacted): return unredacted ? .unredacted : nil
        case .accessibility(let accessibility): return .accessibility(ViewAccessibility(accessibility))
        case .curvesContent(let curves): return .curvesContent(curves)
        case .dynamicTypeSize(let range):
            return .dynamicTypeSize(
                minimum: try ViewTraits.DynamicTypeSize?(limit: range.minimum, field: "\(field).dynamic_type_size.minimum"),
                maximum: try ViewTraits.DynamicTypeSize?(limit: range.maximum, field: "\(field).dynamic_type_size.maximum"))
        case nil: return nil
        }
    }
}

extension ProtoViewModifier {
    init(_ modifier: ViewModifier) {
        self.init()
        switch modifier {
        case .font(let font): self.font = ProtoFont(font)
        case .foreground(let color): foreground = ProtoColor(color)
        case .tint(let color): tint = ProtoColor(color)
        case .background(let color): background = ProtoColor(color)
        case .opacity(let opacity): self.opacity = opacity
        case .offset(let x, let y): offset = ProtoPoint(x: x, y: y)
        case .scale(let x, let y): scale = ProtoPoint(x: x, y: y)
        case .rotation(let angle): rotation = angle
        case .frame(let frame): self.frame = ProtoFrame(frame)
        case .padding(let insets): padding = ProtoInsets(insets)
        case .lineLimit(let lines): lineLimit = UInt32(clamping: lines)
        case .minimumScaleFactor(let factor): minimumScaleFactor = factor
        case .cornerRadius(let radius): cornerRadius = radius
        case .accentable(let accentable): self.accentable = accentable
        case .blur(let radius): blur = radius
        case .redacted: redacted = true
        case .multilineAlignment(let alignment): multilineAlignment = ProtoAlignment(alignment)
        case .lineLimitRange(let minimum, let maximum, let reservesSpace):
            lineLimitRange = .with {
                if let minimum { $0.minimum = UInt32(clamping: minimum) }
                if let maximum { $0.maximum = UInt32(clamping: maximum) }
                $0.reservesSpace = reservesSpace
            }
        case .truncation(let mode): truncation = ProtoTruncation(rawValue: mode.rawValue) ?? .unspecified
        case .kerning(let points): kerning = points
        case .tracking(let points): tracking = points
        case .baselineOffset(let points): baselineOffset = points
        case .lineSpacing(let points): lineSpacing = points
        case .allowsTightening(let allows): allowsTightening = allows
        case .strikethrough(let line): strikethrough = ProtoTextLine(line)
        case .underline(let line): underline = ProtoTextLine(line)
        case .textCase(let textCase): self.textCase = ProtoTextCase(rawValue: textCase.rawValue) ?? .unspecified
        case .foregroundStyle(let styles): foregroundStyle.styles = styles.map { ProtoStyle($0) }
        case .tintStyle(let style): tintStyle = ProtoStyle(style)
        case .position(let x, let y): position = ProtoPoint(x: x, y: y)
        case .aspectRatio(let ratio, let fills):
            aspectRatio = .with {
                if let ratio { $0.ratio = ratio }
                $0.fills = fills
            }
        case .fixedSize(let horizontal, let vertical):
            fixedSize = .with {
                $0.horizontal = horizontal
                $0.vertical = vertical
            }
        case .layoutPriority(let priority): layoutPriority = priority
        case .zIndex(let index): zIndex = index
        case .alignmentGuide(let alignment, let value):
            alignmentGuide = .with {
                $0.alignment = ProtoAlignment(alignment)
                $0.value = value
            }
        case .gridCell(let cell): gridCell = ProtoGridCell(cell)
        case .contentMargins(let top, let leading, let bottom, let trailing):
            contentMargins = .with {
                if let top { $0.top = top }
                if let leading { $0.leading = leading }
                if let bottom { $0.bottom = bottom }
                if let trailing { $0.trailing = trailing }
            }
        case .ignoresSafeArea: ignoresSafeArea = true
        case .hidden: hidden = true
        case .transition(let transition): self.transition = ProtoTransition(transition)
        case .contentTransition(let transition): contentTransition = ProtoContentTransition(transition)
        case .animation(let rule):
            animation = .with {
                $0.digest = .init(rule.digest)
                if let animation = rule.animation { $0.animation = ProtoAnimation(animation) }
                if let count = rule.modifiers { $0.modifiers = UInt32(clamping: count) }
            }
        case .matchedGeometry(let key):
            matchedGeometry = .with {
                $0.digest = .init(key.digest)
                $0.position = key.matchesPosition
                $0.size = key.matchesSize
                $0.anchor = ProtoPoint(key.anchor)
                $0.isSource = key.isSource
            }
        case .animator(let animator): self.animator = ProtoAnimator(animator)
        case .geometryGroup: geometryGroup = true
        case .drawingGroup: drawingGroup = true
        case .identity(let id): identity = .init(id.bytes)
        case .scaleAbout(let x, let y, let anchor):
            scaleAbout = .with {
                $0.scale = ProtoPoint(x: x, y: y)
                $0.anchor = ProtoPoint(anchor)
            }
        case .rotationAbout(let angle, let anchor):
            rotationAbout = .with {
                $0.angle = angle
                $0.anchor = ProtoPoint(anchor)
            }
        case .rotation3D(let rotation):
            rotation3D = .with {
                $0.angle = rotation.angle
                $0.axisX = rotation.axisX
                $0.axisY = rotation.axisY
                $0.axisZ = rotation.axisZ
                $0.anchor = ProtoPoint(rotation.anchor)
                $0.perspective = rotation.perspective
                $0.anchorZ = rotation.anchorZ
            }
        case .projection(let matrix): projection.matrix = matrix
        case .clip(let shape): clip = ProtoShape(shape)
        case .containerShape(let shape): containerShape = ProtoShape(shape)
        case .shadow(let shadow):
            self.shadow = .with {
                $0.color = ProtoColor(shadow.color)
                $0.radius = shadow.radius
                $0.offset = ProtoPoint(x: shadow.x, y: shadow.y)
            }
        case .color(let effect): colorEffect = ProtoColorEffect(effect)
        case .blendMode(let mode): blendMode = ProtoBlendMode(rawValue: mode.rawValue) ?? .unspecified
        case .compositingGroup: compositingGroup = true
        case .buttonStyle(let style): buttonStyle = ProtoButtonStyle(rawValue: style.rawValue) ?? .unspecified
        case .buttonBorderShape(let shape): buttonBorderShape = ProtoButtonBorderShape(shape)
        case .controlSize(let size): controlSize = ProtoControlDimension(rawValue: size.rawValue) ?? .unspecified
        case .toggleStyle(let style): toggleStyle = ProtoToggleStyle(rawValue: style.rawValue) ?? .unspecified
        case .gaugeStyle(let style): gaugeStyle = ProtoGauge.Style(rawValue: style.rawValue) ?? .unspecified
        case .progressStyle(let style): progressStyle = ProtoProgressStyle(rawValue: style.rawValue) ?? .unspecified
        case .labelStyle(let style): labelStyle = ProtoLabelStyle(rawValue: style.rawValue) ?? .unspecified
        case .labelsHidden: labelsHidden = true
        case .imageScale(let scale): imageScale = ProtoImageScale(rawValue: scale.rawValue) ?? .unspecified
        case .symbolVariants(let variants): symbolVariants = variants.rawValue
        case .symbolRenderingMode(let mode): symbolRenderingMode = ProtoSymbolRenderingMode(rawValue: mode.rawValue) ?? .unspecified
        case .disabled(let disabled): self.disabled = disabled
        case .unredacted: unredacted = true
        case .dynamicTypeSize(let minimum, let maximum):
            dynamicTypeSize = .with {
                $0.minimum = UInt32(minimum?.rawValue ?? 0)
                $0.maximum = UInt32(maximum?.rawValue ?? 0)
            }
        case .accessibility(let accessibility): self.accessibility = ProtoAccessibility(accessibility)
        case .curvesContent(let curves): curvesContent = curves
        }
    }
}
