import Synchronization

/// The kinds of the running program's widgets; none in a program that gives no widgets itself, such as an app beside them.
enum ProgramKinds {
    struct Kind: Sendable {
        let id: String
        let aliases: [String]
        /// Nil: it has none.
        let configuration: (any WidgetConfigurationIntent.Type)?
    }

    private static let kinds = Mutex<[Kind]>([])

    static var ids: [String] { kinds.withLock { $0.map(\.id) } }
    static func set(_ new: [Kind]) { kinds.withLock { $0 = new } }

    /// The type of a kind's configuration; nil: it has none, or isn't this program's.
    static func configuration(of kind: String) -> (any WidgetConfigurationIntent.Type)? {
        kinds.withLock { $0.first { $0.id == kind || $0.aliases.contains(kind) }?.configuration }
    }
}
