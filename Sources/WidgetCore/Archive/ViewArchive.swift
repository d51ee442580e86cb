/// A view, archived: the result of a provider's view code, and all that a surface knows of the view. Nodes lie flat in preorder, each with its parent's index.
public struct ViewArchive: Sendable, Hashable {
    /// The latest version of the format that this code writes and reads.
    public static let currentFormat = 2

    /// The version of the format that it is written in.
    public var format: Int
    /// The lowest version that a reader must know to draw it.
    public var minimumReader: Int
    /// In preorder; the first is the root.
    public var nodes: [ViewNode]
    /// The actions of buttons and toggles; nodes refer to them by index.
    public var actions: [ViewAction]
    public var images: [ImageReference]
    /// The traits of the surfaces for which it was made, as far as its views read them: one combination, or several with the same result. None: any surface.
    public var traits: [ViewTraits]
    /// The same view as it is for surfaces with other traits; at most ``Limits/variantsPerArchive``, none of which has variants itself. Actions of one id
    /// are one action in all of them.
    public var variants: [ViewArchive]

    public init(
        format: Int = 1, minimumReader: Int = 1, nodes: [ViewNode], actions: [ViewAction] = [], images: [ImageReference] = [], traits: [ViewTraits] = [],
        variants: [ViewArchive] = []
    ) {
        self.format = format
        self.minimumReader = minimumReader
        self.nodes = nodes
        self.actions = actions
        self.images = images
        self.traits = traits
        self.variants = variants
    }
}

/// The identity of a view: 16 bytes, the same for the same view in every entry.
public struct NodeID: Sendable, Hashable {
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// One view of an archive.
public struct ViewNode: Sendable, Hashable {
    /// Index of the parent, lower than this node's own; the root's is 0.
    public var parent: Int
    /// Nil until the daemon has computed it.
    public var id: NodeID?
    /// Nil: a content that this code doesn't know; ``fallback`` is drawn, or else the children.
    public var content: ViewContent?
    /// In the order in which they were written: the first is applied first.
    public var modifiers: [ViewModifier]
    public var accessibilityLabel: String
    /// Hidden while the session is locked.
    public var isPrivacySensitive: Bool
    /// Shown as out of date from a tap until the next entry.
    public var isInvalidatable: Bool
    public var fallback: String
    /// The archive must not be drawn by a reader that doesn't know this node's content.
    public var mustUnderstand: Bool
    /// The digest of the value given to `.id()`; empty for none.
    public var explicitID: [UInt8]

    public init(
        parent: Int, id: NodeID? = nil, content: ViewContent?, modifiers: [ViewModifier] = [], accessibilityLabel: String = "",
        isPrivacySensitive: Bool = false, isInvalidatable: Bool = false, fallback: String = "", mustUnderstand: Bool = false, explicitID: [UInt8] = []
    ) {
        self.parent = parent
        self.id = id
        self.content = content
        self.modifiers = modifiers
        self.accessibilityLabel = accessibilityLabel
        self.isPrivacySensitive = isPrivacySensitive
        self.isInvalidatable = isInvalidatable
        self.fallback = fallback
        self.mustUnderstand = mustUnderstand
        self.explicitID = explicitID
    }
}

/// The content of a view.
public enum ViewContent: Sendable, Hashable {
    case text(String)
    case liveText(LiveText)
    /// Texts one after the other, each with modifiers of its own; at least one, and at most ``Limits/spansPerText``.
    case richText([ViewTextSpan])
    case image(ViewImage)
    /// A title with a symbol before it.
    case label(title: String, systemImage: String)
    case stack(axis: StackAxis, alignment: ViewAlignment?, spacing: Double?)
    case spacer(minimumLength: Double?)
    case divider
    /// The children are its ``Gauge/parts``, in their order.
    case gauge(Gauge)
    case chart(Chart)
    case progress(ViewProgress, label: String)
    /// Index into ``ViewArchive/actions``; the children are its label.
    case button(action: Int)
    /// Both states are pre-rendered: the first child is off, the second on.
    case toggle(action: Int, isOn: Bool, title: String)
    case link(url: String)
    case shape(ViewShape)
    case containerBackground
    case grid(alignment: ViewAlignment?, horizontalSpacing: Double?, verticalSpacing: Double?)
    /// The alignment is that of its cells from top to bottom; nil: that of the grid.
    case gridRow(alignment: ViewAlignment?)
    case lazyGrid(LazyGrid)
    /// The first child has the size; the second lies behind, over, or around it.
    case layered(ViewLayer, alignment: ViewAlignment?)
    /// The first child that fits along these axes, or else the last.
    case firstThatFits(horizontally: Bool, vertically: Bool)
    /// The surface's background of accessory families.
    case accessoryBackground

