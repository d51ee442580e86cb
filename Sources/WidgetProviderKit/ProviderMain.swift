import Glibc
import TTRPCBlocking
import WidgetAPI

/// A provider program's main.
///
/// ```swift
/// import WidgetProviderKit
///
/// ProviderMain.run(
///     widgets: [
///         StaticConfiguration(kind: "hello", provider: HelloProvider()) { entry, _ in .text(entry.greeting) }
///             .configurationDisplayName("Hello").supportedFamilies([.systemSmall])
///     ],
///     activities: [ActivityConfiguration(for: DeliveryAttributes.self) { context in .text("\(context.state.stops) stops away") }],
///     intents: [GreetIntent.self])
/// ```
public enum ProviderMain {
    /// Serves the socket that the daemon handed over until the daemon closes it, then exits. Started by hand, it says what it is.
    ///
    /// - Parameter intents: what buttons and toggles in widgets and activities perform; what controls perform comes with them.
    public static func run(
        widgets: [any WidgetConfiguration] = [], activities: [any LiveActivityConfiguration] = [], controls: [any ControlWidgetConfiguration] = [],
        intents: [any AppIntent.Type] = []
    ) -> Never {
        let service = ProviderService(
            widgets: widgets.map(\.definition), activities: activities.map(\.definition), controls: controls.map(\.definition), intents: intents)
        guard let descriptor = inheritedSocket() else {
            FileStatus.write(introduction(service), to: STDERR_FILENO)
            exit(EX_USAGE)
        }
        let server = BlockingServer(descriptor: descriptor)
        service.register(on: server)
        do {
            try server.serve()
        } catch {
            FileStatus.write("the connection to widgetd broke: \(error)\n", to: STDERR_FILENO)
            exit(EX_PROTOCOL)
        }
        exit(EX_OK)
    }

    /// The descriptor that the environment names, where it is a socket.
    private static func inheritedSocket() -> Int32? {
        guard let text = getenv(ProviderMethod.descriptorVariable), let descriptor = Int32(String(cString: text)) else { return nil }
        return FileStatus.isSocket(descriptor) ? descriptor : nil
    }

    private static func introduction(_ service: ProviderService) -> String {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "This program"
        let lines =
            service.widgets.map { "  \($0.kind.id)\t\($0.kind.description)\n" }
            + service.controls.map { "  \($0.kind.id)\ta control\($0.kind.description.isEmpty ? "" : ": ")\($0.kind.description)\n" }
            + service.activities.map { "  Live Activities of the type \($0.type)\n" }
        return """
            \(name) is a provider for widgetd, which starts it when it is needed. It gives:
            \(lines.joined())
            To see that it works: widgetctl provider list, then widgetctl provider check ID

            """
    }
}

/// The kit's questions about descriptors.
private enum FileStatus {
    static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        _ = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
