/// The identity of views: the first 16 bytes of the SHA-256 of
/// parent's id (16 bytes), slot (4, big-endian), branch (1), kind of view (1), length of the explicit id (1), explicit id.
///
/// A view without an explicit id is known by its *slot*: its place among the siblings that have none either. Rows with ids can come and go beside it, and don't
/// change it. A view with an explicit id is known by that id wherever it lies; among siblings of the same kind and id the second has slot 1. The *branch* tells
/// alternatives in one place apart: a toggle's states are 0 and 1, everything else 0. Nothing here depends on the process.
enum NodeIdentity {
    /// In place of the kind of view, for a place where views with explicit ids come and go.
    static let place: UInt8 = 255

    static func id(parent: NodeID, slot: Int, branch: UInt8, kind: UInt8, explicitID: [UInt8]) -> NodeID {
        var input: [UInt8] = []
        input.reserveCapacity(23 + explicitID.count)
        for half in [parent.high, parent.low] { for shift in stride(from: 56, through: 0, by: -8) { input.append(UInt8(truncatingIfNeeded: half >> shift)) } }
        for shift in stride(from: 24, through: 0, by: -8) { input.append(UInt8(truncatingIfNeeded: slot >> shift)) }
        input += [branch, kind, UInt8(clamping: explicitID.count)]
        input += explicitID
        return NodeID(bytes: ContentDigest(of: input).bytes.prefix(16)) ?? .root
    }
}

extension NodeID {
    /// The parent from which the root's identity is computed.
    static let root = NodeID(high: 0, low: 0)

    /// A place whose identity isn't computed yet.
    package static let unplaced = root

    /// The id with these bytes, big-endian; nil where there aren't 16.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// 16 bytes, big-endian.
    public var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }
}

extension ViewArchive {
    /// Fills in the identities that are missing. The structure must have been checked.
    func withIdentities() throws(ArchiveFault) -> ViewArchive {
        struct Key: Hashable {
            var parent: Int
            var kind: UInt8
            var explicitID: [UInt8]
        }
        var archive = self
        var ids: [NodeID] = []
        ids.reserveCapacity(nodes.count)
        var slots: [Key: Int] = [:]
        var owners: [NodeID: Int] = [:]
        var identified: [Int: Int] = [:]
        for (index, node) in nodes.enumerated() {
            let kind = node.content?.identityTag ?? 0
            // The root is its own parent, and no sibling of its children.
            let parent = index == 0 ? -1 : node.parent
            let key = Key(parent: parent, kind: node.explicitID.isEmpty ? 0 : kind, explicitID: node.explicitID)
            let slot = slots[key, default: 0]
            // A container background stands outside the layout, and takes no place from the views in it.
            if node.content != .containerBackground { slots[key] = slot + 1 }
            let branch: UInt8 = if parent >= 0, case .toggle? = nodes[parent].content { UInt8(clamping: slot) } else { 0 }
            let id =
                node.id
                ?? NodeIdentity.id(parent: parent < 0 ? .root : ids[parent], slot: slot, branch: branch, kind: kind, explicitID: node.explicitID)
            if let other = owners.updateValue(index, forKey: id) {
                throw ArchiveFault(node: index, field: node.contentName, message: "has the same id as node \(other); leave ids out and they are computed")
            }
            ids.append(id)
            archive.nodes[index].id = id
            guard !node.explicitID.isEmpty else { continue }
            // A place is known by its number among those of its siblings whose views have ids.
            let number = identified[parent, default: 0]
            identified[parent] = number + 1
            for (position, modifier) in node.modifiers.enumerated() where modifier == .identity(.unplaced) {
                archive.nodes[index].modifiers[position] = .identity(
                    NodeIdentity.id(parent: parent < 0 ? .root : ids[parent], slot: number, branch: 0, kind: NodeIdentity.place, explicitID: []))
            }
        }
        return archive
    }
}

extension ViewContent {
    /// The number of the kind of view in the wire's `ViewNode.content`; stacks of different axes are different views.
    var identityTag: UInt8 {
        switch self {
        case .text, .liveText, .richText: 10
        case .image: 11
        case .label: 12
        case .stack(let axis, _, _): 13 + 0x40 * UInt8(clamping: axis.rawValue - 1)
        case .spacer: 14
        case .divider: 15
        case .gauge: 16
        case .progress: 17
        case .button: 18
        case .toggle: 19
        case .link: 20
        case .shape: 21
        case .containerBackground: 22
        case .grid: 23
        case .gridRow: 24
        case .chart: 25
        case .lazyGrid: 26
        case .layered(let layer, _): 27 + 0x40 * UInt8(clamping: layer.rawValue - 1)
        case .firstThatFits: 28
        case .accessoryBackground: 29
        }
    }
}
