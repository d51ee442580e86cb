import Testing
import WidgetAPI
import WidgetCore

@Suite("Every modifier and content survives the wire")
struct ModifierCodecTests {
    static let digest = [UInt8](repeating: 7, count: 16)
    static let color = ViewColor.faded(.red, opacity: 0.25)
    static let point = ViewPoint(x: 0.25, y: 0.75)
    static let anchor = ViewPoint.center

    static let text: [ViewModifier] = [
        .font(ViewFont(style: .headline, weight: .ultraLight, isItalic: true, isMonospacedDigit: true, design: .rounded)),
        .font(ViewFont(size: 17, weight: .black, name: "DejaVu Sans")),
        .font(
            {
                var font = ViewFont(style: .body, design: .serif)
                (font.width, font.leading, font.isSmallCaps) = (.condensed, .loose, true)
                return font
            }()),
        .lineLimit(2), .lineLimitRange(minimum: 1, maximum: 4, reservesSpace: true), .lineLimitRange(minimum: nil, maximum: 3, reservesSpace: false),
        .minimumScaleFactor(0.5), .multilineAlignment(.trailing), .truncation(.head), .truncation(.middle), .kerning(-1.5), .tracking(2), .baselineOffset(-3),
        .lineSpacing(4), .allowsTightening(true), .allowsTightening(false), .strikethrough(ViewTextLine(isActive: false)),
        .strikethrough(ViewTextLine(pattern: .dashDotDot, color: color)), .underline(ViewTextLine(pattern: .dot)), .textCase(.uppercase), .textCase(.unchanged),
    ]

    static let gradients: [ViewGradient.Geometry] = [
        .linear(start: ViewPoint(x: 0, y: 0), end: ViewPoint(x: 1, y: 1)), .radial(center: point, startRadius: 1, endRadius: 20),
        .elliptical(center: point, startRadius: 0.25, endRadius: 0.5), .angular(center: point, startAngle: -1, endAngle: 4),
    ]

    static let colors: [ViewModifier] =
        [
            .foreground(.rgba(0x1122_3344)), .foreground(color), .tint(.named(.accent)), .background(.named(.clear)), .accentable(true), .accentable(false),
            .foregroundStyle([.hierarchical(2)]), .foregroundStyle([.color(color), .material(.ultraThick), .role(.separator)]), .tintStyle(.material(.bar)),
            .tintStyle(.faded(.role(.fill), 0.5)),
        ]
        + gradients.map {
            .tintStyle(.gradient(ViewGradient($0, stops: [.init(.named(.red), location: 0), .init(color, location: 0.5), .init(.named(.blue), location: 1)])))
        }

    static let layout: [ViewModifier] = [
        .frame(
            {
                var frame = ViewFrame(minimumWidth: 1, maximumWidth: .infinity, minimumHeight: 2, maximumHeight: 30, alignment: .leadingLastTextBaseline)
                (frame.idealWidth, frame.idealHeight) = (10, 20)
                return frame
            }()),
        .frame(ViewFrame(width: 3, height: 4)), .padding(ViewInsets(top: 1, leading: -2, bottom: 3, trailing: 4)), .offset(x: -1, y: 2), .position(x: 3, y: -4),
        .aspectRatio(1.5, fills: true), .aspectRatio(nil, fills: false), .fixedSize(horizontally: true, vertically: false), .layoutPriority(-1), .zIndex(2),
        .alignmentGuide(.firstTextBaseline, -3), .gridCell(ViewGridCell(columns: 3, anchor: point, columnAlignment: .trailing, isUnsizedHorizontally: true)),
        .gridCell(ViewGridCell(isUnsizedVertically: true)), .contentMargins(top: 1, leading: nil, bottom: 0, trailing: 4), .ignoresSafeArea,
    ]

    static let forms: [ViewShape] = [
        .rectangle, .circle, .capsule, .roundedRectangle(cornerRadius: 5), ViewShape(.ellipse), ViewShape(.containerRelative),
        ViewShape(.unevenRoundedRectangle(ViewCornerRadii(topLeading: 1, topTrailing: 2, bottomLeading: 3, bottomTrailing: 4))),
        ViewShape(
            .path(
                ViewPath(
                    width: 10, height: 20,
                    elements: [
                        .move(point), .line(ViewPoint(x: 3, y: -4)), .quadCurve(to: point, control: ViewPoint(x: 9, y: 8)),
                        .curve(to: point, control1: ViewPoint(x: 1, y: 2), control2: ViewPoint(x: 3, y: 4)), .close,
                    ])), isEvenOdd: true),
        ViewShape(
            .circle, style: .role(.tint),
            stroke: .init(width: 3, cap: .round, join: .bevel, miterLimit: 4, dash: [1, 2], dashPhase: 0.5), trim: .init(from: 0.25, to: 0.75), inset: 2,
            rotation: -1.5),
    ]

