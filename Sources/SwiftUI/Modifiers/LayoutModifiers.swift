import WidgetCore

// Modifiers of a view's size and place. Lengths are points.
extension View {
    nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        archived(.frame(ViewFrame(width: Length.positive(width), height: Length.positive(height), alignment: alignment.archived))) { offer in
            CGSize(width: Length.positive(width) ?? offer.width, height: Length.positive(height) ?? offer.height)
        }
    }

    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil,
        maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        var frame = ViewFrame(
            minimumWidth: Length.positive(minWidth), maximumWidth: Length.maximum(maxWidth), minimumHeight: Length.positive(minHeight),
            maximumHeight: Length.maximum(maxHeight), alignment: alignment.archived)
        frame.idealWidth = Length.positive(idealWidth)
        frame.idealHeight = Length.positive(idealHeight)
        return archived(.frame(frame)) { offer in
            CGSize(width: max(minWidth ?? 0, min(maxWidth ?? .infinity, offer.width)), height: max(minHeight ?? 0, min(maxHeight ?? .infinity, offer.height)))
        }
    }

    nonisolated public func padding(_ insets: EdgeInsets) -> some View {
        archived(.padding(ViewInsets(insets))) { offer in
            CGSize(width: max(0, offer.width - insets.leading - insets.trailing), height: max(0, offer.height - insets.top - insets.bottom))
        }
    }

    /// - Parameter length: nil: 16 points, as much as the system's own.
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        let length = length ?? 16
        return padding(
            EdgeInsets(
                top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0, bottom: edges.contains(.bottom) ? length : 0,
                trailing: edges.contains(.trailing) ? length : 0))
    }
    nonisolated public func padding(_ length: CGFloat) -> some View { padding(.all, length) }

    nonisolated public func offset(_ offset: CGSize) -> some View { archived(.offset(x: offset.width, y: offset.height)) }
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { archived(.offset(x: x, y: y)) }
    /// Puts the view's middle at a point of the room that it is offered.
    nonisolated public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { archived(.position(x: x, y: y)) }
    nonisolated public func position(_ position: CGPoint) -> some View { archived(.position(x: position.x, y: position.y)) }

    nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        archived { tree, inputs in
            if let aspectRatio, !(aspectRatio > 0 && aspectRatio.isFinite) {
                return inputs.resolution.fail("the aspect ratio is \(aspectRatio); give a finite one above 0")
            }
            tree.modifiers.append(.aspectRatio(aspectRatio.map { Double($0) }, fills: contentMode == .fill))
        }
    }
    nonisolated public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some View {
        self.aspectRatio(aspectRatio.width / aspectRatio.height, contentMode: contentMode)
    }
    nonisolated public func scaledToFit() -> some View { archived(.aspectRatio(nil, fills: false)) }
    nonisolated public func scaledToFill() -> some View { archived(.aspectRatio(nil, fills: true)) }

    nonisolated public func fixedSize() -> some View { archived(.fixedSize(horizontally: true, vertically: true)) }
    nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { archived(.fixedSize(horizontally: horizontal, vertically: vertical)) }
    nonisolated public func layoutPriority(_ value: Double) -> some View { archived(.layoutPriority(value)) }
    nonisolated public func zIndex(_ value: Double) -> some View { archived(.zIndex(value)) }

    nonisolated public func alignmentGuide(_ g: HorizontalAlignment, computeValue: @escaping @MainActor (ViewDimensions) -> CGFloat) -> some View {
        archived { tree, inputs in
            let dimensions = ViewDimensions(width: inputs.proposal.width, height: inputs.proposal.height)
            tree.modifiers.append(.alignmentGuide(g.archived, computeValue(dimensions)))
        }
    }
    nonisolated public func alignmentGuide(_ g: VerticalAlignment, computeValue: @escaping @MainActor (ViewDimensions) -> CGFloat) -> some View {
        archived { tree, inputs in
            let dimensions = ViewDimensions(width: inputs.proposal.width, height: inputs.proposal.height)
            tree.modifiers.append(.alignmentGuide(g.archived, computeValue(dimensions)))
        }
    }

    nonisolated public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { archived(.ignoresSafeArea) }
    nonisolated public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { archived(.ignoresSafeArea) }
    nonisolated public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }
    nonisolated public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { padding(edges, length) }

    /// Changes the widget's own margins.
    nonisolated public func contentMargins(_ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic) -> some View {
        let length = length.map { Double(max(0, $0)) }
        return archived(
            .contentMargins(
                top: edges.contains(.top) ? length : nil, leading: edges.contains(.leading) ? length : nil,
                bottom: edges.contains(.bottom) ? length : nil, trailing: edges.contains(.trailing) ? length : nil))
    }
    nonisolated public func contentMargins(_ length: CGFloat, for placement: ContentMarginPlacement = .automatic) -> some View {
        contentMargins(.all, length, for: placement)
    }
    nonisolated public func contentMargins(_ edges: Edge.Set = .all, _ insets: EdgeInsets, for placement: ContentMarginPlacement = .automatic) -> some View {
        archived(.contentMargins(top: insets.top, leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing))
    }
}

nonisolated public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

nonisolated public struct ContentMarginPlacement: Sendable {
    public static let automatic = ContentMarginPlacement()
    public static let scrollContent = ContentMarginPlacement()
    public static let scrollIndicators = ContentMarginPlacement()
}

/// Lengths that an archive takes: what can't be a length is left out, as SwiftUI does.
nonisolated private enum Length {
    static func positive(_ length: CGFloat?) -> Double? {
        guard let length, length.isFinite else { return nil }
        return Double(max(0, length))
    }

    /// A maximum may be infinite.
    static func maximum(_ length: CGFloat?) -> Double? { length == .infinity ? .infinity : positive(length) }
}