    /// The version of the format that a reader must know. An older reader would draw the children of such a content in the wrong places.
    var format: Int {
        switch self {
        case .layered, .firstThatFits: 2
        case .gauge(let gauge): gauge.parts.isEmpty ? 1 : 2
        default: 1
        }
    }
}

/// The place of the second child of ``ViewContent/layered(_:alignment:)``.
public enum ViewLayer: Int, Sendable, Hashable, CaseIterable {
    case background = 1
    case overlay = 2
    /// The first child is shown as much as the second is opaque.
    case mask = 3
    /// Outside of the widget, where the place has room: `widgetLabel`.
    case widgetLabel = 4
}

/// Children in lines, by the columns of a vertical grid or the rows of a horizontal one.
public struct LazyGrid: Sendable, Hashable {
    /// One column or row.
    public struct Item: Sendable, Hashable {
        public enum Size: Sendable, Hashable {
            case fixed(Double)
            /// A maximum may be infinite.
            case flexible(minimum: Double, maximum: Double)
            /// As many as fit, each as if it were flexible.
            case adaptive(minimum: Double, maximum: Double)
        }

        public var size: Size
        /// To the next, in points; nil: the surface's own.
        public var spacing: Double?
        public var alignment: ViewAlignment?

        public init(_ size: Size, spacing: Double? = nil, alignment: ViewAlignment? = nil) {
            self.size = size
            self.spacing = spacing
            self.alignment = alignment
        }
    }

    /// Vertical: lines below each other, with columns.
    public var axis: StackAxis
    /// 1 to ``Limits/gridItems``.
    public var items: [Item]
    /// Between lines, in points; nil: the surface's own.
    public var spacing: Double?
    public var alignment: ViewAlignment?

    public init(axis: StackAxis, items: [Item], spacing: Double? = nil, alignment: ViewAlignment? = nil) {
        self.axis = axis
        self.items = items
        self.spacing = spacing
        self.alignment = alignment
    }
}

public enum StackAxis: Int, Sendable, Hashable, CaseIterable {
    case vertical = 1
    case horizontal = 2
    case depth = 3
}

public enum ViewAlignment: Int, Sendable, Hashable, CaseIterable {
    case center = 1
    case leading = 2
    case trailing = 3
    case top = 4
    case bottom = 5
    case topLeading = 6
    case topTrailing = 7
    case bottomLeading = 8
    case bottomTrailing = 9
    case firstTextBaseline = 10
    case lastTextBaseline = 11
    case leadingFirstTextBaseline = 12
    case trailingFirstTextBaseline = 13
    case leadingLastTextBaseline = 14
    case trailingLastTextBaseline = 15
}

public struct ViewImage: Sendable, Hashable {
    public enum Source: Sendable, Hashable {
        /// A symbol by name, such as `cup.and.saucer`.
        case systemName(String)
        /// Index into ``ViewArchive/images``.
        case image(Int)
    }

    public enum AccentedRenderingMode: Int, Sendable, Hashable, CaseIterable {
        case accented = 1
        case desaturated = 2
        case accentedDesaturated = 3
        case fullColor = 4
    }

    /// How an image fills a place of another size.
    public struct Resizing: Sendable, Hashable {
        /// Points from the edges that keep their size.
        public var capInsets: ViewInsets
        /// Repeats the middle rather than stretching it.
        public var isTiled: Bool

        public init(capInsets: ViewInsets = ViewInsets(top: 0, leading: 0, bottom: 0, trailing: 0), isTiled: Bool = false) {
            self.capInsets = capInsets
            self.isTiled = isTiled
        }
    }

    /// The source of its colours.
    public enum RenderingMode: Int, Sendable, Hashable, CaseIterable {
        /// The foreground's colours; the image gives only the opacity.
        case template = 1
        case original = 2
    }

    public enum Interpolation: Int, Sendable, Hashable, CaseIterable {
        case none = 1
        case low = 2
        case medium = 3
        case high = 4
    }

    public var source: Source
    public var accentedRenderingMode: AccentedRenderingMode?
    /// Nil: it keeps its own size.
    public var resizing: Resizing?
    public var renderingMode: RenderingMode?
    public var interpolation: Interpolation?
    /// How much of a symbol of a variable kind is filled, 0 to 1.
    public var variableValue: Double?
    /// Pixels per point; 1 for symbols.
    public var scale: Double

