import Dispatch
import Glibc
import TTRPCBlocking
import WidgetAPI
import WidgetCore

/// A provider program's main: it serves the socket that the daemon passed to it.
///
/// A thread of its own serves the socket, one call at a time. Views, timelines and intents run on the main actor, which may await meanwhile.
@MainActor enum ProviderProgram {
    /// Everything that the running program gives.
    private static var contents = _ProgramContents()
    static var activities: [ActivityDefinition] { contents.activities }

    static func run(_ contents: _ProgramContents) -> Never {
        self.contents = contents
        ProgramKinds.set(
            contents.widgets.map {
                ProgramKinds.Kind(id: $0.kind.id, aliases: $0.kind.aliases, configuration: $0.configuration as? any WidgetConfigurationIntent.Type)
            })
        let service = ProviderService(contents)
        guard let descriptor = inheritedSocket() else {
            FileHandle.standardError.write(Data(introduction(contents).utf8))
            exit(EX_USAGE)
        }
        Thread.detachNewThread {
            let server = BlockingServer(descriptor: descriptor)
            service.register(on: server)
            do {
                try server.serve()
            } catch {
                FileHandle.standardError.write(Data("the connection to widgetd broke: \(error)\n".utf8))
                exit(EX_PROTOCOL)
            }
            exit(EX_OK)
        }
        dispatchMain()
    }

    /// The descriptor that the environment names, where it is a socket.
    private static func inheritedSocket() -> Int32? {
        guard let text = ProcessInfo.processInfo.environment[ProviderMethod.descriptorVariable], let descriptor = Int32(text) else { return nil }
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK ? descriptor : nil
    }

    private static func introduction(_ contents: _ProgramContents) -> String {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "This program"
        let lines =
            contents.widgets.map { "  \($0.kind.id)\t\($0.kind.description)\n" }
            + contents.controls.map { "  \($0.kind.id)\ta control\($0.kind.description.isEmpty ? "" : ": ")\($0.kind.description)\n" }
            + contents.activities.map { "  Live Activities of the type \($0.type)\n" }
        return """
            \(name) is a provider for widgetd, which starts it when it is needed. It gives:
            \(lines.joined())
            To see that it works: widgetctl provider list, then widgetctl provider check ID

            """
    }
}

/// Everything that a program gives to the daemon.
public struct _ProgramContents {
    var widgets: [WidgetDefinition] = []
    var activities: [ActivityDefinition] = []
    var controls: [ControlDefinition] = []
}
