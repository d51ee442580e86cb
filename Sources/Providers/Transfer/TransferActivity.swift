import ActivityKit
import Glibc
import SwiftUI
import WidgetKit

package enum TransferProgram {
    /// With arguments it performs a transfer. Without arguments it is the provider that draws transfers, and says its usage in a terminal.
    @MainActor package static func main(_ arguments: [String]) {
        if !arguments.isEmpty || isatty(STDIN_FILENO) == 1 { exit(TransferCommand.run(arguments)) }
        TransferActivity.main()
    }
}

/// A copy, or a file that another program writes.
struct TransferAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        /// Bytes.
        var done: Int64
        var total: Int64
        /// Bytes a second in the last seconds. 0 while it isn't known.
        var rate = 0.0
        /// When it will be done at that rate.
        var until: Date?
        /// Whether it succeeded. Nil while it runs.
        var isDone: Bool?
        /// Why it failed.
        var reason: String?

        var fraction: Double { total > 0 ? min(1, Double(done) / Double(total)) : isDone == true ? 1 : 0 }
    }

    /// The file's name.
    var name: String
    /// The directory that it is in, or is copied into.
    var directory: String
    /// The process that performs the transfer, for ``CancelTransferIntent``.
    var process: TransferProcess
}

struct TransferActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: TransferAttributes.self) { context in
            TransferView(context: context)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { TransferIcon(context: context) }
                DynamicIslandExpandedRegion(.center) { TransferName(context: context) }
                DynamicIslandExpandedRegion(.trailing) { TransferFigure(context: context) }
                DynamicIslandExpandedRegion(.bottom) {
                    VStack(alignment: .leading) {
                        TransferBar(context: context)
                        TransferLine(context: context)
                        CancelButton(context: context)
                    }
                }
            } compactLeading: {
                TransferIcon(context: context)
            } compactTrailing: {
                TransferFigure(context: context)
            } minimal: {
                TransferRing(context: context)
            }
        }
        .supplementalActivityFamilies([.small])
    }
}

extension TransferAttributes {
    /// For a preview.
    fileprivate static let sample = TransferAttributes(name: "download.iso", directory: "/home/ada", process: TransferProcess(id: 4_242, begin: 0))
}

#Preview("Content", as: .content, using: TransferAttributes.sample) {
    TransferActivity()
} contentStates: {
    TransferAttributes.ContentState(done: 1_200_000_000, total: 3_000_000_000, rate: 48_000_000, until: .now + 37)
    TransferAttributes.ContentState(done: 3_000_000_000, total: 3_000_000_000, isDone: true)
    TransferAttributes.ContentState(
        done: 1_200_000_000, total: 3_000_000_000, isDone: false, reason: "/home/ada/download.iso can't be written: No space left on device")
}