    static let effects: [ViewModifier] =
        [
            .opacity(0.5), .hidden, .scale(x: 2, y: -1), .rotation(3), .scaleAbout(x: 1.5, y: 1, anchor: point), .rotationAbout(-1, anchor: point),
            .rotation3D(ViewRotation3D(angle: 1, axisX: 0, axisY: 1, axisZ: 0.5, anchor: point, anchorZ: -8, perspective: 0.25)),
            .projection([1, 0, 0, 0, 1, 0, 5, 6, 1]), .cornerRadius(4), .shadow(ViewShadow(color: color, radius: 3, x: -1, y: 2)), .blur(2),
            .compositingGroup, .drawingGroup,
        ] + forms.map { .clip($0) } + [.containerShape(ViewShape(.ellipse))]
        + [.brightness(-0.5), .contrast(2), .saturation(0), .grayscale(1), .hueRotation(3), .invert, .multiply(color), .luminanceToAlpha].map { .color($0) }
        + ViewBlendMode.allCases.map { .blendMode($0) }

    static let styles: [ViewModifier] =
        ViewButtonStyle.allCases.map { .buttonStyle($0) }
        + [.automatic, .capsule, .roundedRectangle(radius: nil), .roundedRectangle(radius: 3), .circle].map { .buttonBorderShape($0) }
        + ViewControlSize.allCases.map { .controlSize($0) } + ViewToggleStyle.allCases.map { .toggleStyle($0) } + Gauge.Style.allCases.map { .gaugeStyle($0) }
        + ViewProgressStyle.allCases.map { .progressStyle($0) } + ViewLabelStyle.allCases.map { .labelStyle($0) } + [.labelsHidden]
        + ViewImageScale.allCases.map { .imageScale($0) } + [.symbolVariants([]), .symbolVariants([.fill, .circle]), .symbolVariants(.all)]
        + ViewSymbolRenderingMode.allCases.map { .symbolRenderingMode($0) } + [.disabled(true), .disabled(false)]
        + [
            .dynamicTypeSize(minimum: nil, maximum: .xxxLarge), .dynamicTypeSize(minimum: .small, maximum: nil),
            .dynamicTypeSize(minimum: .large, maximum: .large),
        ]

    static let state: [ViewModifier] = [
        .redacted, .unredacted, .curvesContent(true), .curvesContent(false),
        .accessibility(ViewAccessibility(label: "", value: "v", hint: "h", identifier: "i", isHidden: false, children: .combine)),
        .accessibility(
            {
                var accessibility = ViewAccessibility(label: "l", isHidden: true)
                (accessibility.isHeader, accessibility.isImage, accessibility.isButton) = (true, false, true)
                (accessibility.updatesFrequently, accessibility.sortPriority) = (false, -2)
                return accessibility
            }()),
    ]

    static let animations: [ViewAnimation] = [
        ViewAnimation(.automatic), ViewAnimation(.timingCurve(.linear, duration: 0.5), modifiers: [.delay(1), .speed(2)]),
        ViewAnimation(
            .timingCurve(.bezier(start: point, end: anchor), duration: 2), modifiers: [.repeats(count: 3, autoreverses: true), .logicallyComplete(after: 1)]),
        ViewAnimation(.timingCurve(.circular(.easeInOut), duration: 1), modifiers: [.repeats(count: nil, autoreverses: false)]),
        ViewAnimation(.spring(response: 0.5, dampingFraction: 0.75, blendDuration: 0.25)),
        ViewAnimation(.interpolatingSpring(mass: 1, stiffness: 100, damping: 10, initialVelocity: -2)), ViewAnimation(.samples([0, 0.5, 1.25, 1])),
    ]

    static let symbolEffects: [ViewSymbolEffect] = [
        ViewSymbolEffect(kind: .automatic), ViewSymbolEffect(kind: .appear, style: .up, isByLayer: true, repetition: .never, speed: 2),
        ViewSymbolEffect(kind: .replace, style: .offUp, isByLayer: false, repetition: .periodic(count: 3, delay: 0.5)),
        ViewSymbolEffect(kind: .magicReplace, repetition: .periodic(count: nil, delay: nil)), ViewSymbolEffect(kind: .disappear, repetition: .forever),
        ViewSymbolEffect(kind: .appear, repetition: .continuous),
    ]

    static let transitions: [ViewTransition] =
        [.identity, .opacity, .slide, .blurReplaceDownUp, .blurReplaceUpUp, .offset(point), .scale(0.5, anchor: point)]
        + ViewTransition.Edge.allCases.flatMap { [.move($0), .push($0)] } + symbolEffects.map { .symbolEffect($0) }
        + [
            .phases(
                active: .init(opacity: 0, offset: ViewPoint(x: 3, y: 4), scale: ViewPoint(x: 2, y: 1), anchor: point, blurRadius: 5), identity: .init()),
            .asymmetric(insertion: .move(.top), removal: .combined(.opacity, .animated(.slide, nil))), .animated(.opacity, animations[1]),
        ]

