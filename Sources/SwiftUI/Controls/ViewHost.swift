import MotionArchive
package import WidgetCore

/// Runs a view in this program: its state changes, and its closures run. Each ``Update`` has the archives before and after, and their differences.
///
/// This is for previews and tests. A widget has no host: its view is archived and then released.
@MainActor package final class ViewHost<Content: View> {
    /// A change of the view.
    package struct Update {
        package var old: ViewArchive
        package var new: ViewArchive
        /// The transaction of the change.
        package var transaction: Transaction
        /// The changes, each with its animation.
        package var changes: ArchiveChanges
    }

    private let content: () -> Content
    private let environment: EnvironmentValues
    private let size: CGSize
    private let images: ImageCollection
    private let actions = LiveActions()
    private let transactions = LiveTransactions()
    private lazy var states = StateStorage { [weak self] in self?.noteChange() }
    /// The transaction of the first change since the last update; nil: nothing has changed.
    private var pending: Transaction?
    package private(set) var archive: ViewArchive
    /// Is told of each update.
    package var onUpdate: (Update) -> Void = { _ in }

    /// - Parameter size: the room that the view is offered, in points.
    /// - Throws: INVALID_ARGUMENT that names the view's path, or for a view over the archive's limits.
    package init(
        size: CGSize, environment: EnvironmentValues = EnvironmentValues(), images: ImageCollection = ImageCollection(),
        @ViewBuilder content: @escaping () -> Content
    ) throws(WidgetError) {
        self.size = size
        self.images = images
        self.environment = environment
        self.content = content
        archive = ViewArchive(nodes: [])
        archive = try rendered()
    }

    /// The views that can be tapped, in the order of the archive's nodes.
    package var tappable: [NodeID] { archive.nodes.compactMap(\.id).filter { actions.action(of: $0) != nil } }

    /// Taps the view with this identity: its button's closure, or its gesture's.
    /// - Returns: the update that follows; nil: nothing changed.
    /// - Throws: NOT_FOUND for a view without a closure, and INVALID_ARGUMENT as ``init(size:environment:images:content:)``.
    @discardableResult package func tap(_ node: NodeID) throws(WidgetError) -> Update? {
        guard let action = actions.action(of: node) else {
            let id = node.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            throw WidgetError(.notFound, "no view with the id \(id) can be tapped")
        }
        action()
        return try update()
    }

    /// The view as it is after changes of its state; nil: nothing has changed.
    /// - Throws: INVALID_ARGUMENT as ``init(size:environment:images:content:)``.
    @discardableResult package func update() throws(WidgetError) -> Update? {
        guard let transaction = pending else { return nil }
        pending = nil
        transactions.begin(transaction)
        let old = archive
        archive = try rendered()
        let animation = transaction.isAnimated ? transaction.animation.map { ViewAnimation($0) } : nil
        let update = Update(old: old, new: archive, transaction: transaction, changes: ArchiveChanges(from: old, to: archive, animation: animation))
        onUpdate(update)
        return update
    }

    private func noteChange() {
        let current = Transaction.current
        pending = pending.map { $0.merging(current) } ?? current
    }

    private func rendered() throws(WidgetError) -> ViewArchive {
        actions.removeAll()
        let resolution = ViewResolution(images: images, states: states, actions: actions, transactions: transactions)
        let tree = try ViewRenderer.tree(of: content(), environment: environment, size: size, in: resolution)
        states.endUpdate()
        return try tree.archive()
    }
}
