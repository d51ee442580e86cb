/// A view, archived: what a provider's view code leaves behind, and all that a surface knows of it. Nodes lie flat in preorder, each with its parent's index.
public struct ViewArchive: Sendable, Hashable {
    /// The version of the format that this code writes and reads.
    public static let currentFormat = 1

    /// The format's version that wrote it.
    public var format: Int
    /// The lowest version that a reader must know to draw it.
    public var minimumReader: Int
    /// In preorder; the first is the root.
    public var nodes: [ViewNode]
    /// The actions of buttons and toggles; nodes refer to them by index.
    public var actions: [ViewAction]
    public var images: [ImageReference]

    public init(
        format: Int = ViewArchive.currentFormat, minimumReader: Int = 1, nodes: [ViewNode], actions: [ViewAction] = [], images: [ImageReference] = []
    ) {
        self.format = format
        self.minimumReader = minimumReader
        self.nodes = nodes
        self.actions = actions
        self.images = images
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
    case image(ViewImage)
    /// A title with a symbol before it.
    case label(title: String, systemImage: String)
    case stack(axis: StackAxis, alignment: ViewAlignment?, spacing: Double?)
    case spacer(minimumLength: Double?)
    case divider
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
    case gridRow
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
}

/// Text that follows the clock without a reload.
public struct LiveText: Sendable, Hashable {
    public enum Style: Int, Sendable, Hashable, CaseIterable {
        case time = 1
        case date = 2
        case relative = 3
        case offset = 4
        case timer = 5
        /// The time now.
        case currentTime = 6
        /// The date today.
        case currentDate = 7

        /// It shows the surface's own clock, and no date of the provider's.
        public var isOfNow: Bool { self == .currentTime || self == .currentDate }
    }

    public var style: Style
    /// Not read where the style is of now.
    public var date: Timestamp
    /// The end of a range; with it a timer stops there.
    public var end: Timestamp?
    public var countsDown: Bool
    public var pause: Timestamp?
    /// IANA name; empty: the surface's own.
    public var timeZone: String
    /// Shown by a surface that can't compute it.
    public var fallback: String

    public init(
        style: Style, date: Timestamp, end: Timestamp? = nil, countsDown: Bool = false, pause: Timestamp? = nil, timeZone: String = "", fallback: String = ""
    ) {
        self.style = style
        self.date = date
        self.end = end
        self.countsDown = countsDown
        self.pause = pause
        self.timeZone = timeZone
        self.fallback = fallback
    }

    /// The time now.
    public static func currentTime(timeZone: String = "") -> LiveText { LiveText(style: .currentTime, date: Timestamp(milliseconds: 0), timeZone: timeZone) }

    /// The date today.
    public static func currentDate(timeZone: String = "") -> LiveText { LiveText(style: .currentDate, date: Timestamp(milliseconds: 0), timeZone: timeZone) }
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

    public var source: Source
    public var accentedRenderingMode: AccentedRenderingMode?

    public init(source: Source, accentedRenderingMode: AccentedRenderingMode? = nil) {
        self.source = source
        self.accentedRenderingMode = accentedRenderingMode
    }
}

public struct Gauge: Sendable, Hashable {
    public enum Style: Int, Sendable, Hashable, CaseIterable {
        case linear = 1
        case circular = 2
    }

    public var value: Double
    public var minimum: Double
    public var maximum: Double
    public var label: String
    /// The text for the value, such as `42 %`.
    public var currentValueLabel: String
    public var style: Style

    public init(value: Double, minimum: Double = 0, maximum: Double = 1, label: String = "", currentValueLabel: String = "", style: Style = .linear) {
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.label = label
        self.currentValueLabel = currentValueLabel
        self.style = style
    }
}

public enum ViewProgress: Sendable, Hashable {
    case indeterminate
    /// 0 to 1.
    case fraction(Double)
    /// Runs with the clock.
    case range(start: Timestamp, end: Timestamp)
}

public enum ViewShape: Sendable, Hashable {
    case rectangle
    case roundedRectangle(cornerRadius: Double)
    case circle
    case capsule
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
        guard let index = actions.firstIndex(where: { $0.id == name }) else { return nil }
        var isOn: Bool?
        for node in nodes {
            if case .toggle(let carried, let value, _) = node.content, carried == index { isOn = value }
        }
        return (actions[index], isOn)
    }

    /// Shows toggles as what they were set to, by their actions' ids, before an entry does.
    public func showing(_ values: [String: Bool]) -> ViewArchive {
        guard !values.isEmpty else { return self }
        var archive = self
        for index in nodes.indices {
            guard case .toggle(let action, _, let title) = nodes[index].content, actions.indices.contains(action), let value = values[actions[action].id]
            else { continue }
            archive.nodes[index].content = .toggle(action: action, isOn: value, title: title)
        }
        return archive
    }
}
