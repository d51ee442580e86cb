import WidgetCore

/// Boxes around one child: frames, paddings, ratios.
enum OneChildLayout {
    static func size(of child: Int, within kind: LayoutItem.Kind, in proposal: ProposedSize, _ engine: inout LayoutEngine) -> Size {
        switch kind {
        case .frame(let width, let height, _):
            if let width, let height { return Size(width: width, height: height) }
            let size = engine.size(of: child, in: ProposedSize(width: width ?? proposal.width, height: height ?? proposal.height))
            return Size(width: width ?? size.width, height: height ?? size.height)
        case .flexibleFrame(let index):
            let frame = engine.tree.flexibleFrames[index]
            let size = engine.size(of: child, in: offer(frame, proposal))
            return Size(
                width: length(size.width, proposal.width, frame.minimumWidth, frame.idealWidth, frame.maximumWidth),
                height: length(size.height, proposal.height, frame.minimumHeight, frame.idealHeight, frame.maximumHeight))
        case .padding(let insets):
            let size = engine.size(of: child, in: offer(insets, proposal))
            return Size(width: max(0, size.width + insets.left + insets.right), height: max(0, size.height + insets.top + insets.bottom))
        case .position: return proposal.replacing(unspecifiedBy: engine.size(of: child, in: proposal))
        case .aspectRatio, .fixedSize: return engine.size(of: child, in: offer(to: child, within: kind, proposal, &engine))
        default: return engine.size(of: child, in: proposal)
        }
    }

    /// The size of a box without its child.
    static func emptySize(_ kind: LayoutItem.Kind, in proposal: ProposedSize) -> Size {
        switch kind {
        case .frame(let width, let height, _): Size(width: width ?? 0, height: height ?? 0)
        case .padding(let insets): Size(width: max(0, insets.left + insets.right), height: max(0, insets.top + insets.bottom))
        default: .zero
        }
    }

    /// Where the child lies, and what it is offered.
    static func placement(
        of child: Int, within kind: LayoutItem.Kind, size: Size, in proposal: ProposedSize, _ engine: inout LayoutEngine
    ) -> (Point, ProposedSize) {
        let offer = offer(to: child, within: kind, proposal, &engine)
        switch kind {
        case .frame(_, _, let alignment): return (engine.aligned(child, engine.size(of: child, in: offer), offer, in: size, alignment), offer)
        case .flexibleFrame(let index):
            let frame = engine.tree.flexibleFrames[index]
            // The frame proposes its own size, so that a child that fills it fills all of it.
            let placed = ProposedSize(
                width: proposal.width == nil && frame.idealWidth == nil ? offer.width : size.width,
                height: proposal.height == nil && frame.idealHeight == nil ? offer.height : size.height)
            return (engine.aligned(child, engine.size(of: child, in: placed), placed, in: size, frame.alignment ?? .center), placed)
        case .padding(let insets): return (Point(x: insets.left, y: insets.top), offer)
        case .offset(let distance): return (distance, offer)
        case .position(let middle):
            let own = engine.size(of: child, in: offer)
            return (Point(x: middle.x - own.width / 2, y: middle.y - own.height / 2), offer)
        default: return (.zero, offer)
        }
    }

    private static func offer(to child: Int, within kind: LayoutItem.Kind, _ proposal: ProposedSize, _ engine: inout LayoutEngine) -> ProposedSize {
        switch kind {
        case .frame(let width, let height, _): return ProposedSize(width: width ?? proposal.width, height: height ?? proposal.height)
        case .flexibleFrame(let index): return offer(engine.tree.flexibleFrames[index], proposal)
        case .padding(let insets): return offer(insets, proposal)
        case .fixedSize(let horizontally, let vertically):
            return ProposedSize(width: horizontally ? nil : proposal.width, height: vertically ? nil : proposal.height)
        case .aspectRatio(let ratio, let fills): return offer(ratio, fills, to: child, proposal, &engine)
        default: return proposal
        }
    }

    private static func offer(_ insets: Insets, _ proposal: ProposedSize) -> ProposedSize {
        ProposedSize(
            width: proposal.width.map { max(0, $0 - insets.left - insets.right) }, height: proposal.height.map { max(0, $0 - insets.top - insets.bottom) })
    }

    private static func offer(_ frame: ViewFrame, _ proposal: ProposedSize) -> ProposedSize {
        ProposedSize(
            width: clamp(proposal.width ?? frame.idealWidth, frame.minimumWidth, frame.maximumWidth),
            height: clamp(proposal.height ?? frame.idealHeight, frame.minimumHeight, frame.maximumHeight))
    }

    private static func clamp(_ length: Double?, _ least: Double?, _ most: Double?) -> Double? {
        length.map { max(least ?? 0, min($0, most ?? .infinity)) }
    }

    /// The length of a flexible frame: that of its child, within the bounds. With a minimum it shrinks to the proposed length, and with a maximum it grows to
    /// it.
    private static func length(_ child: Double, _ proposed: Double?, _ least: Double?, _ ideal: Double?, _ most: Double?) -> Double {
        guard let proposed else { return max(least ?? 0, min(ideal ?? child, most ?? .infinity)) }
        var length = child
        if let least { length = max(least, min(length, proposed)) }
        if let most { length = min(most, max(length, proposed)) }
        return max(least ?? 0, length)
    }

    private static func offer(_ ratio: Double?, _ fills: Bool, to child: Int, _ proposal: ProposedSize, _ engine: inout LayoutEngine) -> ProposedSize {
        let ideal = engine.size(of: child, in: .unspecified)
        let ratio = ratio ?? (ideal.height > 0 ? ideal.width / ideal.height : 1)
        guard ratio > 0, ratio.isFinite else { return proposal }
        switch (proposal.width, proposal.height) {
        case (let width?, nil): return ProposedSize(width: width, height: width / ratio)
        case (nil, let height?): return ProposedSize(width: height * ratio, height: height)
        case (nil, nil): return fitted(ideal.width, ideal.height, ratio, fills)
        case (let width?, let height?): return fitted(width, height, ratio, fills)
        }
    }

    private static func fitted(_ width: Double, _ height: Double, _ ratio: Double, _ fills: Bool) -> ProposedSize {
        if width == .infinity, height == .infinity { return ProposedSize(width: width, height: height) }
        let isWide = width > height * ratio
        return isWide == fills ? ProposedSize(width: width, height: width / ratio) : ProposedSize(width: height * ratio, height: height)
    }
}
