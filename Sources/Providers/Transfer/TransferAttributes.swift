import WidgetProviderKit

/// A copy, or a file that something else writes.
struct TransferAttributes: ActivityAttributes {
    static let activityType = "transfer"

    struct ContentState: Codable, Equatable {
        /// Bytes.
        var done: Int64
        var total: Int64
        /// Bytes a second, lately; 0: not known yet.
        var rate = 0.0
        /// When it will be done at that rate.
        var until: Timestamp?
        /// Nil: it goes on.
        var isDone: Bool?
        /// Why it failed.
        var reason: String?

        var fraction: Double { total > 0 ? min(1, Double(done) / Double(total)) : isDone == true ? 1 : 0 }
    }

    /// The file's name.
    var name: String
    /// The directory that it is in, or is copied into.
    var directory: String
    /// The program that does it, for ``CancelTransferIntent``.
    var process: TransferProcess
}
