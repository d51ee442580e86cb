public import WidgetCore

/// Everything that a surface draws of one view, in points. Each renderer draws the same list.
public struct DisplayList: Sendable, Hashable {
    public var size: Size
    /// Pixels per point. Frames are rounded to pixels.
    public var scale: Double
    /// In preorder: a node is followed by the nodes within it, each drawn over the one before.
    public var nodes: [DisplayNode]
    /// When it looks different without a new entry, because a text or a bar follows the clock; nil: never.
    public var nextTick: Timestamp?
    /// How often a box was measured to lay it out: what it cost.
    public internal(set) var measurements = 0

    public init(size: Size, scale: Double, nodes: [DisplayNode] = [], nextTick: Timestamp? = nil) {
        self.size = size
        self.scale = scale
        self.nodes = nodes
        self.nextTick = nextTick
    }

    /// The nodes that lie directly within one; nil: the outermost ones.
    public func children(of node: Int?) -> Children {
        Children(nodes: nodes, position: (node ?? -1) + 1, end: node.map { nodes[$0].end } ?? nodes.count)
    }

    public struct Children: Sequence, IteratorProtocol {
        fileprivate let nodes: [DisplayNode]
        fileprivate var position: Int
        fileprivate let end: Int

        public mutating func next() -> Int? {
            guard position < end else { return nil }
            defer { position = nodes[position].end }
            return position
        }
    }
}

/// The identity of a node: that of the archive's view, and which part of it this is.
public struct DisplayID: Sendable, Hashable {
    public var node: NodeID
    /// 0 is the view's content; from 1 on it is a modifier's number, and from 1,000 on a part of a control.
    public var part: Int

    /// The first part of a control.
    public static let firstControlPart = 1_000

    public init(node: NodeID, part: Int) {
        self.node = node
        self.part = part
    }
}

extension NodeID {
    /// The identity of all that the surface draws itself, behind and around views.
    package static let surface = NodeID(high: .max, low: .max)
}

/// One thing to draw, or several that share an effect.
public struct DisplayNode: Sendable, Hashable {
    public var id: DisplayID
    /// Where it lies in the list, before the effects around it move it.
    public var frame: Rect
    public var content: DisplayContent?
    /// The change of the nodes within.
    public var effect: DisplayEffect?
    /// The index after the last node inside.
    public var end: Int
    /// The action, as ``TapTarget/id`` names it; nil: it can't be tapped.
    public var action: String?
    public var accessibility: DisplayAccessibility?

    public init(id: DisplayID, frame: Rect, content: DisplayContent? = nil, effect: DisplayEffect? = nil, end: Int = 0) {
        self.id = id
        self.frame = frame
        self.content = content
        self.effect = effect
        self.end = end
    }
}

/// A text, an outline or a picture.
public enum DisplayContent: Sendable, Hashable {
    case text(DisplayText)
    case shape(DisplayShape)
    case picture(DisplayPicture)
}

/// A change of all that the nodes within one draw. Angles are in radians, lengths in points.
public enum DisplayEffect: Sendable, Hashable {
    /// 0 to 1.
    case opacity(Double)
    case transform(Transform)
    /// Clockwise. It isn't a transform, because a whole turn is none, and yet is seen when it is animated.
    case rotation(Double, about: Point)
    case scale(x: Double, y: Double, about: Point)
    /// A turn in space. It isn't a projection for the same reason.
    case spatialRotation(SpatialRotation)
    case projection(Projection)
    case clip(DisplayShape)
    /// The radius.
    case blur(Double)
    case shadow(ResolvedColor, radius: Double, offset: Point)
    case color(ColorMatrix)
    case blend(ViewBlendMode)
    /// Behind the nodes, within the shape, all that lies below is blurred by ``DisplayEffect/materialBlur``, and its colours are stronger.
    case material(DisplayShape)
    /// The nodes are drawn together before they are put over what is behind.
    case group
    /// The last node within says how much is seen of the others.
    case mask

    /// The radius of a material's blur, in points, and the saturation of what is seen through it: about those of the original's thin materials.
    public static let (materialBlur, materialSaturation) = (30.0, 1.8)

    /// The mapping of an effect that moves, turns or stretches; nil: it does something else.
    public var mapping: Projection? {
        switch self {
        case .transform(let transform): Projection(transform)
        case .rotation(let angle, let anchor): Projection(Transform.rotation(angle).about(anchor))
        case .scale(let x, let y, let anchor): Projection(Transform.scale(x: x, y: y).about(anchor))
        case .spatialRotation(let rotation): rotation.projection
        case .projection(let projection): projection
        default: nil
        }
    }
}

/// The words of a node for a screen reader.
public struct DisplayAccessibility: Sendable, Hashable {
    public enum Role: String, Sendable, Hashable { case text, image, button, toggle, link, gauge, progress, chart, group }

    public var role: Role
    public var label: String
    public var value = ""
    public var isOn: Bool?

    public init(role: Role, label: String) {
        self.role = role
        self.label = label
    }
}