    static let motion: [ViewModifier] =
        transitions.map { .transition($0) }
        + [.automatic, .identity, .interpolate, .opacity, .numericTextUp, .numericTextDown, .blur, .numericText(value: -3)].map { .contentTransition($0) }
        + symbolEffects.map { .contentTransition(.symbolEffect($0)) } + animations.map { .animation(AnimationRule(digest: digest, animation: $0)) }
        + [
            .animation(AnimationRule(digest: digest, animation: nil)), .animation(AnimationRule(digest: digest, animation: nil, modifiers: 2)),
            .animator(
                ViewAnimator(
                    trigger: digest, modifiers: 0,
                    kind: .phases([.init(modifiers: [.opacity(0.5), .blur(1)], animation: nil), .init(modifiers: [], animation: animations[0])]))),
            .animator(ViewAnimator(trigger: digest, modifiers: 0, kind: .keyframes(first: [[.opacity(0.5)], []], later: [[.opacity(1)]]))),
            .animator(ViewAnimator(trigger: digest, modifiers: 0, kind: .keyframes(first: [[.opacity(0.5)]], later: [[.opacity(0.5)]]))),
            .matchedGeometry(MatchedGeometryKey(digest: digest)),
            .matchedGeometry(MatchedGeometryKey(digest: digest, matchesPosition: false, matchesSize: false, anchor: point, isSource: false)), .geometryGroup,
            .identity(NodeID(high: 1, low: .max)),
        ]

    @Test(
        "Modifiers",
        arguments: [("text", text), ("colours", colors), ("layout", layout), ("effects", effects), ("styles", styles), ("state", state), ("motion", motion)])
    func modifiersSurvive(_ group: (name: String, all: [ViewModifier])) throws {
        for modifier in group.all {
            let encoded = try ArchiveCodec.encode(try ViewTree.text("a").modifier(modifier).archive(), family: .systemLarge)
            #expect(try ArchiveCodec.decode(encoded.bytes).nodes.first?.modifiers == [modifier])
        }
    }

    static let contents: [ViewTree] =
        forms.map { .shape($0) }
        + [
            ViewTree(
                .view(
                    .richText([
                        ViewTextSpan(.text("a"), modifiers: [.foreground(color), .font(ViewFont(style: .title))]),
                        ViewTextSpan(.liveText(.currentTime()), modifiers: [.strikethrough(ViewTextLine())]), ViewTextSpan(.symbol("wifi")),
                    ]))),
            ViewTree(.view(.accessoryBackground)),
            ViewTree(.view(.layered(.mask, alignment: .topTrailing)), children: [.text("a"), .shape(.circle)]),
            ViewTree(.view(.layered(.widgetLabel, alignment: nil)), children: [.text("a"), .text("b")]),
            ViewTree(.view(.firstThatFits(horizontally: true, vertically: false)), children: [.text("long"), .text("l")]),
            ViewTree(
                .view(
                    .lazyGrid(
                        LazyGrid(
                            axis: .horizontal,
                            items: [
                                .init(.fixed(3)), .init(.flexible(minimum: 4, maximum: .infinity), spacing: 2),
                                .init(.adaptive(minimum: 5, maximum: 6), alignment: .bottom),
                            ], spacing: 1, alignment: .top))), children: [.text("a"), .text("b")]),
            ViewTree(
                .view(
                    .gauge(
                        {
                            var gauge = Gauge(value: 1, maximum: 2, minimumLabel: "min", maximumLabel: "max", style: .accessoryCircularCapacity)
                            gauge.parts = [.label, .maximum]
                            return gauge
                        }())), children: [.text("label"), .text("maximum")]),
            ViewTree(
                .picture(
                    ImageReference(digest: ContentDigest(of: [1]), width: 4, height: 5),
                    ViewImage(
                        source: .image(0), resizing: .init(capInsets: ViewInsets(top: 1, leading: 2, bottom: 3, trailing: 4), isTiled: true),
                        renderingMode: .template, interpolation: ViewImage.Interpolation.none, scale: 2))),
            ViewTree(.view(.image(ViewImage(source: .systemName("wifi"), variableValue: 0.5)))),
        ]

    @Test("Contents", arguments: contents)
    func contentsSurvive(_ tree: ViewTree) throws {
        let archive = try tree.archive()
        let encoded = try ArchiveCodec.encode(archive, family: .systemLarge)
        let decoded = try ArchiveCodec.decode(encoded.bytes)
        #expect(decoded == encoded.archive)
        #expect(decoded.nodes.map(\.content) == archive.nodes.map(\.content))
        #expect(decoded.images == archive.images)
    }
}
