import ArgumentParser
import Glibc
import WidgetAPI

/// What a shell offers after Tab, asked from the daemon; nothing where that doesn't answer at once.
enum DaemonCompletion {
    /// Names or ids of placed widgets.
    static let widgets = CompletionKind.custom { _, _, _ in
        guard let widgets = try? client().widgets().widgets else { return [] }
        return widgets.map { $0.widget.name.isEmpty ? $0.widget.id : $0.widget.name }.map(PlainText.line)
    }

    /// Kinds that can be placed.
    static let kinds = CompletionKind.custom { _, _, _ in
        guard let kinds = try? client().kinds().kinds else { return [] }
        return kinds.map(\.id).map(PlainText.line)
    }

    /// Providers.
    static let providers = CompletionKind.custom { _, _, _ in
        guard let providers = try? client().providers().providers else { return [] }
        return providers.map(\.id).map(PlainText.line)
    }

    /// Tags or ids of activities.
    static let activities = CompletionKind.custom { _, _, _ in
        guard let activities = try? client().activities().activities else { return [] }
        return activities.map { $0.activity.tag.isEmpty ? $0.activity.id : $0.activity.tag }.map(PlainText.line)
    }

    /// Names or ids of controls.
    static let controls = CompletionKind.custom { _, _, _ in
        guard let controls = try? client().controls().controls else { return [] }
        return controls.map { $0.control.name.isEmpty ? $0.control.id : $0.control.name }.map(PlainText.line)
    }

    /// Kinds of controls that can be added.
    static let controlKinds = CompletionKind.custom { _, _, _ in
        guard let kinds = try? client().controlKinds().kinds else { return [] }
        return Set(kinds.map(\.kind.id)).sorted().map(PlainText.line)
    }

    /// Names or ids of the devices.
    static let devices = CompletionKind.custom { _, _, _ in deviceNames(client()) }

    static func deviceNames(_ client: WidgetClient) -> [String] {
        guard let devices = try? client.devices().devices else { return [] }
        return devices.map { $0.name.isEmpty ? $0.id : $0.name }.map(PlainText.line)
    }

    private static func client() -> WidgetClient {
        WidgetClient(
            location: SocketLocation(explicit: nil, environment: Environment.value, uid: getuid()), timeout: CommandLimits.completionTimeout, patience: .zero)
    }
}
