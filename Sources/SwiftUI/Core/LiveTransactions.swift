import MotionArchive
import WidgetCore

/// The transaction of a change, where a program shows a view itself. The `transaction` modifiers change it.
@MainActor package final class LiveTransactions {
    /// The transaction of the change that is being shown.
    package var current = Transaction()
    private var watched: [NodeID: [UInt8]] = [:]
    private var change: UInt64 = 0

    package init() {}

    /// A new change is shown.
    package func begin(_ transaction: Transaction) {
        current = transaction
        change += 1
    }

    /// The rule that a `transaction` modifier adds for this change. Nil: the value that it watches is as before, or it changes no animation.
    func animation(changing node: NodeID, watched digest: [UInt8]?, by transform: (inout Transaction) -> Void) -> AnimationRule? {
        if let digest {
            let last = watched.updateValue(digest, forKey: node)
            guard let last, last != digest else { return nil }
        }
        var transaction = current
        transform(&transaction)
        guard transaction.setsAnimation || transaction.disablesAnimations else { return nil }
        // Another digest for each change: the rule holds for this one.
        return AnimationRule(
            digest: CanonicalDigest.digest(of: Int(change)), animation: transaction.isAnimated ? transaction.animation.map { ViewAnimation($0) } : nil)
    }
}