    public init(
        source: Source, accentedRenderingMode: AccentedRenderingMode? = nil, resizing: Resizing? = nil, renderingMode: RenderingMode? = nil,
        interpolation: Interpolation? = nil, variableValue: Double? = nil, scale: Double = 1
    ) {
        self.source = source
        self.accentedRenderingMode = accentedRenderingMode
        self.resizing = resizing
        self.renderingMode = renderingMode
        self.interpolation = interpolation
        self.variableValue = variableValue
        self.scale = scale
    }
}

public struct Gauge: Sendable, Hashable {
    public enum Style: Int, Sendable, Hashable, CaseIterable {
        case linear = 1
        case circular = 2
        case linearCapacity = 3
        case accessoryLinear = 4
        case accessoryLinearCapacity = 5
        case accessoryCircular = 6
        case accessoryCircularCapacity = 7

        /// A ring, as high as it is wide.
        public var isRing: Bool { self == .circular || self == .accessoryCircular || self == .accessoryCircularCapacity }
    }

    /// The meaning of a child of the gauge.
    public enum Part: Int, Sendable, Hashable, CaseIterable {
        case label = 1
        case currentValue = 2
        case minimum = 3
        case maximum = 4
    }

    public var value: Double
    public var minimum: Double
    public var maximum: Double
    public var label: String
    /// The text for the value, such as `42 %`.
    public var currentValueLabel: String
    /// The text at the minimum, and at the maximum.
    public var minimumLabel: String
    public var maximumLabel: String
    public var style: Style
    /// The parts that are children of the gauge, each once. A child takes the place of the text for the same part.
    public var parts: [Part] = []

    public init(
        value: Double, minimum: Double = 0, maximum: Double = 1, label: String = "", currentValueLabel: String = "", minimumLabel: String = "",
        maximumLabel: String = "", style: Style = .linear
    ) {
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.label = label
        self.currentValueLabel = currentValueLabel
        self.minimumLabel = minimumLabel
        self.maximumLabel = maximumLabel
        self.style = style
    }
}

public enum ViewProgress: Sendable, Hashable {
    case indeterminate
    /// 0 to 1.
    case fraction(Double)
    /// Runs with the clock: it fills from the start to the end, or empties where it counts down.
    case range(start: Timestamp, end: Timestamp, countsDown: Bool = false)
}

/// A picture that nodes name by index; its bytes travel beside the timeline.
public struct ImageReference: Sendable, Hashable {
    public var digest: ContentDigest
    /// Pixels.
    public var width: Int
    public var height: Int
    /// `image/png`.
    public var mediaType: String

    public init(digest: ContentDigest, width: Int, height: Int, mediaType: String = "image/png") {
        self.digest = digest
        self.width = width
        self.height = height
        self.mediaType = mediaType
    }
}

/// The action of a button or toggle.
public struct ViewAction: Sendable, Hashable {
    public enum Effect: Sendable, Hashable {
        /// Performed by the provider that gave the archive.
        case intent(name: String, parameters: Parameters)
        /// Asks for a new timeline, nothing else.
        case reload
        /// Opened by the surface.
        case openURL(String)
    }

    /// `[a-zA-Z0-9_.-]{1,64}`, unique within the archive.
    public var id: String
    public var effect: Effect

    public init(id: String, effect: Effect) {
        self.id = id
        self.effect = effect
    }
}

extension ViewArchive {
    /// The action of that name, and the value of the toggle that carries it; nil: it has no such action.
    public func action(_ name: String) -> (ViewAction, isOn: Bool?)? {
        guard let index = actions.firstIndex(where: { $0.id == name }) else { return variants.lazy.compactMap { $0.action(name) }.first }
        var isOn: Bool?
        for node in nodes {
            if case .toggle(let carried, let value, _) = node.content, carried == index { isOn = value }
        }
        return (actions[index], isOn)
    }

    /// The archive with toggles as users have set them, by the ids of their actions, before an entry shows it.
    public func showing(_ values: [String: Bool]) -> ViewArchive {
        guard !values.isEmpty else { return self }
        var archive = self
        for index in nodes.indices {
            guard case .toggle(let action, _, let title) = nodes[index].content, actions.indices.contains(action), let value = values[actions[action].id]
            else { continue }
            archive.nodes[index].content = .toggle(action: action, isOn: value, title: title)
        }
        archive.variants = variants.map { $0.showing(values) }
        return archive
    }
}
