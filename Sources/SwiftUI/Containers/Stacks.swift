import WidgetCore

/// Views beside each other.
nonisolated public struct HStack<Content: View>: PrimitiveView {
    let alignment: VerticalAlignment
    let spacing: CGFloat?
    let content: Content

    /// - Parameter spacing: points between the views; nil: the surface's own.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.appendContainer(
            .stack(axis: .horizontal, alignment: alignment == .center ? nil : alignment.archived, spacing: spacing.map(Double.init)), content, inputs)
    }
}

/// Views below each other.
nonisolated public struct VStack<Content: View>: PrimitiveView {
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    /// - Parameter spacing: points between the views; nil: the surface's own.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.appendContainer(
            .stack(axis: .vertical, alignment: alignment == .center ? nil : alignment.archived, spacing: spacing.map(Double.init)), content, inputs)
    }
}

/// Views over each other, the last in front.
nonisolated public struct ZStack<Content: View>: PrimitiveView {
    let alignment: Alignment
    let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.appendContainer(.stack(axis: .depth, alignment: alignment.archived, spacing: nil), content, inputs)
    }
}

/// A row; in a widget as ``HStack``.
nonisolated public struct LazyHStack<Content: View>: View {
    private let stack: HStack<Content>
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        stack = HStack(alignment: alignment, spacing: spacing, content: content)
    }
    public var body: some View { stack }
}

/// A column; in a widget as ``VStack``.
nonisolated public struct LazyVStack<Content: View>: View {
    private let stack: VStack<Content>
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        stack = VStack(alignment: alignment, spacing: spacing, content: content)
    }
    public var body: some View { stack }
}

nonisolated public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// Takes the room that its stack has left.
nonisolated public struct Spacer: PrimitiveView, Sendable {
    public var minLength: CGFloat?
    /// - Parameter minLength: points that it takes at least.
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.append(.spacer(minimumLength: minLength.map(Double.init)), inputs)
    }
}

/// A line between views of a stack.
nonisolated public struct Divider: PrimitiveView, Sendable {
    public init() {}
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { outputs.append(.divider, inputs) }
}
