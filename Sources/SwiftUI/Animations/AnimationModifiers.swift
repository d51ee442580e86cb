import MotionArchive
import WidgetCore

/// The view inside the body of a modifier's closure.
nonisolated public struct PlaceholderContentView<Value>: PrimitiveView {
    let append: @MainActor (inout _ViewOutputs, _ViewInputs) -> Void
    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { append(&outputs, inputs) }
}

extension View {
    /// Animates the changes in the view that come with a change of `value`. With nil they aren't animated.
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        archived { tree, inputs in
            tree.modifiers.append(
                .animation(AnimationRule(digest: CanonicalDigest.digest(of: value), animation: animation.map { ViewAnimation($0, in: inputs.environment) })))
        }
    }

    /// Animates the modifiers that `body` puts around the view, and not the view itself.
    nonisolated public func animation<V: View>(
        _ animation: Animation?, @ViewBuilder body: @escaping @MainActor (PlaceholderContentView<Self>) -> V
    ) -> some View {
        ScopedAnimation(content: self, animation: animation, scoped: body)
    }

    /// Animates every change in the view. `animation(_:value:)` animates only those that come with a change of one value.
    @available(*, deprecated, message: "use animation(_:value:)")
    nonisolated public func animation(_ animation: Animation?) -> some View {
        archived { tree, inputs in
            // A digest of everything in the view: whenever something differs, so does the digest.
            tree.modifiers.append(
                .animation(
                    AnimationRule(digest: CanonicalDigest.digest(of: "\(tree)"), animation: animation.map { ViewAnimation($0, in: inputs.environment) })))
        }
    }

    // A widget has no transactions: its changes come with a new entry. Where a program shows the view itself, they are applied by its host.
    public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View {
        TransactionModifiedView(content: self, transform: transform, digest: nil)
    }
    public func transaction<V: Equatable>(value: V, _ transform: @escaping (inout Transaction) -> Void) -> some View {
        TransactionModifiedView(content: self, transform: transform, digest: CanonicalDigest.digest(of: value))
    }
    public func transaction<V: View>(
        _ transform: @escaping (inout Transaction) -> Void, @ViewBuilder body: @escaping @MainActor (PlaceholderContentView<Self>) -> V
    ) -> some View {
        ScopedTransaction(content: self, transform: transform, scoped: body)
    }

    /// The change of the view when it comes or leaves.
    public func transition(_ transition: AnyTransition) -> some View {
        archived { tree, _ in tree.modifiers.append(.transition(ViewTransition(transition.structure))) }
    }
    public func transition<T: Transition>(_ transition: T) -> some View {
        archived { tree, _ in tree.modifiers.append(.transition(ViewTransition(transition.structure))) }
    }

    /// How the view's content changes.
    nonisolated public func contentTransition(_ transition: ContentTransition) -> some View {
        ArchiveModifiedView(
            content: self, inputs: { $0.environment.contentTransition = transition },
            change: { tree, _ in tree.modifiers.append(.contentTransition(ViewContentTransition(transition))) })
    }

    /// Matches the view's frame with that of the other views of the same identifier in a namespace.
    public func matchedGeometryEffect<ID: Hashable>(
        id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center, isSource: Bool = true
    ) -> some View {
        archived { tree, _ in
            let group = namespace.view.child(.element, CanonicalDigest.id(of: id).high).child(.element, CanonicalDigest.id(of: id).low)
            tree.modifiers.append(
                .matchedGeometry(
                    MatchedGeometryKey(
                        digest: group.bytes, matchesPosition: properties.contains(.position), matchesSize: properties.contains(.size),
                        anchor: ViewPoint(anchor), isSource: isSource)))
        }
    }

    /// The view's own place and size are animated before those of the views in it.
    nonisolated public func geometryGroup() -> some View { archived(.geometryGroup) }

}

/// A view inside modifiers. The modifiers' changes are animated, the view's own aren't.
nonisolated private struct ScopedAnimation<Content: View, Scoped: View>: PrimitiveView {
    let content: Content
    let animation: Animation?
    let scoped: @MainActor (PlaceholderContentView<Content>) -> Scoped

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let content = content
        var inner = 0
        let placeholder = PlaceholderContentView<Content> { outputs, inputs in
            let first = outputs.trees.count
            content._append(to: &outputs, inputs.child(.content))
            inner = outputs.trees.count > first ? outputs.trees[first].modifiers.count : 0
        }
        let first = outputs.trees.count
        scoped(placeholder)._append(to: &outputs, inputs)
        // The rule's digest covers the body's modifiers: the rule applies when one of them differs.
        for index in first..<outputs.trees.count {
            let added = Array(outputs.trees[index].modifiers.dropFirst(inner))
            outputs.trees[index].modifiers.append(
                .animation(
                    AnimationRule(
                        digest: CanonicalDigest.digest(of: "\(added)"), animation: animation.map { ViewAnimation($0, in: inputs.environment) },
                        modifiers: added.count)))
        }
    }
}

/// A view whose changes get another transaction, where a program shows it itself.
nonisolated private struct TransactionModifiedView<Content: View>: PrimitiveView {
    let content: Content
    let transform: (inout Transaction) -> Void
    /// The watched value's digest; nil: every change.
    let digest: [UInt8]?

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        guard let host = inputs.resolution.transactions else { return content._append(to: &outputs, inputs) }
        let first = outputs.trees.count
        content._append(to: &outputs, inputs)
        for index in first..<outputs.trees.count {
            guard let animation = host.animation(changing: outputs.trees[index].id ?? inputs.id, watched: digest, by: transform) else { continue }
            outputs.trees[index].modifiers.append(.animation(animation))
        }
    }
}

/// A view inside modifiers. The modifiers' changes get another transaction, the view's own don't.
nonisolated private struct ScopedTransaction<Content: View, Scoped: View>: PrimitiveView {
    let content: Content
    let transform: (inout Transaction) -> Void
    let scoped: @MainActor (PlaceholderContentView<Content>) -> Scoped

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let content = content
        var inner = 0
        let placeholder = PlaceholderContentView<Content> { outputs, inputs in
            let first = outputs.trees.count
            content._append(to: &outputs, inputs.child(.content))
            inner = outputs.trees.count > first ? outputs.trees[first].modifiers.count : 0
        }
        let first = outputs.trees.count
        scoped(placeholder)._append(to: &outputs, inputs)
        guard let host = inputs.resolution.transactions else { return }
        for index in first..<outputs.trees.count {
            let id = outputs.trees[index].id ?? inputs.id
            guard var rule = host.animation(changing: id, watched: nil, by: transform) else { continue }
            rule.modifiers = outputs.trees[index].modifiers.count - inner
            outputs.trees[index].modifiers.append(.animation(rule))
        }
    }
}
