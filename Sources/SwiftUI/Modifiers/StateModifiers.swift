import WidgetCore

// Modifiers of identity, privacy, accessibility and events.
extension View {
    /// Hides the view's contents, for one of the ``RedactionReasons``.
    nonisolated public func redacted(reason: RedactionReasons) -> some View {
        ArchiveModifiedView(
            content: self, inputs: { $0.environment.redactionReasons.formUnion(reason) },
            change: { tree, _ in if !reason.isEmpty { tree.modifiers.append(.redacted) } })
    }
    nonisolated public func unredacted() -> some View {
        ArchiveModifiedView(content: self, inputs: { $0.environment.redactionReasons = [] }, change: { tree, _ in tree.modifiers.append(.unredacted) })
    }
    /// Hidden while the session is locked.
    nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some View { archived { tree, _ in if sensitive { tree.isPrivacySensitive = true } } }
    /// Shown as out of date from a tap until the next entry.
    nonisolated public func invalidatableContent(_ invalidatable: Bool = true) -> some View {
        archived { tree, _ in if invalidatable { tree.isInvalidatable = true } }
    }

    /// Gives the view an identity: with another value it is another view, and the one before leaves.
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { IdentifiedView(content: self, id: id) }
    /// Distinguishes views of a control that selects one.
    nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { self }

    /// The address that is opened where the widget is tapped outside of its buttons, toggles and links.
    nonisolated public func widgetURL(_ url: URL?) -> some View {
        archived { _, inputs in if let url { inputs.resolution.widgetURL = url.absoluteString } }
    }

    nonisolated private func accessibility(_ change: @escaping @MainActor (inout ViewAccessibility, _ViewInputs) -> Void) -> some View {
        archived { tree, inputs in
            var accessibility = ViewAccessibility()
            let known = tree.modifiers.lastIndex { if case .accessibility = $0 { true } else { false } }
            if let known, case .accessibility(let there) = tree.modifiers[known] { accessibility = there }
            change(&accessibility, inputs)
            if let known { tree.modifiers[known] = .accessibility(accessibility) } else { tree.modifiers.append(.accessibility(accessibility)) }
        }
    }

    nonisolated public func accessibilityLabel(_ label: Text) -> some View {
        archived { tree, inputs in tree.accessibilityLabel = label.plain(in: inputs) }
    }
    nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { accessibilityLabel(Text(labelKey)) }
    @_disfavoredOverload
    nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { accessibilityLabel(Text(label)) }
    nonisolated public func accessibilityValue(_ value: Text) -> some View { accessibility { $0.value = value.plain(in: $1) } }
    nonisolated public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { accessibilityValue(Text(valueKey)) }
    @_disfavoredOverload
    nonisolated public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { accessibilityValue(Text(value)) }
    nonisolated public func accessibilityHint(_ hint: Text) -> some View { accessibility { $0.hint = hint.plain(in: $1) } }
    nonisolated public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { accessibilityHint(Text(hintKey)) }
    @_disfavoredOverload
    nonisolated public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { accessibilityHint(Text(hint)) }
    /// Names the view for programs that operate it. A button's or toggle's action has this name in `widgetctl tap`.
    nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View {
        accessibility { accessibility, _ in accessibility.identifier = identifier }.archived { tree, inputs in
            inputs.resolution.nameAction(of: &tree, identifier)
        }
    }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { accessibility { accessibility, _ in accessibility.isHidden = hidden } }
    nonisolated public func accessibilitySortPriority(_ priority: Double) -> some View {
        accessibility { accessibility, _ in accessibility.sortPriority = priority }
    }
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        accessibility { accessibility, _ in accessibility.children = children.archived }
    }
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        accessibility { accessibility, _ in traits.set(true, in: &accessibility) }
    }
    nonisolated public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
        accessibility { accessibility, _ in traits.set(false, in: &accessibility) }
    }
    nonisolated public func accessibility(label: Text) -> some View { accessibilityLabel(label) }
    nonisolated public func accessibility(value: Text) -> some View { accessibilityValue(value) }
    nonisolated public func accessibility(hint: Text) -> some View { accessibilityHint(hint) }
    nonisolated public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }
    nonisolated public func accessibility(identifier: String) -> some View { accessibilityIdentifier(identifier) }
    nonisolated public func accessibility(addTraits traits: AccessibilityTraits) -> some View { accessibilityAddTraits(traits) }

    /// Runs a closure on a tap, where a program shows the view itself. A widget can't run it: use `Button(intent:)`.
    nonisolated public func onTapGesture(count: Int = 1, perform action: @escaping @MainActor () -> Void) -> some View {
        archived { tree, inputs in
            guard let actions = inputs.resolution.actions else {
                return inputs.resolution.recordUnrunnableClosure("onTapGesture can't run in a widget; use Button(intent:)")
            }
            let id = tree.id ?? inputs.id
            actions.set(action, for: id)
        }
    }

    // Events of programs that show their views themselves. In a widget nothing appears or changes while it is shown, so they never come.
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
    nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void) -> some View { self }
    nonisolated public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View { self }
    nonisolated public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some View { self }
    nonisolated public func task(priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable () async -> Void) -> some View { self }
    nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View { self }
    nonisolated public func help(_ textKey: LocalizedStringKey) -> some View { self }
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
}

/// A view with an identity of its own.
nonisolated private struct IdentifiedView<Content: View, ID: Hashable>: PrimitiveView {
    let content: Content
    let id: ID

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let first = outputs.trees.count
        content._append(to: &outputs, inputs.child(.explicitID, CanonicalDigest.id(of: id)))
        // A modifier that is written after `.id()` belongs to the place, whose identity stays.
        for index in first..<outputs.trees.count {
            let place = inputs.id.child(.position, UInt64(index - first))
            outputs.trees[index].modifiers.append(.identity(place))
        }
    }
}

/// The way in which a screen reader treats the views in a view.
nonisolated public struct AccessibilityChildBehavior: Hashable, Sendable {
    let archived: ViewAccessibility.Children
    public static let ignore = AccessibilityChildBehavior(archived: .ignore)
    public static let contain = AccessibilityChildBehavior(archived: .contain)
    public static let combine = AccessibilityChildBehavior(archived: .combine)
}

/// The kind of a view for a screen reader.
nonisolated public struct AccessibilityTraits: SetAlgebra, OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let isButton = AccessibilityTraits(rawValue: 1)
    public static let isHeader = AccessibilityTraits(rawValue: 1 << 1)
    public static let isSelected = AccessibilityTraits(rawValue: 1 << 2)
    public static let isLink = AccessibilityTraits(rawValue: 1 << 3)
    public static let isImage = AccessibilityTraits(rawValue: 1 << 4)
    public static let isStaticText = AccessibilityTraits(rawValue: 1 << 5)
    public static let isSummaryElement = AccessibilityTraits(rawValue: 1 << 6)
    public static let updatesFrequently = AccessibilityTraits(rawValue: 1 << 7)
    public static let isModal = AccessibilityTraits(rawValue: 1 << 8)
    public static let isToggle = AccessibilityTraits(rawValue: 1 << 9)

    func set(_ value: Bool, in accessibility: inout ViewAccessibility) {
        if contains(.isButton) { accessibility.isButton = value }
        if contains(.isHeader) { accessibility.isHeader = value }
        if contains(.isImage) { accessibility.isImage = value }
        if contains(.updatesFrequently) { accessibility.updatesFrequently = value }
    }
}
