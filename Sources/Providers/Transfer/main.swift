import Glibc
import WidgetProviderKit

// With arguments it does a transfer; without them it is the provider that draws those.
if CommandLine.arguments.count > 1 { exit(TransferCommand.run(Array(CommandLine.arguments.dropFirst()))) }

ProviderMain.run(
    activities: [
        ActivityConfiguration(for: TransferAttributes.self) { context in
            TransferView(context: context).content
        } dynamicIsland: { context in
            TransferView(context: context).island
        }
        .supplementalActivityFamilies([.small])
    ],
    intents: [CancelTransferIntent.self])
